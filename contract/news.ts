/** News: articles that operators write in several languages for everyone. */
import { DAY_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { language } from '#contract/language.ts'
import { textsOf } from '#contract/messages.ts'
import { reviewer } from '#contract/review.ts'
import { newsId, plainText, shownText, timeMs } from '#contract/scalars.ts'
import { shownLines } from '#contract/shown-lines.ts'

/** Maximum length of a title, in UTF-16 code units. */
export const NEWS_TITLE_MAX = 120
/** Maximum length of a body in one language, in UTF-16 code units. */
export const NEWS_BODY_MAX = 4_000
/** How far ahead an article may be scheduled. */
export const NEWS_AHEAD_MS = 366 * DAY_MS

/** The texts of an article as an operator sends them. Empty lines separate paragraphs. */
export const newNewsTexts = textsOf(
  z.strictObject({ title: shownText(1, NEWS_TITLE_MAX), body: shownLines(1, NEWS_BODY_MAX) }),
)
/** The parsed texts of an article; English and simplified Chinese are always present. */
export type NewsTexts = z.infer<typeof newNewsTexts>

/** An article in a list, in the language that was asked for or in English, which `language` says. */
export const newsItem = z.object({
  id: newsId,
  language,
  title: plainText(1, NEWS_TITLE_MAX),
  publishedAt: timeMs,
})
/** A parsed article of a list. */
export type NewsItem = z.infer<typeof newsItem>

/** An article with its body. */
export const newsArticle = z.extend(newsItem, { body: z.string() })
export type NewsArticle = z.infer<typeof newsArticle>

/** An article as the desk lists it. It is published from `publishAt` on, until it is withdrawn. */
export const deskNewsItem = z.object({
  id: newsId,
  texts: textsOf(z.object({ title: z.string(), body: z.string() })),
  writtenBy: reviewer,
  writtenAt: timeMs,
  publishAt: timeMs,
  withdrawnBy: z.nullable(reviewer),
  withdrawnAt: z.nullable(timeMs),
})
/** A parsed article of the desk's list. */
export type DeskNewsItem = z.infer<typeof deskNewsItem>
