/** One command to its final answer, whatever the network does to the answers on the way. */
import { type Answer, isUncertain } from '#lib/api-error.ts'

/** `ended`: nobody may ask for this account any more, or another tab has the answer. */
export type LookAnswer<T> =
  | { kind: 'found'; value: T }
  | { kind: 'none' }
  | { kind: 'unsure' }
  | { kind: 'ended' }

export interface SendParts<T> {
  /** Sends the command under its key: always the same one. Aborted: it need not arrive any more. */
  send(signal: AbortSignal): Promise<Answer<T>>
  /** Asks what became of the key. */
  lookUp(): Promise<LookAnswer<T>>
  wait(ms: number): Promise<void>
  /** Milliseconds that only grow. */
  now(): number
  onConfirming(attempt: number): void
}

/** After this long without an answer we ask instead of only waiting. */
export const PATIENCE_MS = 6_000
/** A tap is meant for now: later than this it is not sent again, only asked about. */
export const RESEND_WITHIN_MS = 15_000
/** Longer than another tab may still send it, and than the server may still work on it. */
export const SURELY_MS = RESEND_WITHIN_MS + 30_000
const FIRST_BACK_OFF_MS = 500
const LONGEST_BACK_OFF_MS = 8_000
/** "No such command" must be heard this often, past the time in which it may arrive, before it is the answer. */
const NONE_TO_BELIEVE = 2

export const backOffMs = (attempt: number): number =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), LONGEST_BACK_OFF_MS)

const UNSURE: Answer<never> = { ok: false, error: { kind: 'timeout' } }
const NOT_DONE: Answer<never> = { ok: false, error: { kind: 'not_done' } }
const UNKNOWN: Answer<never> = { ok: false, error: { kind: 'unknown' } }

const isFinal = <T>(answer: Answer<T>): boolean => answer.ok || !isUncertain(answer.error)

/** Whatever is sent and however late it answers, the first acceptance heard is the answer. */
function listening<T>(parts: SendParts<T>): {
  send(): Promise<Answer<T>>
  pause(ms: number): Promise<void>
  heard(): Answer<T> | null
  /** What has not gone out by now stays here. */
  stop(): void
} {
  let accepted: Answer<T> | null = null
  const arrival = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const sent = async (): Promise<Answer<T>> => {
    const answer = await parts.send(leaving.signal)
    if (answer.ok) {
      accepted ??= answer
      arrival.resolve()
    }
    return answer
  }
  const impatient = async (): Promise<Answer<T>> => {
    await parts.wait(PATIENCE_MS)
    return UNSURE
  }
  return {
    send: () => Promise.race([sent(), impatient()]),
    pause: (ms) => Promise.race([parts.wait(ms), arrival.promise]),
    heard: () => accepted,
    stop: () => leaving.abort(),
  }
}

/**
 * One tap, one command: sends, and when the answer is lost asks by key until it is certain what happened. Sends again
 * only under the same key, which the server turns into one command. Ends with an acceptance, a refusal, `not_done` or
 * `unknown`.
 */
export async function sendCommand<T>(parts: SendParts<T>): Promise<Answer<T>> {
  const line = listening(parts)
  const startedAt = parts.now()
  const first = await line.send()
  if (isFinal(first)) return first

  let nones = 0
  let refused: Answer<T> | null = null
  for (let attempt = 1; ; attempt += 1) {
    parts.onConfirming(attempt)
    await line.pause(backOffMs(attempt))
    const heard = line.heard()
    if (heard !== null) return heard
    const looked = await parts.lookUp()
    if (looked.kind === 'found') return { ok: true, value: looked.value }
    if (looked.kind === 'ended') return line.heard() ?? UNKNOWN
    if (looked.kind === 'unsure') continue
    // A refusal of the copy says nothing about the one before it: only the look after it does.
    if (refused !== null) return line.heard() ?? refused
    if (parts.now() - startedAt > RESEND_WITHIN_MS) {
      line.stop()
      nones += 1
      if (nones >= NONE_TO_BELIEVE) return line.heard() ?? NOT_DONE
      continue
    }
    const again = await line.send()
    if (again.ok) return again
    if (isFinal(again)) refused = again
  }
}

/** After a reload: asks by key what became of a command, and never sends it again. */
export async function recoverCommand<T>(parts: Omit<SendParts<T>, 'send'>): Promise<Answer<T>> {
  const startedAt = parts.now()
  let nones = 0
  for (let attempt = 1; ; attempt += 1) {
    const looked = await parts.lookUp()
    if (looked.kind === 'found') return { ok: true, value: looked.value }
    if (looked.kind === 'ended') return UNKNOWN
    if (looked.kind === 'none' && parts.now() - startedAt > SURELY_MS) {
      nones += 1
      if (nones >= NONE_TO_BELIEVE) return NOT_DONE
    }
    parts.onConfirming(attempt)
    await parts.wait(backOffMs(attempt))
  }
}
