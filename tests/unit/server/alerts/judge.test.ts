import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { AlertRow } from '#server/alerts/alert-row.ts'
import { AlertJudge } from '#server/alerts/judge.ts'
import type { Market } from '#server/market/market.ts'
import type { Database } from '#server/platform/db/database.ts'
import { manualClock } from '#support/manual-clock.ts'

const row = (id: bigint, change: Partial<AlertRow> = {}): AlertRow => ({
  id,
  user_id: 7n,
  product_id: 9,
  symbol: 'EURUSD',
  direction: 'at_or_above',
  price: 110_000,
  created_at: 1,
  after_seq: 3,
  status: 'active',
  hit_seq: null,
  hit_at: null,
  hit_price: null,
  ended_at: null,
  ...change,
})

it('starts with the other alerts when one cannot be read', async () => {
  const rows = [row(1n), row(2n, { direction: 'of_a_later_kind' }), row(3n)]
  const errors: unknown[] = []
  const saved: unknown[] = []
  const db = {
    query: async (sql: string, values: unknown[]) => {
      if (sql.includes('price_alerts')) return rows
      if (!sql.startsWith('select')) saved.push(values)
      return []
    },
  } as unknown as Database
  const market = {
    productById: () => ({ priceDecimals: 5 }),
    head: () => ({ seq: 3 }),
    recordsAfter: async () => [],
    onRecords: () => () => undefined,
  } as unknown as Market
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) })
  const judge = new AlertJudge({ db, market, log, clock: manualClock(0), deliver: () => undefined })
  await judge.start()
  await judge.save()
  await judge.stop()
  expect(errors).toMatchObject([{ alertId: '2', msg: 'an alert cannot be read' }])
  expect(saved).toHaveLength(1)
})
