/** Opens the market that the configuration describes, in the form in which the app connects its areas. */
import { createMarket, type MarketParts } from '#server/market/create-market.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import type { Area } from '#server/platform/area.ts'
import type { Config } from '#server/platform/config.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** What opening the market needs. */
export interface OpenMarketNeeds extends Omit<MarketParts, 'dataFolder' | 'feed'> {
  config: Config
}

/** The opened market. */
export interface OpenedMarket extends Area {
  market: RunningMarket
  maintenance: Maintenance
  quotes: RunningMarket
  /** As `RunningMarket.audit`. A market without a stored history has none. */
  audit?: RunningMarket['audit']
}

function feedOf(config: Config): FeedChoice {
  const { feed, replayFolder, speed, loop, tradeFastBars, seed } = config
  if (feed === 'simulated') return { kind: 'simulated', seed }
  if (replayFolder === null) throw new StartRefused('--feed replay needs --data <folder>')
  return { kind: 'replay', folder: replayFolder, speed, loop, tradeFastBars }
}

/** A market as an area of the app. */
export const marketArea = (market: RunningMarket): OpenedMarket => ({
  market,
  maintenance: market.maintenance,
  quotes: market,
  audit: () => market.audit(),
  routes: (http) => market.routes(http),
  topics: (hub) => market.topics(hub),
  start: () => market.start(),
  stop: () => market.close(),
})

/** Opens the market. It produces no prices before `start()`. */
export async function openMarket(needs: OpenMarketNeeds): Promise<OpenedMarket> {
  const { config, ...parts } = needs
  const { dataFolder } = config
  return marketArea(await createMarket({ ...parts, dataFolder, feed: feedOf(config) }))
}
