/** The conversation as one list without gaps, from loaded pages and the stream. */
import type { SupportMessage } from '#contract/support.ts'

const newestFirst = (a: SupportMessage, b: SupportMessage): number =>
  BigInt(a.id) < BigInt(b.id) ? 1 : BigInt(a.id) > BigInt(b.id) ? -1 : 0

/** Merges two lists that have no gaps. If they share no message, only the newer list is used. */
export function joined(
  known: readonly SupportMessage[],
  latest: readonly SupportMessage[],
): readonly SupportMessage[] {
  if (known.length === 0 || latest.length === 0) return latest.length === 0 ? known : latest
  const ids = new Set(latest.map(({ id }) => id))
  const others = known.filter(({ id }) => !ids.has(id))
  if (others.length === known.length) return latest
  return [...latest, ...others].sort(newestFirst)
}

/** Appends an older page that directly follows the known messages. */
export const withOlder = (
  known: readonly SupportMessage[],
  page: readonly SupportMessage[],
): readonly SupportMessage[] => [...known, ...page].sort(newestFirst)

export interface Day {
  /** The same for all times of that day, also after older messages are loaded. */
  name: string
  /** A time on that day in the device's time zone. */
  at: number
  /** Oldest first. */
  messages: readonly SupportMessage[]
}

const dayOf = (ms: number): string => new Date(ms).toDateString()

/** `rows` is sorted newest first; the days are oldest first, by the device's calendar. */
export function daysOf(rows: readonly SupportMessage[]): readonly Day[] {
  const days: (Day & { messages: SupportMessage[] })[] = []
  for (const message of [...rows].reverse()) {
    const name = dayOf(message.sentAt)
    const last = days.at(-1)
    if (last?.name === name) last.messages.push(message)
    else days.push({ name, at: message.sentAt, messages: [message] })
  }
  return days
}

/** Today and yesterday have names of their own; null for another day. */
export function namedDay(at: number, now: number): 'today' | 'yesterday' | null {
  if (dayOf(at) === dayOf(now)) return 'today'
  const yesterday = new Date(now)
  // Not 24 hours ago: a day on which the clock is changed has 23 or 25.
  yesterday.setDate(yesterday.getDate() - 1)
  return dayOf(at) === yesterday.toDateString() ? 'yesterday' : null
}

/** The delivery state of one of the user's messages. */
export function deliveryStatusOf(
  { id }: Pick<SupportMessage, 'id'>,
  { staffDelivered, staffRead }: { staffDelivered: string; staffRead: string },
): 'sent' | 'delivered' | 'read' {
  if (BigInt(id) <= BigInt(staffRead)) return 'read'
  return BigInt(id) <= BigInt(staffDelivered) ? 'delivered' : 'sent'
}
