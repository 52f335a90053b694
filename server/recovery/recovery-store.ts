/** The SQL of recoveries, which are found by the hashes of their code and of the token for their pictures. */
import type { RecoveryLost, RecoveryPicture } from '#contract/recovery.ts'
import type { Ticket } from '#server/identity/credential-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { RecoveryRow, StoredPictures } from '#server/recovery/rows.ts'

const PICTURES = `
  exists (select from recovery_pictures p where p.recovery_id = d.id and p.picture = 'document') as document,
  exists (select from recovery_pictures p where p.recovery_id = d.id and p.picture = 'face') as face`

async function one<Row extends object>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await translated(rows)
  if (row === undefined) throw new Error('a function of recoveries returned no row')
  return row
}

/** A request to store. */
export interface NewRecovery {
  account: string
  lost: RecoveryLost
  codeHash: Buffer
  uploadHash: Buffer
  network: Buffer
  /** How many requests of a network are taken per day. */
  daily: number
  atMs: number
}

/** Stores a request. Throws `rate_limited` and `unavailable`. */
export const askRecovery = (db: Queryable, asked: NewRecovery): Promise<RecoveryRow> =>
  one(
    db.query<RecoveryRow>('select * from ask_recovery($1, $2, $3, $4, $5, $6, $7)', [
      asked.account,
      asked.lost,
      asked.codeHash,
      asked.uploadHash,
      asked.network,
      asked.daily,
      asked.atMs,
    ]),
  )

/** The id of the request whose pictures are awaited under this token. */
export async function selectAwaited(
  db: Queryable,
  uploadHash: Buffer,
  sinceMs: number,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(
    `select id from account_recoveries where upload_hash = $1 and status = 'pictures' and asked_at >= $2`,
    [uploadHash, sinceMs],
  )
  return row?.id
}

/** A picture, sealed with a key that is sealed too. */
export interface SealedPicture {
  keySealed: Buffer
  sealed: Buffer
}

/** Stores a picture. Throws `recovery_unknown` and `storage_low`. */
export const storePicture = (
  db: Queryable,
  stored: SealedPicture & {
    upload: string
    picture: RecoveryPicture
    bytes: number
    space: number
    atMs: number
  },
): Promise<RecoveryRow> =>
  one(
    db.query<RecoveryRow>('select * from store_recovery_picture($1, $2, $3, $4, $5, $6, $7)', [
      stored.upload,
      stored.picture,
      stored.keySealed,
      stored.sealed,
      stored.bytes,
      stored.space,
      stored.atMs,
    ]),
  )

/** A recovery with what was stored of its pictures, by the hash of its code. */
export async function selectByCode(
  db: Queryable,
  codeHash: Buffer,
): Promise<(RecoveryRow & StoredPictures) | undefined> {
  const [row] = await db.query<RecoveryRow & StoredPictures>(
    `select d.*, ${PICTURES} from account_recoveries d where d.code_hash = $1`,
    [codeHash],
  )
  return row
}

/** Which pictures of a recovery were stored. */
export const selectStored = (db: Queryable, id: bigint): Promise<StoredPictures> =>
  one(db.query<StoredPictures>(`select ${PICTURES} from (select $1::bigint as id) d`, [id]))

/** Opens a recovery that is ready. Throws `recovery_unknown` and `recovery_not_ready`. */
export const openRecovery = (db: Queryable, code: string, atMs: number): Promise<RecoveryRow> =>
  one(db.query<RecoveryRow>('select * from open_recovery($1, $2)', [code, atMs]))

/**
 * Completes a recovery and returns the sessions that ended. Throws `recovery_unknown`, `recovery_not_ready` and, if the
 * ticket is not valid, `unavailable`. The caller holds the user's mutex.
 */
export const completeRecovery = async (
  tx: Queryable,
  done: { code: string; ticket: Ticket | null; atMs: number },
): Promise<bigint[]> => {
  const { code, ticket, atMs } = done
  const { ended } = await one(
    tx.query<{ ended: bigint[] }>('select complete_recovery($1, $2, $3) as ended', [
      code,
      ticket,
      atMs,
    ]),
  )
  return ended
}

/** Vetoes by a session. Returns the sessions that ended. Throws `not_found`, `document_moved_on`. */
export const vetoBySession = async (
  tx: Queryable,
  veto: { userId: bigint; secret: string; id: bigint; atMs: number },
): Promise<bigint[]> => {
  const { userId, secret, id, atMs } = veto
  const { ended } = await one(
    tx.query<{ ended: bigint[] }>('select veto_recovery($1, $2, $3, $4) as ended', [
      userId,
      secret,
      id,
      atMs,
    ]),
  )
  return ended
}

/** Vetoes by the safety word. Returns the sessions that ended. Null if nothing was vetoed. */
export const vetoByWord = async (
  tx: Queryable,
  veto: { userId: bigint; word: string; atMs: number },
): Promise<bigint[] | null> => {
  const { ended } = await one(
    tx.query<{ ended: bigint[] | null }>('select veto_by_word($1, $2, $3) as ended', [
      veto.userId,
      veto.word,
      veto.atMs,
    ]),
  )
  return ended
}

const OWN_MAX = 50
/** The newest recoveries of an account that operators have or had before them. */
export const selectOwnRecoveries = (db: Queryable, userId: bigint): Promise<RecoveryRow[]> =>
  db.query<RecoveryRow>(
    `select * from account_recoveries where user_id = $1 and review_at is not null
      order by id desc limit ${OWN_MAX}`,
    [userId],
  )

/** Ends what is over, and removes pictures. Returns how many recoveries ended. */
export const lapseRecoveries = async (db: Queryable, atMs: number): Promise<number> =>
  (await one(db.query<{ n: number }>('select lapse_recoveries($1) as n', [atMs]))).n
