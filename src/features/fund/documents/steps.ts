/** The progress of a transfer into the fund or a withdrawal, as the timelines show it. */
import type { FundLot, FundRedemption } from '#contract/fund.ts'
import type { WayStep } from '#documents/document-sheet.tsx'

export type LotStepId = 'requested' | 'cutOff' | 'confirms' | 'confirmed' | 'redeemed' | 'cancelled'

const cutOffStep = (at: number, serverNow: number) =>
  ({ id: 'cutOff', at, state: serverNow < at ? 'current' : 'done' }) as const

/** Requested, cut-off, confirmed, withdrawn; or cancelled before its cut-off. */
export function lotSteps(lot: FundLot, serverNow: number): WayStep<LotStepId>[] {
  const requested = { id: 'requested', at: lot.createdAt, state: 'done' } as const
  const { status, cancellableUntil, confirmsAt, confirmedAt, endedAt } = lot
  if (status === 'cancelled') {
    return [requested, { id: 'cancelled', at: endedAt ?? cancellableUntil, state: 'failed' }]
  }
  const passed = cutOffStep(cancellableUntil, serverNow)
  if (status === 'pending') {
    const waits = passed.state === 'done' ? 'current' : 'ahead'
    return [requested, passed, { id: 'confirms', at: confirmsAt, state: waits }]
  }
  const confirmed: WayStep<LotStepId>[] = [
    requested,
    { ...passed, state: 'done' },
    { id: 'confirmed', at: confirmedAt ?? confirmsAt, state: 'done' },
  ]
  if (endedAt === null) return confirmed
  return [...confirmed, { id: 'redeemed', at: endedAt, state: 'done' }]
}

export type RedemptionStepId = 'requested' | 'cutOff' | 'pays' | 'paid' | 'cancelled'

export function redemptionSteps(
  redemption: FundRedemption,
  serverNow: number,
): WayStep<RedemptionStepId>[] {
  const { status, createdAt, cancellableUntil, paysAt, endedAt } = redemption
  const requested = { id: 'requested', at: createdAt, state: 'done' } as const
  if (status === 'cancelled') {
    return [requested, { id: 'cancelled', at: endedAt ?? createdAt, state: 'failed' }]
  }
  const paid = { id: 'paid', at: endedAt ?? paysAt, state: 'done' } as const
  if (cancellableUntil === null) return [requested, paid]
  const passed = cutOffStep(cancellableUntil, serverNow)
  if (status === 'paid') return [requested, { ...passed, state: 'done' }, paid]
  const waits = passed.state === 'done' ? 'current' : 'ahead'
  return [requested, passed, { id: 'pays', at: paysAt, state: waits }]
}
