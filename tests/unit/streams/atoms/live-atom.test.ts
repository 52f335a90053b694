import { createStore } from 'jotai/vanilla'
import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type LastKnown, lastKnownAtom } from '#streams/atoms/last-known.ts'
import { liveAtom, type LiveAtomOptions } from '#streams/atoms/live-atom.ts'
import { frameSchedulerAtom, streamsAtom } from '#streams/atoms/streams-atom.ts'
import type { Stamped } from '#streams/types.ts'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import { marbles } from '#support/marbles.ts'

let fake: FakeStreams
let store: ReturnType<typeof createStore>
let source: Subject<Stamped<string>>
beforeEach(() => {
  fake = createFakeStreams()
  fake.now = 0
  store = createStore()
  store.set(streamsAtom, fake)
  source = new Subject()
})

const wordAtom = (change: Partial<LiveAtomOptions<string>> = {}) =>
  liveAtom<string>({ open: () => source, delivery: 'every', ...change })
/** Mounts, and gives each state that the store had since, newest last. */
function mount(atom: ReturnType<typeof wordAtom>) {
  const states: unknown[] = [store.get(atom)]
  const leave = store.sub(atom, () => states.push(store.get(atom)))
  return { states, leave, now: () => store.get(atom) }
}
const say = (value: string, asOf = 1): void => source.next({ value, asOf })
const down = { status: 'reconnecting', attempt: 1, nextAttemptAt: 1, asOf: 1 } as const

/** A device that knows one word, and what was written to it since. */
function device(value: unknown): LastKnown & { written: unknown[] } {
  const written: unknown[] = []
  return {
    written,
    read: (key) => (key.topic === 'word' ? { value, asOf: 5 } : null),
    newest: () => 5,
    write: (key, asOf, encode) => written.push([key, asOf, encode()]),
  }
}
const kept = { topic: 'word', shape: z.string() }

describe('a live atom', () => {
  it('opens nothing when it is only read, and one stream however many mount it', () => {
    const atom = wordAtom()
    expect(store.get(atom)).toEqual({ status: 'connecting' })
    expect(source.observed).toBe(false)
    const first = mount(atom)
    const second = mount(atom)
    expect(source.observers).toHaveLength(1)
    first.leave()
    expect(source.observed).toBe(true)
    second.leave()
    expect(source.observed).toBe(false)
  })

  it('refuses to be mounted in a store without streams', () => {
    store.set(streamsAtom, null)
    const reasons: unknown[] = []
    try {
      mount(wordAtom())
    } catch (error) {
      // jotai gathers what failed while it mounted.
      if (error instanceof AggregateError) reasons.push(...error.errors)
    }
    expect(reasons.map(String)).toEqual([
      'Error: streamsAtom is unset: provide streams before rendering',
    ])
  })

  it('goes from connecting to each live value', () => {
    const { states } = mount(wordAtom())
    say('a', 1)
    say('b', 2)
    expect(states).toEqual([
      { status: 'connecting' },
      { status: 'live', value: 'a', asOf: 1 },
      { status: 'live', value: 'b', asOf: 2 },
    ])
  })

  it('keeps the last value as stale when it is left, and shows that to the next who mounts it', () => {
    const atom = wordAtom()
    const first = mount(atom)
    say('a')
    first.leave()
    expect(mount(atom).states).toEqual([{ status: 'stale', value: 'a', asOf: 1 }])
  })

  it('keeps connecting as it is when it is left before any value came', () => {
    const atom = wordAtom()
    mount(atom).leave()
    expect(store.get(atom)).toEqual({ status: 'connecting' })
  })

  it('goes stale by age in time, without any frame', () => {
    const seen: unknown[] = []
    marbles((_, at) => {
      Object.defineProperty(fake, 'now', { get: () => at.now() })
      const { now } = mount(wordAtom({ staleAt: ({ asOf }) => asOf + 30 }))
      say('a', 0)
      for (const ms of [29, 31]) at.schedule(() => seen.push(now()), ms)
    })
    expect(seen).toEqual([
      { status: 'live', value: 'a', asOf: 0 },
      { status: 'stale', value: 'a', asOf: 0 },
    ])
  })

  it('never goes stale by age where its topic has no limit', () => {
    const { now } = mount(wordAtom())
    fake.now = 1e15
    say('a', 0)
    expect(now()).toMatchObject({ status: 'live' })
  })

  it('goes stale with the link, and counts silent prices as a link that is up', () => {
    const { now } = mount(wordAtom())
    say('a')
    fake.connection$.next({ status: 'stale', asOf: 1 })
    expect(now()).toMatchObject({ status: 'live' })
    fake.connection$.next(down)
    expect(now()).toEqual({ status: 'stale', value: 'a', asOf: 1 })
    fake.connection$.next({ status: 'live' })
    expect(now()).toMatchObject({ status: 'stale' })
    say('b')
    expect(now()).toMatchObject({ status: 'live', value: 'b' })
  })

  it('shows a failure of its stream as a state', () => {
    const { states } = mount(wordAtom())
    source.error('refused')
    expect(states.at(-1)).toEqual({ status: 'failed', error: 'refused' })
  })
})

