/** Endpoints of the public records. Anyone can read them without a session and verify what happened. */
import { z } from 'zod/mini'
import { endpoint, momentQuery } from '#contract/endpoint.ts'
import { closings, marketBreak, publishedTerms, voidsOfMinute } from '#contract/public-records.ts'
import { timeMs } from '#contract/scalars.ts'

const PUBLIC = { method: 'GET', access: 'public', perMinute: 60, errors: [] } as const
/** Pages are newest first. `before` is the `next` of the previous page. */
const page = z.object({ before: z.optional(momentQuery) })

/** Lists the published terms of all products, including outdated versions. */
export const listTerms = endpoint({
  ...PUBLIC,
  path: '/public/terms',
  summary: 'Every version of every product’s terms, oldest first',
  reply: z.object({ terms: z.array(publishedTerms) }),
})

/** Lists the gaps and halts of all tick logs. The page size is 500. */
export const listBreaks = endpoint({
  ...PUBLIC,
  path: '/public/breaks',
  summary: 'Gaps and halts of all products, newest first',
  query: page,
  reply: z.object({ breaks: z.array(marketBreak), next: z.nullable(timeMs) }),
})

/** Returns the calendar of closings that live contracts go by. */
export const getClosings = endpoint({
  ...PUBLIC,
  path: '/public/closings',
  summary: 'The published closings that live contracts go by; null if none is offered',
  reply: z.object({ closings: z.nullable(closings) }),
})

/** Lists the number of void orders over all users. */
export const listVoids = endpoint({
  ...PUBLIC,
  path: '/public/voids',
  summary: 'The number of void orders by product, reason and minute, newest first',
  query: page,
  reply: z.object({ voids: z.array(voidsOfMinute), next: z.nullable(timeMs) }),
})
