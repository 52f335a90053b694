/** The desk's decisions handed to the areas that make them true. */
import { createCashierReview } from '#server/cashier/review.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { documentOr404 } from '#server/desk/queue-rows.ts'
import type { Decision, Reviews } from '#server/desk/reviews.ts'
import { decideChange, proposeChange } from '#server/payout/changes.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { SocketHub } from '#server/platform/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import { decideVerification } from '#server/verification/review.ts'

export interface HouseParts {
  db: Database
  hub: SocketHub
  clock: MarketClock
  vault: Vault
  bell: DeskBell
  secondAbove: bigint
}

const reasonOf = (it: Decision) => (it.decision === 'reject' ? it.reason : null)

export function houseReviews({ bell, ...rest }: HouseParts): Reviews {
  const parts = { ...rest, desk: bell }
  const { clock } = parts
  const cashier = createCashierReview(parts)
  const decided = (it: Decision & { id: string; actor: string }) => ({
    id: documentOr404(it.id),
    decision: it.decision,
    reason: reasonOf(it),
    actor: it.actor,
    atMs: clock.now(),
  })
  return {
    decideVerification: async (it) => {
      await decideVerification(parts, decided(it))
    },
    reviewDeposit: async ({ id, actor }) => {
      await cashier.reviewDeposit({ id: documentOr404(id), actor })
    },
    decideDeposit: async ({ id, actor, ...decision }) => {
      await cashier.decideDeposit({ id: documentOr404(id), actor, decision })
    },
    moveWithdrawal: async ({ id, actor, ...step }) => {
      await cashier.moveWithdrawal({ id: documentOr404(id), actor, step })
    },
    proposePayout: async (it) =>
      (await proposeChange(parts, { ...it, atMs: clock.now() })).id.toString(),
    decidePayout: async (it) => {
      await decideChange(parts, decided(it))
    },
  }
}
