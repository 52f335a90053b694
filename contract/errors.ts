/** The closed catalogue of error codes: every refusal a user can meet, its HTTP status and its parameters. */
import { z } from 'zod'

/** `status` is the HTTP status; `params` name the values that the translated text may show. */
export const ERRORS = {
  validation_failed: { status: 400, params: [] },
  key_missing: { status: 400, params: [] },
  key_reused: { status: 422, params: [] },
  not_logged_in: { status: 401, params: [] },
  login_failed: { status: 401, params: [] },
  /** The command line gives operators their second factor: `npm run operator -- enrol NAME`. */
  operator_not_enrolled: { status: 403, params: [] },
  origin_refused: { status: 403, params: [] },
  host_refused: { status: 421, params: [] },
  not_found: { status: 404, params: [] },
  payload_too_large: { status: 413, params: [] },
  rate_limited: { status: 429, params: ['retryAfterMs'] },
  internal: { status: 500, params: [] },
  unavailable: { status: 503, params: ['retryAfterMs'] },
  money_writes_halted: { status: 503, params: [] },
  account_taken: { status: 409, params: [] },
  opening_code_unknown: { status: 422, params: [] },
  phone_invalid: { status: 422, params: [] },
  password_too_common: { status: 422, params: [] },
  passwords_equal: { status: 422, params: [] },
  product_unknown: { status: 404, params: [] },
  duration_unknown: { status: 422, params: [] },
  terms_changed: { status: 409, params: [] },
  price_stale: { status: 409, params: [] },
  market_closed: { status: 409, params: ['opensAt'] },
  expiry_past_close: { status: 409, params: ['closesAt'] },
  stake_below_minimum: { status: 422, params: ['minimum'] },
  stake_above_maximum: { status: 422, params: ['maximum'] },
  available_too_low: { status: 409, params: ['available'] },
  too_many_positions: { status: 409, params: ['limit'] },
  open_stake_limit: { status: 409, params: ['limit'] },
  not_settled: { status: 409, params: [] },
  /** What users set for themselves (contract/limits.ts); `left` is what the day still allows. */
  own_stake_limit: { status: 409, params: ['limit'] },
  own_loss_limit: { status: 409, params: ['limit', 'left', 'resetsAt'] },
  own_positions_limit: { status: 409, params: ['limit'] },
  own_deposit_limit: { status: 409, params: ['limit', 'left', 'resetsAt'] },
  trading_paused: { status: 409, params: ['until'] },
  practice_taken: { status: 409, params: ['nextAt'] },
  practice_disabled: { status: 403, params: [] },
  old_password_wrong: { status: 422, params: [] },
  trading_password_wrong: { status: 422, params: [] },
  /** `methods`: which second factors are on, comma-separated: totp, passkey. `options`: JSON of a passkey's prompt. */
  factor_required: { status: 409, params: ['methods', 'options'] },
  factor_wrong: { status: 422, params: [] },
  factor_already_on: { status: 409, params: [] },
  too_many_passkeys: { status: 409, params: ['limit'] },
  already_verified: { status: 409, params: [] },
  verification_pending: { status: 409, params: [] },
  identity_not_verified: { status: 409, params: [] },
  photo_unsupported: { status: 415, params: [] },
  photo_too_large: { status: 413, params: ['limit'] },
  /** `limit` is the long side over the short one, such as 20:1. */
  photo_too_narrow: { status: 422, params: ['limit'] },
  photo_too_slow: { status: 422, params: [] },
  /** What the user sent today, or what is kept of them; `limit` is a size such as 40 MB. */
  photo_day_full: { status: 409, params: ['limit', 'resetsAt'] },
  photo_space_full: { status: 409, params: ['limit'] },
  photo_unreadable: { status: 422, params: [] },
  /** The decision is made: operators open the photo with a written reason only. */
  photo_reason_required: { status: 403, params: [] },
  photo_unknown: { status: 422, params: [] },
  payout_account_set: { status: 409, params: [] },
  payout_account_missing: { status: 409, params: [] },
  method_unknown: { status: 422, params: [] },
  amount_below_minimum: { status: 422, params: ['minimum'] },
  amount_above_maximum: { status: 422, params: ['maximum'] },
  fee_changed: { status: 409, params: ['fee'] },
  too_many_in_review: { status: 409, params: ['limit'] },
  daily_count_reached: { status: 409, params: ['limit', 'resetsAt'] },
  withdrawals_on_hold: { status: 409, params: ['until'] },
  trading_password_required: { status: 422, params: ['above'] },
  redeemable_too_low: { status: 409, params: ['redeemable'] },
  instant_limit_reached: { status: 409, params: ['remaining', 'resetsAt'] },
  fund_holding_limit: { status: 409, params: ['limit'] },
  /** A cut-off or midnight passed between what was shown and what was asked: `day` is what would be now. */
  fund_day_changed: { status: 409, params: ['day'] },
  cut_off_passed: { status: 409, params: ['cutOffAt'] },
  /** A rate is published before its first day begins and after every rate before it. */
  rate_day_taken: { status: 409, params: ['after'] },
  rate_too_late: { status: 409, params: ['earliest'] },
  rate_too_early: { status: 422, params: ['latest'] },
  /** Somebody else moved it meanwhile; `status` is where it stands. */
  document_moved_on: { status: 409, params: ['status'] },
  same_operator: { status: 409, params: [] },
  /** The newest price is there already, so nothing is left to wait for. */
  alert_already_reached: { status: 409, params: [] },
  /** Pushes go to the browsers' own services only. */
  push_service_unknown: { status: 422, params: [] },
  too_many_alerts: { status: 409, params: ['limit'] },
  export_running: { status: 409, params: [] },
  topic_unknown: { status: 404, params: [] },
  too_many_subscriptions: { status: 429, params: [] },
} as const satisfies Record<string, { status: number; params: readonly string[] }>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]
export const errorCode = z.enum(ERROR_CODES)

/** What can be wrong with one field of a request or form; the client translates it next to the field. */
export const fieldIssueCode = z.enum([
  'empty',
  'format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'mismatch',
  /** A number whose own check digits do not fit. */
  'checksum',
  'date',
  /** A name that is not the one of the verified identity or of the saved payout account. */
  'other_name',
  /** Hidden characters, or letters of one script that look like those of another. */
  'deceptive',
  'unsupported',
])
export type FieldIssueCode = z.infer<typeof fieldIssueCode>

/** RFC 9457 problem+json. `params` holds the values that `ERRORS[code].params` names. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: errorCode,
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  issues: z.array(z.object({ path: z.string(), code: fieldIssueCode })).optional(),
})
export type Problem = z.infer<typeof problem>
