/** The facts that the app needs first: the same for everyone in its page, and about the device as an endpoint. */
import type { FastifyInstance } from 'fastify'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { timeMs } from '#contract/scalars.ts'
import { devicePausedUntil } from '#server/identity/guest-store.ts'
import type { Brands } from '#server/brand/brand.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { VERSION } from '#server/platform/version.ts'

/** What the facts are read from. */
export interface AppInfoParts {
  config: Config
  db: Database
  clock: MarketClock
  cookies: LogInCookies
  market: Market
  brands: Brands
}

/** The facts that are the same for everyone. */
export const appInfoOf = (parts: AppInfoParts) => {
  const { config, clock, brands } = parts
  const { source, speed } = parts.market
  const { revision, brand } = brands.current()
  const { support } = brand.links
  return {
    ...VERSION,
    practice: config.practice,
    guests: config.guestsMax > 0,
    supportContact: support === null ? config.supportContact : `mailto:${support}`,
    practiceReviewer: config.practiceReviewer,
    source,
    speed,
    serverTime: timeMs.parse(clock.now()),
    ...(revision !== null && { brand: revision }),
  }
}

/** Registers the endpoint. Whether someone is on a break is looked up for visitors only. */
export function appInfoRoute(http: FastifyInstance, parts: AppInfoParts): void {
  const { db, clock, cookies } = parts
  bindRoute(http, getAppInfo, async ({ session, request }) => {
    const device = session === null ? cookies.device.read(request.headers.cookie) : undefined
    const until = await devicePausedUntil(db, device, clock.now())
    return { ...appInfoOf(parts), ...(until !== null && { pausedUntil: timeMs.parse(until) }) }
  })
}
