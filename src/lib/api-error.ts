/** What can go wrong with a call, as data: nothing here shows a message or goes anywhere. */
import type { ErrorCode, Problem } from '#contract/errors.ts'

export type ApiError =
  /** The server said no, and why. */
  | {
      kind: 'rejected'
      code: ErrorCode
      status: number
      params: Readonly<Record<string, string | number>>
      issues: NonNullable<Problem['issues']>
    }
  /** The session is gone. */
  | { kind: 'unauthorised' }
  | { kind: 'timeout' }
  | { kind: 'network' }
  /** The answer is not what the contract says. */
  | { kind: 'contract'; detail: string }
  /** Of a command: every answer was lost, and the server knows of no such command. */
  | { kind: 'not_done' }
  /** Of a command: the session ended before it could be asked what became of it. */
  | { kind: 'unknown' }

export type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError }

const UNKNOWN_OUTCOME: readonly ErrorCode[] = ['internal', 'unavailable']

/** Whether the command may have been done all the same: then it is asked by its key. */
export function isUncertain(error: ApiError): boolean {
  if (error.kind === 'rejected') return UNKNOWN_OUTCOME.includes(error.code)
  return error.kind !== 'unauthorised' && error.kind !== 'not_done'
}

export function errorFromProblem(problem: Problem): ApiError {
  if (problem.code === 'not_logged_in') return { kind: 'unauthorised' }
  const { code, status, params = {}, issues = [] } = problem
  return { kind: 'rejected', code, status, params, issues }
}
