/** What is appended to the tick log, before it has a number. */
import type { DealerQuote } from '#contract/dealer-quote.ts'
import type { IndexInput } from '#contract/index-price.ts'
import type { GapReason, HaltReason } from '#contract/tick-log.ts'
import { quoteText } from '#rules/dealer-quote.ts'
import { inputsText } from '#rules/index-price.ts'

/** An accepted order that a record of the log is to hold. */
export interface LoggedOrder {
  id: string
  /** The latest time of the record (rules/signed-order.ts). */
  holdDeadline: number
  /** The data of its leaf: the commitment to its receipt, in hex (rules/merkle-tree.ts). */
  commitment: string
}

/** What a price follows from: the trades of venues, ordered by their names, or a dealer's quote. Others have none. */
export interface Evidence {
  inputs?: readonly IndexInput[]
  quote?: DealerQuote
}

/** The text that a tick commits to. Undefined if it has neither trades nor a quote. */
export function evidenceText({ inputs, quote }: Evidence): string | undefined {
  if (quote !== undefined) return quoteText(quote)
  return inputs === undefined ? undefined : inputsText(inputs)
}

/** An input of the log, before it has a number. */
export type LogInput = {
  productId: number
  timeMs: number
} /** `inputs` or `quote`: what a live or a dealer's price follows from. The log commits to it by its hash. */ & (
  | ({ kind: 'tick'; price: number; size: number } & Evidence)
  | { kind: 'heartbeat' }
  | { kind: 'gap'; reason: GapReason }
  | { kind: 'halt'; reason: HaltReason }
  | { kind: 'filled'; fromMs: number; writtenAt: number }
)
/** Accepted orders that one record is to hold. */
export interface OrdersInput {
  kind: 'orders'
  productId: number
  timeMs: number
  orders: LoggedOrder[]
  /** Whether the record is durable. If not, it may still become so. */
  stored: PromiseWithResolvers<boolean>
}
/** Anything that waits for its number. */
export type Pending = LogInput | OrdersInput

/** What a record commits to besides its fields, as the database takes it (tick-log-store.ts). */
export function inputsOf(input: Pending): string | undefined {
  if (input.kind === 'orders') return input.orders.map(({ id }) => id).join(',')
  return input.kind === 'tick' ? evidenceText(input) : undefined
}

/** Tells those who wait for a record of orders whether it is durable. */
export function tellOrders(inputs: readonly Pending[], isStored: boolean): void {
  for (const input of inputs) if (input.kind === 'orders') input.stored.resolve(isStored)
}

/** A record to be, without orders yet. Its time is that of the record before it. */
export const newOrders = (productId: number, timeMs: number): OrdersInput => ({
  kind: 'orders',
  productId,
  timeMs,
  orders: [],
  stored: Promise.withResolvers(),
})
