/** The SQL of photos: what is known of them while they are kept. */
import type { PhotoPurpose } from '#contract/verification.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** The wire's numbers may be larger than any row's. */
const LARGEST_ID = 2n ** 63n - 1n

export interface PhotoRow {
  id: bigint
  user_id: bigint
  purpose: PhotoPurpose
  key_id: bigint
}

/** Known before the row, so that the file can be there first. */
export async function nextPhotoId(tx: Queryable): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `select nextval(pg_get_serial_sequence('photos', 'id')) as id`,
  )
  if (row === undefined) throw new Error('no number for a photo')
  return row.id
}

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

export async function insertPhoto(tx: Queryable, it: NewPhoto): Promise<void> {
  await tx.query(
    `insert into photos (id, user_id, purpose, key_id, width, height, bytes, created_at)
      overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [it.id, it.userId, it.purpose, it.keyId, it.width, it.height, it.bytes, it.createdAt],
  )
}

export interface PhotoUsage {
  /** Bytes kept since a moment, those deleted again among them. */
  since: number
  /** Bytes kept now. */
  kept: number
}

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

/** A photo that is kept; `userId` null: whoever it belongs to. */
export async function selectPhoto(
  tx: Queryable,
  id: bigint,
  userId: bigint | null,
): Promise<PhotoRow | undefined> {
  if (id > LARGEST_ID) return undefined
  const [row] = await tx.query<PhotoRow>(
    `select id, user_id, purpose, key_id from photos
      where id = $1 and ($2::bigint is null or user_id = $2) and deleted_at is null`,
    [id, userId],
  )
  return row
}

/** False: not this user's, not for this purpose, claimed before, or gone. */
export async function updateClaimed(
  tx: Queryable,
  it: { userId: bigint; photoId: bigint; purpose: PhotoPurpose; atMs: number },
): Promise<boolean> {
  if (it.photoId > LARGEST_ID) return false
  const rows = await tx.query(
    `update photos set claimed_at = $4 where id = $1 and user_id = $2 and purpose = $3
      and claimed_at is null and deleted_at is null returning 1`,
    [it.photoId, it.userId, it.purpose, it.atMs],
  )
  return rows.length === 1
}

/** Marks all but the newest `keep` unclaimed ones of a purpose as deleted; returns their numbers. */
export async function deleteSurplus(
  tx: Queryable,
  it: { userId: bigint; purpose: PhotoPurpose; keep: number; atMs: number },
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `update photos set deleted_at = $4 where id in (
        select id from photos where user_id = $1 and purpose = $2
          and claimed_at is null and deleted_at is null order by id desc offset $3
      ) returning id`,
    [it.userId, it.purpose, it.keep, it.atMs],
  )
  return rows.map(({ id }) => id)
}

export interface GonePhoto {
  id: bigint
  key_id: bigint
}

/** All that the user ever sent of their document; proofs of deposits and what customer service was sent stay. */
export const deleteIdentityPhotos = (
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos set deleted_at = $2
      where user_id = $1 and purpose in ('id_front', 'id_back') and deleted_at is null
      returning id, key_id`,
    [userId, atMs],
  )

const DUE = `p.deleted_at is null and (
  (p.claimed_at is null and p.created_at <= $1)
  or exists (select 1 from verifications v
    where p.id in (v.front_photo, v.back_photo) and v.photos_until <= $2)
  or p.case_closed_at <= $3
  or exists (select 1 from deposits d where d.proof = p.id and d.decided_at <= $3))`

/** What is due at a moment. */
export interface Due {
  /** Unclaimed photos from then or before. */
  unclaimedBefore: number
  /** Verifications whose photos' time is over by then. */
  atMs: number
  /** Deposits decided, and pictures whose case was closed, by then. */
  closedBefore: number
}
const dueParams = (it: Due): number[] => [it.unclaimedBefore, it.atMs, it.closedBefore]

export async function selectDueUsers(tx: Queryable, due: Due): Promise<bigint[]> {
  const rows = await tx.query<{ user_id: bigint }>(
    `select distinct p.user_id from photos p where ${DUE} order by p.user_id`,
    dueParams(due),
  )
  return rows.map(({ user_id }) => user_id)
}

export const deleteDue = (tx: Queryable, userId: bigint, due: Due): Promise<GonePhoto[]> =>
  tx.query<GonePhoto>(
    `update photos p set deleted_at = $2 where p.user_id = $4 and ${DUE} returning p.id, p.key_id`,
    [...dueParams(due), userId],
  )

/** Of these keys, the ones that seal no photo that is kept. */
export async function selectIdleKeys(tx: Queryable, keyIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `select id from user_keys k where id = any($1)
      and not exists (select 1 from photos p where p.key_id = k.id and p.deleted_at is null)`,
    [[...keyIds]],
  )
  return rows.map(({ id }) => id)
}

/** Of these numbers, the ones of photos that are kept. */
export async function selectKept(tx: Queryable, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'select id from photos where id = any($1) and deleted_at is null',
    [[...ids]],
  )
  return rows.map(({ id }) => id)
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
