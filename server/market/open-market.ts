/** Opens the market that the configuration describes, in the form in which the app connects its areas. */
import { readFileSync } from 'node:fs'
import { beaconInfo } from '#contract/beacon.ts'
import { QUICKNET } from '#rules/beacon.ts'
import { createMarket, type MarketParts } from '#server/market/create-market.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import { liveChoiceOf } from '#server/market/feeds/live/venue-choice.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import type { BeaconChoice } from '#server/market/feeds/rounds.ts'
import type { Area } from '#server/platform/area.ts'
import type { Config } from '#server/platform/config.ts'
import { closingsGauge, type Registry, venueGauges } from '#server/platform/metrics.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

export interface OpenMarketNeeds extends Omit<MarketParts, 'dataFolder' | 'feed'> {
  config: Config
  metrics: Registry
}

export interface OpenedMarket extends Area {
  market: RunningMarket
  maintenance: Maintenance
  quotes: RunningMarket
  /** As `RunningMarket.audit`. A market without a stored history has none. */
  audit?: RunningMarket['audit']
}

/** The beacon at the configured relay. Throws `StartRefused` if its description cannot be read. */
function beaconOf({ drand, drandBeacon }: Config): BeaconChoice | null {
  if (drand === null) return null
  if (drandBeacon === null) return { url: drand, info: QUICKNET }
  try {
    return { url: drand, info: beaconInfo.parse(JSON.parse(readFileSync(drandBeacon, 'utf8'))) }
  } catch {
    throw new StartRefused(
      `${drandBeacon} does not describe a beacon as /info of a drand relay does: hash, public_key, ` +
        'period, genesis_time, and schemeID bls-unchained-g1-rfc9380.',
    )
  }
}

function feedOf(config: Config): FeedChoice {
  const { feed, replayFolder, speed, loop, tradeFastBars, seed, breakSeeds } = config
  if (feed === 'simulated') {
    return { kind: 'simulated', seed, seeds: { beacon: beaconOf(config), breakReason: breakSeeds } }
  }
  if (feed === 'live') return liveChoiceOf(config)
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
  const { config, metrics, ...parts } = needs
  const { dataFolder } = config
  const market = await createMarket({ ...parts, dataFolder, feed: feedOf(config) })
  if (market.venueHealth() !== null) venueGauges(metrics, () => market.venueHealth() ?? [])
  if (market.closings() !== null) closingsGauge(metrics, () => market.closings()?.until ?? null)
  return marketArea(market)
}
