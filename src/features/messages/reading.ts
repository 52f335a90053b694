/** Which messages are unread, and up to which one everything may be called read. */
import type { Message } from '#contract/account.ts'

/** `readUpTo`: every message up to there was read on some device; null: not known. */
export const isUnread = (
  { id, readAt }: Pick<Message, 'id' | 'readAt'>,
  readUpTo: string | null,
): boolean => readAt === null && (readUpTo === null || BigInt(id) > BigInt(readUpTo))

interface Shown {
  /** Of those that are listed, newest first. */
  unreadIds: readonly Message['id'][]
  /** Those that stood on the screen long enough. */
  seen: ReadonlySet<string>
  /** How many there are in all. */
  unread: number
}

/**
 * The newest message up to which all that was unread has been seen; null: there is none. Reading is told by one number
 * for everything up to it, so a message further down that was never on screen must not be covered by one above it.
 */
export function seenUpTo({ unreadIds, seen, unread }: Shown): Message['id'] | null {
  // Some wait further down, in pages that are not read yet.
  if (unreadIds.length < unread) return null
  const oldestFirst = unreadIds.toReversed()
  const missed = oldestFirst.findIndex((id) => !seen.has(id))
  return (missed === -1 ? oldestFirst.at(-1) : oldestFirst[missed - 1]) ?? null
}
