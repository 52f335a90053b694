/** Reports to the server what was read: messages that were on screen for one second, or all at once. */
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { Message } from '#contract/messages.ts'
import { readMessages } from '#contract/endpoints/messages.ts'
import { topicAtom } from '#streams'

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
  const oldestFirst = [...unreadIds].reverse()
  const missed = oldestFirst.findIndex((id) => !seen.has(id))
  return (missed === -1 ? oldestFirst.at(-1) : oldestFirst[missed - 1]) ?? null
}

export interface Reading {
  unread: number
  isUnread: (message: Message) => boolean
  /** Called when this message was on screen long enough. */
  see: (id: string) => void
  /** Null when there is nothing to mark. */
  markAll: (() => void) | null
  busy: boolean
  /** The error of marking all messages; the next attempt clears it. */
  error: ApiError | null
}

export function useReading(rows: readonly Message[]): Reading {
  const live = useAtomValue(topicAtom('messages'))
  const known = 'value' in live ? live.value : null
  const readUpTo = known?.readUpTo ?? null
  const unread = known?.unread ?? 0
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const asked = useRef<string | null>(null)

  const unreadIds = rows.filter((row) => isUnread(row, readUpTo)).map(({ id }) => id)
  const upTo = live.status === 'live' ? seenUpTo({ unreadIds, seen, unread }) : null
  const tell = useEffectEvent(async (id: Message['id']): Promise<void> => {
    if (asked.current === id) return
    asked.current = id
    const answer = await call(readMessages, { body: { upTo: id } })
    // The report was lost. It is repeated with the next seen message or on the next visit.
    if (!answer.ok) asked.current = null
  })
  useEffect(() => {
    if (upTo !== null) void tell(upTo)
  }, [upTo])

  const newest = rows[0]?.id
  const markAll = async (id: Message['id']): Promise<void> => {
    setBusy(true)
    setError(null)
    const answer = await call(readMessages, { body: { upTo: id } })
    setBusy(false)
    if (!answer.ok) setError(answer.error)
  }
  return {
    unread,
    isUnread: (message) => isUnread(message, readUpTo),
    see: useCallback((id) => setSeen((all) => (all.has(id) ? all : new Set(all).add(id))), []),
    markAll: unread > 0 && newest !== undefined ? () => void markAll(newest) : null,
    busy,
    error,
  }
}
