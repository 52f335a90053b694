/** The desk's decisions, handed to the areas: each has its transaction, log, messages and events. */
import type { PayoutForm } from '#contract/payout.ts'
import type { ReviewDecision, WithdrawalStep } from '#contract/review.ts'
import { createCashierReview } from '#server/cashier/review.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { documentOr404 } from '#server/desk/queue-rows.ts'
import { decideChange, proposeChange } from '#server/payout/changes.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { SocketHub } from '#server/platform/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import { decideVerification } from '#server/verification/review.ts'

export interface ReviewsParts {
  db: Database
  hub: SocketHub
  clock: MarketClock
  vault: Vault
  bell: DeskBell
  secondAbove: bigint
}

interface Review {
  id: string
  /** The operator's name. */
  actor: string
}

/** All throw `not_found` and `document_moved_on`. */
export interface Reviews {
  decideVerification(it: Review & ReviewDecision): Promise<void>
  reviewDeposit(it: Review): Promise<void>
  decideDeposit(it: Review & ReviewDecision): Promise<void>
  moveWithdrawal(it: Review & WithdrawalStep): Promise<void>
  /** Returns the change's number. */
  proposePayout(it: {
    account: string
    proposed: PayoutForm
    why: string
    actor: string
  }): Promise<string>
  /** Throws `same_operator` as well. */
  decidePayout(it: Review & ReviewDecision): Promise<void>
}

const reasonOf = (it: ReviewDecision) => (it.decision === 'reject' ? it.reason : null)

export function createReviews({ bell, ...rest }: ReviewsParts): Reviews {
  const parts = { ...rest, desk: bell }
  const { clock } = parts
  const cashier = createCashierReview(parts)
  const decided = (it: ReviewDecision & { id: string; actor: string }) => ({
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
