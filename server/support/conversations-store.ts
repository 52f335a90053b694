/** The SQL of conversations as the desk lists them: by the longest wait, or by the newest message. */
import { PAGE_ROWS } from '#server/platform/db/pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { MarksRow, SupportRow } from '#server/support/support-store.ts'

/** The newest message and its conversation. */
export interface ConversationRow extends SupportRow, MarksRow {
  account: string
  nickname: string
  waiting_since: bigint | null
}

const CONVERSATION = `select u.account, u.nickname, t.waiting_since, t.user_delivered, t.user_read,
    t.staff_delivered, t.staff_read, 0 as unread, m.id, m.author, m.operator, m.text, m.photo_id,
    m.about_kind, m.about_id, m.question, m.answer, m.sent_at, m.intent_key
  from support_threads t join users u on u.id = t.user_id
    join support_messages m on m.id = t.last_id`

export interface ConversationPage {
  waiting: boolean
  /** The user of the last conversation of the previous page. */
  after: bigint | null
}

/** Reads conversations. Returns one row more than a page has. */
export function selectConversations(
  tx: Queryable,
  { waiting, after }: ConversationPage,
): Promise<ConversationRow[]> {
  const place = waiting
    ? `(t.waiting_since, t.user_id) > (select waiting_since, user_id from support_threads
        where user_id = $1)`
    : 't.last_id < (select last_id from support_threads where user_id = $1)'
  return tx.query<ConversationRow>(
    `${CONVERSATION} where ($1::bigint is null or ${place})
        ${waiting ? 'and t.waiting_since is not null' : ''}
      order by ${waiting ? 't.waiting_since, t.user_id' : 't.last_id desc'} limit $2`,
    [after, PAGE_ROWS],
  )
}

/** Finds a user's conversation. Undefined if the user has written nothing. */
export async function selectConversation(
  tx: Queryable,
  userId: bigint,
): Promise<ConversationRow | undefined> {
  const [row] = await tx.query<ConversationRow>(`${CONVERSATION} where t.user_id = $1`, [userId])
  return row
}

/** Finds a customer's id by account name. Undefined if there is no such customer. */
export async function selectCustomerId(
  tx: Queryable,
  account: string,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `select id from users where account_key = lower($1) and has_password`,
    [account],
  )
  return row?.id
}

/** Reads a user's account name. */
export async function selectAccount(tx: Queryable, userId: bigint): Promise<string> {
  const [row] = await tx.query<{ account: string }>('select account from users where id = $1', [
    userId,
  ])
  if (row === undefined) throw new Error(`no user ${userId}`)
  return row.account
}
