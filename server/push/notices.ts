/** What of a user's events is worth a push, and under which switch. Pure. */
import { message } from '#contract/account.ts'
import { order } from '#contract/order.ts'
import type { PushKind, PushPayload, PushSwitches } from '#contract/push.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

export type Notice = Pick<PushPayload, 'kind' | 'params'>

/** Which switch a kind hangs on. */
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
  log_ins_refused: 'account',
  fund_redemption_paid: 'fund',
  price_alert: 'alert',
  announcement: 'announcement',
}
const FINAL: ReadonlySet<string> = new Set(['won', 'lost', 'draw', 'void'])

function ofMessage(payload: string): Notice | null {
  const read = message.pick({ kind: true, params: true }).safeParse(JSON.parse(payload))
  const kind = read.success ? KINDS[read.data.kind] : undefined
  if (!read.success || kind === undefined) return null
  if (kind !== 'alert') return { kind, params: {} }
  // A price is public, and what the sentence needs.
  const { symbol = '', price = '', decimals = '' } = read.data.params
  return { kind, params: { symbol, price, decimals } }
}

/** Null: nothing to push. A settled position says of which product, never how it ended. */
export function noticeOf({ topic, payload }: OutboxEvent): Notice | null {
  if (topic === 'messages') return ofMessage(payload)
  if (topic !== 'positions') return null
  const read = order.pick({ symbol: true, status: true }).safeParse(JSON.parse(payload))
  if (!read.success || !FINAL.has(read.data.status)) return null
  return { kind: 'settled', params: { symbol: read.data.symbol, count: '1' } }
}

/** Settled positions of a short while as one notice; of several products it names none. */
export function together(earlier: Notice, later: Notice): Notice {
  const { symbol = '', count = '0' } = earlier.params
  const same = later.params['symbol'] === symbol
  const sum = BigInt(count) + BigInt(later.params['count'] ?? '1')
  return { kind: 'settled', params: { symbol: same ? symbol : '', count: sum.toString() } }
}
