/** Names what is wrong with each field in the catalogue's codes: the same in forms as on the server. */
import type { z } from 'zod/mini'
import { type FieldIssueCode, fieldIssueCode } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue

/** A fault that a check of one's own found, for `z.core.ParsePayload.issues`. `path`: the field's name. */
export const fieldIssue = (path: string, code: FieldIssueCode): z.core.$ZodRawIssue => ({
  code: 'custom',
  path: [path],
  params: { code },
  input: undefined,
})

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === ''

function codeOf(issue: Issue): FieldIssueCode {
  const own = issue.code === 'custom' ? fieldIssueCode.safeParse(issue.params?.['code']) : null
  if (own?.success === true) return own.data
  if (isEmpty(issue.input)) return 'empty'
  const measured = 'origin' in issue && ['string', 'array', 'set'].includes(String(issue.origin))
  if (issue.code === 'too_small') return measured ? 'too_short' : 'too_small'
  if (issue.code === 'too_big') return measured ? 'too_long' : 'too_large'
  return 'format'
}

/** One issue per field, the first. The error must come from a parse with `reportInput`. */
export function fieldIssues(error: z.core.$ZodError): { path: string; code: FieldIssueCode }[] {
  const byPath = new Map<string, FieldIssueCode>()
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.')
    if (!byPath.has(path)) byPath.set(path, codeOf(issue))
  }
  return [...byPath].map(([path, code]) => ({ path, code }))
}
