/** The endpoints of web push. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/push.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Push } from '#server/push/push.ts'

/** Registers the endpoints. */
export function pushRoutes(app: FastifyInstance, push: Push): void {
  bindRoute(app, rows.getPush, ({ session }) => push.state(session))
  bindRoute(app, rows.addPushDevice, async ({ session, body }) => ({
    device: await push.add(session, body),
  }))
  bindRoute(app, rows.removePushDevice, ({ session, params }) => push.remove(session, params.id))
  bindRoute(app, rows.setPushSwitches, async ({ session, body }) => ({
    switches: await push.set(session, body),
  }))
}
