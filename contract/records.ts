/**
 * Permanent records that a user can look up: the ledger from the user's view, and the operator actions that concern the
 * user.
 */
import { z } from 'zod/mini'
import { rejectReason, reviewer } from '#contract/review.ts'
import { actSeq, hash, money, salt, signedMoney, timeMs, transferId } from '#contract/scalars.ts'

/** The kind of a ledger transfer. */
export const transferKind = z.enum([
  'practice_issue',
  'order_stake',
  'order_settle',
  'deposit',
  'withdrawal_hold',
  'withdrawal_release',
  'withdrawal_pay',
  'withdrawal_refund',
  'fund_subscribe',
  'fund_cancel',
  'fund_confirm',
  'fund_income',
  'fund_redeem',
  'compensation',
])
/** The parsed kind of a ledger transfer. */
export type TransferKind = z.infer<typeof transferKind>

/** One entry of a transfer: the change of one of the user's ledger accounts, and its balance afterwards. */
const entry = z.object({
  account: z.enum(['cash', 'stake', 'withdrawal_hold', 'fund_pending', 'fund_confirmed']),
  amount: signedMoney,
  balanceAfter: money,
})

/**
 * One ledger transfer as the user sees it. Its own `account`, `amount` and `balanceAfter` are those of the account that
 * matters most to the user: `cash` if it changed, `fund_confirmed` for a confirmation, else the account that the money
 * left. `entries` has every change of the user's accounts, this one first.
 */
export const ledgerRecord = z.extend(entry, {
  id: transferId,
  kind: transferKind,
  /**
   * The id of an order, deposit, withdrawal, fund lot, redemption or frozen period; a day for practice money and fund
   * income.
   */
  ref: z.string(),
  entries: z.array(entry),
  /** The result of the order; null for every kind but `order_settle`. */
  outcome: z.nullable(z.enum(['won', 'lost', 'draw', 'void'])),
  at: timeMs,
})
/** A parsed ledger record. Amounts are bigint minor units (1/100). */
export type LedgerRecord = z.infer<typeof ledgerRecord>

/** An action of an operator or of the practice reviewer, as the operator log names it. */
export const actKind = z.enum([
  'operator_added',
  'operator_enrolled',
  'operator_admitted',
  'operator_disabled',
  'logged_in',
  'log_in_refused',
  'passkey_added',
  'passkey_removed',
  'customer_searched',
  'customer_viewed',
  'photo_viewed',
  'photo_reopened',
  'verification_viewed',
  'verification_approve',
  'verification_reject',
  'deposit_review',
  'deposit_propose',
  'deposit_approve',
  'deposit_reject',
  'withdrawal_review',
  'withdrawal_propose',
  'withdrawal_propose_bounce',
  'withdrawal_approve',
  'withdrawal_reject',
  'withdrawal_pay',
  'withdrawal_sent',
  'withdrawal_bounce',
  'payout_viewed',
  'payout_change_propose',
  'payout_change_approve',
  'payout_change_reject',
  'product_halt',
  'product_resume',
  'fund_rate_propose',
  'fund_rate_approve',
  'fund_rate_reject',
  'account_recovery_viewed',
  'account_recovery_propose',
  'account_recovery_approve',
  'account_recovery_reject',
  'announcement_send',
  'news_publish',
  'news_withdraw',
  'brand_set',
  'legal_propose',
  'legal_publish',
  'legal_reject',
  'support_viewed',
  'support_answered',
  'support_done',
  'frozen_propose_lift',
  'frozen_propose_compensate',
  'frozen_lift',
  'frozen_compensate',
  'restore_propose_lift',
  'restore_lift',
])
/** The parsed kind of an operator action. */
export type ActKind = z.infer<typeof actKind>

/**
 * One entry of the operator log. Its hash is SHA-256 over the fields `fairtick-operator-3`, seq, at, actor, act,
 * userNumber, ref, reason and salt, each written as its length in bytes, a colon and the field (`4:anna`). Absent
 * fields are empty (`0:`). The field `reason` is the listed reason or the operator's own words (`why`). The hash is the
 * text of record `seq` in the public chain `operators` (rules/operator-chain.ts). Entries of format 2 have the hash of
 * the entry before (64 zeros for the first) instead of the salt. In format 1 the fields are joined by `|`.
 */
export const act = z.object({
  seq: actSeq,
  at: timeMs,
  actor: reviewer,
  act: actKind,
  /** The number of the user whom the entry concerns; null if it concerns none. */
  userNumber: z.nullable(z.string().check(z.regex(/^\d+$/))),
  ref: z.string(),
  reason: z.nullable(rejectReason),
  /** The reason in the operator's own words; null where reasons come from the list. */
  why: z.nullable(z.string()),
  /** Null from format 3 on. */
  previousHash: z.nullable(hash),
  /** Makes the public hash impossible to guess. Null before format 3. */
  salt: z.nullable(salt),
  hash,
  format: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The first signed checkpoint that fixes the entry; null for up to ten seconds, until it is signed. */
  checkpoint: z.nullable(z.int().check(z.positive())),
})
/** A parsed entry of the operator log. */
export type Act = z.infer<typeof act>

/** Actions whose reason the operator writes. */
const WRITTEN: readonly string[] = ['photo_reopened']
/**
 * Splits the stored reason of an entry into a listed reason (`reason`) and an operator's own words (`why`). Both are
 * null for an empty text.
 */
export const reasonsOf = (
  kind: string,
  text: string,
): { reason: string | null; why: string | null } => {
  const said = text === '' ? null : text
  return WRITTEN.includes(kind) ? { reason: null, why: said } : { reason: said, why: null }
}
