/** Own limits as the streams bring them, for tests of views. */
import { type OwnLimits, ownLimits } from '#contract/limits.ts'

const NONE = { value: null, pending: null }

/** None set; `more` on the wire's terms: amounts as decimals. */
export const sampleLimits = (more: Record<string, unknown> = {}): OwnLimits =>
  ownLimits.parse({
    version: 1,
    stake: NONE,
    daily_loss: NONE,
    daily_deposit: NONE,
    open_positions: NONE,
    session_minutes: NONE,
    time_out: null,
    exclusion: null,
    ...more,
  })
