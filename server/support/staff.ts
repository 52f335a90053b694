/** Customer service for operators: listing, reading and answering conversations, and what of that is logged. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { DeskConversation, markForm, SupportMarks, SupportMessage } from '#contract/support.ts'
import { beforeId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import { logFirstLook } from '#server/platform/operator-log.ts'
import { changeUser, type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import { dayOf } from '#rules/business-day.ts'
import * as conversations from '#server/support/conversations-store.ts'
import { supportEvents } from '#server/support/events.ts'
import { markSide, type SupportParts } from '#server/support/support.ts'
import { conversationOf, messageOf } from '#server/support/support-rows.ts'
import * as store from '#server/support/support-store.ts'
import type { Typing } from '#server/support/typing.ts'

/** An operator's answer. */
interface Answering {
  account: string
  actor: Actor
  key: string
  text: string
}
type ActKind = 'support_viewed' | 'support_answered' | 'support_done'

/** Customer service for operators. */
export interface SupportDesk {
  list(page: {
    status?: 'waiting' | 'all' | undefined
    after?: string | undefined
  }): Promise<{ items: DeskConversation[]; next: DeskConversation['account'] | null }>
  read(
    account: string,
    look: { before: string | undefined; actor: Actor },
  ): Promise<{
    conversation: DeskConversation
    messages: SupportMessage[]
    next: SupportMessage['id'] | null
  }>
  /** Sends an answer. Returns the reply's JSON. */
  answer(answer: Answering): Promise<string>
  mark(account: string, marks: z.output<typeof markForm>): Promise<SupportMarks>
  type(account: string): Promise<void>
  close(account: string, closing: { upTo: string; actor: Actor }): Promise<DeskConversation>
}

const customerOr404 = async (tx: Queryable, account: string): Promise<bigint> => {
  const userId = await conversations.selectCustomerId(tx, account)
  if (userId === undefined) throw new Rejected('not_found')
  return userId
}
const conversation = async (tx: Queryable, userId: bigint): Promise<DeskConversation> => {
  const row = await conversations.selectConversation(tx, userId)
  if (row === undefined) throw new Rejected('not_found')
  return conversationOf(row)
}

/** Creates the functions for operators. */
export function createSupportDesk(parts: SupportParts, typing: Typing): SupportDesk {
  const { db, clock, deskChanges } = parts
  const userOf = (account: string): Promise<bigint> => customerOr404(db, account)
  /** Logged once per conversation and day, not once per message. */
  const log = (tx: Queryable, act: ActKind, who: { userId: bigint; actor: Actor }) => {
    const atMs = clock.now()
    return logFirstLook(tx, { ...who, atMs, act, ref: dayOf(atMs) })
  }
  const say = async (tx: Queryable, userId: bigint, answer: Answering): Promise<CommandResult> => {
    const { actor, text, key } = answer
    const said = { userId, actor, text, key, sentAt: clock.now() }
    const row = await store.insertStaffMessage(tx, said)
    const change = { userId, lastId: row.id, ownId: row.id, waitingSince: null } as const
    await store.upsertThread(tx, { ...change, writer: 'staff' })
    await store.closePictures(tx, userId, Number(row.sent_at))
    const events = await supportEvents(tx, userId, { rows: [row], marks: true })
    await log(tx, 'support_answered', { userId, actor })
    return { reply: JSON.stringify({ message: messageOf(row) }), events }
  }
  return {
    list: async ({ status, after }) => {
      const from = after === undefined ? null : await userOf(after)
      const page = { waiting: status !== 'all', after: from }
      const rows = await conversations.selectConversations(db, page)
      const { items, next } = pageOf(rows, (row) => {
        const conversation = conversationOf(row)
        return { id: conversation.account, conversation }
      })
      return { items: items.map(({ conversation }) => conversation), next }
    },
    read: (account, { before, actor }) =>
      db.transaction(async (tx) => {
        const userId = await customerOr404(tx, account)
        const page = { before: beforeId(before), limit: PAGE_ROWS }
        const { items, next } = pageOf(await store.selectMessages(tx, userId, page), messageOf)
        const shown = { conversation: await conversation(tx, userId), messages: items, next }
        await log(tx, 'support_viewed', { userId, actor })
        return shown
      }),
    answer: async (answer) => {
      const userId = await userOf(answer.account)
      const bodyHash = createHash('sha256').update(answer.text).digest()
      const claim = { userId, operation: 'support_answer', key: answer.key, bodyHash }
      const reply = await moneyCommand(parts, claim, (tx) => say(tx, userId, answer))
      typing.staff(userId, false)
      deskChanges.changed()
      return reply
    },
    mark: async (account, marks) =>
      markSide(parts, { userId: await userOf(account), side: 'staff', marks }),
    type: async (account) => typing.staff(await userOf(account), true),
    close: async (account, { upTo, actor }) => {
      const userId = await userOf(account)
      const shown = await changeUser(parts, userId, async (tx) => {
        const done = { upTo: beforeId(upTo), atMs: clock.now() }
        const cleared = await store.clearWaiting(tx, userId, done)
        const value = await conversation(tx, userId)
        if (cleared) await log(tx, 'support_done', { userId, actor })
        return { value, events: [] }
      })
      deskChanges.changed()
      return shown
    },
  }
}
