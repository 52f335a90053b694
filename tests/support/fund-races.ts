/** Races of the fund: money, shares and limits for one of several, days begun by many at once, two rates for a day. */
import { addDays, DAY_MS, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { beginDays, fundEvents } from '#server/fund/events.ts'
import { createFund } from '#server/fund/fund.ts'
import { FUND_TERMS } from '#server/fund/limits.ts'
import { createRates } from '#server/fund/rates.ts'
import { lockUser } from '#server/ledger/ledger-store.ts'
import type { Database } from '#server/platform/database.ts'
import { copies, house, once, trusting } from '#support/cashier-races.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { addShares, openDaysRaw, proposeRaw, redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import { fundStanding } from '#support/fund-standing.ts'
import { placeRaw } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { exactlyOne, type Room, type Round, times } from '#support/race-room.ts'

/** A Tuesday evening, as the other races have it: after the cut-off. */
const T0 = 1_700_000_000_000
const { settleDay, cutOffAt, settlesAt } = fundDates(T0)
const GOLD = 1
const BODY = Buffer.from('one body')
const AMOUNT = 3_000n
/** Transferred in on Sunday, confirmed on this day. */
const SHARES = { at: T0, ago: 2 }
const { dailySubscriptions, dailyRedemptions, instantMaximum } = FUND_TERMS

type Speed = 'instant' | 'next_day'

/** A server of its own on this database, by a clock of its own. */
function fundHouse(db: Database, at = T0) {
  const clock = manualClock(at)
  const fund = createFund({ db, clock, hub: { deliver: () => undefined }, stepUp: trusting })
  const command = (userId: bigint, key: string) => ({
    userId,
    key: key.padEnd(20, '-'),
    bodyHash: BODY,
  })
  return {
    transfer: (userId: bigint, key: string, amount = AMOUNT) =>
      fund.subscribe({
        ...command(userId, key),
        body: { amount, confirmDay: fundDates(at).settleDay },
      }),
    withdraw: (
      userId: bigint,
      key: string,
      { amount, speed }: { amount: bigint; speed: Speed },
    ) => {
      const payDay = speed === 'instant' ? dayOf(at) : fundDates(at).settleDay
      const body = { amount, speed, payDay, tradingPassword: 'x' }
      return fund.redeem({ ...command(userId, key), body, address: '127.0.0.1' })
    },
    takeBack: (userId: bigint, which: 'transfer' | 'withdrawal', id: bigint) => {
      const it = { ...command(userId, `back-${at}`), id: `${id}` }
      return which === 'transfer' ? fund.cancelSubscription(it) : fund.cancelRedemption(it)
    },
    /** As the job begins them for one user; whether it did. */
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
const transferTwice: Round = async (room, n) => {
  const userId = await room.user(100_000n)
  const send = (db: Database) => () => fundHouse(db).transfer(userId, 'one-transfer')
  const answers = new Set(await copies(room, n, send))
  const { lots, pending } = await fundStanding(room.db, userId)
  if (lots.length !== 1 || pending !== AMOUNT) return `${lots.length} lots, ${pending} pending`
  return answers.size === 1 && [...answers][0]?.startsWith('{') ? undefined : [...answers].join(' ')
}

/** Money for one of them: which of the three is chance. */
const transferOrWithdrawalOrOrder: Round = async (room) => {
  const userId = await room.user(AMOUNT + AMOUNT / 2n)
  await addVerified(room.owner, userId)
  await addPayoutAccount(room.owner, userId)
  const order = { userId, productId: GOLD, key: 'order-of-the-race-00', stake: AMOUNT, at: T0 }
  const starts = [
    once(() => fundHouse(room.gated).transfer(userId, 'transfer-of-the-race')),
    once(() => house(room.gated).withdraw(userId, 'withdrawal-of-the-race')),
    once(() => room.gated.transaction((tx) => placeRaw(tx, order))),
    once(() => fundHouse(room.gated).transfer(userId, 'another-of-the-race')),
  ]
  return exactlyOne(await room.race(starts), 'available_too_low')
}

const lastTransfer: Round = async (room) => {
  const userId = await room.user(100_000n)
  const before = dailySubscriptions - 1
  await subscribeRaw(room.db, { userId, amount: 100n, at: T0 - 1_000, times: before })
  const starts = times(3, (i) => once(() => fundHouse(room.gated).transfer(userId, `last-${i}`)))
  return exactlyOne(await room.race(starts), 'daily_count_reached')
}

const lastWithdrawal: Round = async (room) => {
  const userId = await room.user(100_000n)
  await addShares(room.db, { userId, amount: 100_000n, ...SHARES })
  const before = { userId, amount: 100n, at: T0 - 1_000, times: dailyRedemptions - 1 }
  await redeemRaw(room.db, { ...before, speed: 'instant' })
  const starts = times(3, (i) =>
    once(() => {
      const speed = i % 2 === 0 ? 'instant' : 'next_day'
      return fundHouse(room.gated).withdraw(userId, `last-${i}`, { amount: AMOUNT, speed })
    }),
  )
  return exactlyOne(await room.race(starts), 'daily_count_reached')
}

const lastInstant: Round = async (room) => {
  const userId = await room.user(3n * instantMaximum)
  await addShares(room.db, { userId, amount: 3n * instantMaximum, ...SHARES })
  const amount = instantMaximum / 10n
  const before = { userId, amount: instantMaximum - amount, at: T0 - 1_000 }
  await redeemRaw(room.db, { ...before, speed: 'instant' })
  const starts = times(3, (i) =>
    once(() =>
      fundHouse(room.gated).withdraw(userId, `instant-${i}`, { amount, speed: 'instant' }),
    ),
  )
  return exactlyOne(await room.race(starts), 'instant_limit_reached')
}

/** At once or tomorrow: the shares are there for one. */
const sharesForOne: Round = async (room) => {
  const userId = await room.user(AMOUNT + AMOUNT / 2n)
  await addShares(room.db, { userId, amount: AMOUNT + AMOUNT / 2n, ...SHARES })
  const speeds: Speed[] = ['instant', 'next_day', 'instant']
  const starts = speeds.map((speed, i) =>
    once(() => fundHouse(room.gated).withdraw(userId, `shares-${i}`, { amount: AMOUNT, speed })),
  )
  return exactlyOne(await room.race(starts), 'redeemable_too_low')
}

/** Taken back by a server whose clock stands before the cut-off, while another one's day confirms or pays it. */
const takeBackOrDay: Round = async (room, n) => {
  const userId = await room.user(AMOUNT)
  const transfer = n % 2 === 0
  if (!transfer) await addShares(room.db, { userId, amount: AMOUNT, ...SHARES })
  const it = { userId, amount: AMOUNT, at: T0 }
  const id = transfer
    ? await subscribeRaw(room.db, it)
    : await redeemRaw(room.db, { ...it, speed: 'next_day' })
  const takeBack = (at: number) =>
    once(() => fundHouse(room.gated, at).takeBack(userId, transfer ? 'transfer' : 'withdrawal', id))
  const begin = () => fundHouse(room.gated, settlesAt).beginDays(userId)
  const starts = [takeBack(cutOffAt - 1), takeBack(settlesAt), begin]
  const [inTime, late] = await room.race<bigint | boolean>(starts)
  const { lots, redemptions, cash, opened } = await fundStanding(room.db, userId)
  const is = (transfer ? lots : redemptions).at(-1)?.status
  // Once the later day has begun for the user, a clock that stands before it is refused.
  const [must, has] =
    inTime === 1n
      ? ['cancelled', transfer ? AMOUNT : 0n]
      : [transfer ? 'confirmed' : 'paid', transfer ? 0n : AMOUNT]
  const answered = (inTime === 1n || inTime === 'unavailable') && late === 'document_moved_on'
  if (answered && is === must && cash === has && opened === settleDay) return undefined
  return `took back ${inTime}, late ${late}; ${is} with ${cash} on ${opened}`
}

/** What waits for the days to come: shares, a transfer on its way in, a withdrawal on its way out. */
async function saver(room: Room, amount: bigint): Promise<bigint> {
  const userId = await room.user(amount * 3n)
  await addShares(room.db, { userId, amount, ...SHARES })
  await subscribeRaw(room.db, { userId, amount: amount / 2n, at: T0 })
  await redeemRaw(room.db, { userId, amount: amount / 3n, at: T0, speed: 'next_day' })
  return userId
}

/** Days nobody began, begun by three at once while their user acts: as if each had begun in time. */
const threeOpenings: Round = async (room, _, random) => {
  const amount = 100_000n + BigInt(Math.floor(random() * 60_000_000))
  const missed = 1 + Math.floor(random() * 4)
  const at = T0 + missed * DAY_MS
  const [twin, userId] = [await saver(room, amount), await saver(room, amount)]
  for (let day = 1; day <= missed; day++) {
    await openDaysRaw(room.db, twin, addDays(dayOf(T0), day))
  }
  const act = (db: Database, of: bigint) => fundHouse(db, at).transfer(of, 'meanwhile', 1_234n)
  await act(room.db, twin)
  const begin = () => fundHouse(room.gated, at).beginDays(userId)
  const results = await room.race<boolean | bigint>([
    begin,
    begin,
    once(() => act(room.gated, userId)),
    begin,
  ])
  const begun = results.filter((it) => it === true).length
  if (results[2] !== 1n || begun > 1) return `saw ${results.join(' ')}`
  const shown = async (of: bigint) => {
    // The command's own opening counts as one version, the days in time as one each.
    const { version: _, ...it } = await fundStanding(room.db, of)
    return JSON.stringify(it, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
  }
  const [is, must] = [await shown(userId), await shown(twin)]
  return is === must ? undefined : `after ${missed} days ${is}, not ${must}`
}

/** Two operators, two proposals for the same first day; and both may publish the one. */
const twoRates: Round = async (room, n) => {
  const at = T0 + n * DAY_MS
  const from = addDays(dayOf(at), 1)
  const propose = (by: string, dailyRate: number) =>
    proposeRaw(room.owner, { from, dailyRate, at, by })
  const high = await propose('operator-one', 60 + (n % 40))
  const low = await propose('operator-two', 40)
  const publish = (id: bigint, actor: string) =>
    once(() => {
      const hub = { addPublic: () => undefined, broadcast: () => undefined }
      const bell = { changed: () => undefined }
      const parts = { db: room.gated, clock: manualClock(at), hub, bell, practice: false }
      return createRates(parts).publish(`${id}`, actor)
    })
  const results = await room.race([
    publish(high, 'operator-two'),
    publish(low, 'operator-one'),
    publish(high, 'operator-three'),
  ])
  const refused = results.filter((it) => it === 'rate_day_taken' || it === 'document_moved_on')
  const rates = await room.db.query('select 1 from fund_rates where from_day = $1', [from])
  const won = results.filter((it) => it === 1n)
  if (won.length === 1 && refused.length === 2 && rates.length === 1) return undefined
  return `saw ${results.join(' ')}, ${rates.length} rates`
}

export const FUND_RACES = {
  // First: no rate is published once somebody's days have begun beyond it.
  twoRates,
  transferTwice,
  transferOrWithdrawalOrOrder,
  lastTransfer,
  lastWithdrawal,
  lastInstant,
  sharesForOne,
  takeBackOrDay,
  threeOpenings,
}
