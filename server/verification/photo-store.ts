/** The SQL of photos. */
import type { PhotoPurpose } from '#contract/verification.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { DeletedPhoto } from '#rules/deletion.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'

/** The largest bigint of PostgreSQL. Ids on the wire may be larger. */

export interface PhotoRow {
  id: bigint
  user_id: bigint
  purpose: PhotoPurpose
  key_id: bigint
  /** The size of the picture. */
  bytes: number
}

/** Reserves an id, so that the file can be written before the row. */
export async function nextPhotoId(tx: Queryable): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `select nextval(pg_get_serial_sequence('photos', 'id')) as id`,
  )
  if (row === undefined) throw new Error('no number for a photo')
  return row.id
}

/** A photo to insert. */
export interface NewPhoto {
  id: bigint
  userId: bigint
  purpose: PhotoPurpose
  keyId: bigint
  width: number
  height: number
  bytes: number
  createdAt: number
}

export async function insertPhoto(tx: Queryable, photo: NewPhoto): Promise<void> {
  await tx.query(
    `insert into photos (id, user_id, purpose, key_id, width, height, bytes, created_at)
      overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      photo.id,
      photo.userId,
      photo.purpose,
      photo.keyId,
      photo.width,
      photo.height,
      photo.bytes,
      photo.createdAt,
    ],
  )
}

/** How much storage a user's photos use. */
export interface PhotoUsage {
  /** Bytes added since a moment, including those deleted again. */
  since: number
  /** Bytes stored now. */
  kept: number
}

/** Reads how much storage a user's photos use. */
export async function selectUsage(
  tx: Queryable,
  userId: bigint,
  sinceMs: number,
): Promise<PhotoUsage> {
  const [row] = await tx.query<PhotoUsage>(
    `select coalesce(sum(bytes) filter (where created_at >= $2), 0)::float8 as since,
        coalesce(sum(bytes) filter (where deleted_at is null), 0)::float8 as kept
      from photos where user_id = $1`,
    [userId, sinceMs],
  )
  return row ?? { since: 0, kept: 0 }
}

/** Finds a stored photo. `userId` null: of any user. */
export async function selectPhoto(
  tx: Queryable,
  id: bigint,
  userId: bigint | null,
): Promise<PhotoRow | undefined> {
  if (id > MAX_ID) return undefined
  const [row] = await tx.query<PhotoRow>(
    `select id, user_id, purpose, key_id, bytes from photos
      where id = $1 and ($2::bigint is null or user_id = $2) and deleted_at is null`,
    [id, userId],
  )
  return row
}

/** Marks a photo as named by a form. False if it is another user's, for another purpose, already named, or deleted. */
export async function updateClaimed(
  tx: Queryable,
  claim: { userId: bigint; photoId: bigint; purpose: PhotoPurpose; atMs: number },
): Promise<boolean> {
  if (claim.photoId > MAX_ID) return false
  const rows = await tx.query(
    `update photos set claimed_at = $4 where id = $1 and user_id = $2 and purpose = $3
      and claimed_at is null and deleted_at is null returning 1`,
    [claim.photoId, claim.userId, claim.purpose, claim.atMs],
  )
  return rows.length === 1
}

/** A photo that was marked as deleted, with the key that encrypted it. */
export interface GonePhoto extends DeletedPhoto {
  keyId: bigint
}

/** What a statement that marks photos as deleted returns: a `GonePhoto`. */
const GONE = `returning p.id, p.key_id as "keyId", p.created_at::float8 as "createdAt"`

/** Marks all except the newest `keep` unclaimed photos of a purpose as deleted. */
export const deleteSurplus = (
  tx: Queryable,
  claim: { userId: bigint; purpose: PhotoPurpose; keep: number; atMs: number },
): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos p set deleted_at = $4 where id in (
        select id from photos where user_id = $1 and purpose = $2
          and claimed_at is null and deleted_at is null order by id desc offset $3
      ) ${GONE}`,
    [claim.userId, claim.purpose, claim.keep, claim.atMs],
  )

/**
 * Marks all photos of a user's identity document as deleted. Proofs of deposits and pictures for customer service are
 * kept.
 */
export const deleteIdentityPhotos = (
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos p set deleted_at = $2
      where user_id = $1 and purpose in ('id_front', 'id_back') and deleted_at is null ${GONE}`,
    [userId, atMs],
  )

const DUE = `p.deleted_at is null and (
  (p.claimed_at is null and p.created_at <= $1)
  or exists (select 1 from verifications v
    where p.id in (v.front_photo, v.back_photo) and v.photos_until <= $2)
  or p.case_closed_at <= $3
  or exists (select 1 from deposits d where d.proof = p.id and d.decided_at <= $3))`

/** What is due at a moment, all in ms. */
export interface Due {
  /** Unclaimed photos up to this moment. */
  unclaimedBefore: number
  /** Verifications whose photos' retention has ended by this moment. */
  atMs: number
  /** Deposits decided, and pictures whose case was closed, by this moment. */
  closedBefore: number
}
const dueParams = (due: Due): number[] => [due.unclaimedBefore, due.atMs, due.closedBefore]

export async function selectDueUsers(tx: Queryable, due: Due): Promise<bigint[]> {
  const rows = await tx.query<{ user_id: bigint }>(
    `select distinct p.user_id from photos p where ${DUE} order by p.user_id`,
    dueParams(due),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Marks a user's due photos as deleted. */
export const deleteDue = (tx: Queryable, userId: bigint, due: Due): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos p set deleted_at = $2 where p.user_id = $4 and ${DUE} ${GONE}`,
    [...dueParams(due), userId],
  )

/** Those of `$1` and `$2`, the numbers of photos and when each was created. */
const LISTED = `(p.id, p.created_at) in (select * from unnest($1::bigint[], $2::bigint[]))`
const listedParams = (photos: readonly DeletedPhoto[]): [bigint[], number[]] => [
  photos.map(({ id }) => id),
  photos.map(({ createdAt }) => createdAt),
]

/** The users of those of the photos that are stored. */
export async function selectOwners(
  tx: Queryable,
  photos: readonly DeletedPhoto[],
): Promise<bigint[]> {
  const rows = await tx.query<{ user_id: bigint }>(
    `select distinct p.user_id from photos p where ${LISTED} and p.deleted_at is null
      order by p.user_id`,
    listedParams(photos),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Marks those of the photos that are the user's as deleted. */
export const deleteListed = (
  tx: Queryable,
  photos: readonly DeletedPhoto[],
  owner: { userId: bigint; atMs: number },
): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos p set deleted_at = $4
      where ${LISTED} and p.user_id = $3 and p.deleted_at is null ${GONE}`,
    [...listedParams(photos), owner.userId, owner.atMs],
  )

/** All photos that were ever deleted. */
export const selectDeleted = (tx: Queryable): Promise<DeletedPhoto[]> =>
  tx.query<DeletedPhoto>(
    `select id, created_at::float8 as "createdAt" from photos where deleted_at is not null
      order by id`,
  )

/** Those of the keys that encrypt no stored photo. */
export async function selectIdleKeys(tx: Queryable, keyIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `select id from user_keys k where id = any($1)
      and not exists (select 1 from photos p where p.key_id = k.id and p.deleted_at is null)`,
    [[...keyIds]],
  )
  return rows.map(({ id }) => id)
}

/** Those of the ids that are of stored photos. */
export async function selectKept(tx: Queryable, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'select id from photos where id = any($1) and deleted_at is null',
    [[...ids]],
  )
  return rows.map(({ id }) => id)
}

/** A stored photo that a form has named. */
export interface KeptPhotoRow {
  id: bigint
  user_id: bigint
  /** True if its decision is still open. Pictures for customer service await no decision. */
  open: boolean
}
/** Those of the photos that are stored and named by a form, with their users. */
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
