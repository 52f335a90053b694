import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getStatistics } from '#contract/endpoints/statistics.ts'
import { type Figures, STATISTICS_PERIOD_MS, type Statistics } from '#contract/statistics.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createStatistics } from '#server/statistics/statistics.ts'
import { manualClock } from '#support/manual-clock.ts'
import { makeProducts, makeUser } from '#support/trading-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'

const START_MS = 1_700_000_000_000
const OLD_MS = START_MS - 40 * DAY_MS
const clock = manualClock(START_MS)

let its: TestServer
beforeAll(async () => {
  its = await testServer({ clock })
  await makeProducts(its.owner)
})
afterAll(() => its.close())

const read = (): Promise<Statistics> => its.visitor().read(getStatistics.reply, '/api/statistics')

let orders = 0
type Outcome = 'won' | 'lost' | 'draw' | 'void'
/** As the tables' owner, past the ledger: the figures look at nothing else. */
async function settled(userId: bigint, outcome: Outcome, atMs = START_MS - DAY_MS): Promise<void> {
  orders += 1
  const result = { won: 85n, lost: -100n, draw: 0n, void: 0n }[outcome]
  await its.owner.query(
    `insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout, duration_ms,
        accepted_at, expires_at, terms_id, rule_version, source, intent_key, receipt_text,
        receipt_signature, receipt_key_id, status)
      values ($1::bigint, $2, 1, 'up', 100, 8500, 185, 1000, $3::bigint - 1000, $3, '', 1, 'simulated',
        $1::bigint::text, '', '', '', $4)`,
    [orders, userId, atMs, outcome],
  )
  await its.owner.query(
    `insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout,
        outcome, void_reason, profit_and_loss, settled_at)
      values ($1, $5, 1, 'up', 1000, 100, 185,
        $2::text, case when $2::text = 'void' then 'late_entry' end, $3, $4)`,
    [orders, outcome, result, atMs, userId],
  )
}

async function decidedDeposit(userId: bigint, tookMs: number, to = 'approved'): Promise<void> {
  const [row] = await its.owner.query<{ id: bigint }>(
    `insert into deposits (user_id, method, amount, status, created_at)
      values ($1, 'bank_transfer', 100, 'submitted', $2) returning id`,
    [userId, START_MS - DAY_MS],
  )
  const end = [row?.id, START_MS - DAY_MS + tookMs]
  if (to !== 'cancelled') {
    await its.owner.query("update deposits set status = 'review' where id = $1", [row?.id])
  }
  await its.owner.query(
    `update deposits set status = $3::text, decided_at = $2,
      reason = case when $3::text = 'rejected' then 'payment_differs' end where id = $1`,
    [...end, to],
  )
}

const people: bigint[] = []
async function crowd(owner: Database, many: number): Promise<void> {
  while (people.length < many) people.push(await makeUser(owner, 0n))
}
const person = (n: number): bigint => {
  const id = people[n]
  if (id === undefined) throw new Error(`nobody ${n}`)
  return id
}
/** Signed orders that were refused: every third would have won. */
async function refusedOrders(count: number): Promise<void> {
  await its.owner.query(
    `with refused as (
      insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate,
        duration_ms, starts_at, expires_at, refused_at, reason, intent_text, refusal_text,
        refusal_signature, refusal_key_id)
      select u.id, gen_random_uuid()::text, p.id, 'up', 1000, 8000, 30000, $2::bigint,
        $2::bigint + 30000, $2::bigint,
        'too_late', '-', '-', '-', '-'
      from generate_series(1, $1::int), (select min(id) as id from users) u,
        (select min(id) as id from products) p
      returning id
    )
    insert into refusal_outcomes
    select id, case when id % 3 = 0 then 'won' else 'lost' end, 0 from refused`,
    [count, clock.now()],
  )
}
/** The next request works them out again. */
const later = (): void => clock.jump(STATISTICS_PERIOD_MS)

