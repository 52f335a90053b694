/** Messages to customer service that have not been sent yet, stored on the device per account. */
import { z } from 'zod/mini'
import { intentKey, photoId } from '#contract/scalars.ts'
import { SUPPORT_TEXT_MAX, supportQuestion, supportSubject } from '#contract/support.ts'
import { keepText, storedText } from '#device/texts.ts'
import { readJson } from '#device/stored-atom.ts'

const unsent = z.object({
  key: intentKey,
  text: z.string().check(z.maxLength(SUPPORT_TEXT_MAX)),
  photo: z.nullable(photoId),
  about: z.nullable(supportSubject),
  question: z.nullable(supportQuestion),
  /** In market time, as this device knew it. */
  writtenAt: z.number(),
})
export type Unsent = z.infer<typeof unsent>

const DRAFT = 'supportDraft:'
const UNSENT = 'supportUnsent:'
const MAX_KEPT = 20
const list = readJson(z.array(unsent).check(z.maxLength(MAX_KEPT)))

export const storedDraft = (account: string): string => storedText(DRAFT + account) ?? ''
export function keepDraft(account: string, text: string): void {
  keepText(DRAFT + account, text === '' ? null : text.slice(0, SUPPORT_TEXT_MAX))
}

/** Oldest first. What cannot be read is ignored. */
export const storedUnsent = (account: string): readonly Unsent[] =>
  list(storedText(UNSENT + account) ?? '') ?? []

export function keepUnsent(account: string, messages: readonly Unsent[]): void {
  keepText(
    UNSENT + account,
    messages.length === 0 ? null : JSON.stringify(messages.slice(-MAX_KEPT)),
  )
}
