/** The endpoint with the facts about this server that the app needs first. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { feedSource, timeMs } from '#contract/scalars.ts'

/** Describes the server. The app reads it at the start, before a log-in. */
export const getAppInfo = endpoint({
  method: 'GET',
  path: '/app-info',
  access: 'public',
  perMinute: 120,
  summary: 'Version, mode, source and time',
  reply: z.object({
    version: z.string(),
    versionCode: z.int(),
    practice: z.boolean(),
    /** Whether visitors can become guests. Answers stored by earlier versions of the app lack it. */
    guests: z._default(z.boolean(), false),
    /** Until when a user of this device is on a break (`device_paused`). Left out if none is, or a user asks. */
    pausedUntil: z.optional(timeMs),
    /** Where users who cannot log in reach customer service: a mailto:, tel: or https: address; null if nowhere. */
    supportContact: z._default(z.nullable(z.string()), null),
    /** Whether documents are decided automatically by rule (rules/practice-review.ts) instead of by operators. */
    practiceReviewer: z.boolean(),
    source: feedSource,
    /** The playback speed of a recorded feed; 1 otherwise. */
    speed: z.number(),
    serverTime: timeMs,
    /** The revision of the brand in force (`getBrand`). Left out where it is that of the build. */
    brand: z.optional(z.string()),
  }),
  errors: [],
})
