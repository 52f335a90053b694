/**
 * The SQL of the role `credentials`, which alone reads password hashes. It issues tickets, which the role `app` redeems
 * with their secrets.
 */
import { randomBytes } from 'node:crypto'
import type { Queryable } from '#server/platform/db/database.ts'
import { secretHash } from '#server/platform/http/cookies.ts'

/** The two passwords of a user. */
export type PasswordKind = 'login' | 'trading'

/** The secret of a ticket. The database has its SHA-256, and accepts it once, within a minute. */
export type Ticket = Buffer

type Credentials = Queryable<'credentials'>

/** The hashes of a user's passwords. Empty for users without a password. */
export interface Passwords {
  account: string
  login: string
  trading: string
}

/** Reads a user's hashes. */
export async function selectPasswords(
  db: Credentials,
  userId: bigint,
): Promise<Passwords | undefined> {
  const [row] = await db.query<Passwords>(
    `select account, password_hash as login, trading_password_hash as trading
     from users where id = $1`,
    [userId],
  )
  return row
}

/** Reads the hash of an operator. Undefined if there is no such operator. */
export async function selectOperatorPassword(
  db: Credentials,
  operatorId: bigint,
): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(
    'select password_hash as hash from operators where id = $1',
    [operatorId],
  )
  return row?.hash
}

const TICKET_BYTES = 32
const newTicket = (): { ticket: Ticket; hash: Buffer } => {
  const ticket = randomBytes(TICKET_BYTES)
  return { ticket, hash: secretHash(ticket) }
}

/** Issues a ticket for one log-in. Null if the password is not of this hash any more. */
export async function admitLogIn(
  db: Credentials,
  compared: { userId: bigint; hash: string; atMs: number },
): Promise<Ticket | null> {
  const { ticket, hash } = newTicket()
  const [row] = await db.query<{ admitted: boolean }>(
    'select admit_log_in($1, $2, $3, $4) as admitted',
    [compared.userId, compared.hash, hash, compared.atMs],
  )
  return row?.admitted === true ? ticket : null
}

/** Issues a ticket for the change of a password, with its new hash. */
export async function preparePassword(
  db: Credentials,
  change: { userId: bigint; kind: PasswordKind; oldHash: string; newHash: string; atMs: number },
): Promise<Ticket> {
  const { ticket, hash } = newTicket()
  const { userId, kind, oldHash, newHash, atMs } = change
  const values = [userId, kind, oldHash, newHash, hash, atMs]
  await db.query('select prepare_password($1, $2, $3, $4, $5, $6)', values)
  return ticket
}

/** Issues a ticket for a password that a recovery sets, with its hash. */
export async function prepareRecovery(
  db: Credentials,
  change: { userId: bigint; kind: PasswordKind; oldHash: string; newHash: string; atMs: number },
): Promise<Ticket> {
  const { ticket, hash } = newTicket()
  const { userId, kind, oldHash, newHash, atMs } = change
  const values = [userId, kind, oldHash, newHash, hash, atMs]
  await db.query('select prepare_recovery($1, $2, $3, $4, $5, $6)', values)
  return ticket
}

/** Issues a ticket for a registration, with the hashes of both passwords. */
export async function prepareRegistration(
  db: Credentials,
  hashes: { login: string; trading: string; atMs: number },
): Promise<Ticket> {
  const { ticket, hash } = newTicket()
  const values = [hashes.login, hashes.trading, hash, hashes.atMs]
  await db.query('select prepare_registration($1, $2, $3, $4)', values)
  return ticket
}
