/** Announcements: messages that an operator sends to every user at once, in several languages. They never change. */
import { z } from 'zod'
import { reviewer } from '#contract/review.ts'
import { announcementId, plainText, timeMs } from '#contract/scalars.ts'

/** Maximum length of an announcement in one language, in UTF-16 code units. */
export const ANNOUNCEMENT_MAX = 500
const text = plainText(1, ANNOUNCEMENT_MAX)

/** The texts of an announcement by language. Users whose language is missing get the English text. */
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
/** The parsed texts of an announcement; English and simplified Chinese are always present. */
export type AnnouncementTexts = z.infer<typeof announcementTexts>

/**
 * An announcement as the desk lists it. Of `users`, the number registered when it was sent, `told` have the message so
 * far. Users who register later do not get it.
 */
export const announcement = z.object({
  id: announcementId,
  texts: announcementTexts,
  sentBy: reviewer,
  sentAt: timeMs,
  users: z.int().nonnegative(),
  told: z.int().nonnegative(),
  /** When the last of these users got the message; null while the delivery is in progress. */
  doneAt: timeMs.nullable(),
})
/** A parsed announcement of the desk's list. */
export type Announcement = z.infer<typeof announcement>
