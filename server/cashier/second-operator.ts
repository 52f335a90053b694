/** Large amounts need two operators: the first one's step is a proposal, and another one's same step makes it true. */
import type { RejectReason } from '#contract/review.ts'
import { logAct } from '#server/desk/operator-log.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** A step that moves money by somebody's word. The caller holds the user's mutex. */
export interface LargeStep {
  document: 'deposit' | 'withdrawal'
  row: { id: bigint; user_id: bigint; amount: bigint; status: string }
  step: 'approve' | 'bounce'
  reason: RejectReason | null
  actor: string
  atMs: number
}

/** The status in which each step can be taken. */
const OPEN = { approve: 'review', bounce: 'paying' } as const
/** As the operator log names the proposal. */
const ACTS = {
  deposit: { approve: 'deposit_propose', bounce: 'deposit_propose' },
  withdrawal: { approve: 'withdrawal_propose', bounce: 'withdrawal_propose_bounce' },
} as const

interface ProposalRow {
  id: bigint
  proposed_by: string
}

async function propose(tx: Queryable, { document, row, step, ...it }: LargeStep): Promise<void> {
  await tx.query(
    `insert into money_proposals (document, document_id, step, reason, proposed_by, proposed_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [document, row.id, step, it.reason, it.actor, it.atMs],
  )
  // Locks the log's head: nothing may be locked after it.
  const { atMs, actor, reason } = it
  const act = { act: ACTS[document][step], userId: row.user_id, ref: row.id.toString() }
  await logAct(tx, { atMs, actor, ...act, reason })
}

/**
 * True: the step is proposed now and waits for another operator, so the document stays as it is. False: take it.
 * Throws `same_operator` for whoever proposed it. `above` null: one is enough for every amount.
 */
export async function waitsForSecond(
  tx: Queryable,
  it: LargeStep,
  above: bigint | null,
): Promise<boolean> {
  const { document, row, step, actor, atMs } = it
  // A document that stands elsewhere is refused by the step itself.
  if (above === null || row.amount <= above || row.status !== OPEN[step]) return false
  const [known] = await tx.query<ProposalRow>(
    `select id, proposed_by from money_proposals
      where document = $1 and document_id = $2 and step = $3`,
    [document, row.id, step],
  )
  if (known === undefined) {
    await propose(tx, it)
    return true
  }
  if (known.proposed_by === actor) throw new Rejected('same_operator')
  await tx.query('update money_proposals set confirmed_by = $2, confirmed_at = $3 where id = $1', [
    known.id,
    actor,
    atMs,
  ])
  return false
}
