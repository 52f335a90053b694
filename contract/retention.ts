/**
 * How long the server keeps what it does not keep for ever. The privacy policy, docs/OPERATIONS.md and the functions
 * that remove it (server/sql/functions/retention.sql) have the same times; tests/tidy/retention.test.ts compares them.
 */
import { DAY_MS } from '#contract/time.ts'

/** At least this long, in ms. Whole days are removed together, so most rows are kept up to a day longer. */
export const RETENTION_MS = {
  /** Events of the durable topics. A page that was away for longer gets a snapshot. */
  outbox: 2 * DAY_MS,
  /** The texts of answers to commands. Their keys stay, so that no command is carried out twice. */
  answers: 7 * DAY_MS,
  /** The network address and the browser of a session that has ended. */
  sessions: 180 * DAY_MS,
  /** Tickets of passwords that were compared, if no session or change followed. The others are evidence for ever. */
  tickets: DAY_MS,
  /** What browsers reported of an error, since it was last reported. */
  reports: 30 * DAY_MS,
  /** Notices outside of the app, and mail addresses that are no longer used. */
  outlet: 30 * DAY_MS,
} as const

/** Days of prices that the database keeps, unless the operator sets `TICK_DAYS`. Older ones are in files, for ever. */
export const TICK_DAYS = 14

export type Removed = keyof typeof RETENTION_MS
