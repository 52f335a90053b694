/** The closed catalogue of error codes: every refusal that a user can meet, with its HTTP status and its parameters. */
import { z } from 'zod/mini'

/** By code: `status` is the HTTP status, and `params` names the values that the translated text may contain. */
export const ERRORS = {
  validation_failed: { status: 400, params: [] },
  key_missing: { status: 400, params: [] },
  key_reused: { status: 422, params: [] },
  not_logged_in: { status: 401, params: [] },
  /** Guests may watch and trade. The rest needs a registered user. */
  registration_required: { status: 403, params: [] },
  /** The server takes no more guests at present, or none at all. */
  guests_full: { status: 409, params: [] },
  login_failed: { status: 401, params: [] },
  /** Operators get their second factor on the command line: `npm run operator -- enrol NAME`. */
  operator_not_enrolled: { status: 403, params: [] },
  origin_refused: { status: 403, params: [] },
  host_refused: { status: 421, params: [] },
  not_found: { status: 404, params: [] },
  payload_too_large: { status: 413, params: [] },
  rate_limited: { status: 429, params: ['retryAfterMs'] },
  internal: { status: 500, params: [] },
  unavailable: { status: 503, params: ['retryAfterMs'] },
  money_writes_halted: { status: 503, params: [] },
  /** The server runs on an older copy of its data: a device has a checkpoint that it lacks. */
  history_lost: { status: 503, params: [] },
  /**
   * The server does not have the answer any more: the request is from before a restore, which may have undone it, or
   * was carried out long ago. It is not carried out now. The app asks before it sends it again.
   */
  key_expired: { status: 409, params: ['before'] },
  account_taken: { status: 409, params: [] },
  /** The name looks like the staff's, or is one of a guest (rules/reserved-name.ts). */
  account_reserved: { status: 409, params: [] },
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
  /** The order came after its start, and was not stored. */
  too_late: { status: 409, params: [] },
  /** The order was stored after its start, and undone: voided, with its stake returned. */
  order_undone: { status: 409, params: [] },
  /** The device's clock is ahead of the market's by more than it states. */
  clock_ahead: { status: 409, params: [] },
  /** The key that signed the order is not registered to this user. */
  device_unknown: { status: 409, params: [] },
  /** `expected`: the text that the device should have signed. */
  signature_wrong: { status: 422, params: ['expected'] },
  device_key_refused: { status: 422, params: [] },
  too_many_device_keys: { status: 429, params: ['limit'] },
  /** Limits that users set for themselves (contract/limits.ts). `left` is what the limit still allows today. */
  own_stake_limit: { status: 409, params: ['limit'] },
  own_loss_limit: { status: 409, params: ['limit', 'left', 'resetsAt'] },
  own_positions_limit: { status: 409, params: ['limit'] },
  own_deposit_limit: { status: 409, params: ['limit', 'left', 'resetsAt'] },
  trading_paused: { status: 409, params: ['until'] },
  /** A user of this device is on a break: until then no guest trades on it, and no one registers. */
  device_paused: { status: 409, params: ['until'] },
  practice_taken: { status: 409, params: ['nextAt'] },
  practice_disabled: { status: 403, params: [] },
  old_password_wrong: { status: 422, params: [] },
  trading_password_wrong: { status: 422, params: [] },
  /**
   * `methods`: the second factors that are on, comma-separated (totp, passkey). `options`: the passkey prompt as JSON.
   */
  factor_required: { status: 409, params: ['methods', 'options'] },
  factor_wrong: { status: 422, params: [] },
  factor_already_on: { status: 409, params: [] },
  too_many_passkeys: { status: 409, params: ['limit'] },
  already_verified: { status: 409, params: [] },
  verification_pending: { status: 409, params: [] },
  identity_not_verified: { status: 409, params: [] },
  photo_unsupported: { status: 415, params: [] },
  photo_too_large: { status: 413, params: ['limit'] },
  /** `limit` is the ratio of the long side to the short one, such as 20:1. */
  photo_too_narrow: { status: 422, params: ['limit'] },
  photo_too_slow: { status: 422, params: [] },
  /** The user's photo limits, per day and in total. `limit` is a size such as 40 MB. */
  photo_day_full: { status: 409, params: ['limit', 'resetsAt'] },
  photo_space_full: { status: 409, params: ['limit'] },
  photo_unreadable: { status: 422, params: [] },
  /** An accent of the brand has too little contrast (rules/brand-colours.ts); the issue names it. */
  colour_unreadable: { status: 422, params: ['ratio', 'needed'] },
  /** After the decision, operators can open the photo only with a written reason. */
  photo_reason_required: { status: 403, params: [] },
  /** The stored photo was changed, or exchanged for another, outside the server. */
  photo_tampered: { status: 409, params: [] },
  photo_unknown: { status: 422, params: [] },
  /** No recovery has this code, or its pictures are no longer awaited. */
  recovery_unknown: { status: 404, params: [] },
  /** The wait of the recovery is not over, or it was not opened, or it has ended. */
  recovery_not_ready: { status: 409, params: [] },
  payout_account_set: { status: 409, params: [] },
  payout_account_missing: { status: 409, params: [] },
  method_unknown: { status: 422, params: [] },
  amount_below_minimum: { status: 422, params: ['minimum'] },
  amount_above_maximum: { status: 422, params: ['maximum'] },
  fee_changed: { status: 409, params: ['fee'] },
  too_many_in_review: { status: 409, params: ['limit'] },
  daily_count_reached: { status: 409, params: ['limit', 'resetsAt'] },
  withdrawals_on_hold: { status: 409, params: ['until'] },
  /** After a restore, withdrawals wait until two operators let them go on. */
  withdrawals_wait: { status: 409, params: ['restoredAt'] },
  trading_password_required: { status: 422, params: ['above'] },
  redeemable_too_low: { status: 409, params: ['redeemable'] },
  instant_limit_reached: { status: 409, params: ['remaining', 'resetsAt'] },
  fund_holding_limit: { status: 409, params: ['limit'] },
  /** A cut-off or midnight passed between display and request. `day` is the day that applies now. */
  fund_day_changed: { status: 409, params: ['day'] },
  cut_off_passed: { status: 409, params: ['cutOffAt'] },
  /** A rate is published before its first day begins and later than every earlier rate. */
  rate_day_taken: { status: 409, params: ['after'] },
  rate_too_late: { status: 409, params: ['earliest'] },
  rate_too_early: { status: 422, params: ['latest'] },
  /** Another user or process changed the document in the meantime. `status` is its current state. */
  document_moved_on: { status: 409, params: ['status'] },
  same_operator: { status: 409, params: [] },
  /** The owner locked the account, and a recovery unlocks it. A log-in says so only with the right password. */
  account_locked: { status: 409, params: [] },
  /** The owner is closing the account. */
  account_closing: { status: 409, params: ['closesAt'] },
  /** Something is in the way of closing the account: `GET /account/closing` lists what. */
  closing_blocked: { status: 409, params: [] },
  /** A check found a fault in this user's data; in this order or document, or in a rate of the fund. */
  account_frozen: { status: 409, params: [] },
  document_frozen: { status: 409, params: [] },
  /** The newest price has already reached the alert's price. */
  alert_already_reached: { status: 409, params: [] },
  /** Push notifications go only to the push services that browsers operate. */
  push_service_unknown: { status: 422, params: [] },
  too_many_alerts: { status: 409, params: ['limit'] },
  too_many_shares: { status: 409, params: ['limit'] },
  export_running: { status: 409, params: [] },
  /** The server has too little free space to store this. It settles what is open. */
  storage_low: { status: 503, params: [] },
  topic_unknown: { status: 404, params: [] },
  too_many_subscriptions: { status: 429, params: [] },
} as const satisfies Record<string, { status: number; params: readonly string[] }>

