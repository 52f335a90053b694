/** What one does in the fund of a ledger sequence: each acts, says what the model expects, and compares both. */
import { z } from 'zod'
import { day } from '#contract/scalars.ts'
import { codeOf, type LedgerFixture } from '#support/ledger-fixture.ts'
import {
  applyCancel,
  applyTransfer,
  applyWithdrawal,
  askedBackOf,
  confirmedOf,
  counting,
  heldOf,
  LIMITS,
  type Opened,
  opened,
  paying,
  type Speed,
  cancelAnswer,
  textOf,
  transferAnswer,
  withdrawalAnswer,
} from '#support/ledger-fund.ts'
import { same } from '#support/ledger-compare.ts'
import { type LedgerModel, type ModelUser, rateOn } from '#support/ledger-model.ts'

const made = z.object({ id: z.string() })
const reply = z.union([
  z.object({ lot: made }).transform((chosen) => chosen.lot.id),
  z.object({ redemption: made }).transform((chosen) => chosen.redemption.id),
])
export const fundIdIn = (json: string): string => reply.parse(JSON.parse(json))

/** As a command finds the user at this moment. */
export const foundBy = (model: LedgerModel, user: ModelUser, at: number): Opened =>
  opened(user, (of) => rateOn(model.rates, of), at)

/** How often each thing has happened in a fund so far. */
function tallyOf(fund: ModelUser['fund']): Record<string, number> {
  const [lots, redemptions] = [fund?.lots ?? [], fund?.redemptions ?? []]
  const transfers = lots.filter(({ id }) => id !== null)
  return {
    'days with income': lots.length - transfers.length,
    'transfers confirmed': transfers.filter(({ status }) => /^confirmed|redeemed$/.test(status))
      .length,
    'lots used up': lots.filter(({ status }) => status === 'redeemed').length,
    'redemptions paid on their day': redemptions.filter(
      ({ instant, status }) => !instant && status === 'paid',
    ).length,
  }
}
/** It was done: the user stands as it left them. */
export function keep(fixture: LedgerFixture, user: ModelUser, found: Opened): void {
  const before = tallyOf(user.fund)
  for (const [what, times] of Object.entries(tallyOf(found.fund))) {
    for (let n = before[what] ?? 0; n < times; n++) fixture.count(what)
  }
  Object.assign(user, found)
}

/** So much, or that part of what there is and a little more or less. */
export type Amount = bigint | { percent: number; and: bigint }
const amountOf = (amount: Amount, all: bigint): bigint =>
  typeof amount === 'bigint' ? amount : (all * BigInt(amount.percent)) / 100n + amount.and
export const told = (amount: Amount): string =>
  typeof amount === 'bigint' ? `${amount}` : `${amount.percent} %, ${amount.and}`

export interface Transfer {
  userId: bigint
  amount: bigint
  key: string
  shown: number
}
export function transferring(fixture: LedgerFixture, transfer: Transfer): Promise<string> {
  const { userId, amount, key, shown } = transfer
  const body = { amount, confirmDay: day.parse(textOf(shown)) }
  const command = { userId, operation: 'fund_subscribe', key, bodyHash: Buffer.from(`${amount}`) }
  return fixture.fund.subscribe({ ...command, body })
}
export interface Redemption extends Transfer {
  speed: Speed
  password: boolean
}
export function redeeming(fixture: LedgerFixture, redemption: Redemption): Promise<string> {
  const { userId, amount, key, shown, speed, password } = redemption
  const payDay = day.parse(textOf(shown))
  const body = { amount, speed, payDay, tradingPassword: password ? 'x' : null }
  const bodyHash = Buffer.from(`${amount} ${speed}`)
  const command = { userId, operation: 'fund_redeem', key, bodyHash }
  return fixture.fund.redeem({ ...command, body, address: '127.0.0.1' })
}

