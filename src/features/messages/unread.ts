import { atom } from 'jotai/vanilla'
import { loggedInAtom } from '#api/session.ts'
import { messagesAtom } from '#streams'

/** How many system messages wait unread, live; 0 while nobody is logged in. The last count stays while offline. */
export const unreadMessagesAtom = atom((get): number => {
  if (!get(loggedInAtom)) return 0
  const messages = get(messagesAtom)
  return 'value' in messages ? messages.value.unread : 0
})

const MOST_SHOWN = 99

/** As short as a badge wants it. */
export const unreadBadge = (count: number): string =>
  count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
