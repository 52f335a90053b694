import { SECOND_MS } from '#contract/time.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { listActs, listRecords } from '#contract/endpoints/records.ts'
import { listOrders } from '#contract/endpoints/trading.ts'
import { selectRecords } from '#server/records/records-store.ts'
import { selectOrders } from '#server/trading/trading-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { addPayoutAccount } from '#support/cashier-room.ts'
import { actDigest } from '#support/desk.ts'
import { addFundWeek, publishFundRate } from '#support/fund-week.ts'
import { addHistory, type RecordsRoom, recordsRoom } from '#support/records-room.ts'
import { seatOperator } from '#support/seats.ts'
import { makeUser, START_MS } from '#support/trading-fixture.ts'

const ORDERS = 100_000
let folder: string
let room: RecordsRoom
/** With 200,000 records and more. */
let long: bigint
let small: bigint
let withdrawal: bigint

async function addDocuments(userId: bigint): Promise<bigint> {
  const { owner } = room
  const at = START_MS + 5_000
  const [deposit] = await owner.query<{ id: bigint }>(
    "select id from open_deposit($1, 'bank', 5000, null, $2, 3, 5)",
    [userId, at],
  )
  for (const to of ['review', 'approved']) {
    await owner.query("select move_deposit($1, $2, 'practice-reviewer', null, null, $3)", [
      deposit?.id,
      to,
      at,
    ])
  }
  const payout = await addPayoutAccount(owner, userId)
  await owner.query(`update payout_accounts set bank = '=B' where id = $1`, [payout])
  const asked = { user_id: `${userId}`, amount: '2000', fee: '100', payout_account: `${payout}` }
  const shown = { destination_bank: '=B', destination_number: '•••• 1234' }
  const rest = { destination_kind: 'bank_card', ...shown, created_at: at }
  const [made] = await owner.query<{ id: bigint }>(
    'select id from open_withdrawal($1, 3, 5, null)',
    [JSON.stringify({ ...asked, ...rest })],
  )
  const { name, secret } = await seatOperator(owner, 'anna', at)
  for (const to of ['review', 'approved', 'paying', 'bounced']) {
    const reason = to === 'bounced' ? 'destination_refused' : null
    const step = [made?.id, to, name, secret, reason, at]
    await owner.query('select move_withdrawal($1, $2, $3, $4, $5, $6)', step)
  }
  return made?.id ?? 0n
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-records-'))
  room = await recordsRoom(folder)
  long = await addHistory(room.owner, ORDERS)
  small = await makeUser(room.owner, 10_000n)
  withdrawal = await addDocuments(small)
}, 180_000)
afterAll(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<S extends z.ZodMiniType>(
  schema: S,
  path: string,
  who = small,
): Promise<z.output<S>> {
  const answer = await room.http.inject({ url: `/api${path}`, headers: room.as(who) })
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
  return schema.parse(answer.json())
}
const records = (query = '', who = small) => ask(listRecords.reply, `/records${query}`, who)
const orders = (query = '', who = long) => ask(listOrders.reply, `/orders${query}`, who)

describe('the ledger as its user sees it', () => {
  it('shows the account that matters, the running balance, and the day of practice money', async () => {
    const { records: all, next } = await records()
    expect(
      all.map((line) => [line.kind, line.ref, line.account, line.amount, line.balanceAfter]),
    ).toEqual([
      ['withdrawal_refund', `${withdrawal}`, 'cash', 2_000n, 15_000n],
      ['withdrawal_pay', `${withdrawal}`, 'withdrawal_hold', -2_000n, 0n],
      ['withdrawal_hold', `${withdrawal}`, 'cash', -2_000n, 13_000n],
      ['deposit', expect.any(String), 'cash', 5_000n, 15_000n],
      ['practice_issue', '2000-01-01', 'cash', 10_000n, 10_000n],
    ])
    expect(next).toBeNull()
  })

  it('has every entry on the user’s own accounts, the one that matters first', async () => {
    const { records: all } = await records()
    const [, paid, held] = all.map(({ entries }) => entries)
    expect(held).toEqual([
      { account: 'cash', amount: -2_000n, balanceAfter: 13_000n },
      { account: 'withdrawal_hold', amount: 2_000n, balanceAfter: 2_000n },
    ])
    expect(paid).toEqual([{ account: 'withdrawal_hold', amount: -2_000n, balanceAfter: 0n }])
    for (const { entries, account, amount, balanceAfter } of all)
      expect(entries[0]).toEqual({ account, amount, balanceAfter })
  })

  it('shows the fund: shares that became confirmed as a gain, income by its day', async () => {
    await publishFundRate(room.owner)
    const saver = await makeUser(room.owner, 2_010_000n)
    const ids = await addFundWeek(room.owner, saver)
    const { records: all } = await records('', saver)
    expect(
      all.map((line) => [line.kind, line.ref, line.account, line.amount, line.balanceAfter]),
    ).toEqual([
      ['fund_redeem', `${ids.nextDay}`, 'cash', 2_000n, 13_000n],
      ['fund_income', '2024-03-07', 'fund_confirmed', 99n, 1_999_299n],
      ['fund_redeem', `${ids.instant}`, 'cash', 1_000n, 11_000n],
      ['fund_income', '2024-03-06', 'fund_confirmed', 100n, 2_000_200n],
      ['fund_income', '2024-03-05', 'fund_confirmed', 100n, 2_000_100n],
      ['fund_confirm', `${ids.lot}`, 'fund_confirmed', 2_000_000n, 2_000_000n],
      ['fund_cancel', `${ids.cancelled}`, 'cash', 10_000n, 10_000n],
      ['fund_subscribe', `${ids.cancelled}`, 'cash', -10_000n, 0n],
      ['fund_subscribe', `${ids.lot}`, 'cash', -2_000_000n, 10_000n],
      ['practice_issue', '2000-01-01', 'cash', 2_010_000n, 2_010_000n],
    ])
    const days = await records('?kind=fund_income', saver)
    expect(days.records.map(({ ref }) => ref)).toEqual(['2024-03-07', '2024-03-06', '2024-03-05'])
  })

  it('pages through everything once, with or without a filter', async () => {
    const until = START_MS + 300 * SECOND_MS
    for (const [query, expected] of [
      [`?to=${until}`, 568],
      [`?to=${until}&kind=order_settle`, 269],
      [`?to=${until}&from=${START_MS + 200 * SECOND_MS}`, 200],
    ] as const) {
      const seen: string[] = []
      for (let before: string | null = ''; before !== null; ) {
        const cursor: string = before === '' ? '' : `&before=${before}`
        const page: z.output<typeof listRecords.reply> = await records(
          `${query}&limit=37${cursor}`,
          long,
        )
        seen.push(...page.records.map(({ id }) => id))
        before = page.next
      }
      expect([new Set(seen).size, seen.length]).toEqual([expected, expected])
    }
  })

  it('says each settlement’s outcome, and takes a lost stake from the stakes', async () => {
    const { records: some } = await records('?kind=order_settle&limit=100', long)
    const outcomes = new Set(some.map(({ outcome }) => outcome))
    expect([...outcomes].sort((a, b) => `${a}`.localeCompare(`${b}`))).toEqual([
      'draw',
      'lost',
      'void',
      'won',
    ])
    const lost = some.find(({ outcome }) => outcome === 'lost')
    expect([lost?.account, lost?.amount]).toEqual(['stake', -1_000n])
  })

  it('finds a record from the very moment that it shows, and not before that', async () => {
    const [newest] = (await records()).records
    const at = newest?.at ?? 0
    expect((await records(`?from=${at}`)).records.at(0)?.id).toBe(newest?.id)
    expect((await records(`?to=${at}`)).records.map(({ id }) => id)).not.toContain(newest?.id)
  })

  it('knows no cursor but the user’s own: another’s record is like none', async () => {
    const [foreign] = (await records('?limit=1', long)).records
    expect(await records(`?before=${foreign?.id}`)).toEqual(
      await records('?before=9223372036854775807'),
    )
    expect(await records('?before=9999999999999999999')).toEqual(await records())
  })
})

describe('acts', () => {
  it('stand newest first, each hash over the line before it and over the user’s own number', async () => {
    const { acts } = await ask(listActs.reply, '/acts')
    expect(acts.map(({ act, actor }) => `${act} ${actor}`)).toEqual([
      'withdrawal_bounce anna',
      'withdrawal_pay anna',
      'withdrawal_approve anna',
      'withdrawal_review anna',
      'deposit_approve practice-reviewer',
      'deposit_review practice-reviewer',
    ])
    for (const act of acts) {
      const fields = [act.seq, act.at, act.actor, act.act, small, act.ref]
      expect(actDigest(act.format, [...fields, act.reason ?? '', act.salt ?? ''])).toBe(act.hash)
      expect(act.userNumber).toBe(String(small))
    }
    expect((await ask(listActs.reply, '/acts', long)).acts).toEqual([])
    expect((await ask(listActs.reply, `/acts?before=${acts[4]?.seq}`)).acts).toEqual(acts.slice(5))
  })
})

describe('orders', () => {
  it('are found by product, outcome and time together, page by page', async () => {
    const { orders: draws } = await orders('?outcome=draw&limit=100')
    expect(draws).toHaveLength(100)
    const { orders: gold } = await orders('?symbol=GC&outcome=void&limit=3')
    expect(gold.map(({ symbol, status }) => `${symbol} ${status}`)).toEqual(
      Array(3).fill('GC void'),
    )
    const to = START_MS + 1_000 * SECOND_MS
    const { orders: early, next } = await orders(
      `?symbol=GC&to=${to}&from=${to - 200 * SECOND_MS}&limit=2`,
    )
    expect(early.map(({ acceptedAt }) => (acceptedAt - START_MS) / SECOND_MS)).toEqual([950, 900])
    const more = await orders(`?symbol=GC&to=${to}&from=${to - 200 * SECOND_MS}&before=${next}`)
    expect(more.orders.map(({ acceptedAt }) => (acceptedAt - START_MS) / SECOND_MS)).toEqual([
      850, 800,
    ])
    expect(await orders('?symbol=NONE')).toEqual({ orders: [], next: null })
    expect((await orders('?status=open&outcome=won')).orders).toEqual([])
  })

  it('lists closed positions by when they closed, page after page', async () => {
    const user = await addHistory(room.owner, 40)
    // Long ones that were placed first closed last.
    await room.owner.query('alter table settlements disable trigger user')
    await room.owner.query(
      'update settlements set settled_at = $2 - order_id * 1000 where user_id = $1 and order_id % 3 = 0',
      [user, START_MS + 1_000_000_000 * SECOND_MS],
    )
    await room.owner.query('alter table settlements enable trigger user')
    const page = { status: 'settled', outcome: null, symbol: null, from: 0 } as const
    const seen: { id: bigint; settled_at: bigint | null }[] = []
    for (let before: bigint | null = null; ; ) {
      const rows = await selectOrders(room.db, user, {
        ...page,
        to: 8_640_000_000_001_000,
        before,
        limit: 7,
      })
      seen.push(...rows)
      const last = rows.at(-1)
      if (rows.length < 7 || last === undefined) break
      before = last.id
    }
    const sorted = seen.toSorted((a, b) =>
      a.settled_at === b.settled_at
        ? Number(b.id - a.id)
        : Number((b.settled_at ?? 0n) - (a.settled_at ?? 0n)),
    )
    expect(seen.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(40)
  })
})

/** What a statement reads, as its own plan counts it: rows found and rows thrown away, all loops together. */
async function rowsRead(run: (db: Queryable) => Promise<unknown>): Promise<number> {
  let worst = 0
  await run({
    query: async <Row extends object>(sql: string, params: readonly unknown[] = []) => {
      const [plan] = await room.owner.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${sql}`,
        params,
      )
      worst = Math.max(worst, countRows(plan?.['QUERY PLAN']))
      return room.db.query<Row>(sql, params)
    },
  })
  return worst
}
function countRows(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const figures = Object.fromEntries(Object.entries(plan))
  const number = (name: string): number => Number(figures[name] ?? 0)
  const here =
    (number('Actual Rows') + number('Rows Removed by Filter')) * (number('Actual Loops') || 1)
  return here + Object.values(figures).reduce((sum: number, figure) => sum + countRows(figure), 0)
}

describe('a page of a list of 200,000', () => {
  const LIMIT = 51
  const EVER = { from: 0, to: 8_640_000_000_001 }
  const deep = START_MS + 40_000 * SECOND_MS
  const idAt = async (table: string, column: string): Promise<bigint> => {
    const [row] = await room.owner.query<{ id: bigint }>(
      `select id from ${table} where user_id = $1 order by ${column} limit 1 offset 30000`,
      [long],
    )
    return row?.id ?? 0n
  }

  it.each([
    ['the newest', {}],
    ['deep by cursor', { deep: true }],
    ['before an old moment', { to: deep }],
    ['before an old moment, deep by cursor', { to: deep, deep: true }],
    ['of a rare kind', { kind: 'practice_issue' as const }],
    ['of the fund’s income', { kind: 'fund_income' as const }],
    ['of a kind that is not there', { kind: 'withdrawal_refund' as const }],
    ['of half the list', { kind: 'order_settle' as const, to: deep }],
  ])(
    'of records, %s, reads a few hundred rows',
    async (_, { deep: far, ...page }: object & { deep?: boolean }) => {
      const before = far === true ? await idAt('transfers', 'id') : null
      const query = { kind: null, ...EVER, ...page, before, limit: LIMIT }
      expect(await rowsRead((db) => selectRecords(db, long, query))).toBeLessThan(1_500)
    },
  )

  it.each([
    ['the newest', {}],
    ['deep by cursor', { deep: true }],
    ['before an old moment, deep by cursor', { to: deep, deep: true }],
    ['of one product', { symbol: 'GC' }],
    ['of a product never traded', { symbol: 'NONE' }],
    ['of draws', { outcome: 'draw' as const }],
    ['of wins before an old moment', { outcome: 'won' as const, to: deep }],
    ['of open ones', { status: 'open' as const }],
    ['of closed ones', { status: 'settled' as const }],
    ['of closed ones, deep by cursor', { status: 'settled' as const, deep: true }],
    ['of closed ones before an old moment', { status: 'settled' as const, to: deep }],
    ['of closed ones of one product', { status: 'settled' as const, symbol: 'GC' }],
    ['of closed draws', { status: 'settled' as const, outcome: 'draw' as const }],
  ])(
    'of orders, %s, reads a few hundred rows',
    async (_, { deep: far, ...page }: object & { deep?: boolean }) => {
      const before = far === true ? await idAt('orders', 'id') : null
      const none = { status: 'all' as const, outcome: null, symbol: null }
      const query = { ...none, ...EVER, ...page, before, limit: LIMIT }
      expect(await rowsRead((db) => selectOrders(db, long, query))).toBeLessThan(1_500)
    },
  )
})
