/** The errors of a call, as data. Nothing here shows a message or navigates. */
import type { ErrorCode, Problem } from '#contract/errors.ts'

type SignedRefusal = NonNullable<Problem['refusal']>

export type ApiError =
  /** The server refused the request and gave a reason. */
  | {
      kind: 'rejected'
      code: ErrorCode
      status: number
      params: Readonly<Record<string, string | number>>
      issues: NonNullable<Problem['issues']>
      /** The server's signed refusal of an order that it had taken in. */
      refusal?: SignedRefusal
      /** The id of the request. Missing where the reply of another server, such as a proxy, has none. */
      requestId?: string
    }
  /** The session has ended. */
  | { kind: 'unauthorised' }
  /** The server logged the user in, but this browser did not keep its cookie. */
  | { kind: 'no_cookies' }
  | { kind: 'timeout' }
  | { kind: 'network' }
  /** The response does not match the contract. */
  | { kind: 'contract'; detail: string; requestId?: string }
  /** The app failed on this device before anything was sent. */
  | { kind: 'unsent' }
  /** The app failed on this device. Something may have been sent. */
  | { kind: 'program' }
  /** Only for commands: every answer was lost, and the server has no record of the command. */
  | { kind: 'not_done' }
  /** Only for commands: the session ended before the result could be looked up. */
  | { kind: 'unknown' }

/** `leftOut`: rows of a list that could not be read. The others are there. */
export type Answer<T> = { ok: true; value: T; leftOut?: number } | { ok: false; error: ApiError }

export const UNSENT = { ok: false, error: { kind: 'unsent' } } as const
export const PROGRAM_FAILED = { ok: false, error: { kind: 'program' } } as const

/** Awaits an answer. An exception of the app becomes one too, so that its caller is left in no state of waiting. */
export async function answered<T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await work()
  } catch {
    return PROGRAM_FAILED
  }
}

const FINAL: readonly ApiError['kind'][] = ['unauthorised', 'no_cookies', 'not_done', 'unsent']
const UNKNOWN_OUTCOME: readonly ErrorCode[] = ['internal', 'unavailable']

/** Whether the command may have been executed despite the error. Its result is then looked up by its key. */
export function isUncertain(error: ApiError): boolean {
  if (error.kind === 'rejected') return UNKNOWN_OUTCOME.includes(error.code)
  return !FINAL.includes(error.kind)
}
