import type { ProductTerms } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { amountIssue, fieldText, mostOf } from '#forms/amounts.ts'
import { parseAmount } from '#rules/amounts.ts'
import { type QuoteTerms, quoteTerms } from '#rules/payout.ts'

/** The amounts offered next to the field, in minor units. */
export const PRESETS = [1_000n, 5_000n, 10_000n, 50_000n] as const

export type DurationRow = ProductTerms['durations'][number]

/** What the user wants to buy. */
export interface Intent {
  symbol: string
  direction: Direction
  stake: bigint
  durationMs: number
  termsId: string
}

/** The user's input so far. `amount` is a plain decimal, or text that could not be parsed. */
export interface Ticket {
  direction: Direction
  amount: string
  durationMs: number
}

/** The amount and duration of an earlier order. `amount` is a plain decimal. */
export type Choice = Pick<Ticket, 'amount' | 'durationMs'>

/** The limits of the ticket. `available` is null when it is not known (logged out, connecting). */
export interface TicketLimits {
  terms: ProductTerms
  available: bigint | null
}

export type TicketAction =
  | { type: 'direction'; direction: Direction }
  | { type: 'duration'; durationMs: number }
  | { type: 'typed'; text: string }
  | { type: 'preset'; stake: bigint }
  | { type: 'max' }
  | { type: 'step'; up: boolean }

export type TicketIssue =
  | { code: 'empty' }
  | { code: 'unreadable' }
  | { code: 'below_minimum'; minimum: bigint }
  | { code: 'above_maximum'; maximum: bigint }
  | { code: 'not_enough'; available: bigint }

export interface TicketSummary extends QuoteTerms {
  stake: bigint
  payoutRate: number
  durationMs: number
  termsId: string
}

const stakeLimits = ({ terms, available }: TicketLimits) => ({
  minimum: terms.stakeMin,
  maximum: terms.stakeMax,
  available,
})

/** The maximum stake: the lowest of the available balance, the product's maximum and the field's maximum. */
export const maximumStake = (limits: TicketLimits): bigint => mostOf(stakeLimits(limits))

/** One minute where offered, otherwise the first duration. */
const firstDuration = (terms: ProductTerms): number =>
  (terms.durations.find((row) => row.durationMs === 60_000) ?? terms.durations[0])?.durationMs ?? 0

const isOffered = (terms: ProductTerms, durationMs: number): boolean =>
  terms.durations.some((row) => row.durationMs === durationMs)

/**
 * A ticket with the values of an earlier order, or with the default ones. The amount is never changed, even if a limit
 * is lower now. A duration that is no longer offered becomes the default one.
 */
export const openTicket = (
  direction: Direction,
  terms: ProductTerms,
  choice: Choice | null = null,
): Ticket => ({
  direction,
  amount: choice?.amount ?? fieldText(PRESETS[0] > terms.stakeMin ? PRESETS[0] : terms.stakeMin),
  durationMs:
    choice !== null && isOffered(terms, choice.durationMs)
      ? choice.durationMs
      : firstDuration(terms),
})

/** The distance to the next amount, in minor units: 1.00 below 10.00, 10.00 from there to 100.00, and so on. */
function stepOf(minor: bigint): bigint {
  const digits = minor < 100n ? 3 : minor.toString().length
  return 10n ** BigInt(digits - 1)
}

/** The next higher or lower amount, within the limits of the product. */
function stepped(ticket: Ticket, up: boolean, limits: TicketLimits): string {
  const { stakeMin } = limits.terms
  const most = mostOf(stakeLimits({ ...limits, available: null }))
  const stake = stakeOf(ticket) ?? 0n
  const step = stepOf(up ? stake : stake - 1n)
  const next = up ? stake + step : stake - step
  const within = next < stakeMin ? stakeMin : next > most ? most : next
  return fieldText(within)
}

export function reduce(ticket: Ticket, action: TicketAction, limits: TicketLimits): Ticket {
  switch (action.type) {
    case 'direction':
      return { ...ticket, direction: action.direction }
    case 'duration':
      return { ...ticket, durationMs: action.durationMs }
    case 'typed':
      return { ...ticket, amount: action.text }
    case 'preset':
      return { ...ticket, amount: fieldText(action.stake) }
    case 'step':
      return { ...ticket, amount: stepped(ticket, action.up, limits) }
    case 'max': {
      const most = maximumStake(limits)
      return most > 0n ? { ...ticket, amount: fieldText(most) } : ticket
    }
  }
}

/** In minor units; null when it is empty or could not be parsed. */
export const stakeOf = (ticket: Ticket): bigint | null => parseAmount(ticket.amount)

export const rowOf = (ticket: Ticket, terms: ProductTerms): DurationRow | undefined =>
  terms.durations.find((row) => row.durationMs === ticket.durationMs)

/** The first issue that prevents sending; null when the client knows none. The server decides. */
export function check(ticket: Ticket, { terms, available }: TicketLimits): TicketIssue | null {
  const limits = stakeLimits({ terms, available: null })
  const code = amountIssue(ticket.amount, limits)
  if (code === 'empty') return { code }
  if (code === 'too_small') return { code: 'below_minimum', minimum: terms.stakeMin }
  if (code === 'too_large') return { code: 'above_maximum', maximum: mostOf(limits) }
  if (code !== null) return { code: 'unreadable' }
  const stake = stakeOf(ticket)
  const tooMuch = stake !== null && available !== null && stake > available
  return tooMuch ? { code: 'not_enough', available } : null
}

/** What the order would mean; null while there is no valid amount. */
export function summarise(ticket: Ticket, { terms }: TicketLimits): TicketSummary | null {
  const stake = stakeOf(ticket)
  const row = rowOf(ticket, terms)
  if (stake === null || stake <= 0n || row === undefined) return null
  return {
    ...quoteTerms(stake, row.payoutRate),
    stake,
    payoutRate: row.payoutRate,
    durationMs: row.durationMs,
    termsId: terms.termsId,
  }
}
