/** Endpoints of web push for one user: the key to subscribe with, devices and switches. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/language.ts'
import { pushDevice, pushSubscription, pushSwitches } from '#contract/push.ts'
import { pushDeviceId } from '#contract/scalars.ts'

/** Returns what the push settings page shows. */
export const getPush = endpoint({
  method: 'GET',
  path: '/push',
  access: 'user',
  perMinute: 60,
  summary: 'The public key to subscribe with, the switches and the devices',
  reply: z.object({
    /** The VAPID key: an uncompressed P-256 point, base64url. */
    publicKey: z.string(),
    switches: pushSwitches,
    /** The devices, newest first. Devices whose session ended are removed. */
    devices: z.array(pushDevice),
  }),
  errors: ['not_logged_in'],
})

/** Registers the browser's push subscription for this session. Only the push services of browsers are accepted. */
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/push/devices',
  access: 'user',
  perMinute: 20,
  summary: 'Register this browser for push; the same subscription again updates its language',
  body: z.extend(pushSubscription, { language }),
  reply: z.object({ device: pushDevice }),
  errors: ['push_service_unknown', 'not_logged_in'],
})

/** Removes one of the user's push subscriptions. */
export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/push/devices/:id',
  access: 'user',
  perMinute: 60,
  summary: 'Stop push notifications to this device',
  params: z.object({ id: pushDeviceId }),
  reply: null,
  errors: ['not_logged_in'],
})

/** Sets which kinds of notifications are pushed to the user's devices. */
export const setPushSwitches = endpoint({
  method: 'PUT',
  path: '/push/switches',
  access: 'user',
  perMinute: 60,
  summary: 'Set which kinds of notifications are pushed',
  body: pushSwitches,
  reply: z.object({ switches: pushSwitches }),
  errors: ['not_logged_in'],
})
