/** The form of an announcement: its text in each language. */
import { newAnnouncementTexts } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import { arrangedSchema } from '#forms/form.ts'

export type AnnouncementFields = Record<Language, string>

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

/** Empty languages are left out; their readers get the English text. */
export const announcementForm = arrangedSchema(newAnnouncementTexts, (fields: AnnouncementFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')),
)
