import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FrameRequest } from '#contract/frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { TopicRow } from '#contract/topic-row.ts'
import { TOPICS } from '#contract/topics.ts'
import type { Connection } from '#streams/types.ts'
import type { TopicEvent } from '#streams/wire/channel.ts'
import {
  fallbackTransport,
  HEAD_START_MS,
  RETRY_SOCKET_MS,
  SOCKET_PATIENCE_MS,
} from '#streams/wire/fallback-transport.ts'
import { type Asked, POLL_EVERY_MS, POLL_FAST_MS } from '#streams/wire/polls.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import { withFallback } from '#streams/wire/transport.ts'
import { createWire, type Wire } from '#streams/wire/wire.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

interface Asking {
  request: FrameRequest
  own: boolean
}

const NOW = 1_790_000_000_000

let timing: FakeTiming
let socket: FakeTransport
let asked: Asking[]
let answer: (asking: Asking) => Promise<Asked>
let states: Connection[]
let wire: Wire

const frameOf = (topic: string, data: unknown, seq = 1, epoch = 'e1') => [
  topic,
  epoch,
  seq,
  'snapshot',
  NOW + timing.monotonicMs(),
  data,
]
const replying = (data: (topic: string) => unknown, refused: string[] = []) => {
  return async ({ request }: Asking): Promise<Asked> => ({
    reply: {
      serverTime: NOW + timing.monotonicMs(),
      refused: refused.map((topic) => ({ topic, code: 'topic_unknown' })),
      frames: request.topics
        .filter(({ topic }) => !refused.includes(topic))
        .map(({ topic }) => frameOf(topic, data(topic))),
    },
  })
}
const dead = () => Promise.reject(new Error('no network'))

/** Time passes in steps in which answers arrive. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    timing.advance(Math.min(50, left))
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
}
const newest = (): Connection | undefined => states.at(-1)
/** Refuses every socket as a proxy that answers 403. */
const refuseSockets = (): void => {
  const { transport } = socket
  socket.transport = (handlers, attempt) => {
    const connection = transport(handlers, attempt)
    const made = socket.last()
    queueMicrotask(() => made.to.down())
    return connection
  }
}
const answerClock = (): void => {
  socket.onRequest = (_attempt, { event, answer: reply }) => {
    if (event === SOCKET_EVENTS.clock) reply(NOW)
    if (event === SOCKET_EVENTS.subscribe) reply({ ok: true })
  }
}
function connect(): void {
  const opened = withFallback(
    (handlers, attempt) => socket.transport(handlers, attempt),
    async () =>
      fallbackTransport({
        timing,
        socket: (handlers, attempt) => socket.transport(handlers, attempt),
        ask: (request, own) => {
          asked.push({ request, own })
          return answer({ request, own })
        },
      }),
  )
  wire = createWire({ transport: opened, timing })
  wire.connection$.subscribe((state) => states.push(state))
}
function events(topic: string, name: keyof typeof TOPICS): TopicEvent<unknown, unknown>[] {
  const heard: TopicEvent<unknown, unknown>[] = []
  const row: TopicRow = TOPICS[name]
  const mode = row.delivery === 'every' ? 'exact' : 'latest'
  wire
    .open({ topic, codec: codecOf(row), mode, personal: row.login })
    .subscribe((event) => heard.push(event))
  return heard
}

beforeEach(() => {
  timing = fakeTiming()
  socket = fakeTransport()
  asked = []
  states = []
  answer = replying(() => [])
})
afterEach(() => {
  wire.close()
  vi.restoreAllMocks()
})

