/** Races of the fund: money, shares and limits for one of several, days begun by many at once, two rates for a day. */
import { DAY_MS } from '#contract/time.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { beginDays, fundEvents } from '#server/fund/state.ts'
import { createFund } from '#server/fund/fund.ts'
import { FUND_TERMS } from '#server/fund/limits.ts'
import { lockUser } from '#server/platform/user-transaction.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cashierOn, trusting } from '#support/cashier-races.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { addShares, openDaysRaw, proposeRaw, redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import { fundRecords } from '#support/fund-records.ts'
import { placeRaw } from '#support/ledger-room.ts'
import { documentsOn } from '#support/documents.ts'
import { manualClock } from '#support/manual-clock.ts'
import { seated } from '#support/seats.ts'
import {
  copies,
  exactlyOne,
  GOLD,
  once,
  type RaceFixture,
  type Round,
  T0,
  times,
} from '#support/race-fixture.ts'

const { settleDay, cutOffAt, settlesAt } = fundDates(T0)
const BODY = Buffer.from('one body')
const AMOUNT = 3_000n
/** Transferred in on Sunday, confirmed on this day. */
const SHARES = { at: T0, ago: 2 }
const { dailySubscriptions, dailyRedemptions, instantMaximum } = FUND_TERMS

type Speed = 'instant' | 'next_day'

/** The fund of another server on this database, with its own clock. */
function fundOn(db: Database, at = T0) {
  const clock = manualClock(at)
  const fund = createFund({ db, clock, hub: { deliver: () => undefined }, stepUp: trusting })
  const command = (userId: bigint, operation: string, key: string) => ({
    userId,
    operation,
    key: key.padEnd(20, '-'),
    bodyHash: BODY,
  })
  return {
    transfer: (userId: bigint, key: string, amount = AMOUNT) =>
      fund.subscribe({
        ...command(userId, 'fund_subscribe', key),
        body: { amount, confirmDay: fundDates(at).settleDay },
      }),
    withdraw: (
      userId: bigint,
      key: string,
      { amount, speed }: { amount: bigint; speed: Speed },
    ) => {
      const payDay = speed === 'instant' ? dayOf(at) : fundDates(at).settleDay
      const body = { amount, speed, payDay, tradingPassword: 'x' }
      return fund.redeem({ ...command(userId, 'fund_redeem', key), body, address: '127.0.0.1' })
    },
    cancel: (userId: bigint, which: 'transfer' | 'withdrawal', id: bigint) => {
      const operation = which === 'transfer' ? 'fund_cancel' : 'fund_redeem_cancel'
      const own = { ...command(userId, operation, `back-${at}`), id: `${id}` }
      return which === 'transfer' ? fund.cancelSubscription(own) : fund.cancelRedemption(own)
    },
    /** Begins the days of one user as the job does; whether any began. */
    beginDays: (userId: bigint) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const { changed } = await beginDays(tx, userId, at)
        if (changed) await fundEvents(tx, userId, at)
        return changed
      }),
  }
}

/** One intent in many copies: one lot. */
const transferTwice: Round = async (fixture, n) => {
  const userId = await fixture.user(100_000n)
  const send = (db: Database) => () => fundOn(db).transfer(userId, 'one-transfer')
  const answers = new Set(await copies(fixture, n, send))
  const { lots, pending } = await fundRecords(fixture.db, userId)
  if (lots.length !== 1 || pending !== AMOUNT) return `${lots.length} lots, ${pending} pending`
  return answers.size === 1 && [...answers][0]?.startsWith('{') ? undefined : [...answers].join(' ')
}

/** There is money for one of them; which one is chance. */
const transferOrWithdrawalOrOrder: Round = async (fixture) => {
  const userId = await fixture.user(AMOUNT + AMOUNT / 2n)
  await addVerified(fixture.owner, userId)
  await addPayoutAccount(fixture.owner, userId)
  const order = { userId, productId: GOLD, key: 'order-of-the-race-00', stake: AMOUNT, at: T0 }
  const starts = [
    once(() => fundOn(fixture.gated).transfer(userId, 'transfer-of-the-race')),
    once(() => cashierOn(fixture.gated).withdraw(userId, 'withdrawal-of-the-race')),
    once(() => fixture.gated.transaction((tx) => placeRaw(tx, order))),
    once(() => fundOn(fixture.gated).transfer(userId, 'another-of-the-race')),
  ]
  return exactlyOne(await fixture.race(starts), 'available_too_low')
}

