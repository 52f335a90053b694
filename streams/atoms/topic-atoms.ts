/** One atom or atom family a topic: what views read. Mounting one leases its stream; reading alone does not. */
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
      // By the tick's own time: a frame that repeats an old price does not make it fresh.
      staleAt: ({ value }) => value.tickAt + QUOTE_STALE_MS,
      kept: keptQuote(productId),
    }),
  )
const quoteFamilies = { list: quotesIn('list'), detail: quotesIn('detail') }

/** The newest price of a product; `view` says how fast the page needs it. */
export const quoteAtom = (productId: number, view: View): Atom<Live<Quote>> =>
  quoteFamilies[view](productId)

/** 24 h statistics of a product. */
export const statsAtom = atomFamily((productId: number) =>
  liveAtom<DayStats>({
    open: (streams) => streams.stats(productId),
    delivery: TOPICS.stats.delivery,
    staleAt: ({ asOf }: Stamped<DayStats>) => asOf + STATS_STALE_MS,
    kept: keptStats(productId),
  }),
)

/** Whether a product's market is open, and when it next changes. */
export const sessionAtom = atomFamily((productId: number) =>
  liveAtom<MarketSession>({
    open: (streams) => streams.session(productId),
    delivery: TOPICS.sessions.delivery,
    kept: keptSession(productId),
  }),
)

/** The user's open positions and those settled while watched. */
export const positionsAtom = liveAtom<Positions>({
  open: (streams) => streams.positions(),
  delivery: TOPICS.positions.delivery,
  personal: true,
  kept: KEPT_POSITIONS,
})

/** The user's practice balance. */
export const balanceAtom = liveAtom<Balance>({
  open: (streams) => streams.balance(),
  delivery: TOPICS.balance.delivery,
  personal: true,
  kept: KEPT_BALANCE,
})

/** The user's system messages. */
export const messagesAtom = liveAtom<Messages>({
  open: (streams) => streams.messages(),
  delivery: TOPICS.messages.delivery,
  personal: true,
  kept: KEPT_MESSAGES,
})

/** Who the user is, and how far each matter of theirs has come. */
export const profileAtom = liveAtom<Profile>({
  open: (streams) => streams.profile(),
  delivery: TOPICS.profile.delivery,
  personal: true,
  kept: KEPT_PROFILE,
})

/** The user's deposits, newest first. */
export const depositsAtom = liveAtom<readonly Deposit[]>({
  open: (streams) => streams.deposits(),
  delivery: TOPICS.deposits.delivery,
  personal: true,
})

/** The user's withdrawals, newest first. */
export const withdrawalsAtom = liveAtom<readonly Withdrawal[]>({
  open: (streams) => streams.withdrawals(),
  delivery: TOPICS.withdrawals.delivery,
  personal: true,
})

/** The user's price alerts, newest first. */
export const alertsAtom = liveAtom<readonly PriceAlert[]>({
  open: (streams) => streams.alerts(),
  delivery: TOPICS.alerts.delivery,
  personal: true,
})

/** What the user has in the balance fund, and what is on its way. */
export const fundAtom = liveAtom<FundState>({
  open: (streams) => streams.fund(),
  delivery: TOPICS.fund.delivery,
  personal: true,
  kept: KEPT_FUND,
})

/** What the user has set for themselves. */
export const limitsAtom = liveAtom<OwnLimits>({
  open: (streams) => streams.limits(),
  delivery: TOPICS.limits.delivery,
  personal: true,
})

/** The fund's published rates, newest first. */
export const ratesAtom = liveAtom<readonly FundRate[]>({
  open: (streams) => streams.rates(),
  delivery: TOPICS.rates.delivery,
  kept: KEPT_RATES,
})

/** The conversation with customer service. */
export const supportAtom = liveAtom<Conversation>({
  open: (streams) => streams.support(),
  delivery: TOPICS.support.delivery,
  personal: true,
})

/** Whether customer service is typing just now. */
export const supportTypingAtom = liveAtom<{ until: TimeMs | null }>({
  open: (streams) => streams.typing(),
  delivery: TOPICS.typing.delivery,
  personal: true,
})

/** What waits at the operator desk. */
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

/** The state of the one socket. */
export const connectionAtom: Atom<Connection> = connectionLease
