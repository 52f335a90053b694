import { DAY_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OwnLimits, ownLimits, type PauseLength } from '#contract/limits.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { LOOSER_AFTER_MS, ownRefusal } from '#rules/own-limits.ts'
import { createCashier } from '#server/cashier/cashier.ts'
import { methodsFrom } from '#server/cashier/deposit-methods.ts'
import { createDeposits } from '#server/cashier/deposits.ts'
import { createLimits, type Limits, limitsTopic, type LimitWish } from '#server/limits/limits.ts'
import type { LimitOwner } from '#server/limits/limits-store.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import { documentsOn } from '#support/documents.ts'
import { faultsOf, placeRaw, settleInvented } from '#support/ledger-room.ts'
import { ownSession } from '#support/own-session.ts'
import { tick } from '#support/records.ts'
import { makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'

let room: TradingFixture
let limits: ReturnType<typeof inSession>
let user: bigint
let keys = 0

beforeAll(async () => {
  room = await tradingRoom()
  for (const id of [1, 9]) room.market.push(id, tick(room.clock.now(), 100))
  await room.market.stored()
  limits = inSession(createLimits(room))
})
afterAll(async () => {
  expect((await faultsOf(room.owner)).filter(isOurs)).toEqual([])
  await room.close()
})
beforeEach(async () => {
  user = await makeUser(room.owner, 1_000_000n)
})
const ownerOf = (userId: bigint): Promise<LimitOwner> => ownSession(room.owner, userId)
/** Only the secret of a live session, which the database does not have, permits a change. */
const inSession = ({ read, set, pause }: Limits) => ({
  read,
  set: async (userId: bigint, wish: LimitWish) => set(await ownerOf(userId), wish),
  pause: async (userId: bigint, length: PauseLength) => pause(await ownerOf(userId), length),
})

/** Orders here are entered and settled by hand, with ticks that no log holds. */
const isOurs = ({ invariant }: { invariant: string }): boolean => !/recomputed|tick/.test(invariant)

const now = (): number => room.clock.now()
const key = (): string => `limit-key-${`${(keys += 1)}`.padStart(10, '0')}`
const order = (stake: bigint, productId = 9) => ({
  userId: user,
  productId,
  key: key(),
  stake,
  at: now(),
})
/** The order's number, or the refusal. */
async function place(stake: bigint, productId = 9) {
  try {
    return { id: await placeRaw(room.db, order(stake, productId)) }
  } catch (error) {
    const refused = rejectedFrom(error)
    if (refused === undefined) throw error
    return { code: refused.code, params: refused.params }
  }
}
async function settle(id: bigint | null | undefined, stake: bigint, outcome: 'won' | 'lost') {
  if (typeof id !== 'bigint') throw new Error('no order to settle')
  await settleInvented(room.owner, { id, outcome, stake, at: now() })
}
const deposits = () => {
  const method = { id: 'wire', kind: 'bank', currency: null, details: [], qr: null }
  const deskChanges = { changed: () => undefined }
  const documents = documentsOn(room)
  return createDeposits({ ...room, deskChanges, documents, methods: methodsFrom([method]) })
}
const command = (operation: string) => ({
  userId: user,
  operation,
  key: key(),
  bodyHash: Buffer.from('one body'),
})
const deposit = (amount: bigint) => {
  const body = { method: 'wire', amount, proof: null }
  return deposits().open({ ...command('deposit'), body })
}
const practice = () =>
  createCashier({ ...room, practice: true }).takePractice(command('practice_money'))

describe('a limit', () => {
  it('is set in a live session of its user alone, and not by the role of the app', async () => {
    const own = createLimits(room)
    const { secret } = await ownerOf(user)
    const stranger = await makeUser(room.owner, 0n)
    const refused = { code: 'not_logged_in' }
    const wish = { kind: 'stake', value: 5_000n } as const
    await expect(own.set({ userId: user, secret: 'guessed' }, wish)).rejects.toMatchObject(refused)
    await expect(own.pause({ userId: stranger, secret }, 'years_5')).rejects.toMatchObject(refused)
    await room.owner.query('update sessions set revoked_at = now() where user_id = $1', [user])
    await expect(own.set({ userId: user, secret }, wish)).rejects.toMatchObject(refused)
    await expect(
      room.db.query(
        "insert into own_limits (user_id, kind, value, changed_at) values (1, 'stake', 1, 0)",
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
  it('holds at once where it is tighter, and after a day where it is looser', async () => {
    await limits.set(user, { kind: 'stake', value: 5_000n })
    expect(await place(5_001n)).toMatchObject({
      code: 'own_stake_limit',
      params: { limit: '50.00' },
    })
    const asked = await limits.set(user, { kind: 'stake', value: 8_000n })
    const at = now() + LOOSER_AFTER_MS
    expect(asked.stake).toEqual({ value: 5_000n, pending: { value: 8_000n, at } })
    room.clock.jump(LOOSER_AFTER_MS - 1)
    expect(await place(5_001n)).toMatchObject({ code: 'own_stake_limit' })
    room.clock.jump(1)
    expect(await place(8_000n)).toHaveProperty('id')
    expect(await place(8_001n)).toMatchObject({ params: { limit: '80.00' } })
    expect((await limits.read(user)).limits.stake).toEqual({ value: 8_000n, pending: null })
  })
  it('asked for twice is due when it was asked for first; the value in force takes it back', async () => {
    await limits.set(user, { kind: 'open_positions', value: 2 })
    const first = await limits.set(user, { kind: 'open_positions', value: null })
    room.clock.jump(1_000)
    const second = await limits.set(user, { kind: 'open_positions', value: null })
    expect(second).toEqual(first)
    const back = await limits.set(user, { kind: 'open_positions', value: 2 })
    expect(back.open_positions).toEqual({ value: 2, pending: null })
    const { changes } = await limits.read(user)
    expect(changes.map((change) => 'pending' in change && change.pending !== null)).toEqual([
      false,
      true,
      false,
    ])
  })
  it('is another user’s no more than their money is', async () => {
    await limits.set(user, { kind: 'stake', value: 100n })
    user = await makeUser(room.owner, 100_000n)
    expect(await place(5_000n)).toHaveProperty('id')
  })
  it('of open positions counts all products together', async () => {
    await limits.set(user, { kind: 'open_positions', value: 2 })
    await place(1_000n, 9)
    await place(1_000n, 1)
    expect(await place(1_000n, 9)).toMatchObject({
      code: 'own_positions_limit',
      params: { limit: 2 },
    })
  })
  it('of deposits counts what may still come in today, and is whole again the next day', async () => {
    await limits.set(user, { kind: 'daily_deposit', value: 5_000n })
    await deposit(3_000n)
    const resetsAt = dayStart(dayOf(now())) + DAY_MS
    await expect(deposit(2_001n)).rejects.toMatchObject({
      code: 'own_deposit_limit',
      params: { limit: '50.00', left: '20.00', resetsAt },
    })
    const { deposits: made } = await deposits().list(user, {})
    await deposits().cancel({ ...command('deposit_cancel'), id: made[0]?.id ?? '' })
    await deposit(5_000n)
    room.clock.jump(resetsAt - now())
    await deposit(5_000n)
  })
})

describe('the daily loss', () => {
  it('counts what is lost, what is open and what is asked for, so that nothing passes it', async () => {
    await limits.set(user, { kind: 'daily_loss', value: 10_000n })
    const first = await place(6_000n)
    const resetsAt = dayStart(dayOf(now())) + DAY_MS
    const full = { limit: '100.00', left: '40.00', resetsAt }
    expect(await place(4_001n)).toMatchObject({ code: 'own_loss_limit', params: full })
    await settle(first.id, 6_000n, 'lost')
    expect(await place(4_001n)).toMatchObject({ code: 'own_loss_limit', params: full })
    const last = await place(4_000n)
    expect(await place(1n)).toMatchObject({ code: 'own_loss_limit', params: { left: '0.00' } })
    await settle(last.id, 4_000n, 'won')
    // Lost 60.00, won 34.00 since: 26.00 of the hundred are gone.
    expect(await place(7_401n)).toMatchObject({ params: { left: '74.00' } })
    expect(await place(7_400n)).toHaveProperty('id')
  })
  it('never grows by what was won, and begins anew with the business day', async () => {
    await limits.set(user, { kind: 'daily_loss', value: 5_000n })
    await settle((await place(5_000n)).id, 5_000n, 'won')
    expect(await place(5_001n)).toMatchObject({ code: 'own_loss_limit', params: { left: '50.00' } })
    await settle((await place(5_000n)).id, 5_000n, 'lost')
    await settle((await place(4_249n)).id, 4_249n, 'lost')
    expect(await place(2n)).toMatchObject({ params: { left: '0.01' } })
    expect(await place(1n)).toHaveProperty('id')
    room.clock.jump(DAY_MS)
    // The position that is still open counts on the new day too.
    expect(await place(5_000n)).toMatchObject({ params: { left: '49.99' } })
  })
})

describe('a break', () => {
  it('refuses orders and deposits until it is over, and leaves practice money', async () => {
    const paused = await limits.pause(user, 'hours_24')
    const until = now() + DAY_MS
    expect(paused.time_out).toBe(until)
    expect(await place(1_000n)).toMatchObject({ code: 'trading_paused', params: { until } })
    await expect(deposit(2_000n)).rejects.toMatchObject({ code: 'trading_paused' })
    await practice()
    expect((await limits.pause(user, 'hours_24')).version).toBe(paused.version)
    room.clock.jump(DAY_MS - 1)
    expect(await place(1_000n)).toMatchObject({ code: 'trading_paused' })
    room.clock.jump(1)
    expect(await place(1_000n)).toHaveProperty('id')
    await deposit(2_000n)
  })
  it('of self-exclusion refuses practice money too, and a shorter one changes nothing', async () => {
    const excluded = await limits.pause(user, 'year_1')
    const until = excluded.exclusion
    await expect(practice()).rejects.toMatchObject({ code: 'trading_paused', params: { until } })
    expect((await limits.pause(user, 'months_6')).exclusion).toBe(until)
    expect((await limits.pause(user, 'days_7')).exclusion).toBe(until)
    expect(await place(1_000n)).toMatchObject({ params: { until } })
  })
  it('that came after an order leaves its answer as it was', async () => {
    room.clock.jump(1_000)
    room.market.push(9, tick(now(), 100))
    const { json } = await room.place(user, {}, 'answered-before-the-break')
    await limits.pause(user, 'days_7')
    expect((await room.place(user, {}, 'answered-before-the-break')).json).toBe(json)
  })
})

describe('nobody else loosens a limit', () => {
  const byHand = (set: string) =>
    room.owner.query(`update own_limits set ${set} where user_id = $1`, [user])
  beforeEach(async () => {
    await limits.set(user, { kind: 'stake', value: 5_000n })
  })
  it('not even the owner of the tables, before its day', async () => {
    for (const set of [
      'value = 5001, changed_at = changed_at + 1000000000',
      'value = null, changed_at = changed_at + 1',
      'next_value = 9000, next_at = changed_at + 86399999',
      'next_at = changed_at',
      'changed_at = changed_at - 1',
      "kind = 'daily_loss'",
      'user_id = user_id + 1',
    ]) {
      await expect(byHand(set), set).rejects.toMatchObject({ code: 'FT900' })
    }
    for (const sql of ['delete from own_limits', 'truncate own_limits']) {
      await expect(room.owner.query(sql)).rejects.toMatchObject({ code: 'FT900' })
    }
  })
  it('nor shortens a break, nor rewrites the history', async () => {
    await limits.pause(user, 'days_7')
    await expect(
      room.owner.query("update own_limits set value = value - 1 where kind = 'time_out'"),
    ).rejects.toMatchObject({ code: 'FT900' })
    for (const sql of [
      'update own_limit_changes set value = 1',
      'delete from own_limit_changes',
      'truncate own_limit_changes',
    ]) {
      await expect(room.owner.query(sql)).rejects.toMatchObject({ code: 'FT900' })
    }
    const insert = 'insert into own_limit_changes (user_id, kind, at) values ($1, $2, 0)'
    await expect(room.db.query(insert, [user, 'stake'])).rejects.toMatchObject({ code: '42501' })
  })
  it('nor does a clock that went back', async () => {
    const asked = await limits.set(user, { kind: 'stake', value: 6_000n })
    const late = inSession(createLimits({ ...room, clock: { now: () => now() - 3 * DAY_MS } }))
    const again = await late.set(user, { kind: 'stake', value: 7_000n })
    expect(again.stake.pending?.at).toBe(asked.stake.pending?.at)
    const tight = await late.set(user, { kind: 'stake', value: 100n })
    expect(tight.stake).toEqual({ value: 100n, pending: null })
    expect(await place(101n)).toMatchObject({ code: 'own_stake_limit' })
  })
})

it('each change is told once, whole, with a version that only grows', async () => {
  const before = room.hub.delivered.length
  await limits.set(user, { kind: 'session_minutes', value: 30 })
  await limits.set(user, { kind: 'session_minutes', value: 30 })
  await limits.pause(user, 'hours_24')
  const told = room.hub.delivered.slice(before)
  expect(told.map(({ topic, seq }) => [topic, seq])).toEqual([
    ['limits', 1n],
    ['limits', 2n],
  ])
  const states = told.map(({ payload }) => ownLimits.parse(JSON.parse(payload)))
  expect(states[1]?.version).toBeGreaterThan(states[0]?.version ?? Infinity)
  const { seq, json } = await limitsTopic(room).snapshot(user)
  expect([seq, ownLimits.parse(JSON.parse(json))]).toEqual([2n, states[1]])
})

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const stakes = fc.bigInt({ min: 1_000n, max: 4_000n })
/** Each refusal once, whatever chance brings. */
const FIRST_OF_EACH = [
  { stake: 2_000n, loss: null, positions: null, orders: [{ stake: 3_000n, lost: false }] },
  {
    stake: null,
    loss: 3_000n,
    positions: null,
    orders: [
      { stake: 2_000n, lost: true },
      { stake: 2_000n, lost: false },
    ],
  },
  {
    stake: null,
    loss: null,
    positions: 1,
    orders: [
      { stake: 1_000n, lost: false },
      { stake: 1_000n, lost: false },
    ],
  },
].map((one): [typeof one] => [one])
it('the ticket’s rule and the database refuse the same orders for the same reason', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        stake: maybe(fc.bigInt({ min: 2_000n, max: 4_000n })),
        loss: maybe(fc.bigInt({ min: 3_000n, max: 12_000n })),
        positions: maybe(fc.integer({ min: 1, max: 4 })),
        orders: fc.array(fc.record({ stake: stakes, lost: fc.boolean() }), { maxLength: 6 }),
      }),
      async (wish) => {
        user = await makeUser(room.owner, 1_000_000n)
        await limits.set(user, { kind: 'stake', value: wish.stake })
        await limits.set(user, { kind: 'daily_loss', value: wish.loss })
        const own = await limits.set(user, { kind: 'open_positions', value: wish.positions })
        const current = { profitAndLossToday: 0n, staked: 0n, openPositions: 0 }
        for (const { stake, lost } of wish.orders) {
          const placed = await place(stake)
          const expected = refusalOf(own, stake, current)
          expect(placed.code).toBe(expected)
          seen.set(expected ?? 'taken', (seen.get(expected ?? 'taken') ?? 0) + 1)
          if (placed.code !== undefined) continue
          if (lost) {
            await settle(placed.id, stake, 'lost')
            current.profitAndLossToday -= stake
          } else {
            current.staked += stake
            current.openPositions += 1
          }
        }
      },
    ),
    { numRuns: 40, examples: FIRST_OF_EACH },
  )
  const codes = ['taken', 'own_stake_limit', 'own_loss_limit', 'own_positions_limit']
  expect(codes.filter((code) => !seen.has(code))).toEqual([])
})
const refusalOf = (
  own: OwnLimits,
  stake: bigint,
  current: { profitAndLossToday: bigint; staked: bigint; openPositions: number },
): string | undefined => ownRefusal(own, { atMs: now(), stake, ...current })?.code
