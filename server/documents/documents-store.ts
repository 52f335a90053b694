/** The SQL of documents, the same for every kind: one by its id, a user's own, and the desk's queues. */
import { type DocumentKind, waitingStatuses } from '#rules/documents.ts'
import { KINDS, type Taking } from '#server/documents/kinds.ts'
import type { DocumentRows, OwnKind, Queued } from '#server/documents/rows.ts'
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { documentId, MAX_ID, PAGE_ROWS } from '#server/platform/db/pages.ts'

/** Reads a document. The user's mutex or the function that moves it keeps others from moving it meanwhile. */
export async function selectDocument<Kind extends DocumentKind>(
  db: Queryable,
  kind: Kind,
  id: bigint,
): Promise<DocumentRows[Kind] | undefined> {
  const { table, columns } = KINDS[kind]
  const [row] = await db.query<DocumentRows[Kind]>(
    `select ${columns} from ${table} d where id = $1`,
    [id],
  )
  return row
}

/** Moves a document. The database refuses with FT409. */
export async function moveDocument<Kind extends DocumentKind>(
  tx: Queryable,
  kind: Kind,
  step: Taking,
): Promise<DocumentRows[Kind]> {
  const [row] = await KINDS[kind].move(tx, step)
  if (row === undefined) throw new Error(`a ${kind} moved without a row`)
  return row
}

const DEPOSIT_COLUMNS = KINDS.deposit.columns
/** A proof may be deleted while its deposit is kept. */
const OWN_COLUMNS: Record<OwnKind, string> = {
  deposit: `${DEPOSIT_COLUMNS}, exists (
    select 1 from photos p where p.id = d.proof and p.deleted_at is not null) as proof_expired`,
  withdrawal: KINDS.withdrawal.columns,
}

/** A page of a user's documents. */
export interface OwnPage {
  /** Null for all statuses. */
  statuses: readonly string[] | null
  before: bigint
  limit: number
}
/** A user's documents, newest first. */
export const selectOwn = <Kind extends OwnKind>(
  db: Queryable,
  kind: Kind,
  userId: bigint,
  page: OwnPage,
): Promise<DocumentRows[Kind][]> =>
  db.query<DocumentRows[Kind]>(
    `select ${OWN_COLUMNS[kind]} from ${KINDS[kind].table} d
      where user_id = $1 and id < $2 and ($3::text[] is null or status = any ($3))
      order by id desc limit $4`,
    [userId, page.before, page.statuses, page.limit],
  )

/** A user's newest documents with the outbox number that includes them, read in one snapshot. */
export const selectOwnSnapshot = <Kind extends OwnKind>(
  db: Database,
  kind: Kind,
  userId: bigint,
  page: OwnPage,
): Promise<{ seq: bigint; rows: DocumentRows[Kind][] }> =>
  db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, `${kind}s`),
    rows: await selectOwn(tx, kind, userId, page),
  }))

/** The number of a user's documents, whatever their status. */
export async function countOwn(
  db: Queryable,
  kind: OwnKind,
  userId: bigint,
  sinceMs: number,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select count(*)::int as n from ${KINDS[kind].table} where user_id = $1 and created_at >= $2`,
    [userId, sinceMs],
  )
  return row?.n ?? 0
}

function queuedFrom(kind: DocumentKind): string {
  const { table, columns, ofHouse, proposedIn } = KINDS[kind]
  if (ofHouse === true) return `select ${columns}, '' as account, null as proposal from ${table} d`
  // A document that has moved on meanwhile has no open proposal.
  const proposal =
    proposedIn === null
      ? 'null'
      : `(select json_build_object('step', p.step, 'by', p.proposed_by, 'at', p.proposed_at,
            'reason', p.reason)
          from money_proposals p where p.document = '${kind}' and p.document_id = d.id
            and p.confirmed_by is null and d.status = ${proposedIn})`
  return `select ${columns}, u.account, ${proposal} as proposal
    from ${table} d join users u on u.id = d.user_id`
}

/** The statuses that await a decision, as the partial indexes of the migrations have them. */
export const waitingList = (kind: DocumentKind): string =>
  waitingStatuses(kind)
    .map((status) => `'${status}'`)
    .join(', ')

export interface QueuePage {
  status?: string | undefined
  after?: string | undefined
}

/** Reads waiting documents, oldest first, or decided ones, newest first. Returns one row more than a page has. */
export function selectQueue<Kind extends DocumentKind>(
  db: Queryable,
  kind: Kind,
  { status, after }: QueuePage,
): Promise<Queued<Kind>[]> {
  const waits = status === undefined || waitingStatuses(kind).includes(status)
  const list = waitingList(kind)
  const start = waits ? 0n : MAX_ID
  const from = after === undefined ? start : (documentId(after) ?? MAX_ID)
  return db.query<Queued<Kind>>(
    `${queuedFrom(kind)}
      where ($1::text is null or d.status = $1)
        and ${waits ? `d.status in (${list}) and d.id > $2` : 'd.id < $2'}
      order by d.id ${waits ? '' : 'desc'} limit $3`,
    [status ?? null, from, PAGE_ROWS],
  )
}

/** Reads one document as the desk's queues do. Undefined if there is none with this id. */
export async function selectQueued<Kind extends DocumentKind>(
  db: Queryable,
  kind: Kind,
  id: string,
): Promise<Queued<Kind> | undefined> {
  const [row] = await db.query<Queued<Kind>>(`${queuedFrom(kind)} where d.id = $1`, [
    documentId(id),
  ])
  return row
}
