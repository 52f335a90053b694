/** The safety word: what it may be, as the contract has it. */
import type { ApiError } from '#api/api-error.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { SAFETY_WORD_MAX, SAFETY_WORD_MIN } from '#contract/profile.ts'
import type { Issues } from '#lib/form.ts'

export interface WordFields extends Record<string, string> {
  word: string
}

function issueOf(word: string): FieldIssueCode | null {
  if (word === '') return 'empty'
  if (word.length < SAFETY_WORD_MIN) return 'too_short'
  if (word.length > SAFETY_WORD_MAX) return 'too_long'
  return /\p{Cc}/u.test(word) ? 'format' : null
}

export function checkWord({ word }: WordFields): Issues<WordFields> {
  const issue = issueOf(word.trim())
  return issue === null ? {} : { word: issue }
}

export const wordFieldOf = (error: ApiError): keyof WordFields | null =>
  error.kind === 'rejected' && error.code === 'validation_failed' ? 'word' : null
