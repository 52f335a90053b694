/** The SQL of users. */
import { sendMessage } from '#server/messages/messages.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

/** A user as identity reads it. */
export interface UserRow {
  id: bigint
  account: string
  nickname: string
  opening_code: string
  password_hash: string
  created_at: Date
  /** Whether a log-in requires a second factor, if one is on. */
  factor_at_log_in: boolean
  guest: boolean
}

/** A user to create. */
export interface NewUser {
  account: string
  phone: string
  openingCode: string
  /** Null only for the platform. */
  invitedBy: bigint | null
  passwordHash: string
  tradingPasswordHash: string
}

const COLUMNS = `id, account, nickname, opening_code, password_hash, created_at, factor_at_log_in,
  is_guest(id) as guest`

const first = async (rows: Promise<UserRow[]>): Promise<UserRow | undefined> => (await rows)[0]

/** Finds a user by account name, in any case of letters. */
export const userByAccount = (db: Queryable, account: string): Promise<UserRow | undefined> =>
  first(db.query(`select ${COLUMNS} from users where account_key = lower($1)`, [account]))

/** Finds a user by id. */
export const userById = (db: Queryable, id: bigint): Promise<UserRow | undefined> =>
  first(db.query(`select ${COLUMNS} from users where id = $1`, [id]))

/** The owner of an opening code. */
export interface Inviter {
  id: bigint
  isHouse: boolean
}

/** Finds the owner of an opening code. The code of a guest is in effect after the guest has registered. */
export async function inviterOf(db: Queryable, openingCode: string): Promise<Inviter | undefined> {
  const [row] = await db.query<{ id: bigint; house: boolean }>(
    "select id, password_hash = '' as house from users where opening_code = $1 and not is_guest(id)",
    [openingCode],
  )
  return row === undefined ? undefined : { id: row.id, isHouse: row.house }
}

/** Stores a nickname. The caller holds the user's mutex. */
export async function setNickname(tx: Queryable, userId: bigint, nickname: string): Promise<void> {
  await tx.query('update users set nickname = $2 where id = $1', [userId, nickname])
}

/** Stores whether log-ins require a second factor. The caller holds the user's mutex. */
export async function setFactorAtLogIn(tx: Queryable, userId: bigint, on: boolean): Promise<void> {
  await tx.query('update users set factor_at_log_in = $2 where id = $1', [userId, on])
}

/**
 * Inserts a user with a welcome message; a trigger adds the ledger's accounts. Account name and opening code are
 * unique.
 */
export async function insertUser(db: Database, user: NewUser, nowMs: number): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<UserRow>(
      `insert into users (account, phone, nickname, opening_code, invited_by, password_hash,
         trading_password_hash, created_at)
       values ($1, $2, $1, $3, $4, $5, $6, to_timestamp($7 / 1000.0)) returning ${COLUMNS}`,
      [
        user.account,
        user.phone,
        user.openingCode,
        user.invitedBy,
        user.passwordHash,
        user.tradingPasswordHash,
        nowMs,
      ],
    )
    const [row] = rows
    if (row === undefined) throw new Error('a user was inserted without a row')
    // The user has no open page yet. The event is in the outbox for the first log-in.
    await sendMessage(tx, { userId: row.id, kind: 'welcome', params: {}, sentAt: nowMs })
    return row
  })
}
