/** Ties a database to its feed: the first start stores the feed's past as candles, later starts resume the feed. */
import { STORED_INTERVALS } from '#contract/product.ts'
import type { FeedSource } from '#contract/scalars.ts'
import { barsOfBars, INTERVAL_MS } from '#rules/candles.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import { insertBars, type StoredBar } from '#server/market/candle-store.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import type { Database } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The bars of all stored intervals, each built from the finest stage whose step divides it. */
function barsOfHistory(productId: number, stages: readonly HistoryStage[]): StoredBar[] {
  return STORED_INTERVALS.flatMap((interval) => {
    const finer = stages.filter((stage) => INTERVAL_MS[stage.interval] <= INTERVAL_MS[interval])
    const bars = barsOfBars(
      finer.flatMap((stage) => stage.bars),
      interval,
    )
    return bars.map((bar): StoredBar => ({ productId, interval, bar, origin: 1 }))
  })
}

const SOURCE_NAMES: Record<FeedSource, string> = {
  simulated: 'simulated prices',
  recorded: 'a replayed recording',
  live: 'live prices',
}

interface InstanceRow {
  feed_source: FeedSource | null
  feed_state: unknown
}

/** Stores the history at the first start. The products are registered by then. */
export async function beginFeed(db: Database<'market'>, feed: Feed): Promise<void> {
  const { state, history } = feed.begin()
  await db.transaction(async (tx) => {
    for (const product of feed.products) {
      await insertBars(tx, barsOfHistory(product.id, history(product)))
    }
    await tx.query('update instance set feed_source = $1, feed_state = $2', [feed.source, state])
  })
}

/**
 * Returns the stored state to the feed at every start but the first. False if this is the first. Throws `StartRefused`
 * if the database has other prices.
 */
export async function resumeFeed(db: Database<'market'>, feed: Feed): Promise<boolean> {
  const [row] = await db.query<InstanceRow>('select feed_source, feed_state from instance')
  const owner = row?.feed_source ?? null
  if (owner === null) return false
  if (owner !== feed.source) {
    throw new StartRefused(
      `This database holds ${SOURCE_NAMES[owner]}, and its tick log can have one source only. ` +
        `To start ${SOURCE_NAMES[feed.source]}, give another data folder or database.`,
    )
  }
  feed.resume(row?.feed_state)
  return true
}