const lastTransfer: Round = async (fixture) => {
  const userId = await fixture.user(100_000n)
  const before = dailySubscriptions - 1
  await subscribeRaw(fixture.db, { userId, amount: 100n, at: T0 - 1_000, times: before })
  const starts = times(3, (i) => once(() => fundOn(fixture.gated).transfer(userId, `last-${i}`)))
  return exactlyOne(await fixture.race(starts), 'daily_count_reached')
}

const lastWithdrawal: Round = async (fixture) => {
  const userId = await fixture.user(100_000n)
  await addShares(fixture.db, { userId, amount: 100_000n, ...SHARES })
  const before = { userId, amount: 100n, at: T0 - 1_000, times: dailyRedemptions - 1 }
  await redeemRaw(fixture.db, { ...before, speed: 'instant' })
  const starts = times(3, (i) =>
    once(() => {
      const speed = i % 2 === 0 ? 'instant' : 'next_day'
      return fundOn(fixture.gated).withdraw(userId, `last-${i}`, { amount: AMOUNT, speed })
    }),
  )
  return exactlyOne(await fixture.race(starts), 'daily_count_reached')
}

const lastInstant: Round = async (fixture) => {
  const userId = await fixture.user(3n * instantMaximum)
  await addShares(fixture.db, { userId, amount: 3n * instantMaximum, ...SHARES })
  const amount = instantMaximum / 10n
  const before = { userId, amount: instantMaximum - amount, at: T0 - 1_000 }
  await redeemRaw(fixture.db, { ...before, speed: 'instant' })
  const starts = times(3, (i) =>
    once(() =>
      fundOn(fixture.gated).withdraw(userId, `instant-${i}`, { amount, speed: 'instant' }),
    ),
  )
  return exactlyOne(await fixture.race(starts), 'instant_limit_reached')
}

/** The shares are enough for one, at once or tomorrow. */
const sharesForOne: Round = async (fixture) => {
  const userId = await fixture.user(AMOUNT + AMOUNT / 2n)
  await addShares(fixture.db, { userId, amount: AMOUNT + AMOUNT / 2n, ...SHARES })
  const speeds: Speed[] = ['instant', 'next_day', 'instant']
  const starts = speeds.map((speed, i) =>
    once(() => fundOn(fixture.gated).withdraw(userId, `shares-${i}`, { amount: AMOUNT, speed })),
  )
  return exactlyOne(await fixture.race(starts), 'redeemable_too_low')
}

/** Cancelled by a server whose clock is before the cut-off, while another server's day confirms or pays it. */
const cancelOrDay: Round = async (fixture, n) => {
  const userId = await fixture.user(AMOUNT)
  const transfer = n % 2 === 0
  if (!transfer) await addShares(fixture.db, { userId, amount: AMOUNT, ...SHARES })
  const wish = { userId, amount: AMOUNT, at: T0 }
  const id = transfer
    ? await subscribeRaw(fixture.db, wish)
    : await redeemRaw(fixture.db, { ...wish, speed: 'next_day' })
  const cancel = (at: number) =>
    once(() => fundOn(fixture.gated, at).cancel(userId, transfer ? 'transfer' : 'withdrawal', id))
  const begin = () => fundOn(fixture.gated, settlesAt).beginDays(userId)
  const starts = [cancel(cutOffAt - 1), cancel(settlesAt), begin]
  const [inTime, late] = await fixture.race<bigint | boolean>(starts)
  const { lots, redemptions, cash, opened } = await fundRecords(fixture.db, userId)
  const is = (transfer ? lots : redemptions).at(-1)?.status
  // Once the later day has begun for the user, a clock before it is refused.
  const [must, has] =
    inTime === 1n
      ? ['cancelled', transfer ? AMOUNT : 0n]
      : [transfer ? 'confirmed' : 'paid', transfer ? 0n : AMOUNT]
  const answered = (inTime === 1n || inTime === 'unavailable') && late === 'document_moved_on'
  if (answered && is === must && cash === has && opened === settleDay) return undefined
  return `cancelled ${inTime}, late ${late}; ${is} with ${cash} on ${opened}`
}

