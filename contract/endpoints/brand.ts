/** Endpoints of the brand: read by everyone, changed at the desk. Every change is a row of its own. */
import { z } from 'zod/mini'
import { brand, brandChange, brandInForce, brandRevision } from '#contract/brand.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Reads the brand. The app asks when `getAppInfo` names another revision than its page. */
export const getBrand = endpoint({
  method: 'GET',
  path: '/brand',
  access: 'public',
  perMinute: 120,
  summary: 'Name, colours, office and links of this installation',
  reply: brandInForce,
  errors: [],
})

/** Lists the changes. For operators. */
export const deskBrand = endpoint({
  method: 'GET',
  path: '/desk/brand',
  access: 'operator',
  perMinute: 240,
  summary: 'The brand in force, and its newest changes',
  reply: z.object({ current: brandInForce, changes: z.array(brandChange) }),
  errors: [],
})

/**
 * Changes the brand at once. `replaces` is the revision that the operator saw: fails with `document_moved_on` if
 * another one is in force. A colour that is too like those of results is an issue of its field, `unsupported`.
 */
export const setBrand = endpoint({
  method: 'POST',
  path: '/desk/brand',
  access: 'operator',
  perMinute: 240,
  summary: 'Change name, colours, office and links for everyone',
  body: z.object({ replaces: z.nullable(brandRevision), brand }),
  reply: brandChange,
  errors: ['colour_unreadable', 'document_moved_on', 'daily_count_reached'],
})
