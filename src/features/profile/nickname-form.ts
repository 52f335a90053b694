/** The nickname: what it may be, as the contract has it. */
import type { ApiError } from '#api/api-error.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { Issues } from '#lib/form.ts'

export interface NicknameFields extends Record<string, string> {
  nickname: string
}

const SHORTEST = 2
const LONGEST = 24

function issueOf(nickname: string): FieldIssueCode | null {
  if (nickname === '') return 'empty'
  if (nickname.length < SHORTEST) return 'too_short'
  if (nickname.length > LONGEST) return 'too_long'
  return /\p{Cc}/u.test(nickname) ? 'format' : null
}

export function checkNickname(fields: NicknameFields): Issues<NicknameFields> {
  const issue = issueOf(fields.nickname.trim())
  return issue === null ? {} : { nickname: issue }
}

export const nicknameFieldOf = (error: ApiError): keyof NicknameFields | null =>
  error.kind === 'rejected' && error.code === 'validation_failed' ? 'nickname' : null
