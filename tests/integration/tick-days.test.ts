import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import {
  appendRecords,
  type LoggedRecord,
  readAfter,
  readHeads,
  readPieces,
  readPriceAt,
  readSpanning,
  readTail,
  readTicks,
  seqBefore,
} from '#server/market/tick-log-store.ts'
import { readInputsLines, readInputsOf } from '#server/market/inputs-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { chained, sha256 } from '#support/chained.ts'
import { addProduct, faultsOf } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { recordOf } from '#support/records.ts'
import { pause } from '#support/until.ts'

const ID = 1
const SYMBOL = 'GC'
const FIRST_DAY = Date.UTC(2026, 10, 29)
const INPUTS = ['fairtick-inputs-1', 'okx|1|1|1|', 'kraken|2|1|1|', 'bybit|3|1|1|'].join('\n')

/** Ticks each six hours for some days, the first at midnight. */
const ticksOf = (days: number, from = FIRST_DAY): TickRecord[] =>
  chained(
    SYMBOL,
    Array.from({ length: days * 4 }, (_, n) => {
      const tick = recordOf({ kind: 'tick', at: from + n * 6 * HOUR_MS, price: 100 + n }, n + 1)
      return n % 4 === 3 ? { ...tick, inputs: sha256(INPUTS) } : tick
    }),
  )
const batchOf = (records: readonly TickRecord[]): LoggedRecord[] =>
  records.map((record) => ({
    productId: ID,
    record,
    ...('inputs' in record && { inputs: INPUTS }),
  }))
const seqsOf = (records: readonly TickRecord[]): number[] => records.map(({ seq }) => seq)
const daysIn = async (owner: Queryable): Promise<string[]> => {
  const rows = await owner.query<{ name: string }>(
    'select distinct tableoid::regclass::text as name from ticks order by 1',
  )
  return rows.map(({ name }) => name)
}

const DAYS = 20
const log = ticksOf(DAYS)
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await addProduct(database.owner, ID, SYMBOL)
  await appendRecords(database.pools.market, batchOf(log.slice(0, 30)))
  await appendRecords(database.pools.market, batchOf(log.slice(30)))
})
afterAll(() => database.close())

describe('the price log in days', () => {
  it('has a partition for each day', async () => {
    const days = await daysIn(database.owner)
    expect(days).toHaveLength(DAYS)
    expect([days[0], days.at(-1)]).toEqual(['ticks_20261129', 'ticks_20261218'])
    expect(await faultsOf(database.owner)).toEqual([])
  })

  it('is read as one', async () => {
    const { db } = database
    expect(await readAfter(db, ID, { afterSeq: 0, limit: 1_000 })).toEqual(log)
    expect(seqsOf(await readAfter(db, ID, { afterSeq: 2, limit: 4 }))).toEqual([3, 4, 5, 6])
    expect(seqsOf(await readTail(db, ID, 3))).toEqual([78, 79, 80])
    const [from, to] = [FIRST_DAY + 5 * HOUR_MS, FIRST_DAY + DAY_MS + HOUR_MS]
    expect(seqsOf(await readSpanning(db, ID, { fromMs: from, toMs: to }))).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    const whole = await readSpanning(db, ID, { fromMs: 0, toMs: FIRST_DAY + 100 * DAY_MS })
    expect(whole).toEqual(log)
    expect(await readPriceAt(db, ID, FIRST_DAY - 1)).toBeNull()
    expect(await readPriceAt(db, ID, FIRST_DAY + DAY_MS - 1)).toBe(103)
    expect(await seqBefore(db, ID, FIRST_DAY + DAY_MS)).toBe(4)
    expect(await seqBefore(db, ID, FIRST_DAY + 100 * DAY_MS)).toBe(80)
    const text = await readPieces(db, ID, { after: 0, until: 80, separator: ',' })
    expect(JSON.parse(`[${text}]`)).toEqual(log)
    const day = await readTicks(db, [ID], { from: FIRST_DAY + DAY_MS, to: FIRST_DAY + 2 * DAY_MS })
    expect(day.map(({ price }) => price)).toEqual([104, 105, 106, 107])
    expect((await readInputsOf(db, ID, [4, 5, 8])).map(({ seq }) => seq)).toEqual([4, 8])
    const lines = await readInputsLines(db, ID, { after: 4, until: 12 })
    expect(lines.trim().split('\n')).toHaveLength(2)
    expect(await readHeads(db, [ID, 2])).toEqual(new Map([[ID, log.at(-1)?.hash]]))
  })

  it.each([
    [
      'the price at a moment',
      `select price from ticks where product_id = 1 and kind = 0 and time_ms <= $1
        order by time_ms desc, seq desc limit 1`,
    ],
    [
      'an entry',
      'select * from (select $1::bigint as at) o cross join lateral recompute_entry(1::smallint, o.at, o.at + 30000)',
    ],
    [
      'an exit',
      'select * from (select $1::bigint as at) o cross join lateral recompute_exit(1::smallint, o.at)',
    ],
  ])('reads %s from the days beside it alone', async (_what, sql) => {
    const moment = FIRST_DAY + 10 * DAY_MS + HOUR_MS
    const read = await database.owner.transaction(async (tx) => {
      await tx.query(
        'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off',
      )
      await tx.query(`prepare it (bigint) as ${sql}`)
      const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) execute it (${moment})`,
      )
      await tx.query('deallocate it')
      return new Set(executed(row?.['QUERY PLAN']))
    })
    expect(read.size).toBeGreaterThan(0)
    expect(read.size).toBeLessThanOrEqual(2)
  })

  it('keeps what is stored from its owner', async () => {
    const { owner } = database
    for (const table of ['ticks', 'ticks_20261129', 'tick_inputs', 'tick_inputs_20261129']) {
      for (const change of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(owner.query(change)).rejects.toMatchObject({ code: 'FT900' })
      }
    }
  })

  it('gives each number once, however many write', async () => {
    const other = await testDatabase()
    await addProduct(other.owner, ID, SYMBOL)
    const { owner, pools } = other
    // The first record has no head to move, the later ones have; both cross midnight.
    for (const [first, second] of [
      [ticksOf(2), ticksOf(2, FIRST_DAY + 1)],
      [ticksOf(3).slice(8), ticksOf(3).slice(8, 10)],
    ] as const) {
      let late: Promise<unknown> = Promise.resolve()
      await owner.transaction(async (tx) => {
        await appendRecords(tx, batchOf(first))
        late = appendRecords(pools.market, batchOf(second)).catch((error: unknown) => error)
        await pause(100)
      })
      expect(await late).toMatchObject({ code: 'FT904' })
    }
    expect(await readAfter(owner, ID, { afterSeq: 0, limit: 100 })).toEqual(ticksOf(3))
    await other.close()
  })
})

/** The partitions that a plan has read. */
function executed(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(executed)
  if (typeof node !== 'object' || node === null) return []
  const own = 'Relation Name' in node && 'Actual Loops' in node && node['Actual Loops'] !== 0
  return [
    ...(own ? [String(node['Relation Name'])] : []),
    ...Object.values(node).flatMap((value) => (typeof value === 'object' ? executed(value) : [])),
  ]
}
