import type { ProductTerms } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import {
  AMOUNT_MAXIMUM,
  clampAmountInput,
  cleanAmountInput,
  formatAmount,
  parseAmount,
} from '#rules/amounts.ts'
import { type QuoteTerms, quoteTerms } from '#rules/payout.ts'

/** Amounts offered beside the field, minor units. */
export const PRESETS = [1_000n, 5_000n, 10_000n, 50_000n] as const

export type DurationRow = ProductTerms['durations'][number]

/** What the user has put in so far; `amount` is the field's text. */
export interface Ticket {
  direction: Direction
  amount: string
  durationMs: number
}

/** What the ticket is bound by; `available` null: not known (logged out, connecting). */
export interface TicketLimits {
  terms: ProductTerms
  available: bigint | null
}

export type TicketAction =
  | { type: 'direction'; direction: Direction }
  | { type: 'duration'; durationMs: number }
  | { type: 'typed'; text: string }
  | { type: 'left' }
  | { type: 'preset'; stake: bigint }
  | { type: 'max' }

export type TicketIssue =
  | { code: 'empty' }
  | { code: 'below_minimum'; minimum: bigint }
  | { code: 'above_maximum'; maximum: bigint }
  | { code: 'not_enough'; available: bigint }

export interface TicketSummary extends QuoteTerms {
  stake: bigint
  payoutRate: number
  durationMs: number
  termsId: string
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The most one order may hold: what is available, what the product allows, what the field allows. */
export function maximumStake({ terms, available }: TicketLimits): bigint {
  const allowed = least(terms.stakeMax, AMOUNT_MAXIMUM)
  return available === null ? allowed : least(available, allowed)
}

const fieldText = (minor: bigint): string => formatAmount(minor).replace(/\.00$/, '')

/** One minute where offered, else the first: a calm default. */
const firstDuration = (terms: ProductTerms): number =>
  (terms.durations.find((row) => row.durationMs === 60_000) ?? terms.durations[0])?.durationMs ?? 0

export const openTicket = (direction: Direction, terms: ProductTerms): Ticket => ({
  direction,
  amount: fieldText(PRESETS[0] > terms.stakeMin ? PRESETS[0] : terms.stakeMin),
  durationMs: firstDuration(terms),
})

export function reduce(ticket: Ticket, action: TicketAction, limits: TicketLimits): Ticket {
  switch (action.type) {
    case 'direction':
      return { ...ticket, direction: action.direction }
    case 'duration':
      return { ...ticket, durationMs: action.durationMs }
    case 'typed':
      return { ...ticket, amount: cleanAmountInput(action.text) }
    case 'left':
      return { ...ticket, amount: clampAmountInput(ticket.amount, maximumStake(limits)) }
    case 'preset':
      return { ...ticket, amount: fieldText(action.stake) }
    case 'max': {
      const most = maximumStake(limits)
      return most > 0n ? { ...ticket, amount: fieldText(most) } : ticket
    }
  }
}

/** The field's text as minor units; a trailing dot is still being typed and counts as none. */
export const stakeOf = (ticket: Ticket): bigint | null =>
  parseAmount(ticket.amount.replace(/\.$/, ''))

export const rowOf = (ticket: Ticket, terms: ProductTerms): DurationRow | undefined =>
  terms.durations.find((row) => row.durationMs === ticket.durationMs)

/** The first thing that stands against sending; null: nothing the client can know. The server decides. */
export function check(ticket: Ticket, { terms, available }: TicketLimits): TicketIssue | null {
  const stake = stakeOf(ticket)
  if (stake === null || stake === 0n) return { code: 'empty' }
  if (stake < terms.stakeMin) return { code: 'below_minimum', minimum: terms.stakeMin }
  const maximum = least(terms.stakeMax, AMOUNT_MAXIMUM)
  if (stake > maximum) return { code: 'above_maximum', maximum }
  if (available !== null && stake > available) return { code: 'not_enough', available }
  return null
}

/** What the last tap would agree to; null while there is no amount to speak of. */
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
