import type { Atom } from 'jotai/vanilla'
import { createStore } from 'jotai/vanilla'
import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { type LastKnown, lastKnownAtom } from '#streams/atoms/last-known.ts'
import { frameSchedulerAtom, streamsAtom } from '#streams/atoms/streams-atom.ts'
import * as atoms from '#streams/atoms/topic-atoms.ts'
import type { StateTopic } from '#streams/topics/table.ts'
import type { Live, Stamped } from '#streams/types.ts'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import { marbles } from '#support/marbles.ts'

type Whose = 'own' | 'all'
type TopicAtom = [lease: string, Atom<Live<unknown>>, Whose, kept: string | null]

/** Each topic of the table: whose it is, and whether the next visit may know it. */
const STATES: Record<StateTopic, [Whose, kept: boolean]> = {
  positions: ['own', true],
  balance: ['own', true],
  messages: ['own', true],
  profile: ['own', true],
  deposits: ['own', false],
  withdrawals: ['own', false],
  alerts: ['own', false],
  fund: ['own', true],
  limits: ['own', false],
  checkpoint: ['all', false],
  rates: ['all', true],
  support: ['own', false],
  typing: ['own', false],
  desk: ['own', false],
}
/** Each topic: its atom, the stream that it leases, whose it is, and its name in the cache. */
const TOPIC_ATOMS: TopicAtom[] = [
  ['quote:4:list', atoms.quoteAtom(4, 'list'), 'all', 'quote:4'],
  ['quote:4:detail', atoms.quoteAtom(4, 'detail'), 'all', 'quote:4'],
  ['stats:4', atoms.statsAtom(4), 'all', 'stats:4'],
  ['session:4', atoms.sessionAtom(4), 'all', 'session:4'],
  ...Object.entries(STATES).map(
    ([topic, [whose, kept]]): TopicAtom => [
      topic,
      atoms.topicAtom(topic as StateTopic),
      whose,
      kept ? topic : null,
    ],
  ),
]
/** Those of which a frame shows only the newest value. */
const PACED = ['quote:4:list', 'quote:4:detail', 'stats:4', 'checkpoint', 'typing', 'desk']

let fake: FakeStreams
let store: ReturnType<typeof createStore>
let feed: Subject<Stamped<never>>
beforeEach(() => {
  feed = new Subject()
  fake = createFakeStreams()
  fake.now = 0
  store = createStore()
  store.set(streamsAtom, fake)
})
/** Every stream of the page brings the same values. */
function feedAll(): void {
  const open = () => feed
  Object.assign(fake, { quote: open, stats: open, session: open, state: open })
}
const stamped = (value: object, asOf = 0): Stamped<never> => ({ value: value as never, asOf })
const mount = (atom: Atom<unknown>): (() => void) => store.sub(atom, () => undefined)

describe('the atoms of the topics', () => {
  it.each(TOPIC_ATOMS)('lease their own stream while mounted, and no other: %s', (lease, atom) => {
    store.get(atom)
    expect([...fake.leases]).toEqual([])
    const leave = mount(atom)
    expect([...fake.leases]).toEqual([[lease, 1]])
    leave()
    expect([...fake.leases]).toEqual([])
  })

  it.each(TOPIC_ATOMS)(
    'are forgotten with the session if they are a user’s: %s',
    (_, atom, whose) => {
      feedAll()
      mount(atom)
      feed.next(stamped({ tickAt: 0 }))
      fake.connection$.next({ status: 'ended' })
      expect(store.get(atom).status).toBe(whose === 'own' ? 'connecting' : 'stale')
    },
  )

  it.each(TOPIC_ATOMS)('look for what was known before under their own name: %s', (...row) => {
    const [, atom, whose, kept] = row
    const asked = new Set<string>()
    const known: LastKnown = {
      read: ({ topic, personal }) => {
        asked.add(`${personal ? 'own' : 'all'} ${topic}`)
        return null
      },
      newest: () => 0,
      write: () => undefined,
    }
    store.set(lastKnownAtom, known)
    mount(atom)
    expect([...asked]).toEqual(kept === null ? [] : [`${whose} ${kept}`])
  })

  it('wait for a frame only where values in between may be dropped', () => {
    feedAll()
    let waiting = 0
    store.set(frameSchedulerAtom, { schedule: () => void (waiting += 1), cancel: () => undefined })
    const paced = TOPIC_ATOMS.filter(([, atom]) => {
      const before = waiting
      const leave = mount(atom)
      feed.next(stamped({ tickAt: 0 }))
      leave()
      return waiting > before
    })
    expect(paced.map(([lease]) => lease)).toEqual(PACED)
  })

  it('are one for each product and view', () => {
    expect(atoms.quoteAtom(1, 'list')).toBe(atoms.quoteAtom(1, 'list'))
    expect(atoms.quoteAtom(1, 'list')).not.toBe(atoms.quoteAtom(1, 'detail'))
    expect(atoms.statsAtom(1)).not.toBe(atoms.statsAtom(2))
    expect(atoms.sessionAtom(1)).not.toBe(atoms.sessionAtom(2))
  })

  const AGING: [string, Atom<Live<unknown>>, tickAt: number, wait: number][] = [
    ['a quote three seconds after its own tick', atoms.quoteAtom(4, 'list'), 2_000, 1_000],
    ['statistics five seconds after their frame', atoms.statsAtom(4), 1_000, 5_000],
  ]
  it.each(AGING)('make %s stale', (_, atom, tickAt, wait) => {
    feedAll()
    const seen: string[] = []
    marbles((_helpers, at) => {
      // The frame is of second 4; the quote's tick came two seconds before it.
      Object.defineProperty(fake, 'now', { get: () => 4_000 + at.now() })
      mount(atom)
      feed.next(stamped({ tickAt }, 4_000))
      for (const ms of [wait - 1, wait + 1])
        at.schedule(() => seen.push(store.get(atom).status), ms)
    })
    expect(seen).toEqual(['live', 'stale'])
  })

  it('never make anything else stale by its age alone', () => {
    feedAll()
    const ageless = TOPIC_ATOMS.filter(([lease]) => !/quote|stats/.test(lease))
    const left = ageless.map(([, atom]) => mount(atom))
    fake.now = 1e12
    feed.next(stamped({}))
    expect(ageless.map(([, atom]) => store.get(atom).status)).toEqual(ageless.map(() => 'live'))
    for (const leave of left) leave()
  })
})

describe('the connection as an atom', () => {
  it('is connecting until it is mounted, follows the streams then, and lets go of them', () => {
    expect(store.get(atoms.connectionAtom)).toEqual({ status: 'connecting' })
    const before = fake.connection$.observers.length
    const leave = mount(atoms.connectionAtom)
    expect(store.get(atoms.connectionAtom)).toEqual({ status: 'live' })
    fake.connection$.next({ status: 'stale', asOf: 5 })
    expect(store.get(atoms.connectionAtom)).toEqual({ status: 'stale', asOf: 5 })
    leave()
    expect(fake.connection$.observers.length).toBe(before)
  })

  it('refuses to be mounted in a store without streams', () => {
    store.set(streamsAtom, null)
    expect(() => mount(atoms.connectionAtom)).toThrow()
  })
})
