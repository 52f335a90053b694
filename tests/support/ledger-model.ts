/** The ledger as it must behave, in plain numbers: what each command answers and what everyone owns after it. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { Purse } from '#support/ledger-documents.ts'
import type { FundPurse } from '#support/ledger-fund.ts'
import type { ModelRates } from '#support/ledger-rates.ts'
import { oracle } from '#support/settle-oracle.ts'

/** As the fake market offers them. */
const RATE_BPS = 8_500n
const STAKE_MIN = 100n
const STAKE_MAX = 500_000n
const MAX_POSITIONS = 20
const MAX_OPEN_STAKE = 2_500_000n
const STALE_MS = 5_000
export const PRACTICE = 1_000_000n

export interface ModelIntent {
  direction: 'up' | 'down'
  stake: bigint
  durationMs: number
}
export interface ModelOrder extends ModelIntent {
  key: string
  acceptedAt: number
  expiresAt: number
  /** Null: open or live. */
  outcome: 'won' | 'lost' | 'draw' | 'void' | null
  reason: string | null
}
export interface ModelUser extends Purse, FundPurse {
  staked: bigint
  practised: boolean
  orders: ModelOrder[]
  /** Was given more than practice money. */
  rich: boolean
}

export class LedgerModel {
  readonly users: ModelUser[] = []
  /** Of the fund, for everybody. */
  readonly rates: ModelRates

  constructor(rates: ModelRates) {
    this.rates = rates
  }

  register(): void {
    const money = { cash: 0n, staked: 0n, held: 0n, version: 0 }
    const nothing = { practised: false, rich: false, fund: null }
    this.users.push({ ...money, ...nothing, orders: [], documents: [] })
  }

  user(index: number): ModelUser {
    const user = this.users[index % this.users.length]
    if (user === undefined) throw new Error('the model has no users')
    return user
  }

  /** What the command must answer; `apply` does it. */
  practiceAnswer(user: ModelUser): string {
    return user.practised ? 'practice_taken' : 'ok'
  }
  applyPractice(user: ModelUser): void {
    user.practised = true
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
    const expiresAt = acceptedAt + intent.durationMs
    user.orders.push({ ...intent, key, acceptedAt, expiresAt, outcome: null, reason: null })
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
          ({ timeMs, kind }) => kind === 'tick' && timeMs < order.acceptedAt - STALE_MS,
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
