/** How the app assembles its areas: each is one Fastify plugin with topics and a life cycle. */
import type { FastifyInstance } from 'fastify'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** One area of the server. Every part is optional. */
export interface Area {
  /** Binds the endpoints. `http` is a scope of its own, so hooks that are added here affect this area alone. */
  routes?(http: FastifyInstance): void | Promise<void>
  /** Registers the topics of the socket. */
  topics?(hub: SocketHub): void
  /** Starts the area's jobs. All endpoints and topics exist by then. */
  start?(): void | Promise<void>
  /** Stops the jobs. Resolves when running work is finished. */
  stop?(): void | Promise<void>
}

/** Binds the endpoints and topics of all areas, then starts them in this order. */
export async function startAreas(
  areas: readonly Area[],
  { http, hub }: { http: FastifyInstance; hub: SocketHub },
): Promise<void> {
  for (const area of areas) {
    await http.register(async (scope) => area.routes?.(scope))
    area.topics?.(hub)
  }
  for (const area of areas) await area.start?.()
}

/** Stops all areas in reverse order. */
export async function stopAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas.toReversed()) await area.stop?.()
}
