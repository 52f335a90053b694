/** Typing indicators. They are kept in memory for some seconds and published, never stored or numbered. */
import { SUPPORT_TYPING_MS } from '#contract/support.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** What typing indicators need. */
export interface TypingParts {
  hub: Pick<SocketHub, 'pass'>
  clock: Pick<MarketClock, 'now' | 'at'>
}

/** Typing indicators. */
export interface Typing {
  /** A customer is typing. Notifies the desk. */
  customer(account: string): void
  /** The customer's message has arrived, so the indicator ends. */
  customerDone(account: string): void
  /** An operator is typing to a user. `on` false: the text was sent. */
  staff(userId: bigint, on: boolean): void
  /** Accounts of customers who are typing now. */
  accounts(): string[]
  onChange(listener: () => void): void
}

/** Maximum number of indicators at once; operators cannot tell more of them apart. */
const TYPING_MAX = 200

/** Creates the typing indicators. */
export function createTyping({ hub, clock }: TypingParts): Typing {
  const until = new Map<string, number>()
  const listeners: (() => void)[] = []
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const prune = (): void => {
    const now = clock.now()
    for (const [account, end] of until) if (end <= now) until.delete(account)
  }
  const end = (account: string): void => {
    if (until.delete(account)) changed()
  }
  return {
    customer: (account) => {
      prune()
      if (until.size >= TYPING_MAX) return
      const known = until.has(account)
      const endsAt = clock.now() + SUPPORT_TYPING_MS
      until.set(account, endsAt)
      clock.at(endsAt, () => {
        if (until.get(account) === endsAt) end(account)
      })
      if (!known) changed()
    },
    customerDone: end,
    staff: (userId, on) =>
      hub.pass(userId, 'typing', { until: on ? clock.now() + SUPPORT_TYPING_MS : null }),
    accounts: () => {
      prune()
      return [...until.keys()]
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
