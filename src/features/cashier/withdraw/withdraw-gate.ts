/** The first condition that prevents a withdrawal; null when the client knows none. */
import type { PayoutAccount } from '#contract/payout.ts'
import type { Profile } from '#contract/profile.ts'

export type WithdrawGate =
  | { kind: 'none' | 'verifying' | 'rejected' | 'account' }
  | { kind: 'hold'; until: number }

const isHeld = ({ heldUntil }: PayoutAccount, nowMs: number): boolean =>
  heldUntil !== null && nowMs < heldUntil

/** `nowMs` is the server's time. */
export function gateOf(
  profile: Pick<Profile, 'verification' | 'payoutAccount'>,
  nowMs: number,
): WithdrawGate | null {
  const { verification, payoutAccount } = profile
  if (verification.status !== 'verified') return { kind: verification.status }
  if (payoutAccount === null) return { kind: 'account' }
  const { heldUntil } = payoutAccount
  return heldUntil !== null && isHeld(payoutAccount, nowMs)
    ? { kind: 'hold', until: heldUntil }
    : null
}
