/** Takes one command to its final answer, whatever happens to responses on the network. */
import { type Answer, isUncertain, PROGRAM_FAILED } from '#api/api-error.ts'

/** `ended` means that this account can no longer look the command up, or that another tab has the answer. */
export type LookAnswer<T> =
  | { kind: 'found'; value: T }
  | { kind: 'none' }
  | { kind: 'unsure' }
  /** The app itself cannot look the command up or read what it did, so asking again does not help. */
  | { kind: 'failed' }
  | { kind: 'ended' }

export interface SendParts<T> {
  /** Sends the command, always under the same key. After the signal aborts, the command need not arrive any more. */
  send(signal: AbortSignal): Promise<Answer<T>>
  /** Looks up what became of the key. */
  lookUp(): Promise<LookAnswer<T>>
  wait(ms: number): Promise<void>
  /** A monotonic clock in milliseconds. */
  now(): number
  onConfirming(attempt: number): void
}

/** After this time without an answer, the result is looked up as well. */
export const PATIENCE_MS = 6_000
/** A tap is meant for now: after this time the command is only looked up and not sent again. */
export const RESEND_WITHIN_MS = 15_000
/** Longer than another tab may still resend the command and the server may still work on it. */
export const SURELY_MS = RESEND_WITHIN_MS + 30_000
const FIRST_BACK_OFF_MS = 500
const MAX_BACK_OFF_MS = 8_000
/**
 * "No such command" becomes the result only after it was returned this many times, when the command can no longer
 * arrive.
 */
const NONE_TO_BELIEVE = 2

export const backOffMs = (attempt: number): number =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), MAX_BACK_OFF_MS)

const UNSURE: Answer<never> = { ok: false, error: { kind: 'timeout' } }
const NOT_DONE: Answer<never> = { ok: false, error: { kind: 'not_done' } }
const UNKNOWN: Answer<never> = { ok: false, error: { kind: 'unknown' } }

const isFinal = <T>(answer: Answer<T>): boolean => answer.ok || !isUncertain(answer.error)

/** Collects the answers of all attempts. The first acceptance is the result, however late it arrives. */
function listening<T>(parts: SendParts<T>): {
  send(): Promise<Answer<T>>
  pause(ms: number): Promise<void>
  heard(): Answer<T> | null
  /** Aborts whatever has not been sent yet. */
  stop(): void
} {
  let accepted: Answer<T> | null = null
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const leaving = new AbortController()
  const sent = async (): Promise<Answer<T>> => {
    const answer = await parts.send(leaving.signal)
    if (answer.ok) {
      accepted ??= answer
      arrived()
    }
    return answer
  }
  const impatient = async (): Promise<Answer<T>> => {
    await parts.wait(PATIENCE_MS)
    return UNSURE
  }
  return {
    send: () => Promise.race([sent(), impatient()]),
    pause: (ms) => Promise.race([parts.wait(ms), arrival]),
    heard: () => accepted,
    stop: () => leaving.abort(),
  }
}

/**
 * Executes one command per tap. When the answer is lost, it looks the command up by its key until the result is
 * certain. It resends only under the same key, which the server executes once. Resolves to an acceptance, a refusal,
 * `not_done`, `unknown`, `unsent` or `program`.
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
    if (looked.kind === 'failed') return line.heard() ?? PROGRAM_FAILED
    if (looked.kind === 'unsure') continue
    // A refusal of a resent copy says nothing about the earlier attempt; only the next look-up does.
    if (refused !== null) return line.heard() ?? refused
    if (parts.now() - startedAt > RESEND_WITHIN_MS) {
      line.stop()
      nones += 1
      if (nones >= NONE_TO_BELIEVE) return line.heard() ?? NOT_DONE
      continue
    }
    const again = await line.send()
    if (again.ok) return again
    if (isFinal(again) && again.error.kind !== 'unsent') refused = again
  }
}

/** Looks up a command by its key after a reload. It never sends the command again. */
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