/** A user with shares, a transfer on its way in and a withdrawal on its way out. */
async function saver(fixture: RaceFixture, amount: bigint): Promise<bigint> {
  const userId = await fixture.user(amount * 3n)
  await addShares(fixture.db, { userId, amount, ...SHARES })
  await subscribeRaw(fixture.db, { userId, amount: amount / 2n, at: T0 })
  await redeemRaw(fixture.db, { userId, amount: amount / 3n, at: T0, speed: 'next_day' })
  return userId
}

/** Missed days, begun by three servers at once while the user acts: the result is as if each had begun in time. */
const threeOpenings: Round = async (fixture, _, random) => {
  const amount = 100_000n + BigInt(Math.floor(random() * 60_000_000))
  const missed = 1 + Math.floor(random() * 4)
  const at = T0 + missed * DAY_MS
  const [twin, userId] = [await saver(fixture, amount), await saver(fixture, amount)]
  for (let day = 1; day <= missed; day++) {
    await openDaysRaw(fixture.db, twin, addDays(dayOf(T0), day))
  }
  const act = (db: Database, of: bigint) => fundOn(db, at).transfer(of, 'meanwhile', 1_234n)
  await act(fixture.db, twin)
  const begin = () => fundOn(fixture.gated, at).beginDays(userId)
  const results = await fixture.race<boolean | bigint>([
    begin,
    begin,
    once(() => act(fixture.gated, userId)),
    begin,
  ])
  const begun = results.filter((result) => result === true).length
  if (results[2] !== 1n || begun > 1) return `saw ${results.join(' ')}`
  const shown = async (of: bigint) => {
    // The command's own opening counts as one version, the days in time as one each.
    const { version: _, ...records } = await fundRecords(fixture.db, of)
    return JSON.stringify(records, (_key, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
  }
  const [is, must] = [await shown(userId), await shown(twin)]
  return is === must ? undefined : `after ${missed} days ${is}, not ${must}`
}

/** Two operators, two proposals for the same first day; and both may publish the one. */
const twoRates: Round = async (fixture, n) => {
  const at = T0 + n * DAY_MS
  const from = addDays(dayOf(at), 1)
  const propose = (by: string, dailyRate: number) =>
    proposeRaw(fixture.owner, { from, dailyRate, at, by })
  const high = await propose('operator-one', 60 + (n % 40))
  const low = await propose('operator-two', 40)
  const publish = (id: bigint, actor: string) =>
    once(() =>
      documentsOn({ db: fixture.gated, clock: manualClock(at) }).move('fund_rate', {
        id,
        actor: seated(actor),
        step: 'approve',
      }),
    )
  const results = await fixture.race([
    publish(high, 'operator-two'),
    publish(low, 'operator-one'),
    publish(high, 'operator-three'),
  ])
  const refused = results.filter(
    (result) => result === 'rate_day_taken' || result === 'document_moved_on',
  )
  const rates = await fixture.db.query('select 1 from fund_rates where from_day = $1', [from])
  const won = results.filter((result) => result === 1n)
  if (won.length === 1 && refused.length === 2 && rates.length === 1) return undefined
  return `saw ${results.join(' ')}, ${rates.length} rates`
}

export const FUND_RACES = {
  // First: no rate can be published once a user's days have begun beyond it.
  twoRates,
  transferTwice,
  transferOrWithdrawalOrOrder,
  lastTransfer,
  lastWithdrawal,
  lastInstant,
  sharesForOne,
  cancelOrDay,
  threeOpenings,
}
