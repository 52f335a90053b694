/** The endpoint with which a visitor becomes a guest. */
import { z } from 'zod/mini'
import { me } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { intentKey } from '#contract/scalars.ts'

/**
 * Creates a guest, who trades with practice money on this device. The client creates `key` and repeats it after a lost
 * answer, so that the device gets one guest. After the first use of the guest's session, or after ten minutes, the key
 * is refused with `key_reused`. A caller who is logged in already gets the own session again. While a user who
 * logged in on this device is on a break, it is refused with `device_paused`.
 */
export const openGuest = endpoint({
  method: 'POST',
  path: '/guest',
  stores: 'much',
  access: 'public',
  perMinute: 20,
  summary: 'Become a guest on this device; sets the session cookie',
  body: z.object({ key: intentKey }),
  reply: z.object({ handle: z.string(), me }),
  errors: ['guests_full', 'practice_disabled', 'key_reused', 'device_paused'],
})
