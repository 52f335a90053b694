/** The ledger as it must behave, in plain numbers: accounts and orders, deposits and withdrawals, and the fund's rates.
 * Nothing here is shared with the code it judges. */
import { DAY_MS } from '#contract/time.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { dayAt, type FundPurse, textOf } from '#support/ledger-fund.ts'
import { oracle } from '#support/settle-oracle.ts'

/** As the fake market offers them. */
const RATE_BPS = 8_500n
const STAKE_MIN = 100n
const STAKE_MAX = 500_000n
const MAX_POSITIONS = 20
const MAX_OPEN_STAKE = 2_500_000n
const STALE_MS = 5_000
const LEAD_MS = 1_000
const PRACTICE = 1_000_000n

export interface ModelIntent {
  direction: 'up' | 'down'
  stake: bigint
  durationMs: number
}
export interface ModelOrder extends ModelIntent {
  key: string
  startsAt: number
  expiresAt: number
  /** Null: open or live. */
  outcome: 'won' | 'lost' | 'draw' | 'void' | null
  reason: string | null
}
export interface ModelUser extends Purse, FundPurse {
  staked: bigint
  /** The UTC day of the last practice money, counted from 1970; null: none yet. */
  practisedOn: number | null
  orders: ModelOrder[]
  /** Was given more than practice money. */
  rich: boolean
}

const utcDay = (ms: number): number => Math.floor(ms / 86_400_000)

export class LedgerModel {
  readonly users: ModelUser[] = []
  /** Of the fund, for everyone. */
  readonly rates: ModelRates

  constructor(rates: ModelRates) {
    this.rates = rates
  }

  register(): void {
    const money = { cash: 0n, staked: 0n, held: 0n, version: 0 }
    const nothing = { practisedOn: null, rich: false, fund: null }
    this.users.push({ ...money, ...nothing, orders: [], documents: [] })
  }

  user(index: number): ModelUser {
    const user = this.users[index % this.users.length]
    if (user === undefined) throw new Error('the model has no users')
    return user
  }

  /** What the command must answer; `apply` does it. */
  practiceAnswer(user: ModelUser, nowMs: number): string {
    return user.practisedOn === utcDay(nowMs) ? 'practice_taken' : 'ok'
  }
  applyPractice(user: ModelUser, nowMs: number): void {
    user.practisedOn = utcDay(nowMs)
    user.cash += PRACTICE
    user.version += 1
  }

  placeAnswer(user: ModelUser, { stake }: ModelIntent, tickAgeMs: number): string {
    const alive = user.orders.filter(({ outcome }) => outcome === null)
    if (stake < STAKE_MIN) return 'stake_below_minimum'
    if (stake > STAKE_MAX) return 'stake_above_maximum'
    if (tickAgeMs > STALE_MS) return 'price_stale'
    if (alive.length >= MAX_POSITIONS) return 'too_many_positions'
    if (alive.reduce((sum, order) => sum + order.stake, stake) > MAX_OPEN_STAKE) {
      return 'open_stake_limit'
    }
    return stake > user.cash ? 'available_too_low' : 'ok'
  }
  applyPlace(user: ModelUser, intent: ModelIntent, key: string, acceptedAt: number): void {
    const startsAt = acceptedAt + LEAD_MS
    const expiresAt = startsAt + intent.durationMs
    user.orders.push({ ...intent, key, startsAt, expiresAt, outcome: null, reason: null })
    user.cash -= intent.stake
    user.staked += intent.stake
    user.version += 2
  }

  /** Settles what the log decides by now; counts outcomes for the run's distribution. */
  settle(log: readonly TickRecord[], counted: (outcome: string) => void): void {
    const end = log.at(-1)?.timeMs ?? 0
    for (const user of this.users) {
      for (const order of user.orders) {
        if (order.outcome !== null || order.expiresAt >= end) continue
        const from = log.findLastIndex(
          ({ timeMs, kind }) => kind === 'tick' && timeMs < order.startsAt - STALE_MS,
        )
        const verdict = oracle(log.slice(Math.max(0, from)), order)
        if (verdict === null) continue
        order.outcome = verdict.outcome
        order.reason = verdict.reason
        counted(verdict.reason ?? verdict.outcome)
        this.#pay(user, order)
      }
    }
  }

  #pay(user: ModelUser, { stake, outcome }: ModelOrder): void {
    const profit = (stake * RATE_BPS - ((stake * RATE_BPS) % 10_000n)) / 10_000n
    const back = outcome === 'lost' ? 0n : outcome === 'won' ? stake + profit : stake
    user.staked -= stake
    user.cash += back
    user.version += back === 0n ? 1 : 2
  }
}

export type Kind = 'deposit' | 'withdrawal'
export interface ModelDocument {
  kind: Kind
  id: string
  amount: bigint
  fee: bigint
  status: string
  at: number
  owner: Purse
}
/** What documents move. */
export interface Purse {
  cash: bigint
  held: bigint
  /** Ledger entries on the user's accounts. */
  version: number
  documents: ModelDocument[]
}

const LIMITS = {
  deposit: { least: 1_000n, most: 5_000_000n, waiting: 5, daily: 10 },
  withdrawal: { least: 2_000n, most: 5_000_000n, waiting: 3, daily: 5 },
}
const WAITING = ['submitted', 'requested', 'review', 'approved', 'paying']

