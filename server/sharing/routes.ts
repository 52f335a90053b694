/** The area of shared receipts: its endpoints. */
import type { FastifyInstance } from 'fastify'
import { getShared, listShares, revokeShare, shareOrder } from '#contract/endpoints/sharing.ts'
import type { Area } from '#server/platform/area.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { createSharing, type Sharing, type SharingParts } from '#server/sharing/sharing.ts'

/** Opens the area. */
export const openSharing = (parts: SharingParts): Area => ({
  routes: (own) => sharingRoutes(own, createSharing(parts)),
})

function sharingRoutes(app: FastifyInstance, sharing: Sharing): void {
  // A code is worth as much as the link that contains it: neither caches nor search engines keep it, also in refusals.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    reply.header('referrer-policy', 'no-referrer')
  })
  bindRoute(app, shareOrder, ({ session, params }) => sharing.share(session.userId, params.id))
  bindRoute(app, revokeShare, ({ session, params }) => sharing.revoke(session.userId, params.id))
  bindRoute(app, listShares, async ({ session }) => ({
    shares: await sharing.list(session.userId),
  }))
  bindCostlyRoute(app, getShared, ({ params }) => sharing.read(params.code))
}