/** Where a sequence stands. */
export interface Sides {
  model: LedgerModel
  fixture: LedgerFixture
}
export interface Wanted {
  amount: Amount
  /** Days that the shown day is off by. */
  off: number
}
export async function transferIn(
  { model, fixture }: Sides,
  who: number,
  wanted: Wanted,
): Promise<void> {
  const user = model.user(who)
  const at = fixture.room.clock.now()
  const found = foundBy(model, user, at)
  const room = LIMITS.holding - heldOf(found.fund)
  const amount = amountOf(wanted.amount, found.cash < room ? found.cash : room)
  if (amount < 1n) return
  const shown = counting(at).settles + wanted.off
  const must = transferAnswer(found, { amount, at, shown })
  const transfer = { userId: fixture.userId(who), amount, key: fixture.newKey(), shown }
  const json = await transferring(fixture, transfer).catch(codeOf)
  same('transfer in', json.startsWith('{') ? 'ok' : json, must)
  fixture.count(`transfer in ${must}`)
  if (must !== 'ok') return
  applyTransfer(found, { id: fundIdIn(json), amount, at })
  keep(fixture, user, found)
  fixture.answers.set(transfer.key, { json, again: () => transferring(fixture, transfer) })
}

export interface Taking extends Wanted {
  speed: Speed
  password: boolean
}
export async function redeem(
  { model, fixture }: Sides,
  who: number,
  taking: Taking,
): Promise<void> {
  const { speed, password } = taking
  const user = model.user(who)
  const at = fixture.room.clock.now()
  const found = foundBy(model, user, at)
  const there = confirmedOf(found.fund) - askedBackOf(found.fund)
  const left = LIMITS.instant - found.fund.instant
  const amount = amountOf(
    taking.amount,
    speed === 'instant' && left > 0n && left < there ? left : there,
  )
  if (amount < 1n) return
  const shown = paying(at, speed) + taking.off
  const must = withdrawalAnswer(found, { amount, at, shown, speed, password })
  const key = fixture.newKey()
  const redemption = { userId: fixture.userId(who), amount, key, shown, speed, password }
  const json = await redeeming(fixture, redemption).catch(codeOf)
  same(`redeem ${speed}`, json.startsWith('{') ? 'ok' : json, must)
  fixture.count(`redeem ${speed} ${must}`)
  if (must !== 'ok') return
  applyWithdrawal(found, { id: fundIdIn(json), amount, at, speed })
  keep(fixture, user, found)
  fixture.answers.set(key, { json, again: () => redeeming(fixture, redemption) })
}

export type What = 'transfer' | 'redemption'
interface Made {
  /** Whose. */
  who: number
  id: string
  until: number
}
/** Every transfer, or every redemption, that the sequence has made; the newest last of each user. */
function allMade({ model }: Sides, what: What): Made[] {
  return model.users.flatMap(({ fund }, who) => {
    const documents = what === 'transfer' ? fund?.lots : fund?.redemptions
    return (documents ?? []).flatMap(({ id, until }) => (id === null ? [] : [{ who, id, until }]))
  })
}
async function cancel({ model, fixture }: Sides, what: What, chosen: Made): Promise<void> {
  const user = model.user(chosen.who)
  const at = fixture.room.clock.now()
  const found = foundBy(model, user, at)
  const documents = what === 'transfer' ? found.fund.lots : found.fund.redemptions
  const document = documents.find(({ id }) => id === chosen.id)
  const must = cancelAnswer(document, at)
  const command = {
    userId: fixture.userId(chosen.who),
    operation: what === 'transfer' ? 'fund_cancel' : 'fund_redeem_cancel',
    key: fixture.newKey(),
    bodyHash: Buffer.from('x'),
  }
  const cancel = { ...command, id: chosen.id }
  const { fund } = fixture
  const run = what === 'transfer' ? fund.cancelSubscription(cancel) : fund.cancelRedemption(cancel)
  same(`take back ${what}`, await run.then(() => 'ok', codeOf), must)
  fixture.count(`take back ${what} ${must}`)
  if (must !== 'ok') return
  applyCancel(found, chosen.id)
  keep(fixture, user, found)
}

/** Any there is, whether that is possible or not. */
export async function cancelAny(sides: Sides, what: What, which: number): Promise<void> {
  const all = allMade(sides, what)
  // From the newest: the old ones have had their time.
  const chosen = all.at(-1 - (which % Math.max(1, all.length)))
  if (chosen !== undefined) await cancel(sides, what, chosen)
}

/** One whose cut-off is still to come, when that comes; `by`: milliseconds after it. */
export async function cancelAtCutOff(sides: Sides, what: What, by: number): Promise<void> {
  const now = sides.fixture.room.clock.now()
  const chosen = allMade(sides, what).findLast(({ until }) => until + by > now)
  if (chosen === undefined) return
  await sides.fixture.sleep(chosen.until + by - now)
  await cancel(sides, what, chosen)
}
