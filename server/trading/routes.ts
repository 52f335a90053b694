/** The trading endpoints. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listOrderLeaves } from '#contract/endpoints/history.ts'
import {
  getOrder,
  getSettledReceipt,
  listOrders,
  placeOrder,
  quoteOrder,
} from '#contract/endpoints/trading.ts'
import { listDeviceKeys, listRefusals, registerDeviceKey } from '#contract/endpoints/signing.ts'
import { Rejected } from '#server/platform/errors.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { cachedPage } from '#server/platform/http/page-cache.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'
import type { Session } from '#server/platform/session-reader.ts'
import type { OrderCaller } from '#server/trading/admission.ts'
import type { Trading } from '#server/trading/trading.ts'

const callerOf = (
  { userId, guest }: Session,
  request: FastifyRequest,
  waitedMs = 0,
): OrderCaller => ({
  userId,
  guest,
  address: clientAddress(request),
  waitedMs,
})

/** Registers the trading endpoints. */
export function tradingRoutes(app: FastifyInstance, trading: Trading): void {
  bindRoute(app, quoteOrder, ({ body }) => trading.quote(body))
  bindRoute(
    app,
    placeOrder,
    async ({ command, body, session, request, reply }) =>
      rawReply(
        await trading.place({ ...command, body }, callerOf(session, request, reply.elapsedTime)),
      ),
    (session, request) => trading.admission.check(callerOf(session, request)),
  )
  bindRoute(app, listOrders, ({ session, query }) => trading.list(session.userId, query))
  bindRoute(app, listRefusals, ({ session, query }) => trading.refused(session.userId, query))
  bindRoute(app, registerDeviceKey, ({ session, body }) =>
    trading.devices.register(session, body.publicKey),
  )
  bindRoute(app, listDeviceKeys, async ({ session }) => ({
    keys: await trading.devices.list(session),
  }))
  bindCostlyRoute(app, getSettledReceipt, ({ session, params }) =>
    trading.receipt(session.userId, params.id),
  )
  bindCostlyRoute(app, getOrder, ({ session, params }) => trading.find(session.userId, params.id))
  bindCostlyRoute(app, listOrderLeaves, async ({ params, request, reply }) => {
    const commitments = await trading.leaves(params.number)
    if (commitments === null) throw new Rejected('not_found')
    return cachedPage({ request, reply }, { value: { commitments }, complete: true })
  })
}