const NOTHING: Figures = {
  settled: 0,
  outcomes: null,
  refused: 0,
  refusedOutcomes: null,
  traders: 0,
  losers: null,
  reviews: [
    { kind: 'deposit', decided: 0, times: null },
    { kind: 'withdrawal', decided: 0, times: null },
    { kind: 'verification', decided: 0, times: null },
  ],
}

describe('the statistics', () => {
  it('are there for everybody, and honest about an empty house', async () => {
    expect(await read()).toEqual({ at: START_MS, recent: NOTHING, all: NOTHING })
  })

  it('say how many there were and no shares, as long as there are fewer than twenty', async () => {
    await crowd(its.owner, 19)
    for (let n = 0; n < 19; n++) await settled(person(n), n % 2 === 0 ? 'won' : 'lost')
    for (let n = 0; n < 19; n++) await decidedDeposit(person(n), 1_000 * (n + 1))
    later()
    const { all } = await read()
    expect([all.settled, all.outcomes, all.traders, all.losers]).toEqual([19, null, 19, null])
    expect(all.reviews[0]).toEqual({ kind: 'deposit', decided: 19, times: null })
  })

  it('say how refused orders would have ended, from the twentieth on', async () => {
    await refusedOrders(19)
    later()
    expect((await read()).all).toMatchObject({ refused: 19, refusedOutcomes: null })
    await refusedOrders(1)
    later()
    const refusedOutcomes = { won: 6, lost: 14, draw: 0, void: 0 }
    expect((await read()).all).toMatchObject({ refused: 20, refusedOutcomes })
    expect((await read()).recent).toMatchObject({ refused: 20, refusedOutcomes })
  })

  it('count outcomes and losers exactly from the twentieth on', async () => {
    await crowd(its.owner, 20)
    // Someone who won and lost: 85 − 100 is a loss in all.
    await settled(person(0), 'lost')
    await settled(person(19), 'void')
    await settled(person(19), 'draw')
    later()
    const { all } = await read()
    expect(all.outcomes).toEqual({ won: 10, lost: 10, draw: 1, void: 1 })
    expect([all.settled, all.traders, all.losers]).toEqual([22, 20, 10])
  })

  it('name as median and ninetieth percentile times that were measured, without what users cancelled', async () => {
    await decidedDeposit(person(0), 20_000, 'rejected')
    for (let n = 0; n < 30; n++) await decidedDeposit(person(1), 1, 'cancelled')
    later()
    const [deposits] = (await read()).all.reviews
    expect(deposits).toEqual({
      kind: 'deposit',
      decided: 20,
      times: { medianMs: 10_000, p90Ms: 18_000 },
    })
  })

  it('keep what is older than thirty days out of the recent ones alone', async () => {
    await settled(person(5), 'won', OLD_MS)
    later()
    const { recent, all } = await read()
    expect([recent.settled, all.settled]).toEqual([22, 23])
    expect([recent.outcomes?.won, all.outcomes?.won]).toEqual([10, 11])
  })

  it('stand for five minutes whoever asks, over a restart too', async () => {
    later()
    const first = await read()
    await settled(person(7), 'won')
    clock.jump(STATISTICS_PERIOD_MS - 1)
    expect(await read()).toEqual(first)
    await its.restart()
    expect(await read()).toEqual(first)
    clock.jump(1)
    const next = await read()
    expect([next.at, next.all.settled]).toEqual([
      first.at + STATISTICS_PERIOD_MS,
      first.all.settled + 1,
    ])
  })

  it('are worked out once for many who ask at the same time, in two servers as well', async () => {
    later()
    const log = { warn: () => undefined }
    const server = () => createStatistics({ db: its.db, clock, log })
    const ask = [server(), server()]
    await its.owner.query(`create table refreshes (at bigint);
      create function count_refresh() returns trigger language plpgsql as
        $$ begin insert into refreshes values (new.at); return null; end $$;
      create trigger counted after update on statistics for each row execute function count_refresh()`)
    const answers = await Promise.all([...ask, ...ask, ...ask].map((newest) => newest()))
    expect(new Set(answers.map(({ at }) => at)).size).toBe(1)
    expect((await its.owner.query('select from refreshes')).length).toBe(1)
  })

  it('of before are shown with their time when the database cannot work them out', async () => {
    let broken = false
    const warned: unknown[] = []
    const query: Database['query'] = (sql, params) =>
      broken ? Promise.reject(new Error('away')) : its.db.query(sql, params)
    const log = { warn: (what: unknown) => void warned.push(what) }
    const ask = createStatistics({ db: { ...its.db, query }, clock, log })
    const first = await ask()
    broken = true
    later()
    expect(await ask()).toEqual(first)
    expect(warned.length).toBe(1)
    broken = false
    expect((await ask()).at).toBe(first.at + STATISTICS_PERIOD_MS)
  })

  it('cannot be written by the server’s own role', async () => {
    const forged = its.db.query("update statistics set figures = '{}'")
    await expect(forged).rejects.toThrow(/permission denied/)
  })
})

