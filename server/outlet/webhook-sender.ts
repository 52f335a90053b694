/** Posts notices to the operator's own system, signed, so that it can pass them on by its own ways. */
import { createHmac } from 'node:crypto'
import type { Outcome } from '#server/outlet/sender.ts'

/** A notice as it is posted. It has the user's number, as the desk shows it, and nothing else of the user. */
interface WebhookEvent {
  /** The same in each attempt, so that the receiver can drop copies. */
  id: string
  kind: string
  /** When it happened, in ms. */
  at: number
  user: string
}

/** Posts notices. */
export interface WebhookSender {
  /** Never throws. */
  send(event: WebhookEvent, signal: AbortSignal): Promise<Outcome>
}

const TIMEOUT_MS = 10_000

/** Signs a post: HMAC-SHA-256 over the time in s, a dot and the body. */
const signatureOf = (secret: string, seconds: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Creates a sender. `nowMs`: the time of a signature. */
export const createWebhookSender = (
  url: string,
  secret: string,
  nowMs: () => number,
): WebhookSender => ({
  send: async (event, signal) => {
    const body = JSON.stringify(event)
    const seconds = Math.floor(nowMs() / 1000).toString()
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'fairtick-event': event.id,
          'fairtick-timestamp': seconds,
          'fairtick-signature': signatureOf(secret, seconds, body),
        },
        body,
        // Redirects are not followed, so that nothing is sent to another host.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await reply.body?.cancel()
      if (reply.ok) return { kind: 'sent' }
      const why = `status ${reply.status}`
      // A receiver that does not understand one notice may understand others.
      return { kind: reply.status < 500 && reply.status !== 429 ? 'later' : 'down', why }
    } catch (error) {
      return { kind: 'down', why: error instanceof Error ? error.name : 'unknown' }
    }
  },
})
