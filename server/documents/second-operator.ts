/** Large amounts need two operators: the first one's step is a proposal, and another one's same step makes it true. */
import type { ActKind } from '#contract/records.ts'
import type { RejectReason } from '#contract/review.ts'
import type { DocumentKind } from '#rules/documents.ts'
import { logAct } from '#server/desk/operator-log.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** A step that needs two operators. The caller holds the user's mutex, and the document stands where it leads from. */
export interface LargeStep {
  kind: DocumentKind
  id: bigint
  userId: bigint
  amount: bigint
  step: string
  reason: RejectReason | null
  actor: string
  atMs: number
}

/** As the operator log names the proposal. */
const proposalAct = ({ kind, step }: LargeStep): ActKind => {
  if (kind === 'deposit') return 'deposit_propose'
  return step === 'bounce' ? 'withdrawal_propose_bounce' : 'withdrawal_propose'
}

async function propose(tx: Queryable, it: LargeStep): Promise<void> {
  const { kind, id, userId, step, reason, actor, atMs } = it
  await tx.query(
    `insert into money_proposals (document, document_id, step, reason, proposed_by, proposed_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [kind, id, step, reason, actor, atMs],
  )
  // Locks the log's head: nothing may be locked after it.
  await logAct(tx, { atMs, actor, act: proposalAct(it), userId, ref: id.toString(), reason })
}

/**
 * True: the step is proposed now and waits for another operator, so the document stays as it is. False: take it. Throws
 * `same_operator` for whoever proposed it. `above` null: one is enough for every amount.
 */
export async function waitsForSecond(
  tx: Queryable,
  it: LargeStep,
  above: bigint | null,
): Promise<boolean> {
  if (above === null || it.amount <= above) return false
  const [known] = await tx.query<{ id: bigint; proposed_by: string }>(
    `select id, proposed_by from money_proposals
      where document = $1 and document_id = $2 and step = $3`,
    [it.kind, it.id, it.step],
  )
  if (known === undefined) {
    await propose(tx, it)
    return true
  }
  if (known.proposed_by === it.actor) throw new Rejected('same_operator')
  await tx.query('update money_proposals set confirmed_by = $2, confirmed_at = $3 where id = $1', [
    known.id,
    it.actor,
    it.atMs,
  ])
  return false
}
