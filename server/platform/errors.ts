/**
 * Refusals as data: use cases throw `Rejected` with a code of the error catalogue, and the HTTP edge replies with
 * problem+json.
 */
import { ERRORS, type ErrorCode, type FieldIssueCode, type Problem } from '#contract/errors.ts'

/** The parameters of a refusal, by the names that contract/errors.ts lists for its code. */
export type RejectionParams = Record<string, string | number>

/** An expected refusal. `issues` lists the faulty fields of a request, with their paths. */
export class Rejected extends Error {
  readonly code: ErrorCode
  readonly params: RejectionParams
  readonly issues: { path: string; code: FieldIssueCode }[]
  /** The server's signed refusal of an order that it had taken in. */
  readonly refusal: Problem['refusal']

  constructor(
    code: ErrorCode,
    params: RejectionParams = {},
    issues: { path: string; code: FieldIssueCode }[] = [],
    refusal?: Problem['refusal'],
  ) {
    super(code)
    this.code = code
    this.params = params
    this.issues = issues
    this.refusal = refusal
  }
}

/** The problem+json body of a refusal. It never carries the message of an unexpected error. */
export function problemOf(rejection: Rejected): Problem {
  const { status } = ERRORS[rejection.code]
  return {
    type: `urn:fairtick:error:${rejection.code}`,
    title: rejection.code,
    status,
    code: rejection.code,
    ...(Object.keys(rejection.params).length > 0 && { params: rejection.params }),
    ...(rejection.issues.length > 0 && { issues: rejection.issues }),
    ...(rejection.refusal !== undefined && { refusal: rejection.refusal }),
  }
}

/** Returns the value that was looked up. Throws `not_found` when it is null or undefined. */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new Rejected('not_found')
  return row
}
