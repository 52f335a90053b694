/** The SQL of sessions, which are found by the hash of their secret. An ended session stays ended. */
import type { Ticket } from '#server/identity/credential-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'

export interface SessionRow {
  id: bigint
  user_id: bigint
  handle: string
  created_ms: bigint
  seen_ms: bigint
  expires_ms: bigint
  guest: boolean
}

/**
 * When a session counts as live. `oldestMs`: sessions that began before this time have ended, whatever their expiry,
 * except those of guests, who cannot log in again.
 */
export interface LiveAt {
  nowMs: number
  oldestMs: number
}

export interface NewSession {
  userId: bigint
  secretHash: Buffer
  handle: string
  deviceHash: Buffer
  userAgent: string
  address: string
  nowMs: number
}

/** A password that was compared, the use of a second factor if one is required, and whether the device is known. */
interface LogInEvidence {
  ticket: Ticket
  proofId: bigint | null
  known: boolean
}
export type SessionEvidence = LogInEvidence | { guestKey: string }

export interface OpenedSession {
  session_id: bigint
  /** Sessions of the user that ended because there are too many. */
  ended: bigint[]
}

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`
const COLUMNS = `id, user_id, handle, ${MS('created_at')} as created_ms, ${MS('seen_at')} as seen_ms,
  ${MS('expires_at')} as expires_ms, is_guest(user_id) as guest`

/**
 * Opens a session. Throws `login_failed` or `key_reused` if the evidence is not valid, or the password has changed
 * meanwhile. It waits for a change in progress.
 */
export async function openSession(
  db: Queryable,
  session: NewSession,
  evidence: SessionEvidence,
): Promise<OpenedSession> {
  const { userId, secretHash, handle, deviceHash, userAgent, address, nowMs } = session
  const columns = JSON.stringify({
    user_id: userId.toString(),
    secret_hash: `\\x${secretHash.toString('hex')}`,
    handle,
    device_hash: `\\x${deviceHash.toString('hex')}`,
    user_agent: userAgent,
    address,
  })
  const [row] = await translated(
    'ticket' in evidence
      ? db.query<OpenedSession>('select * from open_session($1, $2, $3, $4, $5)', [
          columns,
          evidence.ticket,
          evidence.proofId,
          evidence.known,
          nowMs,
        ])
      : db.query<OpenedSession>('select * from open_guest_session($1, $2, $3)', [
          columns,
          evidence.guestKey,
          nowMs,
        ]),
  )
  if (row === undefined) throw new Error('a session was opened without a row')
  return row
}

/** Finds a session that has neither ended nor expired. */
export async function liveSession(
  db: Queryable,
  hash: Buffer,
  { nowMs, oldestMs }: LiveAt,
): Promise<SessionRow | undefined> {
  const rows = await db.query<SessionRow>(
    `select ${COLUMNS} from sessions
     where secret_hash = $1 and revoked_at is null and expires_at > to_timestamp($2 / 1000.0)
       and (created_at > to_timestamp($3 / 1000.0) or is_guest(user_id))`,
    [hash, nowMs, oldestMs],
  )
  return rows[0]
}

/** Extends a session after a visit. The database knows how long sessions last. */
export async function touchSession(db: Queryable, id: bigint, nowMs: number): Promise<void> {
  await db.query('select touch_session($1, $2)', [id, nowMs])
}

/** Ends the sessions that `where` (on $2…) selects, and returns their ids. */
async function revoke(db: Queryable, where: string, params: unknown[]): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    `update sessions set revoked_at = to_timestamp($1 / 1000.0)
     where revoked_at is null and ${where} returning id`,
    params,
  )
  return rows.map((row) => row.id)
}

/** Ends the session with this secret. */
export const revokeBySecret = (db: Queryable, hash: Buffer, nowMs: number): Promise<bigint[]> =>
  revoke(db, 'secret_hash = $2', [nowMs, hash])

/** Ends the session with this handle. */
export const revokeByHandle = (
  db: Queryable,
  of: { userId: bigint; handle: string },
  nowMs: number,
): Promise<bigint[]> => revoke(db, 'user_id = $2 and handle = $3', [nowMs, of.userId, of.handle])

/** Ends all sessions of a user. */
export const revokeAll = (db: Queryable, userId: bigint, nowMs: number): Promise<bigint[]> =>
  revoke(db, 'user_id = $2', [nowMs, userId])

/** Ends all sessions of a user except one. */
export const revokeOthers = (
  db: Queryable,
  kept: { userId: bigint; sessionId: bigint },
  nowMs: number,
): Promise<bigint[]> =>
  revoke(db, 'user_id = $2 and id <> $3', [nowMs, kept.userId, kept.sessionId])

/** A session in the list of devices. */
export interface SessionLine {
  id: bigint
  handle: string
  user_agent: string
  address: string
  created_ms: bigint
  seen_ms: bigint
}

/** The live sessions of a user, most recent visit first. */
export const selectSessions = (
  db: Queryable,
  userId: bigint,
  { nowMs, oldestMs }: LiveAt,
): Promise<SessionLine[]> =>
  db.query<SessionLine>(
    `select id, handle, user_agent, address, ${MS('created_at')} as created_ms,
       ${MS('seen_at')} as seen_ms
     from sessions where user_id = $1 and revoked_at is null
       and expires_at > to_timestamp($2 / 1000.0) and created_at > to_timestamp($3 / 1000.0)
     order by sessions.seen_at desc, id desc`,
    [userId, nowMs, oldestMs],
  )

/** Whether this user has logged in on this device before and still trusts it (`distrustDevices`). */
export async function knowsDevice(
  db: Queryable,
  userId: bigint,
  deviceHash: Buffer,
): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>(
    'select exists (select 1 from sessions where user_id = $1 and device_hash = $2 and device_trusted) as known',
    [userId, deviceHash],
  )
  return row?.known === true
}

/**
 * Stops trusting the devices of these sessions, or all except that of the session to keep, after a sign-out or a change
 * of password. Attempts from there count as those of unknown devices. Breaks still hold on them.
 */
export async function distrustDevices(
  db: Queryable,
  ending: { userId: bigint; keep: bigint } | { userId: bigint; of: readonly bigint[] },
): Promise<void> {
  const [where, id] =
    'keep' in ending
      ? ['device_hash <> (select device_hash from sessions where id = $2)', ending.keep]
      : ['device_hash in (select device_hash from sessions where id = any ($2))', ending.of]
  await db.query(`update sessions set device_trusted = false where user_id = $1 and ${where}`, [
    ending.userId,
    id,
  ])
}

/** Ends the sessions of one account, or of all users. For the command line, beside a running server. */
export async function revokeOfAccount(
  owner: Queryable,
  account: string | null,
  nowMs: number,
): Promise<number> {
  const of =
    '($2::text is null or user_id in (select id from users where lower(account) = lower($2)))'
  return (await revoke(owner, of, [nowMs, account])).length
}

/** Ids of sessions that ended since a moment, in any process. */
export async function revokedSince(db: Queryable, sinceMs: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'select id from sessions where revoked_at >= to_timestamp($1 / 1000.0)',
    [sinceMs],
  )
  return rows.map(({ id }) => id)
}
