/** The SQL of the desk's queues: those that wait, oldest first; those decided, newest first. */
import type { DeskQueue } from '#contract/desk.ts'
import type { DepositRow, WithdrawalRow } from '#server/cashier/documents.ts'
import { documentId, LARGEST_ID, PAGE_ROWS } from '#server/cashier/page.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { VerificationRow } from '#server/verification/verification-store.ts'

export interface PayoutChangeRow {
  id: bigint
  user_id: bigint
  key_id: bigint
  form_sealed: Buffer
  why: string
  status: string
  proposed_by: string
  proposed_at: bigint
  decided_by: string | null
  decided_at: bigint | null
}
/** What one operator proposed and another has not confirmed; null: nothing waits. */
interface Proposed {
  proposal: Record<string, unknown> | null
}
/** Queues of users' documents: the fund lists its rates itself, and customer service its conversations. */
type UserQueue = Exclude<DeskQueue, 'fund_rates' | 'support'>
interface QueueRows {
  verifications: VerificationRow
  deposits: DepositRow & Proposed
  withdrawals: WithdrawalRow & Proposed
  payout_changes: PayoutChangeRow
}
export type Queued<Q extends UserQueue> = QueueRows[Q] & { account: string }

/** As the partial indexes of the migrations have them. */
const WAITING: Record<UserQueue, readonly string[]> = {
  verifications: ['verifying'],
  deposits: ['submitted', 'review'],
  withdrawals: ['requested', 'review', 'approved', 'paying'],
  payout_changes: ['proposed'],
}

/** A document that moved on meanwhile has no open proposal. */
const proposalOf = (document: string, isOpen: string): string => `, (
  select json_build_object('step', p.step, 'by', p.proposed_by, 'at', p.proposed_at,
      'reason', p.reason)
    from money_proposals p where p.document = '${document}' and p.document_id = d.id
      and p.confirmed_by is null and ${isOpen}) as proposal`
const MORE: Record<UserQueue, string> = {
  verifications: '',
  deposits: proposalOf('deposit', `d.status = 'review'`),
  withdrawals: proposalOf(
    'withdrawal',
    `d.status = case p.step when 'approve' then 'review' else 'paying' end`,
  ),
  payout_changes: '',
}

export interface QueuePage {
  status?: string | undefined
  after?: string | undefined
}

/** One row more than a page has. */
export function selectQueue<Q extends UserQueue>(
  db: Queryable,
  queue: Q,
  { status, after }: QueuePage,
): Promise<Queued<Q>[]> {
  const waits = status === undefined || WAITING[queue].includes(status)
  const list = WAITING[queue].map((each) => `'${each}'`).join(', ')
  const start = waits ? 0n : LARGEST_ID
  const from = after === undefined ? start : (documentId(after) ?? LARGEST_ID)
  return db.query<Queued<Q>>(
    `select d.*, u.account${MORE[queue]} from ${queue} d join users u on u.id = d.user_id
      where ($1::text is null or d.status = $1)
        and ${waits ? `d.status in (${list}) and d.id > $2` : 'd.id < $2'}
      order by d.id ${waits ? '' : 'desc'} limit $3`,
    [status ?? null, from, PAGE_ROWS],
  )
}

/** Undefined: there is none of that number. */
export async function selectQueued<Q extends UserQueue>(
  db: Queryable,
  queue: Q,
  id: string,
): Promise<Queued<Q> | undefined> {
  const [row] = await db.query<Queued<Q>>(
    `select d.*, u.account${MORE[queue]} from ${queue} d join users u on u.id = d.user_id where d.id = $1`,
    [documentId(id)],
  )
  return row
}

export async function selectSameDocument(
  db: Queryable,
  row: { user_id: bigint; document_digest: Buffer },
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ account: string }>(
    `select distinct u.account from verifications v join users u on u.id = v.user_id
      where v.document_digest = $1 and v.user_id <> $2 order by u.account limit $3`,
    [row.document_digest, row.user_id, limit],
  )
  return rows.map(({ account }) => account)
}

export interface KeptPhotoRow {
  id: bigint
  user_id: bigint
  /** The decision that it was sent for is not made; what customer service was sent waits for none. */
  open: boolean
}
/** Of those asked for, the photos that are kept and that a form named, with whose they are. */
export function selectKeptPhotos(
  db: Queryable,
  ids: readonly (bigint | null)[],
): Promise<KeptPhotoRow[]> {
  return db.query<KeptPhotoRow>(
    `select p.id, p.user_id, p.purpose = 'support'
        or exists (select 1 from verifications v where v.user_id = p.user_id
          and p.id in (v.front_photo, v.back_photo) and v.status = 'verifying')
        or exists (select 1 from deposits d where d.user_id = p.user_id
          and d.proof = p.id and d.status in ('submitted', 'review')) as open
      from photos p
      where p.id = any ($1::bigint[]) and p.claimed_at is not null and p.deleted_at is null`,
    [ids],
  )
}
