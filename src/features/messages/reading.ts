/** Which messages are unread, and up to which message all can be marked as read. */
import type { Message } from '#contract/account.ts'

/** `readUpTo`: every message up to this one was read on some device; null when it is not known. */
export const isUnread = (
  { id, readAt }: Pick<Message, 'id' | 'readAt'>,
  readUpTo: string | null,
): boolean => readAt === null && (readUpTo === null || BigInt(id) > BigInt(readUpTo))

interface Shown {
  /** The unread messages in the list, newest first. */
  unreadIds: readonly Message['id'][]
  /** The messages that were on screen long enough. */
  seen: ReadonlySet<string>
  /** The total number of unread messages. */
  unread: number
}

/**
 * The newest message up to which all unread messages have been seen; null when there is none. The server stores one
 * number, and everything up to it counts as read. So a message further down that was never on screen must not be
 * covered by one above it.
 */
export function seenUpTo({ unreadIds, seen, unread }: Shown): Message['id'] | null {
  // Some unread messages are on pages that are not loaded yet.
  if (unreadIds.length < unread) return null
  const oldestFirst = unreadIds.toReversed()
  const missed = oldestFirst.findIndex((id) => !seen.has(id))
  return (missed === -1 ? oldestFirst.at(-1) : oldestFirst[missed - 1]) ?? null
}
