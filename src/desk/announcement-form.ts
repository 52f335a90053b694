/** The form of an announcement: the text in each language, the missing texts, and the request's body. */
import { ANNOUNCEMENT_MAX, announcementTexts, type AnnouncementTexts } from '#contract/messages.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { LANGUAGE_CODES, type Language } from '#i18n/languages.ts'

export type AnnouncementFields = Record<Language, string>
export type AnnouncementIssues = Partial<Record<Language, FieldIssueCode>>

export const EMPTY_ANNOUNCEMENT: AnnouncementFields = {
  'zh-CN': '',
  'zh-TW': '',
  en: '',
  ja: '',
  th: '',
  vi: '',
  id: '',
  ko: '',
  fr: '',
  de: '',
}
export const NEEDED: readonly Language[] = ['zh-CN', 'en']

function issueOf(language: Language, text: string): FieldIssueCode | null {
  if (text === '') return NEEDED.includes(language) ? 'empty' : null
  if (text.length > ANNOUNCEMENT_MAX) return 'too_long'
  return /\p{Cc}/u.test(text) ? 'format' : null
}

/** Empty languages are left out; their readers get the English text. */
export function readAnnouncement(
  fields: AnnouncementFields,
): { ok: true; texts: AnnouncementTexts } | { ok: false; issues: AnnouncementIssues } {
  const issues: AnnouncementIssues = {}
  const typed: Partial<Record<Language, string>> = {}
  for (const language of LANGUAGE_CODES) {
    const text = fields[language].trim()
    const issue = issueOf(language, text)
    if (issue !== null) issues[language] = issue
    if (text !== '') typed[language] = text
  }
  const read = announcementTexts.safeParse(typed)
  return read.success ? { ok: true, texts: read.data } : { ok: false, issues }
}
