/** Endpoints of the keys with which devices sign orders, and of signed orders that were refused. */
import { z } from 'zod/mini'
import { deviceKey } from '#contract/device-keys.ts'
import { endpoint } from '#contract/endpoint.ts'
import { refusedOrder } from '#contract/refused-order.ts'
import { orderId } from '#contract/scalars.ts'
import { devicePublicKey } from '#contract/signed-order.ts'

/** Lists orders that devices of the user signed and the server refused, newest first. */
export const listRefusals = endpoint({
  method: 'GET',
  path: '/orders/refusals',
  access: 'guest',
  perMinute: 120,
  summary: 'Orders that were taken in and refused, and how each would have ended',
  query: z.object({
    before: z.optional(orderId),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  }),
  reply: z.object({ refusals: z.array(refusedOrder), next: z.nullable(orderId) }),
  errors: ['not_logged_in'],
})

/** Registers the public key of this device. A key that the user has registered before is returned unchanged. */
export const registerDeviceKey = endpoint({
  method: 'POST',
  path: '/device-keys',
  access: 'guest',
  perMinute: 20,
  summary: 'Register the key with which this device signs orders',
  body: z.object({ publicKey: devicePublicKey }),
  reply: deviceKey,
  errors: ['device_key_refused', 'too_many_device_keys', 'not_logged_in'],
})

/** Lists the keys that devices of the user registered, newest first, at most 100. */
export const listDeviceKeys = endpoint({
  method: 'GET',
  path: '/device-keys',
  access: 'guest',
  perMinute: 60,
  summary: 'The keys of the user’s devices',
  reply: z.object({ keys: z.array(deviceKey) }),
  errors: ['not_logged_in'],
})
