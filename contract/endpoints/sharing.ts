/** Endpoints of shared receipts: share one, list what is shared, revoke it, and read it without a session. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { orderId } from '#contract/scalars.ts'
import { sharedReceipt } from '#contract/settlement-receipt.ts'
import { share, shareCode } from '#contract/sharing.ts'

/** Shares the receipt of a settled order. An order that is shared already keeps its code, so repeating is harmless. */
export const shareOrder = endpoint({
  method: 'POST',
  path: '/orders/:id/share',
  access: 'user',
  perMinute: 30,
  summary: 'Share the receipt of a settled order; an order that is shared keeps its code',
  params: z.object({ id: orderId }),
  reply: share,
  errors: ['not_settled', 'too_many_shares', 'daily_count_reached', 'not_logged_in'],
})

/** Revokes the code of an order of the user. A repetition, or an order that is not shared, changes nothing. */
export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/orders/:id/share',
  access: 'user',
  perMinute: 60,
  summary: 'Revoke the code of a shared receipt, for ever; a repetition changes nothing',
  params: z.object({ id: orderId }),
  reply: null,
  errors: ['not_logged_in'],
})

/** Lists what the user shares now, newest first. */
export const listShares = endpoint({
  method: 'GET',
  path: '/shares',
  access: 'user',
  perMinute: 120,
  summary: 'Receipts that the user shares now, newest first',
  reply: z.object({ shares: z.array(share) }),
  errors: ['not_logged_in'],
})

/** Returns a shared receipt. An unknown code and a revoked one are both `not_found`. */
export const getShared = endpoint({
  method: 'GET',
  path: '/shared/:code',
  access: 'public',
  perMinute: 30,
  summary: 'A shared receipt by its code, without ledger and without a user; never cached',
  params: z.object({ code: shareCode }),
  reply: sharedReceipt,
  errors: [],
})
