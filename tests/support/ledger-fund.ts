/** The balance fund as it must behave, in plain numbers; nothing here is shared with the code it judges. */
import { DAY_MS } from '#contract/time.ts'

const CUT_OFF_MS = 15 * 3_600_000
export const LIMITS = {
  least: 100n,
  most: 99_999_900n,
  holding: 100_000_000n,
  transfers: 10,
  withdrawals: 5,
  instant: 1_000_000n,
  unasked: 100_000n,
}
/** Easter Sundays, from an almanac. */
const EASTER = `2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16
  2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09`.split(/\s+/)
const dayIn = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS
const MOVING = new Set(EASTER.flatMap((year) => [dayIn(year) - 2, dayIn(year) + 1]))
const FIXED = ['01-01', '05-01', '12-25', '12-26']
const WEEKEND = [0, 6]

/** Days are numbers, since 1970. */
export const dayAt = (atMs: number): number => Math.floor(atMs / DAY_MS)
export const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

function isOpen(day: number): boolean {
  const date = new Date(day * DAY_MS)
  if (date.getUTCFullYear() > 2034) throw new Error('the model knows no Easter after 2034')
  if (WEEKEND.includes(date.getUTCDay()) || MOVING.has(day)) return false
  return !FIXED.includes(textOf(day).slice(5))
}
function nextOpen(day: number): number {
  let next = day + 1
  while (!isOpen(next)) next += 1
  return next
}
/** Until when it can be cancelled, and the day that it takes effect. */
export function counting(atMs: number): { until: number; settles: number } {
  let trade = dayAt(atMs)
  while (!isOpen(trade) || atMs >= trade * DAY_MS + CUT_OFF_MS) trade += 1
  return { until: trade * DAY_MS + CUT_OFF_MS, settles: nextOpen(trade) }
}

interface ModelLot {
  /** Null: income. */
  id: string | null
  amount: bigint
  left: bigint
  status: 'pending' | 'confirmed' | 'redeemed' | 'cancelled'
  until: number
  settles: number
}
interface ModelRedemption {
  id: string
  amount: bigint
  instant: boolean
  status: 'requested' | 'paid' | 'cancelled'
  until: number
  settles: number
}
export interface ModelFund {
  /** The last day that was begun, by a command or the job. */
  day: number
  version: number
  carry: bigint
  income: bigint
  today: bigint
  transfers: number
  withdrawals: number
  instant: bigint
  lots: ModelLot[]
  redemptions: ModelRedemption[]
}
/** The part of a user that the fund moves. */
export interface FundPurse {
  cash: bigint
  version: number
  fund: ModelFund | null
}
export type Opened = FundPurse & { fund: ModelFund }
export type Speed = 'instant' | 'next_day'
/** What a share earns on a day, in millionths. */
export type RateOn = (day: number) => bigint

const newFund = (day: number): ModelFund => {
  const counts = { transfers: 0, withdrawals: 0, instant: 0n, today: 0n }
  return { day, version: 0, carry: 0n, income: 0n, ...counts, lots: [], redemptions: [] }
}
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
export const confirmedOf = ({ lots }: ModelFund): bigint =>
  sum(lots.filter(({ status }) => status === 'confirmed').map(({ left }) => left))
export const pendingOf = ({ lots }: ModelFund): bigint =>
  sum(lots.filter(({ status }) => status === 'pending').map(({ left }) => left))
export const askedBackOf = ({ redemptions }: ModelFund): bigint =>
  sum(redemptions.filter(({ status }) => status === 'requested').map(({ amount }) => amount))

export const heldOf = (fund: ModelFund): bigint => confirmedOf(fund) + pendingOf(fund)

/** From the oldest: lots are in the order in which they were made. */
function take(purse: FundPurse, fund: ModelFund, amount: bigint): void {
  const stock = fund.lots.filter(({ status }) => status === 'confirmed')
  let wanted = amount
  for (const lot of stock.toSorted((a, b) => a.settles - b.settles)) {
    const part = lot.left < wanted ? lot.left : wanted
    lot.left -= part
    wanted -= part
    if (lot.left === 0n) lot.status = 'redeemed'
  }
  if (wanted > 0n) throw new Error(`the model lacks ${wanted}`)
  purse.cash += amount
  purse.version += 2
}

