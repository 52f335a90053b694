/** What operators see of a recovery in full, and the sums. Every view is logged before anything is shown. */
import { DAY_MS } from '#contract/time.ts'
import {
  type DeskRecoveryDetail,
  deskRecoveryDetail,
  type RecoveryPicture,
  type RecoverySums,
  recoveryLost,
  recoveryStatus,
  recoverySums,
} from '#contract/recovery.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { documentId } from '#server/platform/db/pages.ts'
import { found } from '#server/platform/errors.ts'
import { logAct } from '#server/platform/operator-log.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { VerificationRow } from '#server/profile/profile-store.ts'
import { openIdentity } from '#server/profile/verification.ts'
import { openPicture } from '#server/recovery/pictures.ts'
import {
  DESK_COLUMNS,
  type DeskColumns,
  deskRecoveryOf,
  type RecoveryRow,
} from '#server/recovery/rows.ts'
import { selectKeptPhotos } from '#server/verification/photo-store.ts'

/** What the views need. */
export interface RecoveryReadParts {
  db: Database
  clock: MarketClock
  vault: Vault
}

/** Views of recoveries at the desk. */
export interface RecoveryReads {
  detail(id: string, actor: Actor): Promise<DeskRecoveryDetail>
  picture(which: { id: string; picture: RecoveryPicture; actor: Actor }): Promise<Buffer>
  sums(days: number): Promise<RecoverySums>
}

type Row = RecoveryRow & DeskColumns & { account: string; owner: bigint; locked: boolean }
async function selectRecovery(tx: Queryable, id: string): Promise<Row> {
  const [row] = await tx.query<Row>(
    `select ${DESK_COLUMNS}, u.account, u.id as owner, exists (select from account_locks l
        where l.user_id = u.id and l.unlocked_at is null) as locked
      from account_recoveries d join users u on u.id = d.user_id
      where d.id = $1 and d.review_at is not null`,
    [documentId(id)],
  )
  return found(row)
}

const selectVerified = async (tx: Queryable, userId: bigint): Promise<VerificationRow> => {
  const [row] = await tx.query<VerificationRow>(
    `select * from verifications where user_id = $1 and status = 'verified'`,
    [userId],
  )
  return found(row)
}

interface PictureRow {
  picture: RecoveryPicture
  key_sealed: Buffer
  sealed: Buffer
}
const selectPictures = (tx: Queryable, id: bigint): Promise<PictureRow[]> =>
  tx.query<PictureRow>(
    `select picture, key_sealed, sealed from recovery_pictures
      where recovery_id = $1 and removed_at is null`,
    [id],
  )

const selectOthers = (tx: Queryable, { id, owner }: Row) =>
  tx.query<Pick<RecoveryRow, 'id' | 'lost' | 'status' | 'asked_at' | 'vetoed_by'>>(
    `select id, lost, status, asked_at, vetoed_by from account_recoveries
      where user_id = $1 and id <> $2 and review_at is not null order by id desc limit 20`,
    [owner, id],
  )

async function detailOf(tx: Queryable, vault: Vault, row: Row): Promise<DeskRecoveryDetail> {
  const verified = await selectVerified(tx, row.owner)
  const identity = await openIdentity(tx, vault, verified)
  const kept = await selectKeptPhotos(tx, [verified.front_photo, verified.back_photo])
  const photo = (id: bigint): string | null =>
    kept.some((each) => each.id === id) ? id.toString() : null
  const pictures = (await selectPictures(tx, row.id)).map(({ picture }) => picture)
  const others = await selectOthers(tx, row)
  return deskRecoveryDetail.parse({
    ...deskRecoveryOf(row, row.account),
    name: identity?.name ?? verified.name_mask,
    nationality: verified.nationality,
    idNumber: identity?.idNumber ?? verified.id_number_mask,
    verifiedAt: Number(verified.decided_at),
    frontPhoto: photo(verified.front_photo),
    backPhoto: photo(verified.back_photo),
    pictures: { document: pictures.includes('document'), face: pictures.includes('face') },
    locked: row.locked,
    others: others.map(({ id, lost, status, asked_at, vetoed_by }) => ({
      id: id.toString(),
      lost,
      status,
      askedAt: Number(asked_at),
      vetoedBy: vetoed_by,
    })),
  })
}

async function sumsSince(db: Queryable, sinceMs: number): Promise<RecoverySums> {
  const rows = await db.query<{
    status: string
    lost: string
    real: boolean
    word: number
    n: number
  }>(
    `select status, lost, user_id is not null as real, count(*)::int as n,
        count(*) filter (where vetoed_by = 'safety_word')::int as word
      from account_recoveries where asked_at >= $1 and review_at is not null group by 1, 2, 3`,
    [sinceMs],
  )
  const real = rows.filter((row) => row.real)
  const sum = (of: typeof rows, value: (row: (typeof rows)[number]) => number): number =>
    of.reduce((total, row) => total + value(row), 0)
  const all = (of: typeof rows): number => sum(of, ({ n }) => n)
  const byOperator = await db.query(
    `select actor as operator, count(*) filter (where act = 'account_recovery_propose')::int as proposed,
        count(*) filter (where act = 'account_recovery_approve')::int as approved,
        count(*) filter (where act = 'account_recovery_reject')::int as rejected
      from operator_log where at >= $1
        and act in ('account_recovery_propose', 'account_recovery_approve', 'account_recovery_reject')
      group by actor order by actor`,
    [sinceMs],
  )
  const counts = (names: readonly string[], key: 'status' | 'lost') =>
    Object.fromEntries(names.map((name) => [name, all(real.filter((row) => row[key] === name))]))
  return recoverySums.parse({
    byStatus: counts(recoveryStatus.options, 'status'),
    byLost: counts(recoveryLost.options, 'lost'),
    withoutAccount: all(rows.filter((row) => !row.real)),
    vetoedByWord: sum(real, ({ word }) => word),
    byOperator,
  })
}

/** Creates the views. */
export function createRecoveryReads({ db, clock, vault }: RecoveryReadParts): RecoveryReads {
  return {
    detail: (id, actor) =>
      db.transaction(async (tx) => {
        const row = await selectRecovery(tx, id)
        const shown = await detailOf(tx, vault, row)
        const view = { atMs: clock.now(), actor, userId: row.owner, ref: id }
        await logAct(tx, { ...view, act: 'account_recovery_viewed' })
        return shown
      }),
    picture: ({ id, picture, actor }) =>
      db.transaction(async (tx) => {
        const row = await selectRecovery(tx, id)
        const stored = found(
          (await selectPictures(tx, row.id)).find((each) => each.picture === picture),
        )
        const webp = openPicture(vault, { id: row.id, picture }, stored)
        const view = {
          atMs: clock.now(),
          actor,
          userId: row.owner,
          ref: `recovery ${id} ${picture}`,
        }
        await logAct(tx, { ...view, act: 'photo_viewed' })
        return webp
      }),
    sums: (days) => sumsSince(db, clock.now() - days * DAY_MS),
  }
}
