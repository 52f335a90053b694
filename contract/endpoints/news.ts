/** Endpoints of the news: reading for everyone, writing and withdrawing at the desk. A published text never changes. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/language.ts'
import { deskNewsItem, newNewsTexts, newsArticle, newsItem } from '#contract/news.ts'
import { intentKey, newsId, timeMs } from '#contract/scalars.ts'

const shown = { access: 'public', perMinute: 120, errors: [] } as const
const desk = { access: 'operator', perMinute: 240 } as const

/** Lists what is published. `before` is the `next` of the previous page. */
export const listNews = endpoint({
  ...shown,
  method: 'GET',
  path: '/news',
  summary: 'Published news, newest first',
  query: z.object({ language, before: z.optional(newsId) }),
  reply: z.object({ items: z.array(newsItem), next: z.nullable(newsId) }),
})

/** Reads an article. Fails with `not_found` before it is published and after it was withdrawn. */
export const getNews = endpoint({
  ...shown,
  method: 'GET',
  path: '/news/:id',
  summary: 'An article of the news',
  params: z.object({ id: newsId }),
  query: z.object({ language }),
  reply: newsArticle,
})

/** Lists all articles. For operators. */
export const deskNews = endpoint({
  ...desk,
  method: 'GET',
  path: '/desk/news',
  summary: 'All news, the newest written first: scheduled, published and withdrawn',
  query: z.object({ before: z.optional(newsId) }),
  reply: z.object({ items: z.array(deskNewsItem), next: z.nullable(newsId) }),
  errors: [],
})

/** Writes an article. Requests with the same key write it only once. `publishAt` null means now. */
export const writeNews = endpoint({
  ...desk,
  method: 'POST',
  path: '/desk/news',
  summary: 'Publish an article for everyone, now or at a time; its text cannot be changed',
  // Ten languages, three bytes for a character.
  bodyMaxBytes: 160 * 1024,
  body: z.object({ key: intentKey, texts: newNewsTexts, publishAt: z.nullable(timeMs) }),
  reply: deskNewsItem,
  errors: ['daily_count_reached', 'key_reused'],
})

/** Withdraws an article, published or not. Fails with `document_moved_on` if it was withdrawn before. */
export const withdrawNews = endpoint({
  ...desk,
  method: 'POST',
  path: '/desk/news/:id/withdraw',
  summary: 'Withdraw an article; it cannot be published a second time',
  params: z.object({ id: newsId }),
  reply: deskNewsItem,
  errors: ['document_moved_on'],
})
