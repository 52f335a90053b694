/** Rows of recoveries, and what their asker, their account and the desk see of them. */
import {
  deskRecovery,
  type DeskRecovery,
  type FollowedRecovery,
  followedRecovery,
  type OwnRecovery,
  ownRecovery,
  RECOVERY_OPEN_MS,
  RECOVERY_PICTURES_MS,
  RECOVERY_READY_MS,
  RECOVERY_REVIEW_MS,
  type RecoveryLost,
  type RecoveryStatus,
} from '#contract/recovery.ts'

export interface RecoveryRow {
  id: bigint
  /** Null if no account that can be recovered was named. */
  user_id: bigint | null
  lost: RecoveryLost
  status: RecoveryStatus
  asked_at: bigint
  review_at: bigint | null
  decided_by: string | null
  decided_at: bigint | null
  reason: string | null
  ready_at: bigint | null
  opened_at: bigint | null
  ended_at: bigint | null
  vetoed_by: string | null
}

/** The pictures of a recovery that were stored, whether or not they are still kept. */
export interface StoredPictures {
  document: boolean
  face: boolean
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))

/** Until when an approved recovery can be completed. Null if it is not approved, or has ended. */
function endsAt({ status, ready_at: ready, opened_at: opened }: RecoveryRow): number | null {
  if (status === 'opened' && opened !== null) return Number(opened) + RECOVERY_OPEN_MS
  return status === 'waiting' && ready !== null ? Number(ready) + RECOVERY_READY_MS : null
}

/** What is shown of a request that was not approved. It depends on nothing that the operators or the account did. */
function unapproved({ asked_at: asked, review_at: review }: RecoveryRow, atMs: number) {
  const first = Number(asked) + RECOVERY_PICTURES_MS
  const decided = Number(asked) + RECOVERY_REVIEW_MS
  if (review === null) return atMs <= first ? (['pictures', first] as const) : ENDED
  return atMs < decided ? (['review', decided] as const) : ENDED
}
const ENDED = ['ended', null] as const

function stateOf(
  row: RecoveryRow,
  atMs: number,
): readonly [FollowedRecovery['state'], number | null] {
  if (row.ready_at === null) return unapproved(row, atMs)
  if (row.status === 'done') return ['done', null]
  const ends = endsAt(row)
  if (ends === null || atMs > ends) return ENDED
  const ready = Number(row.ready_at)
  return atMs < ready ? ['waiting', ready] : ['ready', ends]
}

/** A recovery as its asker sees it. */
export function followedOf(
  row: RecoveryRow,
  pictures: StoredPictures,
  atMs: number,
): FollowedRecovery {
  const [state, until] = stateOf(row, atMs)
  return followedRecovery.parse({
    lost: row.lost,
    state,
    askedAt: Number(row.asked_at),
    pictures,
    until,
    opened: row.status === 'opened' && state === 'ready',
  })
}

/** A recovery as the devices of its account see it. */
export function ownRecoveryOf(row: RecoveryRow, atMs: number): OwnRecovery {
  const ends = endsAt(row)
  return ownRecovery.parse({
    id: row.id.toString(),
    lost: row.lost,
    status: row.status,
    askedAt: Number(row.asked_at),
    approvedAt: row.ready_at === null ? null : moment(row.decided_at),
    readyAt: moment(row.ready_at),
    endedAt: moment(row.ended_at),
    vetoedBy: row.vetoed_by,
    canVeto: ends !== null && atMs <= ends,
  })
}

/** What the desk reads with a recovery. */
export interface DeskColumns {
  /** The first operator's approval, if it waits for the second. */
  first_by: string | null
  first_at: bigint | null
  earlier_vetoes: number
}

/** The columns of `account_recoveries d` as the desk reads them. Vetoes after the request count too. */
export const DESK_COLUMNS = `d.*,
  (select p.proposed_by from recovery_proposals p where p.recovery_id = d.id and d.status = 'review') as first_by,
  (select p.proposed_at from recovery_proposals p where p.recovery_id = d.id and d.status = 'review') as first_at,
  (select count(*)::int from account_recoveries v where v.user_id = d.user_id and v.id <> d.id
    and v.vetoed_by is not null and v.ended_at > d.asked_at - 2592000000) as earlier_vetoes`

/** A recovery as the desk lists it. */
export const deskRecoveryOf = (row: RecoveryRow & DeskColumns, account: string): DeskRecovery =>
  deskRecovery.parse({
    id: row.id.toString(),
    account,
    lost: row.lost,
    status: row.status,
    askedAt: Number(row.asked_at),
    decideBy: Number(row.asked_at) + RECOVERY_REVIEW_MS,
    earlierVetoes: row.earlier_vetoes,
    proposal: row.first_by === null ? null : { by: row.first_by, at: moment(row.first_at) },
    decidedBy: row.decided_by,
    decidedAt: moment(row.decided_at),
    reason: row.reason,
    readyAt: moment(row.ready_at),
    endedAt: moment(row.ended_at),
    vetoedBy: row.vetoed_by,
  })