function beginDay(purse: FundPurse, fund: ModelFund, rateOn: RateOn): void {
  const rate = rateOn(fund.day)
  fund.day += 1
  const share = confirmedOf(fund)
  const earned = share === 0n ? fund.carry : share * rate + fund.carry
  fund.carry = earned % 1_000_000n
  const gain = (earned - fund.carry) / 1_000_000n
  const times = { until: fund.day * DAY_MS, settles: fund.day }
  if (gain > 0n) {
    fund.lots.push({ id: null, amount: gain, left: gain, status: 'confirmed', ...times })
    purse.version += 1
  }
  fund.income += gain
  fund.today = gain
  for (const redemption of fund.redemptions) {
    if (redemption.status !== 'requested' || redemption.settles > fund.day) continue
    redemption.status = 'paid'
    take(purse, fund, redemption.amount)
  }
  for (const lot of fund.lots) {
    if (lot.status !== 'pending' || lot.settles > fund.day) continue
    lot.status = 'confirmed'
    purse.version += 2
  }
  fund.transfers = 0
  fund.withdrawals = 0
  fund.instant = 0n
}

/** Whom the job passes over: a new day would change nothing. */
export const isIdle = (fund: ModelFund): boolean =>
  fund.transfers + fund.withdrawals === 0 && fund.today + heldOf(fund) === 0n

/** Begins every day up to this moment's. */
function beginDays(purse: Opened, rateOn: RateOn, atMs: number): void {
  const { fund } = purse
  const isNews = fund.day < dayAt(atMs) && !isIdle(fund)
  while (fund.day < dayAt(atMs)) beginDay(purse, fund, rateOn)
  if (isNews) fund.version += 1
}

/** The purse as a command finds it: with today begun, and a fund. The model's own stays as it is. */
export function opened(purse: FundPurse, rateOn: RateOn, atMs: number): Opened {
  const { cash, version } = purse
  const fund = structuredClone(purse.fund) ?? newFund(dayAt(atMs))
  const copy = { cash, version, fund }
  beginDays(copy, rateOn, atMs)
  return copy
}

/** What is asked for at a moment, with the day on which it takes effect as it was shown. */
export interface Wish {
  amount: bigint
  at: number
  shown: number
}
/** What the command must answer; `applyTransfer` does it. */
export function transferAnswer({ cash, fund }: Opened, { amount, at, shown }: Wish): string {
  if (amount < LIMITS.least) return 'amount_below_minimum'
  if (amount > LIMITS.most) return 'amount_above_maximum'
  if (shown !== counting(at).settles) return 'fund_day_changed'
  if (fund.transfers >= LIMITS.transfers) return 'daily_count_reached'
  if (heldOf(fund) + amount > LIMITS.holding) return 'fund_holding_limit'
  return amount > cash ? 'available_too_low' : 'ok'
}
export function applyTransfer(
  fund: Opened,
  made: { id: string; amount: bigint; at: number },
): void {
  const { id, amount, at } = made
  fund.fund.lots.push({ id, amount, left: amount, status: 'pending', ...counting(at) })
  fund.fund.transfers += 1
  fund.fund.version += 1
  fund.cash -= amount
  fund.version += 2
}

/** When a withdrawal pays. */
export const paying = (at: number, speed: Speed): number =>
  speed === 'instant' ? dayAt(at) : counting(at).settles
export function withdrawalAnswer(
  { fund }: Opened,
  { amount, at, shown, speed, password }: Wish & { speed: Speed; password: boolean },
): string {
  if (amount > LIMITS.unasked && !password) return 'trading_password_required'
  if (shown !== paying(at, speed)) return 'fund_day_changed'
  if (fund.withdrawals >= LIMITS.withdrawals) return 'daily_count_reached'
  if (amount > confirmedOf(fund) - askedBackOf(fund)) return 'redeemable_too_low'
  const tooMuch = speed === 'instant' && fund.instant + amount > LIMITS.instant
  return tooMuch ? 'instant_limit_reached' : 'ok'
}
export function applyWithdrawal(
  opened: Opened,
  made: { id: string; amount: bigint; at: number; speed: Speed },
): void {
  const { id, amount, at, speed } = made
  const { fund } = opened
  const instant = speed === 'instant'
  const status = instant ? 'paid' : 'requested'
  fund.redemptions.push({ id, amount, instant, status, ...counting(at) })
  fund.withdrawals += 1
  fund.version += 1
  if (!instant) return
  fund.instant += amount
  take(opened, fund, amount)
}

type Taken = { status: string; until: number } | undefined
/** Of a transfer or a withdrawal, found in what the command finds. */
export function cancelAnswer(taken: Taken, at: number): string {
  if (taken?.status !== 'pending' && taken?.status !== 'requested') return 'document_moved_on'
  return at >= taken.until ? 'cut_off_passed' : 'ok'
}
export function applyCancel(fund: Opened, id: string): void {
  const lot = fund.fund.lots.find((each) => each.id === id)
  const asked = fund.fund.redemptions.find((each) => each.id === id)
  fund.fund.version += 1
  if (asked !== undefined) asked.status = 'cancelled'
  if (lot === undefined) return
  lot.status = 'cancelled'
  lot.left = 0n
  fund.cash += lot.amount
  fund.version += 2
}
