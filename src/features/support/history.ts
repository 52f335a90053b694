/** The conversation as one list without holes: pages that were read, and what the stream brings. */
import type { SupportMessage } from '#contract/support.ts'

const newestFirst = (a: SupportMessage, b: SupportMessage): number =>
  BigInt(a.id) < BigInt(b.id) ? 1 : BigInt(a.id) > BigInt(b.id) ? -1 : 0

/** Both without holes; together so only where they share a message, or else the newer alone. */
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

/** An older page follows at once on what is known. */
export const withOlder = (
  known: readonly SupportMessage[],
  page: readonly SupportMessage[],
): readonly SupportMessage[] => [...known, ...page].sort(newestFirst)

export interface Day {
  /** The same for every moment of that day, also when older ones are known. */
  name: string
  /** A moment of that day on this device. */
  at: number
  /** Oldest first. */
  messages: readonly SupportMessage[]
}

const dayOf = (ms: number): string => new Date(ms).toDateString()

/** `rows` newest first; days oldest first, by the device's own calendar. */
export function daysOf(rows: readonly SupportMessage[]): readonly Day[] {
  const days: (Day & { messages: SupportMessage[] })[] = []
  for (const message of rows.toReversed()) {
    const name = dayOf(message.sentAt)
    const last = days.at(-1)
    if (last?.name === name) last.messages.push(message)
    else days.push({ name, at: message.sentAt, messages: [message] })
  }
  return days
}

const DAY_MS = 86_400_000
/** Which of the two days that have a name of their own; null: another one. */
export function namedDay(at: number, now: number): 'today' | 'yesterday' | null {
  if (dayOf(at) === dayOf(now)) return 'today'
  return dayOf(at) === dayOf(now - DAY_MS) ? 'yesterday' : null
}

/** How far a message of the user's has come. */
export function standingOf(
  { id }: Pick<SupportMessage, 'id'>,
  { staffDelivered, staffRead }: { staffDelivered: string; staffRead: string },
): 'sent' | 'delivered' | 'read' {
  if (BigInt(id) <= BigInt(staffRead)) return 'read'
  return BigInt(id) <= BigInt(staffDelivered) ? 'delivered' : 'sent'
}
