import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashierVisit, cashierVisit } from '#support/cashier-visit.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { tick } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

const START = 1_700_000_000_000
const ROUNDS = 6

let server: TestServer
let clock: ManualClock
let market: FakeMarket
let pricedAt = 0
beforeAll(async () => {
  clock = manualClock(START)
  market = fakeMarket()
  server = await testServer({ clock, openMarket: roomOf(market) })
}, 60_000)
afterAll(() => server.close())

const count = async (from: string, { userId }: CashierVisit): Promise<number> => {
  const [row] = await server.owner.query<{ n: number }>(
    `select count(*)::int as n from ${from} and user_id = $1`,
    [userId],
  )
  return row?.n ?? 0
}
const lock = ({ visitor }: CashierVisit) => visitor.post('/api/account/lock', { reason: 'login' })
const codeOf = ({ status, body }: Answer): string =>
  status < 300 ? 'ok' : (body as { code: string }).code

/** Prices of the last second, up to now. */
async function price(): Promise<void> {
  const now = clock.now()
  const times = [750, 500, 250, 0].map((ms) => now - ms).filter((time) => time > pricedAt)
  for (const time of times) for (const { id } of FAKE_PRODUCTS) market.push(id, tick(time, 100))
  pricedAt = now
  await market.stored()
}
/** Each order of the user, each settled when its time is over. */
async function settled({ userId }: CashierVisit): Promise<string[]> {
  const { owner } = server
  return until('the settlement of every order', async () => {
    const rows = await owner.query<{ status: string }>(
      'select status from orders where user_id = $1',
      [userId],
    )
    const all = rows.map(({ status }) => status)
    if (!all.some((status) => status === 'open' || status === 'live')) return all
    await price()
    await clock.leap(1_000)
    return null
  })
}
async function order({ visitor }: CashierVisit): Promise<Answer> {
  const product = server.app.market.products().find(({ session }) => session.state === 'open')
  if (product === undefined) throw new Error('no market is open')
  const { symbol, terms } = product
  const { durationMs } = terms.durations[0] ?? {}
  const body = { symbol, direction: 'up', stake: '10', termsId: terms.termsId, durationMs }
  return visitor.command('/api/orders', body)
}
/** Takes the user's lock, and lets orders and what else is asked for wait for it in this order. */
async function queued(
  user: CashierVisit,
  acts: readonly (() => Promise<Answer>)[],
): Promise<string[]> {
  const { owner } = server
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' offset $1`
  const answers = await owner.transaction(async (tx) => {
    await tx.query('select 1 from user_mutex where user_id = $1 for update', [user.userId])
    const sent: Promise<Answer>[] = []
    for (const [n, act] of acts.entries()) {
      sent.push(act())
      await until('it to wait', async () => (await owner.query(waiting, [n])).length > 0)
    }
    return { sent }
  })
  return (await Promise.all(answers.sent)).map(codeOf)
}

describe('an order that races with a lock', () => {
  it('is before it and settles, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await price()
      const user = await cashierVisit(server)
      const acts = [() => order(user), () => lock(user), () => order(user)]
      const [first, second, third] = round % 2 === 0 ? acts : acts.slice(1)
      const answers = await Promise.all([first?.(), second?.(), third?.()])
      const said = answers.flatMap((answer) => (answer === undefined ? [] : [codeOf(answer)]))
      for (const code of said) expect(['ok', 'account_locked', 'not_logged_in']).toContain(code)
      // The lock is one of those that succeeded.
      const bought = said.filter((code) => code === 'ok').length - 1
      const all = await settled(user)
      expect(all).toHaveLength(bought)
      for (const status of all) expect(['won', 'lost', 'draw', 'void']).toContain(status)
    }
    expect(await server.owner.query('select * from ledger_faults')).toEqual([])
  })

  it('settles if it waited first, and is refused if it waited second', async () => {
    await price()
    const before = await cashierVisit(server)
    expect(await queued(before, [() => order(before), () => lock(before)])).toEqual(['ok', 'ok'])
    const [status] = await settled(before)
    expect(['won', 'lost', 'draw']).toContain(status)
    await price()
    const after = await cashierVisit(server)
    expect(await queued(after, [() => lock(after), () => order(after)])).toEqual([
      'ok',
      'account_locked',
    ])
    expect(await settled(after)).toEqual([])
  })
})

