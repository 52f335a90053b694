/** Races at the last place that an own limit leaves; and an order against a change of limits. */
import { createLimits, type LimitWish } from '#server/limits/limits.ts'
import type { Database } from '#server/platform/database.ts'
import { house, once } from '#support/cashier-races.ts'
import { placeRaw } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { exactlyOne, type Room, type Round, times } from '#support/race-room.ts'

const T0 = 1_700_000_000_000
const STAKE = 1_000n
/** What the cashier's own house deposits at a time. */
const DEPOSIT = 3_000n
const PRODUCTS = 1

const limitsOn = (db: Database) =>
  createLimits({ db, clock: manualClock(T0), hub: { deliver: () => undefined } })

async function limited(room: Room, wish: LimitWish): Promise<bigint> {
  const userId = await room.user(100_000n)
  await limitsOn(room.db).set(userId, wish)
  return userId
}
const orderOf = (userId: bigint, key: string) => ({
  userId,
  productId: PRODUCTS,
  key: key.padEnd(20, '0'),
  stake: STAKE,
  at: T0,
})
const placing = (room: Room, userId: bigint, key: string) => () =>
  room.gated.transaction((tx) => placeRaw(tx, orderOf(userId, key)))

/** Two positions of three are taken. */
const lastOwnPosition: Round = async (room) => {
  const userId = await limited(room, { kind: 'open_positions', value: 3 })
  for (const i of [0, 1]) await placeRaw(room.db, orderOf(userId, `before-${i}`))
  const starts = times(2, (i) => placing(room, userId, `intent-${i}`))
  return exactlyOne(await room.race(starts), 'own_positions_limit')
}

/** Room for one stake and a bit, by what is open. */
const lastOwnLoss: Round = async (room) => {
  const userId = await limited(room, { kind: 'daily_loss', value: 3n * STAKE + STAKE / 2n })
  for (const i of [0, 1]) await placeRaw(room.db, orderOf(userId, `before-${i}`))
  const starts = times(2, (i) => placing(room, userId, `intent-${i}`))
  return exactlyOne(await room.race(starts), 'own_loss_limit')
}

const lastOwnDeposit: Round = async (room) => {
  const userId = await limited(room, { kind: 'daily_deposit', value: 2n * DEPOSIT + 1n })
  await house(room.db).deposit(userId, 'deposit-before-the-race')
  const starts = times(2, (i) => once(() => house(room.gated).deposit(userId, `deposit-${i}`)))
  return exactlyOne(await room.race(starts), 'own_deposit_limit')
}

/** One after the other, whichever is first: an order that comes second is refused, and nothing deadlocks. */
const limitOrOrder: Round = async (room, n) => {
  const userId = await room.user(100_000n)
  const byBreak = n % 2 === 0
  const tighten = once(() =>
    byBreak
      ? limitsOn(room.gated).pause(userId, 'hours_24')
      : limitsOn(room.gated).set(userId, { kind: 'stake', value: STAKE - 1n }),
  )
  const refusal = byBreak ? 'trading_paused' : 'own_stake_limit'
  const [set, placed] = await room.race([tighten, placing(room, userId, 'intent')])
  const later = await room.race([placing(room, userId, 'later')])
  const orderFits = placed === refusal || typeof placed === 'bigint'
  return set === 1n && orderFits && later[0] === refusal
    ? undefined
    : `${set} ${placed} ${later[0]}`
}

export const LIMIT_RACES = { lastOwnPosition, lastOwnLoss, lastOwnDeposit, limitOrOrder }
