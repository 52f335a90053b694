import { VirtualTimeScheduler } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStreams } from '#streams/create-streams.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Connection, Quote, Stamped } from '#streams/types.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type MockSocketServer, startMockSocketServer } from '#support/mock-websocket.ts'
import { pause, until } from '#support/until.ts'
import { barOf, deltaOf, startOf } from '#support/quote-frames.ts'

const URL = 'http://fairtick.test'
const T = 1_800_000_000_000
let server: MockSocketServer
let streams: Streams
let states: Connection['status'][]
let timing: FakeTiming
let lingering: VirtualTimeScheduler

beforeEach(() => {
  server = startMockSocketServer(URL)
  server.answers.set('subscribe', { ok: true })
  server.answers.set('unsubscribe', { ok: true })
  server.answers.set('clock', T)
  timing = fakeTiming()
  // Chance says "at once", so that no test waits for a retry.
  timing.chance = 0
  lingering = new VirtualTimeScheduler()
  streams = createStreams({ url: URL, timing, scheduler: lingering })
  states = []
  streams.connection().subscribe(({ status }) => states.push(status))
})
afterEach(() => {
  streams.close()
  server.stop()
})
/** The page's time passes while the test waits for the socket. */
const soon = (what: string, read: () => boolean): Promise<unknown> =>
  until(what, () => {
    timing.advance(5)
    return read()
  })
const asked = (event: string): unknown[] =>
  server.received.filter(([name]) => name === event).map(([, payload]) => payload)
const frame = (...parts: unknown[]): void => server.push('f', parts)

describe('streams over the real client', () => {
  it('carry a price from frame to reader, with its movement and the time of its tick', async () => {
    const quotes: Stamped<Quote>[] = []
    streams.quote(7, 'list').subscribe((quote) => quotes.push(quote))
    await soon('the lease', () => asked('visible').length > 0)
    frame('quotes', 'e', 1, 'snapshot', T, startOf([7, 500, 40]))
    frame(
      'quotes',
      'e',
      2,
      'delta',
      T + 100,
      barOf(7, { open: 500, high: 515, low: 498, close: 510 }, 30),
    )
    frame('quotes', 'e', 3, 'delta', T + 200, deltaOf([7, 510, 10]))
    await soon('three prices', () => quotes.length === 3)
    expect(quotes).toEqual([
      {
        value: { price: 500, movement: 'none', open: 500, high: 500, low: 500, tickAt: T - 40 },
        asOf: T,
      },
      {
        value: { price: 510, movement: 'up', open: 500, high: 515, low: 498, tickAt: T + 70 },
        asOf: T + 100,
      },
      {
        value: { price: 510, movement: 'up', open: 510, high: 510, low: 510, tickAt: T + 190 },
        asOf: T + 200,
      },
    ])
    expect(asked('visible').at(-1)).toEqual({ list: [7], detail: [] })
  })

  it('open one subscription for many readers, and ask for all of it again after a break', async () => {
    const subscriptions = [
      streams.quote(1, 'list'),
      streams.quote(2, 'list'),
      streams.quote(2, 'detail'),
    ].map((quote$) => quote$.subscribe())
    await soon('what is visible', () => asked('visible').length > 0)
    expect(asked('subscribe')).toEqual([{ topic: 'quotes' }])
    expect(asked('visible').at(-1)).toEqual({ list: [1], detail: [2] })
    server.drop()
    await soon('the second handshake', () => server.handshakes === 2)
    await soon('the second asking', () => asked('subscribe').length === 2)
    expect(asked('visible').at(-1)).toEqual({ list: [1], detail: [2] })
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'reconnecting', 'live'])
    for (const subscription of subscriptions) subscription.unsubscribe()
    lingering.flush()
    await soon('the unsubscription', () => asked('unsubscribe').length > 0)
  })

  it('survive frames of any shape', async () => {
    const quotes: unknown[] = []
    streams.quote(1, 'list').subscribe((quote) => quotes.push(quote))
    await soon('the subscription', () => asked('subscribe').length > 0)
    for (const nonsense of [null, 1, [], ['quotes'], { a: 1 }]) server.push('f', nonsense)
    frame('quotes', 'e', 1, 'snapshot', T, 'x')
    frame('quotes', 'e', 1, 'snapshot', T, [1, 2, 3])
    frame('nobody', 'e', 1, 'snapshot', T, [])
    frame('quotes', 'e', 2, 'snapshot', T, startOf([1, 500]))
    await soon('the good one', () => quotes.length > 0)
    expect(quotes).toHaveLength(1)
  })

  it('know the server time after a probe', async () => {
    await soon('the clock', () => streams.serverNow() > 0)
    expect(Math.abs(streams.serverNow() - T)).toBeLessThan(1_000)
  })

  it('stop for good when the session has ended, until renewed', async () => {
    await soon('live', () => states.includes('live'))
    server.push('ended')
    await soon('the end', () => states.includes('ended'))
    timing.advance(600_000)
    await pause(20)
    expect(server.handshakes).toBe(1)
    streams.renew()
    await soon('live again', () => states.at(-1) === 'live')
    expect(server.handshakes).toBe(2)
  })
})
