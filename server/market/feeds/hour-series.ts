/** The series of simulated products hour by hour: what is due now, and what was missed. */
import { sessionAt } from '#rules/calendar.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { FeedEvent, FeedLog, MissedSpan } from '#server/market/feeds/feed.ts'
import type { SeededEpoch, SeedKeeper } from '#server/market/feeds/seed-keeper.ts'

/** An hour of which the seed can be had. */
export type SeededHour = SeededEpoch & { seed: string }

/** The series of a product in an hour, with its next tick. */
export interface Cursor {
  productId: number
  series: () => SimulatedTick | null
  next: SimulatedTick | null
}

/** The series of a product in an hour, from the first tick after `afterMs` on. */
export function cursorOf(
  product: CatalogueProduct,
  { startPrice, ...epoch }: SeededHour & { startPrice: number | null },
  afterMs: number,
): Cursor {
  if (startPrice === null) throw new Error(`${product.symbol} has no price to start from`)
  const series = simulatedSeries({ ...epoch, startPrice, parameters: parametersOf(product) })
  let next = series()
  while (next !== null && next.timeMs <= afterMs) next = series()
  return { productId: product.id, series, next }
}

/** The events of a cursor that are due by `untilMs`. */
export function takeDue(cursor: Cursor, untilMs: number): FeedEvent[] {
  const due: FeedEvent[] = []
  const { productId } = cursor
  for (; cursor.next !== null && cursor.next.timeMs <= untilMs; cursor.next = cursor.series()) {
    due.push({ productId, kind: 'tick', ...cursor.next })
  }
  return due
}

/** Whether a product has prices in an hour: it is open, and the seed of the hour can be had. */
export const isPlayed = ({ calendar }: CatalogueProduct, epoch: SeededEpoch): epoch is SeededHour =>
  epoch.seed !== null && sessionAt(calendar, epoch.startsAt).state === 'open'

type Epochs = (timeMs: number) => Promise<SeededEpoch>

/**
 * The ticks that a product missed. Prices of an hour start from the last tick before it, which may be one of them: no
 * tick of a series is ever outside of the band.
 */
async function missedBy(
  { product, fromMs, toMs }: MissedSpan,
  epochAt: Epochs,
  feedLog: FeedLog,
): Promise<FeedEvent[]> {
  const missed: FeedEvent[] = []
  for (let at = fromMs; at <= toMs; ) {
    const epoch = await epochAt(at)
    if (isPlayed(product, epoch)) {
      const last = missed.at(-1)
      const startPrice =
        last?.kind === 'tick' ? last.price : await feedLog.priceAt(product.id, epoch.startsAt)
      missed.push(...takeDue(cursorOf(product, { ...epoch, startPrice }, fromMs), toMs))
    }
    at = epoch.endsAt
  }
  return missed
}

/** The parameters of a simulated product. */
export function parametersOf({ symbol }: CatalogueProduct): SimulationParameters {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} has no simulation`)
  return parameters
}

/** What products missed, in hours that may be over. */
export async function missedTicks(
  seeds: Pick<SeedKeeper, 'epochAt'>,
  spans: readonly MissedSpan[],
  feedLog: FeedLog,
): Promise<FeedEvent[]> {
  const known = new Map<number, Promise<SeededEpoch>>()
  const epochAt: Epochs = (timeMs) => {
    const number = Math.floor(timeMs / SEED_HOUR_MS)
    const epoch = known.get(number) ?? seeds.epochAt(timeMs)
    known.set(number, epoch)
    return epoch
  }
  const missed: FeedEvent[] = []
  for (const span of spans) missed.push(...(await missedBy(span, epochAt, feedLog)))
  return missed
}