/** Every move there is: whose act, from, to, and what it does to cash, hold and the number of entries. */
interface Move {
  kind: Kind
  act: string
  from: string
  to: string
  cash: 0 | 1
  held: 0 | -1
}
const move = (
  kind: Kind,
  act: string,
  way: string,
  { cash = 0, held = 0 }: Partial<Pick<Move, 'cash' | 'held'>> = {},
): Move => {
  const [from = '', to = ''] = way.split('>')
  return { kind, act, from, to, cash, held }
}
const MOVES: readonly Move[] = [
  move('deposit', 'cancel', 'submitted>cancelled'),
  move('deposit', 'review', 'submitted>review'),
  move('deposit', 'approve', 'review>approved', { cash: 1 }),
  move('deposit', 'reject', 'review>rejected'),
  move('withdrawal', 'cancel', 'requested>cancelled', { cash: 1, held: -1 }),
  move('withdrawal', 'review', 'requested>review'),
  move('withdrawal', 'cancel', 'review>cancelled', { cash: 1, held: -1 }),
  move('withdrawal', 'reject', 'review>rejected', { cash: 1, held: -1 }),
  move('withdrawal', 'approve', 'review>approved', { held: -1 }),
  move('withdrawal', 'pay', 'approved>paying'),
  move('withdrawal', 'sent', 'paying>paid'),
  move('withdrawal', 'bounce', 'paying>bounced', { cash: 1 }),
]
export const ACTS = [...new Set(MOVES.map(({ act }) => act))]

export const isWaiting = (document: ModelDocument): boolean =>
  WAITING.includes(document.status) &&
  !(document.kind === 'deposit' && document.status === 'approved')

/** The acts that the document's status allows. */
export const actsOn = (document: ModelDocument): string[] =>
  MOVES.filter(({ kind, from }) => kind === document.kind && from === document.status).map(
    ({ act }) => act,
  )

/** What the command must answer. */
export function openAnswer(
  purse: Purse,
  kind: Kind,
  { amount, at }: { amount: bigint; at: number },
) {
  const { least, most, waiting, daily } = LIMITS[kind]
  const own = purse.documents.filter((document) => document.kind === kind)
  if (amount < least) return 'amount_below_minimum'
  if (amount > most) return 'amount_above_maximum'
  if (own.filter(isWaiting).length >= waiting) return 'too_many_in_review'
  if (own.filter((document) => document.at >= at - (at % DAY_MS)).length >= daily)
    return 'daily_count_reached'
  return kind === 'withdrawal' && amount > purse.cash ? 'available_too_low' : 'ok'
}

/** Half a percent, rounded up, and at least 2.00. */
export const feeOf = (amount: bigint): bigint => {
  const exact = amount * 50n
  const share = exact / 10_000n + (exact % 10_000n > 0n ? 1n : 0n)
  return share < 200n ? 200n : share
}

export function applyOpen(
  owner: Purse,
  kind: Kind,
  made: { id: string; amount: bigint; at: number },
): void {
  const status = kind === 'deposit' ? 'submitted' : 'requested'
  owner.documents.push({ ...made, kind, fee: feeOf(made.amount), status, owner })
  if (kind === 'deposit') return
  owner.cash -= made.amount
  owner.held += made.amount
  owner.version += 2
}

export const moveAnswer = (document: ModelDocument, act: string): string =>
  actsOn(document).includes(act) ? 'ok' : 'document_moved_on'

export function applyMove(document: ModelDocument, act: string): void {
  const made = MOVES.find(
    (move) => move.kind === document.kind && move.act === act && move.from === document.status,
  )
  if (made === undefined)
    throw new Error(`the model cannot ${act} a ${document.kind} ${document.status}`)
  const { owner } = document
  document.status = made.to
  owner.cash += BigInt(made.cash) * document.amount
  owner.held += BigInt(made.held) * document.amount
  owner.version += Math.abs(made.cash) + Math.abs(made.held)
}

const DAYS_AHEAD = 31
const WAITING_MOST = 10

export interface ModelProposal {
  id: string
  from: number
  rate: bigint
  by: string
  status: 'proposed' | 'published' | 'rejected'
}
/** For everyone, and for all sequences on one database. */
export interface ModelRates {
  /** By first day, oldest first. */
  published: { from: number; rate: bigint }[]
  proposals: ModelProposal[]
}

/** What holds on a day; nothing published: nothing earned. */
export const rateOn = ({ published }: ModelRates, day: number): bigint =>
  published.findLast(({ from }) => from <= day)?.rate ?? 0n

const newestOf = ({ published }: ModelRates): number => published.at(-1)?.from ?? 0

/** What the command must answer. */
export function proposeAnswer(rates: ModelRates, from: number, at: number): string {
  const waiting = rates.proposals.filter(({ status }) => status === 'proposed')
  if (from <= dayAt(at)) return 'rate_too_late'
  if (from > dayAt(at) + DAYS_AHEAD) return 'rate_too_early'
  if (from <= newestOf(rates)) return 'rate_day_taken'
  return waiting.length >= WAITING_MOST ? 'too_many_in_review' : 'ok'
}

export function decideAnswer(
  rates: ModelRates,
  proposal: ModelProposal,
  { by, publish, at }: { by: string; publish: boolean; at: number },
): string {
  if (proposal.status !== 'proposed') return 'document_moved_on'
  if (!publish) return 'ok'
  if (proposal.by === by) return 'same_operator'
  if (proposal.from <= dayAt(at)) return 'rate_too_late'
  return proposal.from <= newestOf(rates) ? 'rate_day_taken' : 'ok'
}
export function applyDecision(rates: ModelRates, proposal: ModelProposal, publish: boolean): void {
  proposal.status = publish ? 'published' : 'rejected'
  if (publish) rates.published.push({ from: proposal.from, rate: proposal.rate })
}

/** As the database lists them. */
export const listed = ({ published }: ModelRates): string =>
  published.map(({ from, rate }) => `${textOf(from)} ${rate}`).join()
