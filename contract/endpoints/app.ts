/** What the app needs to know about this server before anything else. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { feedSource, timeMs } from '#contract/scalars.ts'

export const getAppInfo = endpoint({
  method: 'GET',
  path: '/app-info',
  access: 'public',
  perMinute: 120,
  summary: 'Version, practice mode, price source and server time',
  reply: z.object({
    version: z.string(),
    versionCode: z.int(),
    practice: z.boolean(),
    /** Practice documents are answered by rule (rules/practice-review.ts), not by operators. */
    practiceReviewer: z.boolean(),
    source: feedSource,
    /** Speed of a recorded feed; 1 otherwise. */
    speed: z.number(),
    serverTime: timeMs,
  }),
  errors: [],
})