describe('a network that refuses sockets', () => {
  it('gets everything by HTTP from the second attempt on, and is live', async () => {
    refuseSockets()
    connect()
    const heard = events('sessions', 'sessions')
    await pass(4_000)
    expect(newest()).toEqual({ status: 'live', polled: true })
    expect(heard[0]).toMatchObject({ kind: 'snapshot', data: [] })
    expect(states.map(({ status }) => status)).toEqual([
      'connecting',
      'reconnecting',
      'reconnecting',
      'live',
    ])
  })

  it('asks every two seconds for the visible products and the open topics only', async () => {
    refuseSockets()
    connect()
    events('sessions', 'sessions')
    wire.setVisible({ list: [], detail: [] })
    await pass(6_000)
    const before = asked.filter(({ request }) => request.topics.length > 0).length
    await pass(10 * POLL_EVERY_MS)
    const during = asked.filter(({ request }) => request.topics.length > 0)
    expect(during.length - before).toBe(10)
    expect(during.at(-1)?.request.topics.map(({ topic }) => topic)).toEqual(['sessions'])
  })

  it('asks faster while an order may be signed', async () => {
    refuseSockets()
    connect()
    events('sessions', 'sessions')
    await pass(6_000)
    events('head:BTCUSD', 'head')
    await pass(1_000)
    const before = asked.length
    await pass(10 * POLL_FAST_MS)
    expect(asked.length - before).toBeGreaterThanOrEqual(9)
  })

  it('tells a topic that the server refuses it', async () => {
    answer = replying(() => [], ['sessions'])
    refuseSockets()
    connect()
    let failure: unknown
    wire
      .open({
        topic: 'sessions',
        codec: codecOf(TOPICS.sessions),
        mode: 'exact',
        personal: false,
      })
      .subscribe({ error: (error: unknown) => (failure = error) })
    await pass(4_000)
    expect(failure).toMatchObject({ code: 'topic_unknown' })
  })
})

describe('other ways to block a socket', () => {
  it('is live by HTTP although every handshake hangs', async () => {
    connect()
    await pass(8_000)
    expect(newest()).toEqual({ status: 'live', polled: true })
  })

  it('stays live although a proxy cuts each socket after three seconds', async () => {
    answerClock()
    const { transport } = socket
    socket.transport = (handlers, attempt) => {
      const connection = transport(handlers, attempt)
      const made = socket.last()
      queueMicrotask(() => made.to.up())
      timing.after(3_000, () => made.to.down())
      return connection
    }
    connect()
    await pass(12_000)
    states.length = 0
    await pass(180_000)
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['live']))
    expect(socket.attempts.length).toBeLessThan(10)
  })

  it('does not trust a socket on which the server never answers', async () => {
    const { transport } = socket
    socket.transport = (handlers, attempt) => {
      const connection = transport(handlers, attempt)
      const made = socket.last()
      queueMicrotask(() => made.to.up())
      return connection
    }
    connect()
    await pass(30_000)
    states.length = 0
    await pass(60_000)
    expect(states.every((state) => 'polled' in state)).toBe(true)
    expect(newest()).toEqual(states.length > 0 ? { status: 'live', polled: true } : undefined)
  })
})

describe('the socket beside it', () => {
  it('gets a head start after a loss, so that nothing is asked if it works', async () => {
    answerClock()
    connect()
    socket.last().to.up()
    await pass(1_000)
    socket.last().to.down()
    await pass(1_100)
    socket.last().to.up()
    await pass(HEAD_START_MS * 2)
    expect(asked).toEqual([])
    expect(newest()).toEqual({ status: 'live' })
  })

  it('takes over without a gap as soon as it works', async () => {
    refuseSockets()
    connect()
    const heard = events('sessions', 'sessions')
    await pass(6_000)
    const works = fakeTransport()
    works.onRequest = (_attempt, { event, answer: reply }) =>
      reply(event === SOCKET_EVENTS.clock ? NOW : { ok: true })
    socket.transport = works.transport
    states.length = 0
    await pass(4 * RETRY_SOCKET_MS)
    works.last().to.up()
    await pass(100)
    expect(states).toEqual([{ status: 'live' }])
    const { requests } = works.last()
    const after = { epoch: 'e1', seq: 1 }
    expect(requests.find(({ event }) => event === SOCKET_EVENTS.subscribe)?.payload).toEqual({
      topic: 'sessions',
      after,
    })
    works.last().to.frame(frameOf('sessions', [], 2))
    expect(heard.at(-1)).toMatchObject({ kind: 'snapshot' })
    const before = asked.length
    await pass(POLL_EVERY_MS * 3)
    expect(asked.length).toBe(before)
  })

  it('is given up when it does not answer in time, and tried less and less often', async () => {
    connect()
    await pass(300_000)
    const tries = socket.attempts.length
    expect(tries).toBeGreaterThan(2)
    await pass(SOCKET_PATIENCE_MS + 120_000)
    expect(socket.attempts.length - tries).toBeLessThanOrEqual(2)
  })
})

