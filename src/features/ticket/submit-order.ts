import type { ApiError } from '#api/api-error.ts'
import type { AcceptanceReceipt, Order } from '#contract/order.ts'

/**
 * Why nothing was bought. `not_accepted`: every answer was lost, and the server knows no such order. `unknown`: the
 * session ended before it could be asked.
 */
export type Refusal = { kind: 'server'; error: ApiError } | { kind: 'not_accepted' | 'unknown' }

/** `receipt` is there where the server's answer itself was heard, not only that there is such an order. */
interface Accepted {
  kind: 'accepted'
  order: Order
  receipt?: AcceptanceReceipt
}

/** `unsure`: no answer, or one that says nothing about the order. An error never means "not done". */
export type PlaceAnswer = Accepted | { kind: 'refused'; refusal: Refusal } | { kind: 'unsure' }
/** `ended`: nobody is logged in any more, so nobody can ask. */
export type LookAnswer =
  | { kind: 'found'; order: Order }
  | { kind: 'none' }
  | { kind: 'unsure' }
  | { kind: 'ended' }
export type FinalAnswer = Exclude<PlaceAnswer, { kind: 'unsure' }>

export interface SubmitParts {
  /** Sends the order under its intent key: always the same one. Aborted: it need not arrive any more. */
  place(signal: AbortSignal): Promise<PlaceAnswer>
  /** Asks what became of the key. */
  lookUp(): Promise<LookAnswer>
  wait(ms: number): Promise<void>
  /** Milliseconds that only grow. */
  now(): number
  onConfirming(attempt: number): void
}

/** After this long without an answer we ask instead of only waiting. */
export const PATIENCE_MS = 6_000
/** A tap is meant for now: later than this it is not sent again, only asked about. */
export const RESEND_WITHIN_MS = 15_000
const FIRST_BACK_OFF_MS = 500
const LONGEST_BACK_OFF_MS = 8_000
/** "No such order" must be heard this often, past the resend window, before it is the answer. */
const NONE_TO_BELIEVE = 2

export const backOffMs = (attempt: number): number =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), LONGEST_BACK_OFF_MS)

const notAccepted: FinalAnswer = { kind: 'refused', refusal: { kind: 'not_accepted' } }
const unknown: FinalAnswer = { kind: 'refused', refusal: { kind: 'unknown' } }

/** Whatever is sent and however late it answers, the first acceptance heard is the answer. */
function listening(parts: SubmitParts): {
  send(): Promise<PlaceAnswer>
  pause(ms: number): Promise<void>
  heard(): FinalAnswer | null
  /** What has not gone out by now stays here. */
  stop(): void
} {
  let accepted: FinalAnswer | null = null
  const arrival = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const sent = async (): Promise<PlaceAnswer> => {
    const answer = await parts.place(leaving.signal)
    if (answer.kind === 'accepted') {
      accepted ??= answer
      arrival.resolve()
    }
    return answer
  }
  const impatient = async (): Promise<PlaceAnswer> => {
    await parts.wait(PATIENCE_MS)
    return { kind: 'unsure' }
  }
  return {
    send: () => Promise.race([sent(), impatient()]),
    pause: (ms) => Promise.race([parts.wait(ms), arrival.promise]),
    heard: () => accepted,
    stop: () => leaving.abort(),
  }
}

/**
 * One tap, one order: sends, and when the answer is lost asks by key until it is certain what happened. Sends again
 * only under the same key, which the server turns into one order.
 */
export async function submitOrder(parts: SubmitParts): Promise<FinalAnswer> {
  const line = listening(parts)
  const startedAt = parts.now()
  const first = await line.send()
  if (first.kind !== 'unsure') return first

  let nones = 0
  let refused: FinalAnswer | null = null
  for (let attempt = 1; ; attempt += 1) {
    parts.onConfirming(attempt)
    await line.pause(backOffMs(attempt))
    const heard = line.heard()
    if (heard !== null) return heard
    const looked = await parts.lookUp()
    if (looked.kind === 'found') return { kind: 'accepted', order: looked.order }
    if (looked.kind === 'ended') return line.heard() ?? unknown
    if (looked.kind === 'unsure') continue
    // A refusal of the copy says nothing about the one before it: only the look after it does.
    if (refused !== null) return line.heard() ?? refused
    if (parts.now() - startedAt > RESEND_WITHIN_MS) {
      line.stop()
      nones += 1
      if (nones >= NONE_TO_BELIEVE) return line.heard() ?? notAccepted
      continue
    }
    const again = await line.send()
    if (again.kind === 'accepted') return again
    if (again.kind === 'refused') refused = again
  }
}
