/** The form for the proof of identity. Photos are represented by their ids. */
import type { CallInput } from '#api/call.ts'
import type { submitVerification } from '#contract/endpoints/verification.ts'
import { photoId } from '#contract/scalars.ts'
import type { Issues } from '#forms/form.ts'
import { PHOTO_PENDING } from '#data/photo-state.ts'
import { identityIssues } from '#rules/identity-document.ts'

export interface VerificationFields extends Record<string, string> {
  nationality: string
  name: string
  idNumber: string
  frontPhoto: string
  backPhoto: string
}

export const EMPTY_VERIFICATION: VerificationFields = {
  nationality: '',
  name: '',
  idNumber: '',
  frontPhoto: '',
  backPhoto: '',
}

const FIELDS = ['nationality', 'name', 'idNumber', 'frontPhoto', 'backPhoto'] as const

const isField = (path: string): path is (typeof FIELDS)[number] =>
  FIELDS.some((field) => field === path)

/** Applies the server's rules on the device. `nowMs` is the server's time. */
export function checkVerification(
  fields: VerificationFields,
  nowMs: number,
): Issues<VerificationFields> {
  const issues: Issues<VerificationFields> = {}
  for (const { path, code } of identityIssues(fields, nowMs))
    if (isField(path)) issues[path] ??= code
  for (const field of FIELDS) if (fields[field].trim() === '') issues[field] = 'empty'
  for (const side of ['frontPhoto', 'backPhoto'] as const)
    if (fields[side] === PHOTO_PENDING) issues[side] = 'empty'
  return issues
}

export const verificationBody = (
  fields: VerificationFields,
): CallInput<typeof submitVerification>['body'] => ({
  nationality: fields.nationality,
  name: fields.name.trim(),
  idNumber: fields.idNumber.trim(),
  frontPhoto: photoId.parse(fields.frontPhoto),
  backPhoto: photoId.parse(fields.backPhoto),
})
