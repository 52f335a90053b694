/** What a user can look up for ever: the ledger in their own view, and what operators did that concerns them. */
import { z } from 'zod'
import { rejectReason, reviewer } from '#contract/review.ts'
import { actSeq, hash, money, signedMoney, timeMs, transferId } from '#contract/scalars.ts'

/** Kinds of ledger transfers. */
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
])
export type TransferKind = z.infer<typeof transferKind>

/** One leg of a transfer: what it changed on one of the user’s own accounts, and that account’s balance after it. */
const entry = z.object({
  account: z.enum(['cash', 'stake', 'withdrawal_hold', 'fund_pending', 'fund_confirmed']),
  amount: signedMoney,
  balanceAfter: money,
})

/**
 * One transfer as the user sees it: what it changed on the account that matters most to them (`cash` where it moved,
 * else the account it left; `fund_confirmed` for what became confirmed there), and that account's balance after it.
 * `entries` has every change on the user's accounts, this one first.
 */
export const ledgerRecord = entry.extend({
  id: transferId,
  kind: transferKind,
  /** The number of an order, deposit, withdrawal, fund lot or redemption; a day for practice money and fund income. */
  ref: z.string(),
  entries: z.array(entry),
  /** Of `order_settle`. */
  outcome: z.enum(['won', 'lost', 'draw', 'void']).nullable(),
  at: timeMs,
})
export type LedgerRecord = z.infer<typeof ledgerRecord>

/** Everything an operator or the practice reviewer may do, as the operator log names it. */
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
  'announcement_send',
  'support_viewed',
  'support_answered',
  'support_done',
])
export type ActKind = z.infer<typeof actKind>

/**
 * One line of the operator log. Its hash is SHA-256 over the fields `fairtick-operator-2`, seq, at, actor, act,
 * userId, ref, reason and previousHash, each written as its length in bytes, a colon and the field (`4:anna`).
 * Absent fields are empty (`0:`); before the first line stand 64 zeros; `reason` is the one from the list, or what the
 * operator wrote (`why`). Lines of format 1 are older: their fields begin with `fairtick-operator-1` and are joined
 * by `|`.
 */
export const act = z.object({
  seq: actSeq,
  at: timeMs,
  actor: reviewer,
  act: actKind,
  ref: z.string(),
  reason: rejectReason.nullable(),
  /** In the operator's own words; null where reasons come from the list. */
  why: z.string().nullable(),
  previousHash: hash,
  hash,
  format: z.union([z.literal(1), z.literal(2)]),
})
export type Act = z.infer<typeof act>

/** Acts whose reason the operator writes. */
const WRITTEN: readonly string[] = ['photo_reopened']
/** What a line's reason is: one from the list, an operator's own words, or none. */
export const reasonsOf = (
  kind: string,
  text: string,
): { reason: string | null; why: string | null } => {
  const said = text === '' ? null : text
  return WRITTEN.includes(kind) ? { reason: null, why: said } : { reason: said, why: null }
}
