/** The endpoints of the brand. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/brand.ts'
import type { Brands } from '#server/brand/brand.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function brandRoutes(app: FastifyInstance, brands: Brands): void {
  bindRoute(app, rows.getBrand, () => brands.current())
  bindRoute(app, rows.deskBrand, async () => ({
    current: brands.current(),
    changes: await brands.changes(),
  }))
  bindRoute(app, rows.setBrand, ({ body, session }) => brands.set({ ...body, actor: session }))
}
