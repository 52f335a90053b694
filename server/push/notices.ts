/** Decides which of a user's events cause a push notification, and which switch controls it. Pure functions. */
import { z } from 'zod/mini'
import { message } from '#contract/messages.ts'
import { order } from '#contract/order.ts'
import type { PushKind, PushPayload, PushSwitches } from '#contract/push.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** The content of a push notification. */
export type Notice = Pick<PushPayload, 'kind' | 'params'>

/** The switch that controls each kind. */
export const SWITCH_OF: Record<PushKind, keyof PushSwitches> = {
  settled: 'settled',
  deposit: 'reviews',
  withdrawal: 'reviews',
  verification: 'reviews',
  account: 'reviews',
  fund: 'reviews',
  alert: 'alerts',
  announcement: 'announcements',
}

const KINDS: Readonly<Record<string, PushKind>> = {
  deposit_approved: 'deposit',
  deposit_rejected: 'deposit',
  withdrawal_approved: 'withdrawal',
  withdrawal_paid: 'withdrawal',
  withdrawal_rejected: 'withdrawal',
  withdrawal_bounced: 'withdrawal',
  verification_verified: 'verification',
  verification_rejected: 'verification',
  payout_account_changed: 'account',
  password_changed: 'account',
  factor_changed: 'account',
  passkey_removal_asked: 'account',
  log_in_new_device: 'account',
  log_ins_refused: 'account',
  account_locked: 'account',
  account_closing: 'account',
  account_kept: 'account',
  mail_unusable: 'account',
  recovery_approved: 'account',
  recovery_vetoed: 'account',
  recovery_done: 'account',
  fund_redemption_paid: 'fund',
  order_frozen: 'account',
  document_frozen: 'account',
  account_frozen: 'account',
  frozen_lifted: 'account',
  frozen_compensated: 'account',
  price_alert: 'alert',
  announcement: 'announcement',
}
const FINAL: ReadonlySet<string> = new Set(['won', 'lost', 'draw', 'void'])

function ofMessage(payload: string): Notice | null {
  const read = z.pick(message, { kind: true, params: true }).safeParse(JSON.parse(payload))
  const kind = read.success ? KINDS[read.data.kind] : undefined
  if (!read.success || kind === undefined) return null
  if (kind !== 'alert') return { kind, params: {} }
  // Prices are public, and the sentence needs them.
  const { symbol = '', price = '', decimals = '' } = read.data.params
  return { kind, params: { symbol, price, decimals } }
}

/** The notification of an event. Null if there is none. A settled position names the product, never the result. */
export function noticeOf({ topic, payload }: OutboxEvent): Notice | null {
  if (topic === 'messages') return ofMessage(payload)
  if (topic !== 'positions') return null
  const read = z.pick(order, { symbol: true, status: true }).safeParse(JSON.parse(payload))
  if (!read.success || !FINAL.has(read.data.status)) return null
  return { kind: 'settled', params: { symbol: read.data.symbol, count: '1' } }
}

/** Combines settled positions of a short period in one notification. It names no product if there are several. */
export function together(earlier: Notice, later: Notice): Notice {
  const { symbol = '', count = '0' } = earlier.params
  const same = later.params['symbol'] === symbol
  const sum = BigInt(count) + BigInt(later.params['count'] ?? '1')
  return { kind: 'settled', params: { symbol: same ? symbol : '', count: sum.toString() } }
}
