/** Refusals as data: use cases throw `Rejected` with a catalogue code; the HTTP edge turns it into problem+json. */
import { ERRORS, type ErrorCode, type FieldIssueCode, type Problem } from '#contract/errors.ts'

export type RejectionParams = Record<string, string | number>

export class Rejected extends Error {
  readonly code: ErrorCode
  readonly params: RejectionParams
  readonly issues: { path: string; code: FieldIssueCode }[]

  constructor(
    code: ErrorCode,
    params: RejectionParams = {},
    issues: { path: string; code: FieldIssueCode }[] = [],
  ) {
    super(code)
    this.code = code
    this.params = params
    this.issues = issues
  }
}

/** Never carries the message of an unexpected error. */
export function problemOf(rejection: Rejected): Problem {
  const { status } = ERRORS[rejection.code]
  return {
    type: `urn:fairtick:error:${rejection.code}`,
    title: rejection.code,
    status,
    code: rejection.code,
    ...(Object.keys(rejection.params).length > 0 && { params: rejection.params }),
    ...(rejection.issues.length > 0 && { issues: rejection.issues }),
  }
}

/** What was looked up; throws `not_found` when it is not there. */
export function found<T>(it: T | null | undefined): T {
  if (it === null || it === undefined) throw new Rejected('not_found')
  return it
}
