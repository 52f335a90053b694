/** Opens the socket hub on the HTTP server. */
import type { FastifyInstance } from 'fastify'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { createSocketHub, type SocketHubOptions } from '#server/platform/socket/socket-hub.ts'

export interface HubParts {
  pools: Pools
  clock: MarketClock
  config: Config
  log: Logger
}

/** Opens it with the limits of the configuration. */
export function openHub(
  http: FastifyInstance,
  { pools, clock, config, log }: HubParts,
  who: Pick<SocketHubOptions, 'sessions' | 'operators' | 'quotes'>,
): SocketHub {
  return createSocketHub({
    ...who,
    server: http.server,
    database: pools.app,
    clock,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    rateFactor: config.rateFactor,
    onRefused: (why, address) =>
      http.edge.securityLog({ code: 'socket_refused', address, about: { why } }),
    onError: (err) => log.error({ err }, 'socket'),
  })
}
