/** Rows of the queues as the contract's documents, with whose they are. */
import type { z } from 'zod'
import { deskDeposit, deskVerification, deskWithdrawal } from '#contract/desk.ts'
import { depositOfRow, withdrawalOfRow } from '#server/cashier/documents.ts'
import { documentId } from '#server/cashier/page.ts'
import type { Queued } from '#server/desk/queue-store.ts'
import { Rejected } from '#server/platform/errors.ts'

export const verificationOf = (row: Queued<'verifications'>) =>
  deskVerification.parse({
    id: row.id.toString(),
    account: row.account,
    status: row.status,
    nationality: row.nationality,
    submittedAt: Number(row.submitted_at),
    decidedAt: row.decided_at === null ? null : Number(row.decided_at),
    reviewer: row.reviewer,
    reason: row.reason,
  })
/** `above`: the configured amount, minor units. */
const secondOf = (amount: bigint, above: bigint): bigint | null => (amount > above ? above : null)
export const depositOf = (
  row: Queued<'deposits'>,
  above: bigint,
): z.output<typeof deskDeposit> => ({
  ...depositOfRow(row),
  account: row.account,
  proof: deskDeposit.shape.proof.parse(row.proof?.toString() ?? null),
  secondAbove: secondOf(row.amount, above),
  proposal: deskDeposit.shape.proposal.parse(row.proposal),
})
export const withdrawalOf = (
  row: Queued<'withdrawals'>,
  above: bigint,
): z.output<typeof deskWithdrawal> => ({
  ...withdrawalOfRow(row),
  account: row.account,
  secondAbove: secondOf(row.amount, above),
  proposal: deskWithdrawal.shape.proposal.parse(row.proposal),
})

export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Rejected('not_found')
  return row
}

/** A number that PostgreSQL cannot have is nobody's document. */
export const documentOr404 = (id: string): bigint => found(documentId(id) ?? undefined)