describe('the pace of a live atom', () => {
  let frames: (() => void)[]
  beforeEach(() => {
    frames = []
    store.set(frameSchedulerAtom, {
      schedule: (_key, write) => void frames.push(write),
      cancel: () => void (frames = []),
    })
  })
  it('waits for a frame where only the newest value counts', () => {
    const { states } = mount(wordAtom({ delivery: 'latest' }))
    say('a')
    expect(states).toHaveLength(1)
    frames[0]?.()
    expect(states).toHaveLength(2)
  })
  it('does not wait where every value counts', () => {
    const { states } = mount(wordAtom({ delivery: 'every' }))
    say('a')
    expect([states.length, frames.length]).toEqual([2, 0])
  })
  it('does not wait to say that a value is stale: a hidden tab has no frames', () => {
    const { now } = mount(wordAtom({ delivery: 'latest' }))
    say('a')
    fake.connection$.next(down)
    expect([now(), frames.length]).toEqual([{ status: 'stale', value: 'a', asOf: 1 }, 0])
  })
})

describe('what a user may see', () => {
  it('is forgotten when another session begins or this one ends, mounted or not', () => {
    for (const status of ['connecting', 'ended'] as const) {
      const atom = wordAtom({ personal: true })
      const { leave, now } = mount(atom)
      say('a')
      leave()
      expect(now()).toMatchObject({ status: 'stale' })
      fake.connection$.next({ status })
      expect(now()).toEqual({ status: 'connecting' })
      const again = mount(atom)
      fake.connection$.next({ status: 'live' })
      say('b')
      fake.connection$.next({ status })
      expect(again.now()).toEqual({ status: 'connecting' })
      again.leave()
      fake.connection$.next({ status: 'live' })
    }
  })
  it('is not forgotten when the line breaks, nor when it is public', () => {
    const own = mount(wordAtom({ personal: true }))
    const all = mount(wordAtom())
    say('a')
    fake.connection$.next(down)
    expect(own.now()).toMatchObject({ status: 'stale', value: 'a' })
    fake.connection$.next({ status: 'connecting' })
    expect([own.now(), all.now()]).toEqual([
      { status: 'connecting' },
      { status: 'stale', value: 'a', asOf: 1 },
    ])
  })
  it('is watched once, however often it is mounted, and not at all where it is public', () => {
    const before = fake.connection$.observers.length
    const atom = wordAtom({ personal: true })
    for (let times = 0; times < 3; times += 1) mount(atom).leave()
    expect(fake.connection$.observers.length - before).toBe(1)
    mount(wordAtom()).leave()
    expect(fake.connection$.observers.length - before).toBe(1)
  })
})

describe('what was known before', () => {
  it('is shown as stale from the first picture where it is public, until a value comes', () => {
    store.set(lastKnownAtom, device('old'))
    const atom = wordAtom({ kept })
    expect(store.get(atom)).toEqual({ status: 'stale', value: 'old', asOf: 5 })
    const { states } = mount(atom)
    say('new', 9)
    expect(states.at(-1)).toEqual({ status: 'live', value: 'new', asOf: 9 })
  })
  it('is shown only once it is mounted where it is a user’s', () => {
    store.set(lastKnownAtom, device('old'))
    const atom = wordAtom({ kept, personal: true })
    expect(store.get(atom)).toEqual({ status: 'connecting' })
    const { now } = mount(atom)
    expect(now()).toEqual({ status: 'stale', value: 'old', asOf: 5 })
  })
  it('does not replace a newer value of this visit', () => {
    store.set(lastKnownAtom, device('old'))
    const atom = wordAtom({ kept })
    const { leave } = mount(atom)
    say('new', 9)
    leave()
    expect(mount(atom).now()).toEqual({ status: 'stale', value: 'new', asOf: 9 })
  })
  it('is nothing where the topic is not kept, the device keeps nothing, or the form is another', () => {
    store.set(lastKnownAtom, device('old'))
    expect(mount(wordAtom()).now()).toEqual({ status: 'connecting' })
    store.set(lastKnownAtom, device(7))
    expect(mount(wordAtom({ kept })).now()).toEqual({ status: 'connecting' })
    store.set(lastKnownAtom, null)
    expect(mount(wordAtom({ kept })).now()).toEqual({ status: 'connecting' })
  })
  it('is written down with each live value, and with none that is stale', () => {
    const known = device('old')
    store.set(lastKnownAtom, known)
    const own = mount(wordAtom({ kept, personal: true }))
    say('a', 6)
    fake.connection$.next(down)
    say('b', 7)
    expect(known.written).toEqual([[{ topic: 'word', personal: true }, 6, 'a']])
    own.leave()
    fake.connection$.next({ status: 'live' })
    mount(wordAtom({ kept }))
    say('c', 8)
    expect(known.written.at(-1)).toEqual([{ topic: 'word', personal: false }, 8, 'c'])
    mount(wordAtom())
    say('d', 9)
    expect(known.written).toHaveLength(3)
  })
})
