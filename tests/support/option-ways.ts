/** The ways in which a user could undo an order that waits, or make it possible, and what a bot will do. */
import { fundDates } from '#rules/fund-calendar.ts'
import { TRADING_PASSWORD } from '#support/order-clients.ts'

export const STAKE = { text: '60.00', minor: 6_000n }
const CASH = 10_000n
/** So much that the rest does not cover the stake. */
const MOVED = { amount: '50.00', fee: '2.00' }
export const LAPSE_MS = 800

interface AskOptions {
  method?: 'DELETE'
}
/** The user whose order waits. */
interface Actor {
  now(): number
  ask(path: string, body: object, options?: AskOptions): Promise<unknown>
  /** Places an order beside the one that waits. */
  placeOther(stake: string): Promise<unknown>
  /** The request of the order is completed after so long, ms. */
  completeLater(ms: number): void
  abort(): void
}

interface Way {
  /** Which orders the bot does it for. */
  when: 'losing' | 'winning'
  cash: bigint
  /** The request of the order is not complete until the bot has decided. */
  isHeld: boolean
  act(user: Actor): unknown
}
const losing = { when: 'losing', cash: CASH, isHeld: false } as const
const held = { ...losing, isHeld: true } as const

export const WAY_NAMES = [
  'fund',
  'withdrawal',
  'limit',
  'pause',
  'money',
  'quota',
  'log-out',
  'lapse',
  'abort',
] as const
export type WayName = (typeof WAY_NAMES)[number]

export const WAYS: Readonly<Record<WayName, Way>> = {
  fund: {
    ...losing,
    act: (user) => {
      const confirmDay = fundDates(user.now()).settleDay
      return user.ask('/fund/subscriptions', { amount: MOVED.amount, confirmDay })
    },
  },
  withdrawal: {
    ...losing,
    act: (user) =>
      user.ask('/withdrawals', { ...MOVED, tradingPassword: TRADING_PASSWORD, proof: null }),
  },
  limit: { ...losing, act: (user) => user.ask('/limits', { kind: 'stake', value: '1.00' }) },
  pause: { ...losing, act: (user) => user.ask('/limits/pause', { length: 'hours_24' }) },
  money: {
    when: 'winning',
    cash: 0n,
    isHeld: false,
    act: (user) => user.ask('/practice-money', {}),
  },
  /** The product allows one position. The answer to this order takes as long as that to the other. */
  quota: { ...losing, act: (user) => void user.placeOther('1.00') },
  'log-out': { ...losing, act: (user) => user.ask('/session', {}, { method: 'DELETE' }) },
  /** The request becomes complete when its session has lapsed. */
  lapse: { ...held, act: (user) => user.completeLater(LAPSE_MS) },
  abort: { ...held, act: (user) => user.abort() },
}

/** What a bot will do. Times in ms. */
export interface Plan {
  way: WayName
  isSigned: boolean
  direction: 'up' | 'down'
  /** Orders that cannot be bought in front of its own. */
  front: number
  startsIn: number
  /** How long it watches if there is no order in front of its own. */
  patienceMs: number
  /** Which part of the orders in front must be answered before it decides. */
  share: number
  /** From the tap to the start of a signed order. */
  leadMs: number
}
