/** Web push of one user: the key to subscribe with, devices, switches. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/language.ts'
import { pushDevice, pushSubscription, pushSwitches } from '#contract/push.ts'
import { pushDeviceId } from '#contract/scalars.ts'

export const getPush = endpoint({
  method: 'GET',
  path: '/push',
  access: 'user',
  perMinute: 60,
  summary: 'The public key to subscribe with, the switches and the devices',
  reply: z.object({
    /** VAPID, uncompressed P-256 point, base64url. */
    publicKey: z.string(),
    switches: pushSwitches,
    /** Newest first; those whose session ended are gone. */
    devices: z.array(pushDevice),
  }),
  errors: ['not_logged_in'],
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/push/devices',
  access: 'user',
  perMinute: 20,
  summary: 'Push to this browser from now on; the same subscription again changes its language',
  body: pushSubscription.extend({ language }),
  reply: z.object({ device: pushDevice }),
  errors: ['push_service_unknown', 'not_logged_in'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/push/devices/:id',
  access: 'user',
  perMinute: 60,
  summary: 'Push to this device no more',
  params: z.object({ id: pushDeviceId }),
  reply: null,
  errors: ['not_logged_in'],
})

export const setPushSwitches = endpoint({
  method: 'PUT',
  path: '/push/switches',
  access: 'user',
  perMinute: 60,
  summary: 'Which kinds of news are pushed',
  body: pushSwitches,
  reply: z.object({ switches: pushSwitches }),
  errors: ['not_logged_in'],
})
