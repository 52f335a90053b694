/** What the state of an order means to its user. Each view of an order only lays out what is described here. */
import type { Order, OrderStatus } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import { isFrozen } from '#features/orders/merge-orders.ts'
import type { Format } from '#i18n/format.ts'
import { resultTone } from '#components/result-tone.ts'
import { startOf } from '#rules/signed-order.ts'
import type { BadgeTone } from '#ui/badge.tsx'

/** How an order would end at the current price, by the rule's comparison. */
export type ProvisionalResult = 'winning' | 'losing' | 'level'

interface StatusPresentation {
  badge: BadgeTone
  /** The label of the payout: the promised one, or the one that was paid. Null where there is none. */
  payout: 'payout' | 'returned' | null
  /** The provisional result that has the same shape and colour. Null while the order is open. */
  result: ProvisionalResult | null
  /** How the chart marks the deciding tick. Null unless two prices decided the order. */
  mark: 'won' | 'lost' | 'draw' | null
}

/** Every order has one of these states. A frozen order keeps the one that it had. */
export const STATUSES = {
  open: { badge: 'neutral', payout: 'payout', result: null, mark: null },
  live: { badge: 'info', payout: 'payout', result: null, mark: null },
  won: { badge: 'up', payout: 'returned', result: 'winning', mark: 'won' },
  lost: { badge: 'down', payout: null, result: 'losing', mark: 'lost' },
  draw: { badge: 'neutral', payout: null, result: 'level', mark: 'draw' },
  void: { badge: 'warn', payout: null, result: 'level', mark: null },
  compensated: { badge: 'warn', payout: null, result: 'level', mark: null },
} as const satisfies Record<OrderStatus, StatusPresentation>

export const DIRECTION_SIGNS = { up: '▲', down: '▼' } as const

/** The time that lists show: of the settlement, or of the start while there is none. */
export const shownTimeOf = (order: Order): number => order.settledAt ?? startOf(order)

type Explained = Pick<Order, 'status' | 'direction' | 'voidReason' | 'entry' | 'exit'>

/**
 * The key in `orders:why` of the text that explains why an order ended as it did or what it waits for, and the two
 * prices that the rule compared.
 */
export function whyOf({ status, direction, voidReason, entry, exit }: Explained) {
  const prices = { entry, exit }
  if (status === 'void') return { key: `void.${voidReason ?? 'too_few_ticks'}` as const, prices }
  if (status === 'won' || status === 'lost')
    return { key: `${status}_${direction}` as const, prices }
  return { key: status, prices }
}

/** The key in `sharing:card.why` of the same explanation, which does not say whose order it is. */
export function sharedWhyOf({ status, direction, entry, exit }: Omit<Explained, 'voidReason'>) {
  if (entry === null || exit === null || status === 'void') return 'void'
  return status === 'won' || status === 'lost' ? (`${status}_${direction}` as const) : 'draw'
}

/**
 * `starting`: the order was accepted, and its start is still to come. `deciding`: the order has expired, and the rule
 * waits for the first tick after the expiry.
 */
export type Countdown =
  | { phase: 'starting'; startsAt: number }
  | { phase: 'running'; leftMs: number; elapsed: number }
  | { phase: 'deciding' }

/** `elapsed` is the part of the duration that has passed, from 0 to 1. */
export function countdown(
  order: { startsAt?: number | undefined; expiresAt: number; durationMs: number },
  serverNow: number,
): Countdown {
  const { startsAt, expiresAt, durationMs } = order
  if (startsAt !== undefined && serverNow < startsAt) return { phase: 'starting', startsAt }
  const leftMs = expiresAt - serverNow
  if (leftMs <= 0) return { phase: 'deciding' }
  return { phase: 'running', leftMs, elapsed: Math.max(0, 1 - leftMs / durationMs) }
}

interface PricedOrder {
  direction: Direction
  stake: bigint
  payout: bigint
  entry: { price: number } | null
}

/** Null until the entry tick is known, or while there is no price. */
export function provisionalResultOf(
  order: PricedOrder,
  price: number | null,
): ProvisionalResult | null {
  if (order.entry === null || price === null) return null
  if (price === order.entry.price) return 'level'
  return price > order.entry.price === (order.direction === 'up') ? 'winning' : 'losing'
}

/** Profit or loss of this result, in minor units. */
export function resultIf(order: PricedOrder, result: ProvisionalResult): bigint {
  if (result === 'level') return 0n
  return result === 'winning' ? order.payout - order.stake : -order.stake
}

/** The amount to show for this result. A draw returns the stake, so it is not 0.00. */
export const amountIf = (order: PricedOrder, result: ProvisionalResult): bigint =>
  result === 'level' ? order.stake : resultIf(order, result)

/** A profit or loss has a sign, and a returned stake has none. */
export const resultAmountText = (
  format: Pick<Format, 'money' | 'signedMoney'>,
  { result, amount }: { result: ProvisionalResult | null; amount: bigint },
): string => (result === 'level' ? format.money(amount) : format.signedMoney(amount))

/** `waiting`: the entry price is not known yet. `priceless`: there is no current price. */
const NO_RESULT = {
  frozen: { text: 'strip:frozen', tone: 'text-warn' },
  deciding: { text: 'strip:deciding', tone: 'text-ink-2' },
  waiting: { text: 'strip:waiting', tone: 'text-ink-2' },
  priceless: { text: 'market:price.stale', tone: 'text-ink-3' },
} as const
const RESULT_TONES = {
  winning: resultTone(1n),
  losing: resultTone(-1n),
  level: 'text-ink-2',
} as const

type NoResult = keyof typeof NO_RESULT
type Ended = Exclude<OrderStatus, 'open' | 'live'>

/** The line that says how an order stands or ended, by text, colour and shape. */
export interface StateLine {
  kind: NoResult | 'running' | 'ended'
  text:
    | (typeof NO_RESULT)[NoResult]['text']
    | `strip:${ProvisionalResult}`
    | `strip:result.${Ended}`
  tone: string
  result: ProvisionalResult | null
  /** In minor units; zero while there is no result. */
  amount: bigint
}

/** `price` is null unless it is live. Prices after the expiry do not count, so they say nothing. */
export function openStateOf(order: Order, price: number | null, serverNow: number): StateLine {
  const without = (kind: NoResult) => ({ kind, ...NO_RESULT[kind], result: null, amount: 0n })
  if (isFrozen(order)) return without('frozen')
  if (serverNow !== 0 && countdown(order, serverNow).phase === 'deciding')
    return without('deciding')
  if (order.entry === null) return without('waiting')
  const result = provisionalResultOf(order, price)
  if (result === null) return without('priceless')
  const amount = amountIf(order, result)
  return { kind: 'running', text: `strip:${result}`, tone: RESULT_TONES[result], result, amount }
}

/** Null while the order is open. */
export function endStateOf({ status, profitAndLoss }: Order): StateLine | null {
  if (status === 'open' || status === 'live') return null
  const { result } = STATUSES[status]
  return {
    kind: 'ended',
    text: `strip:result.${status}`,
    tone: RESULT_TONES[result],
    result,
    amount: profitAndLoss ?? 0n,
  }
}
