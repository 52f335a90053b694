/** Who is typing to whom just now: kept in memory for some seconds, told, never stored and never numbered. */
import { SUPPORT_TYPING_MS } from '#contract/support.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

export interface TypingParts {
  hub: Pick<SocketHub, 'pass'>
  clock: Pick<MarketClock, 'now' | 'at'>
}

export interface Typing {
  /** A customer types: the desk is told. */
  customer(account: string): void
  /** Their message is there: they type no more. */
  customerDone(account: string): void
  /** Somebody of the staff types to a user; `on` false: what they typed was sent. */
  staff(userId: bigint, on: boolean): void
  /** Accounts of customers who type just now. */
  accounts(): string[]
  onChange(listener: () => void): void
}

/** More at once are not told apart by anybody. */
const TYPING_MAX = 200

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
