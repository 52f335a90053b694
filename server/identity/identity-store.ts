/** The SQL of users. */
import type { Ticket } from '#server/identity/credential-store.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

export interface UserRow {
  id: bigint
  account: string
  nickname: string
  opening_code: string
  created_at: Date
  /** Whether a log-in requires a second factor, if one is on. */
  factor_at_log_in: boolean
  guest: boolean
}

export interface NewUser {
  account: string
  phone: string
  openingCode: string
  /** Null only for the platform. */
  invitedBy: bigint | null
}

const COLUMNS = `id, account, nickname, opening_code, created_at, factor_at_log_in,
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
    'select id, not has_password as house from users where opening_code = $1 and not is_guest(id)',
    [openingCode],
  )
  return row === undefined ? undefined : { id: row.id, isHouse: row.house }
}

/** Stores a nickname. The caller holds the user's mutex. */
export async function setNickname(tx: Queryable, userId: bigint, nickname: string): Promise<void> {
  await tx.query('update users set nickname = $2 where id = $1', [userId, nickname])
}

/** Inserts a user without a password, as whom no one can log in. A trigger adds the ledger's accounts. */
export async function insertHouse(db: Database, house: NewUser, nowMs: number): Promise<void> {
  await db.query(
    `insert into users (account, phone, nickname, opening_code, created_at)
     values ($1, $2, $1, $3, to_timestamp($4 / 1000.0))`,
    [house.account, house.phone, house.openingCode, nowMs],
  )
}

/** The columns of a user who registers, as the SQL functions read them. */
export const columnsOf = (user: NewUser): string =>
  JSON.stringify({
    account: user.account,
    phone: user.phone,
    opening_code: user.openingCode,
    invited_by: user.invitedBy?.toString() ?? null,
  })

/**
 * Inserts a user with the passwords of a ticket and a welcome message; a trigger adds the ledger's accounts. Account
 * name and opening code are unique.
 */
export async function insertUser(
  db: Database,
  user: NewUser,
  { ticket, nowMs }: { ticket: Ticket; nowMs: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>('select register_user($1, $2, $3) as id', [
      columnsOf(user),
      ticket,
      nowMs,
    ])
    if (row === undefined) throw new Error('a user was inserted without a row')
    // The user has no open page yet. The event is in the outbox for the first log-in.
    await sendMessage(tx, { userId: row.id, kind: 'welcome', params: {}, sentAt: nowMs })
  })
}