describe('an order that races with a closing', () => {
  const ask = ({ visitor, password }: CashierVisit): Promise<Answer> =>
    visitor.post('/api/account/close', { password, proof: null })

  it('is before it and in its way, or is refused', async () => {
    await price()
    const before = await cashierVisit(server)
    expect(await queued(before, [() => order(before), () => ask(before)])).toEqual([
      'ok',
      'closing_blocked',
    ])
    expect(await settled(before)).toHaveLength(1)
    await price()
    const after = await cashierVisit(server)
    expect(await queued(after, [() => ask(after), () => order(after)])).toEqual([
      'ok',
      'account_closing',
    ])
    expect(await settled(after)).toEqual([])
  })

  it('is refused at its end, or the account was kept and the order settles', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await cashierVisit(server)
      expect(codeOf(await ask(user))).toBe('ok')
      clock.jump(14 * DAY_MS)
      await price()
      const keep = () => user.visitor.post('/api/account/keep')
      const end = clock.leap(0)
      const kept = round % 2 === 0 ? codeOf(await keep()) : 'not asked'
      const bought = codeOf(await order(user))
      await end
      await clock.leap(600_000)
      const [row] = await server.owner.query<{ closed: boolean }>(
        'select is_closed($1) as closed',
        [user.userId],
      )
      const orders = await settled(user)
      const found = `${kept} ${bought} ${row?.closed ? 'closed' : 'open'} ${orders.length}`
      expect([
        'ok ok open 1',
        'not_logged_in not_logged_in closed 0',
        'not asked account_closing closed 0',
        'not asked not_logged_in closed 0',
      ]).toContain(found)
    }
    expect(await server.owner.query('select * from ledger_faults')).toEqual([])
  })
})

describe('a lock that races', () => {
  it('leaves no session, whichever log-in came first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await cashierVisit(server)
      const { account, password } = user
      const logIns = [1, 2, 3].map(() =>
        server.visitor().post('/api/session', { account, password }),
      )
      const [locked, ...answers] = await Promise.all([lock(user), ...logIns])
      expect(locked?.status).toBe(204)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await count('sessions where revoked_at is null', user)).toBe(0)
    }
  })

  it('is after or before a withdrawal and a deposit, and never between', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await cashierVisit(server)
      const asked = round % 2 === 0
      const acts = [
        () => lock(user),
        () => user.withdraw({ amount: '100', fee: '2' }),
        () => user.deposit({ amount: '50' }),
      ]
      const [first, second, third] = asked ? acts : acts.toReversed()
      const answers = await Promise.all([first?.(), second?.(), third?.()])
      for (const answer of answers) outcomes.add(answer?.status ?? 0)
      const late = await count(
        `withdrawals where created_at > (select locked_at from account_locks l
          where l.user_id = withdrawals.user_id)`,
        user,
      )
      expect(late).toBe(0)
    }
    expect([...outcomes].every((status) => [200, 204, 401, 409].includes(status))).toBe(true)
    expect(await server.owner.query('select * from ledger_faults')).toEqual([])
  })

  it('makes an order or a withdrawal wait for it, and then refuses it', async () => {
    const user = await cashierVisit(server)
    const refused = await server.owner.transaction(async (tx) => {
      await tx.query('select 1 from user_mutex where user_id = $1 for update', [user.userId])
      const asked = user.withdraw({ amount: '100', fee: '2' })
      await tx.query("select lock_account($1, 'veto', $2)", [user.userId, START])
      return { asked }
    })
    const { status } = await refused.asked
    expect([401, 409]).toContain(status)
    expect(await count('withdrawals where true', user)).toBe(0)
  })
})

describe('a closing that races with a deposit', () => {
  it('never has both', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await cashierVisit(server)
      const { visitor, password } = user
      const close = () => visitor.post('/api/account/close', { password, proof: null })
      const deposit = () => user.deposit({ amount: '50' })
      const [one, other] = round % 2 === 0 ? [close, deposit] : [deposit, close]
      await Promise.all([one(), other()])
      const closing = await count('account_closings where true', user)
      const deposits = await count('deposits where true', user)
      seen.add(`${closing} ${deposits}`)
    }
    for (const both of seen) expect(['1 0', '0 1']).toContain(both)
  })
})
