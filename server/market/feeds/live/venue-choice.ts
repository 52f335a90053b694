/** Which venues are on, by the configuration. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { VENUES_NEEDED, type VenueName, venueName } from '#contract/index-price.ts'
import { CANDLES_URL } from '#server/market/feeds/live/first-candles.ts'
import { createVenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import type { LiveChoice } from '#server/market/feeds/live/open-live.ts'
import type { Config } from '#server/platform/config.ts'
import { isGuarded } from '#server/platform/setting-checks.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Its terms restrict indexes and settlement, so the operator turns it on. */
const NEEDS_CONSENT: ReadonlySet<VenueName> = new Set(['coinbase'])

const place = (secure: string, plain: string) =>
  z.string().refine((url) => isGuarded(url, { secure, plain }))

/** The venues that are on, each with the address that replaces its own, or null. */
const venuesFile = z.strictObject({
  venues: z
    .partialRecord(venueName, place('wss:', 'ws:').nullable())
    .refine((venues) => Object.keys(venues).length >= VENUES_NEEDED),
  /** Where candles from before the log are read. Null: nowhere. */
  candles: place('https:', 'http:').nullable().optional(),
})

function readVenuesFile(file: string): z.infer<typeof venuesFile> {
  try {
    return venuesFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartRefused(
      `${file} does not name at least ${VENUES_NEEDED} venues of ${venueName.options.join(', ')} as ` +
        '{"venues": {"okx": null, …}, "candles": null}. Addresses are encrypted, except those of this machine.',
    )
  }
}

/** The live feed that the configuration asks for. Throws `StartRefused` if its file of venues is unusable. */
export function liveChoiceOf({ venues: file, coinbase }: Config): LiveChoice {
  if (file === null) {
    const on = venueName.options.filter((name) => coinbase || !NEEDS_CONSENT.has(name))
    const venues = on.map((name) => ({ venue: VENUES[name] }))
    return { kind: 'live', venues, candles: CANDLES_URL, connect: createVenueFeed }
  }
  const { venues, candles = null } = readVenuesFile(file)
  const chosen = venueName.options.flatMap((name) => {
    const url = venues[name]
    if (url === undefined) return []
    return [{ venue: VENUES[name], ...(url !== null && { url }) }]
  })
  return { kind: 'live', venues: chosen, candles, connect: createVenueFeed }
}
