/** Sends a push notification to one browser, encrypted for it, signed by the server, and only to its push service. */
import webPush from 'web-push'
import type { PushPayload } from '#contract/push.ts'
import type { PushKeys } from '#server/push/push-keys.ts'

/** The subscription of a browser. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}
/** `gone`: the browser has ended this subscription. `later`: a retry may succeed. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused'

/** Sends push notifications. */
export interface PushSender {
  send(to: PushTarget, payload: PushPayload): Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
/** How long a push service keeps a notification for an offline browser, in s. */
const KEEP_S = 86_400
const KEEP_ALERT_S = 3_600

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Creates a sender. `contact` is the address that push services may write to. */
export const createPushSender = (keys: PushKeys, contact: string): PushSender => ({
  send: async ({ endpoint, p256dh, auth }, payload) => {
    const request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: payload.kind === 'alert' ? KEEP_ALERT_S : KEEP_S,
        ...(payload.kind === 'settled' && { topic: 'settled' }),
      },
    )
    try {
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: request.headers,
        body: new Uint8Array(request.body),
        // Redirects are not followed, so that nothing is sent to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await reply.body?.cancel()
      return outcomeOf(reply.status)
    } catch {
      return 'later'
    }
  },
})
