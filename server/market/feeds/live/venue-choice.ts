/** Which venues are on, by the configuration. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { VENUES_NEEDED } from '#contract/index-price.ts'
import { lineName } from '#contract/venue-lines.ts'
import type { DealerChoice } from '#server/market/feeds/live/dealer/dealer-desk.ts'
import { oanda } from '#server/market/feeds/live/dealer/oanda.ts'
import { CANDLES_URL } from '#server/market/feeds/live/first-candles.ts'
import { LINE_TERMS } from '#server/market/feeds/live/line-terms.ts'
import { createVenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import type { LiveChoice } from '#server/market/feeds/live/open-live.ts'
import type { Config } from '#server/platform/config.ts'
import { isGuarded } from '#server/platform/settings/addresses.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const place = (secure: string, plain: string) =>
  z.string().refine((url) => isGuarded(url, { secure, plain }))

/** The venues that are on, each with the address that replaces its own, or null. */
const venuesFile = z.strictObject({
  venues: z.partialRecord(lineName, place('wss:', 'ws:').nullable()).refine((lines) => {
    const operators = lineName.options
      .filter((line) => line in lines)
      .map((line) => VENUES[line].name)
    return new Set(operators).size >= VENUES_NEEDED
  }),
  /** The address that replaces the dealer's own. It decides nothing without LIVE_DEALER. */
  dealer: place('https:', 'http:').nullable().optional(),
  /** Where candles from before the log are read. Null: nowhere. */
  candles: place('https:', 'http:').nullable().optional(),
})

function readVenuesFile(file: string): z.infer<typeof venuesFile> {
  try {
    return venuesFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartRefused(
      `${file} does not name at least ${VENUES_NEEDED} venues of ${lineName.options.join(', ')} as ` +
        '{"venues": {"okx": null, …}, "candles": null}. Addresses are encrypted, except those of this machine.',
    )
  }
}

const connect = createVenueFeed
/** What this release knows. It is of one day, as an example. */
const CLOSINGS_FILE = fileURLToPath(new URL('closings/closings.json', import.meta.url))

/** The dealer that is on. `url` replaces its own address. */
function dealerOf({ dealer }: Config, url: string | null): DealerChoice | null {
  if (dealer === null) return null
  const { name: _, ...access } = dealer
  return { dealer: oanda, access, ...(url !== null && { url }) }
}

/** The live feed that the configuration asks for. Throws `StartRefused` if its file of venues is unusable. */
export function liveChoiceOf(config: Config): LiveChoice {
  const { venues: file, closings: own } = config
  const closings = [own, CLOSINGS_FILE]
  const asked = config.tetherGold ? ['XAUTUSDT'] : []
  if (file === null) {
    const on = lineName.options.filter((line) => LINE_TERMS[line]?.isOn(config) ?? true)
    const venues = on.map((line) => ({ venue: VENUES[line] }))
    const dealer = dealerOf(config, null)
    return { kind: 'live', venues, asked, closings, candles: CANDLES_URL, connect, dealer }
  }
  const { venues, candles = null, dealer: address = null } = readVenuesFile(file)
  const chosen = lineName.options.flatMap((name) => {
    const url = venues[name]
    if (url === undefined) return []
    return [{ venue: VENUES[name], ...(url !== null && { url }) }]
  })
  const dealer = dealerOf(config, address)
  return { kind: 'live', venues: chosen, asked, closings, candles, connect, dealer }
}
