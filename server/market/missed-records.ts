/** The records that an outage missed: what the feed would have emitted, with the heartbeats and halts of the rule. */
import type { MarketSession } from '#contract/product.ts'
import type { HaltReason, TickRecord } from '#contract/tick-log.ts'
import { filledUntil, HEARTBEAT_MS } from '#rules/outage.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed, FeedEvent, FeedLog, MissedSpan } from '#server/market/feeds/feed.ts'
import type { LogInput } from '#server/market/log-input.ts'

/** The newest record before an outage. */
interface Tail {
  timeMs: number
  kind: TickRecord['kind']
}

/** A product of which records were missed. */
export interface MissedBy {
  product: CatalogueProduct
  tail: Tail
}

type SessionAt = (timeMs: number) => MarketSession

/** The moments of a span at which the market halts: strictly after each close, so that an order may end with it. */
function haltsIn(sessionAt: SessionAt, tail: Tail, toMs: number): number[] {
  const halts: number[] = []
  let at = tail.timeMs
  const isOver = sessionAt(at).state !== 'open' && tail.kind !== 'halt'
  if (isOver && at + 1 <= toMs) halts.push(at + 1)
  for (;;) {
    const { state, closesAt, opensAt } = sessionAt(at)
    const next = state === 'open' ? closesAt : opensAt
    if (next === null || next + 1 > toMs) return halts
    if (state === 'open') halts.push(next + 1)
    at = next
  }
}

/** Adds a heartbeat wherever an open market would be silent for a second. */
function withHeartbeats(productId: number, tail: Tail, events: readonly LogInput[], toMs: number) {
  const inputs: LogInput[] = []
  let last = tail
  const beatUntil = (untilMs: number, isIncluded: boolean): void => {
    while (last.kind !== 'halt') {
      const timeMs = last.timeMs + HEARTBEAT_MS
      if (timeMs > untilMs || (timeMs === untilMs && !isIncluded)) return
      last = { kind: 'heartbeat', timeMs }
      inputs.push({ productId, kind: 'heartbeat', timeMs })
    }
  }
  for (const event of events) {
    beatUntil(event.timeMs, false)
    inputs.push(event)
    last = event
  }
  beatUntil(toMs, true)
  return inputs
}

const byTime = (one: LogInput, other: LogInput): number => one.timeMs - other.timeMs

function filledBy(
  { product, tail }: MissedBy,
  events: readonly FeedEvent[],
  span: { toMs: number; writtenAt: number; sessionAt: SessionAt; reason: HaltReason },
): LogInput[] {
  const { toMs, writtenAt, sessionAt, reason } = span
  const productId = product.id
  const halts = haltsIn(sessionAt, tail, toMs).map(
    (timeMs): LogInput => ({ productId, kind: 'halt', timeMs, reason }),
  )
  const known = [...events, ...halts].sort(byTime)
  const inputs = withHeartbeats(productId, tail, known, toMs)
  if (inputs.length === 0) return []
  const fromMs = tail.timeMs
  return [...inputs, { productId, kind: 'filled', timeMs: toMs, fromMs, writtenAt }]
}

/**
 * The inputs that fill an outage of these products, each with its marker. An outage that is longer than the limit ends
 * with a gap, and one after which the market is not open with a halt.
 */
export async function missedRecords(
  feed: Feed,
  log: FeedLog,
  { missedBy, now }: { missedBy: readonly MissedBy[]; now: number },
): Promise<LogInput[]> {
  const spans = missedBy.map(
    ({ product, tail }): MissedSpan => ({
      product,
      fromMs: tail.timeMs,
      toMs: filledUntil(tail.timeMs, now),
    }),
  )
  const events = (await feed.missed?.(spans, log)) ?? []
  const own = Map.groupBy(events, ({ productId }) => productId)
  return missedBy.flatMap(({ product, tail }): LogInput[] => {
    const productId = product.id
    const sessionAt: SessionAt = (timeMs) => feed.sessionAt(product, timeMs)
    const toMs = filledUntil(tail.timeMs, now)
    const span = { toMs, writtenAt: now, sessionAt, reason: feed.haltReason }
    const inputs = filledBy({ product, tail }, own.get(productId) ?? [], span)
    const isOpen = sessionAt(now).state === 'open'
    if (inputs.length === 0 && tail.kind === 'halt' && (!isOpen || toMs === now)) return []
    if (toMs < now) inputs.push({ productId, kind: 'gap', timeMs: now, reason: 'restart' })
    if (!isOpen) inputs.push({ productId, kind: 'halt', timeMs: now + 1, reason: feed.haltReason })
    return inputs
  })
}
