/** The SQL of the practice reviewer: documents that are due, oldest first, by the indexes of waiting documents. */
import type { DepositRow, WithdrawalRow } from '#server/documents/rows.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'

/** A query of due documents. */
export interface DueQuery {
  nowMs: number
  /** Documents that failed and are skipped for now. */
  resting: readonly bigint[]
  limit: number
}

const { verification, deposit, withdrawal } = PRACTICE_REVIEW
/** When the next step of a waiting row is due. */
const DEPOSIT_DUE = `created_at + case status when 'submitted' then ${deposit.reviewMs}
  else ${deposit.decidedMs} end`
const WITHDRAWAL_DUE = `created_at + case status when 'requested' then ${withdrawal.reviewMs}
  when 'review' then ${withdrawal.decidedMs} when 'approved' then ${withdrawal.payingMs}
  else ${withdrawal.doneMs} end`
const DEPOSIT_WAITS = `status in ('submitted', 'review')`
const WITHDRAWAL_WAITS = `status in ('requested', 'review', 'approved', 'paying')`

export const selectDueDeposits = (db: Queryable, query: DueQuery): Promise<DepositRow[]> =>
  db.query<DepositRow>(
    `select * from deposits
      where ${DEPOSIT_WAITS} and ${DEPOSIT_DUE} <= $1 and id <> all ($2) order by id limit $3`,
    [query.nowMs, query.resting, query.limit],
  )

/** After a restore, withdrawals wait for operators. */
const NONE_HELD = 'not exists (select from restore_holds where lifted_at is null)'

export const selectDueWithdrawals = (db: Queryable, query: DueQuery): Promise<WithdrawalRow[]> =>
  db.query<WithdrawalRow>(
    `select * from withdrawals
      where ${WITHDRAWAL_WAITS} and ${WITHDRAWAL_DUE} <= $1 and id <> all ($2) and ${NONE_HELD}
      order by id limit $3`,
    [query.nowMs, query.resting, query.limit],
  )

export interface DueVerification {
  id: bigint
  /** Whether the same document is verified on another account. */
  in_use: boolean
}
/** If one document was submitted on several accounts, the first is decided before the others. */
export const selectDueVerifications = (
  db: Queryable,
  query: DueQuery,
): Promise<DueVerification[]> =>
  db.query<DueVerification>(
    `select v.id, exists (
        select 1 from verifications o where o.document_digest = v.document_digest
          and o.user_id <> v.user_id and o.status = 'verified'
      ) as in_use
      from verifications v
      where v.status = 'verifying' and v.submitted_at <= $1::bigint - ${verification.decidedMs}
        and v.id <> all ($2) and not exists (
          select 1 from verifications o where o.document_digest = v.document_digest
            and o.user_id <> v.user_id and o.status = 'verifying' and o.id < v.id
            and o.id <> all ($2)
        )
      order by v.id limit $3`,
    [query.nowMs, query.resting, query.limit],
  )

/** When the first step after `nowMs` is due, in ms. Null if nothing else waits. */
export async function selectNextDue(db: Queryable, nowMs: number): Promise<number | null> {
  const [row] = await db.query<{ at: bigint | null }>(
    `select min(at) as at from (
      select ${DEPOSIT_DUE} as at from deposits where ${DEPOSIT_WAITS}
      union all select ${WITHDRAWAL_DUE} from withdrawals where ${WITHDRAWAL_WAITS}
      union all select submitted_at + ${verification.decidedMs} from verifications
        where status = 'verifying'
    ) waiting where at > $1`,
    [nowMs],
  )
  return row?.at === null || row?.at === undefined ? null : Number(row.at)
}
