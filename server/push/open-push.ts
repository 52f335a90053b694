/** Opens web push: the key, the queue that receives committed events, and the endpoints. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/push.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createPush, type Push } from '#server/push/push.ts'
import type { PushKeys } from '#server/push/push-keys.ts'
import { PushQueue } from '#server/push/push-queue.ts'
import { createPushSender } from '#server/push/push-sender.ts'
import { selectReachable } from '#server/push/push-store.ts'

/** What web push needs. */
export interface PushNeeds {
  config: Pick<Config, 'pushServices' | 'pushContact'>
  db: Database
  clock: MarketClock
  log: Logger
  keys: PushKeys
  hub: SocketHub
}

/** Registers the endpoints of web push. */
function pushRoutes(app: FastifyInstance, push: Push): void {
  bindRoute(app, rows.getPush, ({ session }) => push.state(session))
  bindRoute(app, rows.addPushDevice, async ({ session, body }) => ({
    device: await push.add(session, body),
  }))
  bindRoute(app, rows.removePushDevice, ({ session, params }) => push.remove(session, params.id))
  bindRoute(app, rows.setPushSwitches, async ({ session, body }) => ({
    switches: await push.set(session, body),
  }))
}

/** Opens web push. */
export async function openPush(needs: PushNeeds): Promise<Area> {
  const { config, db, clock, log, keys } = needs
  const reachable = new Set(await selectReachable(db, clock.now()))
  const sender = createPushSender(keys, config.pushContact)
  const queue = new PushQueue({ db, clock, log, sender, reachable })
  const { publicKey } = keys
  const known = { db, clock, publicKey, services: config.pushServices, reachable }
  needs.hub.onDelivered((events) => queue.take(events))
  return {
    routes: (http) => pushRoutes(http, createPush({ ...known, hub: needs.hub })),
    stop: () => queue.stop(),
  }
}
