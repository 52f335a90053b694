/** The SQL of guests. Functions of the database create, register and end them (server/sql/functions/guests.sql). */
import type { Ticket } from '#server/identity/credential-store.ts'
import { columnsOf, type NewUser } from '#server/identity/identity-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { secretHash } from '#server/platform/http/cookies.ts'

export interface NewGuest {
  account: string
  openingCode: string
  /** SHA-256 of the device's key. */
  keyHash: Buffer
  atMs: number
  /** Maximum number of guests. */
  most: number
  /** SHA-256 of the device's secret. */
  deviceHash: Buffer
}

/** A guest that was created, or found by the same key. */
export interface OpenedGuest {
  guest: bigint
  created: boolean
}

/** Creates a guest, or finds the one of this key. Refusals are raised by the function. */
export async function openGuest(db: Queryable<'app'>, guest: NewGuest): Promise<OpenedGuest> {
  const [row] = await db.query<OpenedGuest>('select * from open_guest($1, $2, $3, $4, $5, $6)', [
    guest.account,
    guest.openingCode,
    guest.keyHash,
    guest.atMs,
    guest.most,
    guest.deviceHash,
  ])
  if (row === undefined) throw new Error('no guest was opened')
  return row
}

/**
 * Until when a user who logged in on this device is on a break, in ms. Null if none is, and for a browser without the
 * device's secret.
 */
export async function devicePausedUntil(
  db: Queryable,
  device: string | undefined,
  atMs: number,
): Promise<number | null> {
  if (device === undefined) return null
  const [row] = await db.query<{ until: bigint | null }>(
    'select devices_paused_until(array[$1::bytea], $2) as until',
    [secretHash(device), atMs],
  )
  return row?.until ? Number(row.until) : null
}

/**
 * Makes a guest a registered user with the passwords of a ticket. False if the user is no guest now. The caller holds
 * the user's mutex.
 */
export async function registerGuest(
  tx: Queryable<'app'>,
  guestId: bigint,
  user: NewUser,
  { ticket, atMs }: { ticket: Ticket; atMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>('select register_guest($1, $2, $3, $4) as done', [
    guestId,
    columnsOf(user),
    ticket,
    atMs,
  ])
  return row?.done === true
}

/** Ends guests who have no session left. Returns how many. */
export async function endGuests(
  db: Queryable<'app'>,
  atMs: number,
  limit: number,
): Promise<number> {
  const [row] = await db.query<{ ended: number }>('select end_guests($1, $2) as ended', [
    atMs,
    limit,
  ])
  return row?.ended ?? 0
}
