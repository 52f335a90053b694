/**
 * Binds endpoints whose answers take much work: evidence of orders, results over years, pictures, public aggregates.
 * Few are answered at once, and callers take turns, so that they leave the processor and the database to others.
 */
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FairLimits, RunFairly } from '#server/platform/fair-queue.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute, type Call, type ReplyOf } from '#server/platform/http/route.ts'
import type { OperatorSession, Session } from '#server/platform/session-reader.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Shared by all costly endpoints. */
    costly: RunFairly
  }
}

/** Fewer than the connections of the requests' pool. */
export const COSTLY: FairLimits = {
  atOnce: 4,
  atOnceOfCaller: 2,
  waiting: 200,
  waitingOfCaller: 16,
  waitMs: 10_000,
}

/** Registered users count by themselves; guests and visitors by their address, because they can be many. */
function callerOf(session: Session | OperatorSession | null, address: string): string {
  if (session === null) return address
  if ('operatorId' in session) return `operator ${session.operatorId}`
  return session.guest ? address : `user ${session.userId}`
}

/** As `bindRoute`, in the queue of costly endpoints. */
export function bindCostlyRoute<const E extends Endpoint>(
  app: FastifyInstance,
  row: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
): void {
  bindRoute(app, row, (call) =>
    app.costly(callerOf(call.session, clientAddress(call.request)), async () => handler(call)),
  )
}
