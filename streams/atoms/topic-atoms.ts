/**
 * One atom or atom family per topic, for views to read. Mounting an atom leases its stream; reading it without mounting
 * does not.
 */
import { type Atom, atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import type { Balance } from '#contract/account.ts'
import type { PriceAlert } from '#contract/alerts.ts'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { DeskState } from '#contract/desk.ts'
import type { FundRate, FundState } from '#contract/fund.ts'
import type { OwnLimits } from '#contract/limits.ts'
import type { MarketSession } from '#contract/product.ts'
import type { Profile } from '#contract/profile.ts'
import type { TimeMs } from '#contract/scalars.ts'
import { TOPICS } from '#contract/topics.ts'
import {
  KEPT_BALANCE,
  KEPT_FUND,
  KEPT_MESSAGES,
  KEPT_POSITIONS,
  KEPT_PROFILE,
  KEPT_RATES,
  keptQuote,
  keptSession,
  keptStats,
} from '#streams/atoms/kept-shapes.ts'
import { liveAtom } from '#streams/atoms/live-atom.ts'
import { streamsAtom } from '#streams/atoms/streams-atom.ts'
import type {
  Connection,
  Conversation,
  DayStats,
  Live,
  Messages,
  Positions,
  Quote,
  Stamped,
  View,
} from '#streams/types.ts'

const QUOTE_STALE_MS = TOPICS.quotes.staleAfterMs ?? 0
const STATS_STALE_MS = TOPICS.stats.staleAfterMs ?? 0

const quotesIn = (view: View) =>
  atomFamily((productId: number) =>
    liveAtom<Quote>({
      open: (streams) => streams.quote(productId, view),
      delivery: TOPICS.quotes.delivery,
      // The age is that of the tick, because a frame that repeats an old price does not make it fresh.
      staleAt: ({ value }) => value.tickAt + QUOTE_STALE_MS,
      kept: keptQuote(productId),
    }),
  )
const quoteFamilies = { list: quotesIn('list'), detail: quotesIn('detail') }

/** The newest price of a product. `view` determines how often it is updated. */
export const quoteAtom = (productId: number, view: View): Atom<Live<Quote>> =>
  quoteFamilies[view](productId)

/** The 24 h statistics of a product, by product id. */
export const statsAtom = atomFamily((productId: number) =>
  liveAtom<DayStats>({
    open: (streams) => streams.stats(productId),
    delivery: TOPICS.stats.delivery,
    staleAt: ({ asOf }: Stamped<DayStats>) => asOf + STATS_STALE_MS,
    kept: keptStats(productId),
  }),
)

/** Whether a product's market is open and when that next changes, by product id. */
export const sessionAtom = atomFamily((productId: number) =>
  liveAtom<MarketSession>({
    open: (streams) => streams.session(productId),
    delivery: TOPICS.sessions.delivery,
    kept: keptSession(productId),
  }),
)

/** The user's open positions, and those that settled since the page was opened. */
export const positionsAtom = liveAtom<Positions>({
  open: (streams) => streams.positions(),
  delivery: TOPICS.positions.delivery,
  personal: true,
  kept: KEPT_POSITIONS,
})

/** The balance of the logged-in user. */
export const balanceAtom = liveAtom<Balance>({
  open: (streams) => streams.balance(),
  delivery: TOPICS.balance.delivery,
  personal: true,
  kept: KEPT_BALANCE,
})

/** The newest system messages of the user, and the number of unread ones. */
export const messagesAtom = liveAtom<Messages>({
  open: (streams) => streams.messages(),
  delivery: TOPICS.messages.delivery,
  personal: true,
  kept: KEPT_MESSAGES,
})

/** The profile of the user, with the states of verification, payout account and second factors. */
export const profileAtom = liveAtom<Profile>({
  open: (streams) => streams.profile(),
  delivery: TOPICS.profile.delivery,
  personal: true,
  kept: KEPT_PROFILE,
})

/** The user's deposits, newest first, at most 100. */
export const depositsAtom = liveAtom<readonly Deposit[]>({
  open: (streams) => streams.deposits(),
  delivery: TOPICS.deposits.delivery,
  personal: true,
})

/** The user's withdrawals, newest first, at most 100. */
export const withdrawalsAtom = liveAtom<readonly Withdrawal[]>({
  open: (streams) => streams.withdrawals(),
  delivery: TOPICS.withdrawals.delivery,
  personal: true,
})

/** The user's price alerts, newest first: all active ones, and the newest that ended. */
export const alertsAtom = liveAtom<readonly PriceAlert[]>({
  open: (streams) => streams.alerts(),
  delivery: TOPICS.alerts.delivery,
  personal: true,
})

/** The user's holdings in the balance fund, with pending transfers and redemptions. */
export const fundAtom = liveAtom<FundState>({
  open: (streams) => streams.fund(),
  delivery: TOPICS.fund.delivery,
  personal: true,
  kept: KEPT_FUND,
})

/** The limits that the user set, with pending changes and pauses. */
export const limitsAtom = liveAtom<OwnLimits>({
  open: (streams) => streams.limits(),
  delivery: TOPICS.limits.delivery,
  personal: true,
})

/** The published rates of the fund, newest first, at most 100. */
export const ratesAtom = liveAtom<readonly FundRate[]>({
  open: (streams) => streams.rates(),
  delivery: TOPICS.rates.delivery,
  kept: KEPT_RATES,
})

/** The user's conversation with customer service, newest message first. */
export const supportAtom = liveAtom<Conversation>({
  open: (streams) => streams.support(),
  delivery: TOPICS.support.delivery,
  personal: true,
})

/** Until when customer service is shown as typing to the user. */
export const supportTypingAtom = liveAtom<{ until: TimeMs | null }>({
  open: (streams) => streams.typing(),
  delivery: TOPICS.typing.delivery,
  personal: true,
})

/** The state of the desk's queues. Only pages of the operator desk mount it. */
export const deskAtom = liveAtom<DeskState>({
  open: (streams) => streams.desk(),
  delivery: TOPICS.desk.delivery,
  personal: true,
})

const connectionHeld = atom<Connection>({ status: 'connecting' })
const connectionLease = atom(
  (get): Connection => get(connectionHeld),
  (get, set) => {
    const streams = get(streamsAtom)
    if (streams === null) throw new Error('streamsAtom is unset: provide streams before rendering')
    const subscription = streams.connection().subscribe((next) => set(connectionHeld, next))
    return () => subscription.unsubscribe()
  },
)
connectionLease.onMount = (takeLease) => takeLease()

/** The state of the page's one connection to the server. */
export const connectionAtom: Atom<Connection> = connectionLease
