import { atom } from 'jotai/vanilla'
import { memberAtom } from '#api/session.ts'
import { topicAtom } from '#streams'

/**
 * The number of unread system messages, live; 0 while no user is logged in. Offline it keeps the last number. Null
 * while it is not known.
 */
export const knownUnreadAtom = atom((get): number | null => {
  if (!get(memberAtom)) return 0
  const messages = get(topicAtom('messages'))
  return 'value' in messages ? messages.value.unread : null
})

/** The same, and 0 while it is not known. */
export const unreadMessagesAtom = atom((get) => get(knownUnreadAtom) ?? 0)

const MAX_SHOWN = 99

/** A short number for a badge. */
export const unreadBadge = (count: number): string =>
  count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