/** The codes with which the socket acknowledges a request that it refuses. */
export const SOCKET_ERRORS = [
  'validation_failed',
  'not_logged_in',
  'registration_required',
  'rate_limited',
  'topic_unknown',
  'too_many_subscriptions',
] as const satisfies readonly (keyof typeof ERRORS)[]
/** A code with which the socket refuses a request. */
export type SocketError = (typeof SOCKET_ERRORS)[number]

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof ERRORS

/** While these are answered, no money moves for anyone. */
export const MONEY_STOPPED = ['money_writes_halted', 'history_lost'] as const
/**
 * An account that its owner closes or has just locked begins nothing that moves money or names where it goes. A
 * session hears of a lock only while that is made: afterwards it is `not_logged_in`.
 */
export const BARRED_ERRORS = ['account_closing', 'account_locked'] as const
/** What each command that moves money may answer beside its own refusals. */
export const MONEY_COMMAND_ERRORS = [
  ...MONEY_STOPPED,
  ...BARRED_ERRORS,
  'account_frozen',
  'document_frozen',
  'key_missing',
  'key_reused',
  'key_expired',
  'not_logged_in',
] as const
/** Every code of the error catalogue, in its order there. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]
/** Parses a code of the error catalogue. */
export const errorCode = z.enum(ERROR_CODES)

/** What can be wrong with one field of a request or form. The client shows the translation next to the field. */
export const fieldIssueCode = z.enum([
  'empty',
  'format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'mismatch',
  /** The check digits of the number are wrong. */
  'checksum',
  'date',
  /** The name differs from the verified identity or from the saved payout account. */
  'other_name',
  /** The text has hidden characters, or letters of one script that look like those of another. */
  'deceptive',
  'unsupported',
])
export type FieldIssueCode = z.infer<typeof fieldIssueCode>

/** The body of every refusal: problem+json (RFC 9457). `params` holds the values that `ERRORS[code].params` names. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: errorCode,
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  issues: z.optional(z.array(z.object({ path: z.string(), code: fieldIssueCode }))),
  /** The server's signed refusal of an order that it had taken in (rules/signed-order.ts). */
  refusal: z.optional(z.object({ text: z.string(), signature: z.string(), keyId: z.string() })),
  /** The id of the request, as in the header `x-request-id`. A signed refusal has it in the header alone. */
  requestId: z.optional(z.string()),
})
/** A parsed problem document. */
export type Problem = z.infer<typeof problem>