describe('a server that is really away', () => {
  it('does not count against sockets: the first one afterwards is tried at once, and is used', async () => {
    answer = dead
    const refused = socket.transport
    refuseSockets()
    connect()
    await pass(120_000)
    expect(newest()?.status).toBe('reconnecting')
    socket.transport = refused
    answerClock()
    answer = replying(() => [])
    for (let waited = 0; newest()?.status !== 'live' && waited < 15_000; waited += 50) {
      await pass(50)
      if (!socket.last().closed) socket.last().to.up()
    }
    expect(newest()).toEqual({ status: 'live' })
    expect(states.filter((state) => 'polled' in state)).toEqual([])
  })

  it('is reported after the second attempt, in which HTTP failed too', async () => {
    answer = dead
    refuseSockets()
    connect()
    await pass(8_000)
    const last = newest()
    expect(last?.status).toBe('reconnecting')
    expect(last !== undefined && 'attempt' in last ? last.attempt : 0).toBeGreaterThanOrEqual(2)
  })

  it('is reported when the answers stop, and everything returns with them', async () => {
    refuseSockets()
    connect()
    await pass(6_000)
    const good = answer
    answer = dead
    await pass(20_000)
    expect(newest()?.status).toBe('reconnecting')
    answer = good
    await pass(25_000)
    expect(newest()).toEqual({ status: 'live', polled: true })
  })

  it('is not reported for one answer that was lost', async () => {
    refuseSockets()
    connect()
    await pass(6_000)
    states.length = 0
    const good = answer
    answer = (asking) => {
      answer = good
      return asking.request.topics.length === 0 ? good(asking) : dead()
    }
    await pass(10_000)
    expect(states.every((state) => 'polled' in state)).toBe(true)
  })
})

describe('the session', () => {
  it('is asked for once, and visitors read the public topics', async () => {
    const good = answer
    answer = async (asking) => (asking.own ? 'not_logged_in' : good(asking))
    refuseSockets()
    connect()
    events('sessions', 'sessions')
    await pass(20_000)
    expect(newest()).toEqual({ status: 'live', polled: true })
    expect(asked.filter(({ own }) => own)).toHaveLength(1)
  })

  it('ends when the server knows it no more', async () => {
    refuseSockets()
    connect()
    await pass(6_000)
    const good = answer
    answer = async (asking) => (asking.own ? 'not_logged_in' : good(asking))
    await pass(POLL_EVERY_MS * 2)
    expect(newest()).toEqual({ status: 'ended' })
  })
})

describe('candles', () => {
  const bar = (openTime: number, close: number) => [openTime, 1, 9, 1, close, 5]
  it('come whole once, and then only those that changed', async () => {
    const all = [bar(NOW, 2), bar(NOW + 60_000, 3)]
    answer = replying(() => all)
    refuseSockets()
    connect()
    const heard = events('candles:BTCUSD:1m', 'candles')
    await pass(5_000)
    expect(heard[0]).toMatchObject({ kind: 'snapshot' })
    all[1] = bar(NOW + 60_000, 4)
    await pass(POLL_EVERY_MS)
    const changes = heard.filter(({ kind }) => kind === 'delta')
    expect(changes).toMatchObject([{ data: [all[1]] }])
    expect(heard.at(-1)?.kind).toMatch(/delta|confirmed/)
    expect(asked.at(-1)?.request.topics[0]?.after).toBeDefined()
  })
})
