/** The state of the messages topic: the newest system messages, the number of unread ones, and the read mark. */
import type { Message, MessagesRead } from '#contract/messages.ts'
import type { SnapshotOf } from '#contract/topics.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'
import type { Messages } from '#streams/types.ts'

const KEPT = 50
const isUnread = ({ readAt }: Message): boolean => readAt === null
const isUpTo = (message: { id: string }, upTo: string): boolean =>
  newestFirst(message, { id: upTo }) >= 0

/** If all unread messages are in the list, every message older than the oldest of them was read. */
function start({ unread, latest }: SnapshotOf<'messages'>): Messages {
  const missed = latest.filter(isUnread)
  if (missed.length !== unread) return { unread, latest }
  const last = missed.at(-1)
  const readUpTo = last === undefined ? latest[0]?.id : String(BigInt(last.id) - 1n)
  return { unread, latest, ...(readUpTo !== undefined && { readUpTo }) }
}

function read({ latest }: Messages, { unread, readUpTo, readAt }: MessagesRead): Messages {
  return {
    unread,
    latest: latest.map((message) =>
      isUnread(message) && isUpTo(message, readUpTo) ? { ...message, readAt } : message,
    ),
    readUpTo,
  }
}

/** Adds a message. One with a known id replaces the earlier version in place. */
function sent(state: Messages, message: Message): Messages {
  const { unread, latest } = state
  const known = latest.find(({ id }) => id === message.id)
  const more = Number(isUnread(message)) - Number(known !== undefined && isUnread(known))
  return {
    ...state,
    unread: Math.max(0, unread + more),
    latest:
      known === undefined
        ? [message, ...latest].slice(0, KEPT)
        : latest.map((each) => (each.id === message.id ? message : each)),
  }
}

/** Folds the messages topic. A delta is a message or a read mark; at most 50 messages are retained. */
export const messagesFold: Fold<SnapshotOf<'messages'>, Message | MessagesRead, Messages> = {
  snapshot: start,
  delta: (state, delta) => ('readUpTo' in delta ? read(state, delta) : sent(state, delta)),
}
