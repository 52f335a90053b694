/** Public records: readable by everybody, so that nobody has to take our word for what happened. */
import { z } from 'zod'
import { endpoint, momentQuery } from '#contract/endpoint.ts'
import { logHead, marketBreak, publishedTerms, voidsOfMinute } from '#contract/public-records.ts'
import { actSeq, timeMs } from '#contract/scalars.ts'

const PUBLIC = { method: 'GET', access: 'public', perMinute: 60, errors: [] } as const
/** Newest first; `before` goes on where a page ended. */
const page = z.object({ before: momentQuery.optional() })

export const listTerms = endpoint({
  ...PUBLIC,
  path: '/public/terms',
  summary: 'Every version of every product’s terms, oldest first',
  reply: z.object({ terms: z.array(publishedTerms) }),
})

export const listBreaks = endpoint({
  ...PUBLIC,
  path: '/public/breaks',
  summary: 'Gaps and halts of all products, newest first',
  query: page,
  reply: z.object({ breaks: z.array(marketBreak), next: timeMs.nullable() }),
})

export const listVoids = endpoint({
  ...PUBLIC,
  path: '/public/voids',
  summary: 'How many orders were void, by product, reason and minute, newest first',
  query: page,
  reply: z.object({ voids: z.array(voidsOfMinute), next: timeMs.nullable() }),
})

export const listLogHeads = endpoint({
  ...PUBLIC,
  path: '/public/operator-log',
  summary:
    'The hash chain of the operator log, newest first: a user’s own entries must stand in it',
  query: z.object({ before: actSeq.optional() }),
  reply: z.object({ heads: z.array(logHead), next: actSeq.nullable() }),
})
