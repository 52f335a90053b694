/**
 * One atom or atom family per topic, for views to read. Mounting an atom leases its stream; reading it without mounting
 * does not.
 */
import { type Atom, atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import type { MarketSession } from '#contract/product.ts'
import { TOPICS } from '#contract/topics.ts'
import {
  storedQuote,
  storedSession,
  storedState,
  storedStats,
} from '#streams/atoms/stored-shapes.ts'
import { liveAtom } from '#streams/atoms/live-atom.ts'
import { streamsAtom } from '#streams/atoms/streams-atom.ts'
import type { StateOf, StateTopic } from '#streams/topics/table.ts'
import type { Connection, DayStats, Live, Quote, Stamped, View } from '#streams/types.ts'

const QUOTE_STALE_MS = TOPICS.quotes.staleAfterMs ?? 0
const STATS_STALE_MS = TOPICS.stats.staleAfterMs ?? 0

const quotesIn = (view: View) =>
  atomFamily((productId: number) =>
    liveAtom<Quote>({
      open: (streams) => streams.quote(productId, view),
      delivery: TOPICS.quotes.delivery,
      // The age is that of the tick, because a frame that repeats an old price does not make it fresh.
      staleAt: ({ value }) => value.tickAt + QUOTE_STALE_MS,
      kept: storedQuote(productId),
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
    kept: storedStats(productId),
  }),
)

/** Whether a product's market is open and when that next changes, by product id. */
export const sessionAtom = atomFamily((productId: number) =>
  liveAtom<MarketSession>({
    open: (streams) => streams.session(productId),
    delivery: TOPICS.sessions.delivery,
    kept: storedSession(productId),
  }),
)

function stateAtom<K extends StateTopic>(topic: K): Atom<Live<StateOf<K>>> {
  const kept = storedState(topic)
  return liveAtom<StateOf<K>>({
    open: (streams) => streams.state(topic),
    delivery: TOPICS[topic].delivery,
    personal: TOPICS[topic].login,
    ...(kept !== undefined && { kept }),
  })
}

const stateAtoms = atomFamily((topic: StateTopic): Atom<Live<unknown>> => stateAtom(topic))

/** The atom of a topic that is one state, by its name in the table (streams/topics/table.ts). */
export const topicAtom = <K extends StateTopic>(topic: K): Atom<Live<StateOf<K>>> =>
  // The table pairs each topic with its state.
  stateAtoms(topic) as Atom<Live<StateOf<K>>>

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
