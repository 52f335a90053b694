/** A user's own messages: reading them, marking them as read, and the safety word that each one shows. */
import type { Message } from '#contract/messages.ts'
import { beforeId } from '#server/platform/db/pages.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { messageOf, tellMessages } from '#server/messages/messages.ts'
import * as store from '#server/messages/messages-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'

export interface MessageParts extends ChangeParts {
  clock: Pick<MarketClock, 'now'>
}

/** The messages of users. */
export interface OwnMessages {
  page(
    userId: bigint,
    query: { before?: string | undefined; limit: number },
  ): Promise<{ messages: Message[]; next: Message['id'] | null }>
  /** Marks messages as read. Notifies all pages of the user if anything was unread. */
  read(userId: bigint, upTo: string): Promise<{ unread: number }>
  /** Sets the safety word. Null removes it. */
  setSafetyWord(userId: bigint, word: string | null): Promise<void>
}

/** Creates the functions for messages. */
export function createOwnMessages(parts: MessageParts): OwnMessages {
  const { db, clock } = parts
  return {
    page: async (userId, { before, limit }) => {
      const page = { before: beforeId(before), limit: limit + 1 }
      const rows = await store.selectMessages(db, userId, page)
      const messages = rows.slice(0, limit).map(messageOf)
      return { messages, next: rows.length > limit ? (messages.at(-1)?.id ?? null) : null }
    },
    read: (userId, upTo) =>
      changeUser(parts, userId, async (tx) => {
        const atMs = clock.now()
        const newest = await store.markRead(tx, { userId, upTo: beforeId(upTo), atMs })
        const unread = await store.countUnread(tx, userId)
        if (newest === null) return { value: { unread }, events: [] }
        return { value: { unread }, events: [await tellMessages(tx, userId)] }
      }),
    setSafetyWord: (userId, word) =>
      changeUser(parts, userId, async (tx) => {
        await store.setSafetyWord(tx, userId, word)
        return { value: undefined, events: [await profileChanged(tx, userId)] }
      }),
  }
}
