/** System messages: how many are unread, and the newest. */
import type { Message } from '#contract/account.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import type { Messages } from '#streams/types.ts'

const KEPT = 50
const unreadCount = (message: Message | undefined): number =>
  message !== undefined && message.readAt === null ? 1 : 0

/** A message known already replaces itself in place: it was read. */
export const messagesFold: Fold<Messages, Message, Messages> = {
  snapshot: (data) => data,
  delta: ({ unread, latest }, message) => {
    const known = latest.find(({ id }) => id === message.id)
    return {
      unread: Math.max(0, unread + unreadCount(message) - unreadCount(known)),
      latest:
        known === undefined
          ? [message, ...latest].slice(0, KEPT)
          : latest.map((each) => (each.id === message.id ? message : each)),
    }
  },
}
