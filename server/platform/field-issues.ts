/** What is wrong with each field of a request, in the catalogue's words instead of the parser's. */
import type { z } from 'zod'
import type { FieldIssueCode } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === ''

function codeOf(issue: Issue): FieldIssueCode {
  if (isEmpty(issue.input)) return 'empty'
  const measured = 'origin' in issue && ['string', 'array', 'set'].includes(String(issue.origin))
  if (issue.code === 'too_small') return measured ? 'too_short' : 'too_small'
  if (issue.code === 'too_big') return measured ? 'too_long' : 'too_large'
  return 'format'
}

/** One a field, the first; needs `reportInput`. */
export function fieldIssues(error: z.ZodError): { path: string; code: FieldIssueCode }[] {
  const byPath = new Map<string, FieldIssueCode>()
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.')
    if (!byPath.has(path)) byPath.set(path, codeOf(issue))
  }
  return [...byPath].map(([path, code]) => ({ path, code }))
}
