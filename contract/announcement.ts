/** What an operator tells every user at once: written in languages, sent once, never changed. */
import { z } from 'zod'
import { reviewer } from '#contract/review.ts'
import { announcementId, plainText, timeMs } from '#contract/scalars.ts'

export const ANNOUNCEMENT_MAX = 500
const text = plainText(1, ANNOUNCEMENT_MAX)

/** Whoever reads in a language that was left out reads the English. */
export const announcementTexts = z.strictObject({
  'zh-CN': text,
  'zh-TW': text.optional(),
  en: text,
  ja: text.optional(),
  th: text.optional(),
  vi: text.optional(),
  id: text.optional(),
  ko: text.optional(),
  fr: text.optional(),
  de: text.optional(),
})
export type AnnouncementTexts = z.infer<typeof announcementTexts>

/** As the desk lists it. `told` of `users` have the message by now; who registers later is not told. */
export const announcement = z.object({
  id: announcementId,
  texts: announcementTexts,
  sentBy: reviewer,
  sentAt: timeMs,
  users: z.int().nonnegative(),
  told: z.int().nonnegative(),
  /** When the last of them was told; null: still telling. */
  doneAt: timeMs.nullable(),
})
export type Announcement = z.infer<typeof announcement>