describe('the statistics of guests', () => {
  it('leave out what guests did, also after they registered', async () => {
    later()
    const before = (await read()).all
    const [guest, former] = [await makeUser(its.owner, 0n), await makeUser(its.owner, 0n)]
    await its.owner.query(
      `insert into guests (user_id, created_at, key_hash, registered_at)
        values ($1, 1, 'one', null), ($2, 1, 'two', $3)`,
      [guest, former, START_MS - DAY_MS],
    )
    await settled(guest, 'won')
    await settled(former, 'lost', START_MS - 2 * DAY_MS)
    later()
    expect((await read()).all).toEqual(before)
    await settled(former, 'void', START_MS - DAY_MS + 2_000)
    later()
    expect((await read()).all.settled).toBe(before.settled + 1)
  })
})

describe('the sums of days that are over', () => {
  const summed = () =>
    its.owner.query<{ day: string; won: bigint }>(
      'select day::text, won from settled_days order by day',
    )
  /** Behind every trigger and key. */
  const write = (sql: string): Promise<unknown> =>
    its.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      return tx.query(sql)
    })
  const ended = (atMs: number): Promise<unknown> =>
    write(`insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
      select coalesce(max(number), 0) + 1, ${atMs}, '[]', '', '', '', '' from checkpoints`)
  const today = (): number => clock.now() - (clock.now() % DAY_MS)

  it('wait for a checkpoint from after the day, and then give the same figures', async () => {
    later()
    const before = (await read()).all
    expect(await summed()).toEqual([])
    await ended(today())
    later()
    expect((await read()).all).toEqual(before)
    const days = await summed()
    expect(days.length).toBeGreaterThan(1)
    expect(days.reduce((sum, { won }) => sum + Number(won), 0)).toBe(before.outcomes?.won)
  })

  it('are added to what was settled since, per user too', async () => {
    const before = (await read()).all
    const days = await summed()
    await settled(person(4), 'won', clock.now())
    for (let n = 0; n < 9; n++) await settled(person(4), 'lost', clock.now())
    later()
    const { all } = await read()
    expect(all.settled).toBe(before.settled + 10)
    expect([all.traders, all.losers]).toEqual([before.traders, (before.losers ?? 0) + 1])
    expect(await summed()).toEqual(days)
  })

  it('wait for orders that ended on the day and are open', async () => {
    const days = await summed()
    await write(`update orders set status = 'live' where id = ${orders}`)
    clock.jump(DAY_MS)
    await ended(clock.now())
    await read()
    expect(await summed()).toEqual(days)
    await write(`update orders set status = 'lost' where id = ${orders}`)
    later()
    const { all } = await read()
    expect((await summed()).length).toBe(days.length + 1)
    later()
    expect((await read()).all).toEqual(all)
  })
})
