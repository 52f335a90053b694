import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '#streams/types.ts'
import { type ConnectionStatus, createConnectionStatus } from '#streams/wire/connection-status.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'

let timing: FakeTiming
let status: ConnectionStatus
let states: Connection[]
let over: boolean

beforeEach(() => {
  timing = fakeTiming()
  status = createConnectionStatus(timing)
  states = []
  over = false
  status.connection$.subscribe({
    next: (state) => states.push(state),
    complete: () => (over = true),
  })
})
const names = (): string[] => states.map((state) => state.status)

describe('what the page sees of its connection', () => {
  it('is connecting at first, and live once the link is up', () => {
    status.up()
    expect(states).toEqual([{ status: 'connecting' }, { status: 'live' }])
  })

  it('shows when it tries again, and how old the newest frame of any topic is', () => {
    status.away({ status: 'down', attempt: 1, nextAttemptAt: 50 })
    status.heard('messages', 900)
    status.heard('balance', 800)
    status.away({ status: 'down', attempt: 2, nextAttemptAt: null })
    expect(states.slice(1)).toEqual([
      { status: 'reconnecting', attempt: 1, nextAttemptAt: 50, asOf: null },
      { status: 'reconnecting', attempt: 2, nextAttemptAt: null, asOf: 900 },
    ])
  })

  it('passes on that it connects for another session, and that the session has ended', () => {
    status.away({ status: 'connecting' })
    status.away({ status: 'ended' })
    expect(states.slice(1)).toEqual([{ status: 'connecting' }, { status: 'ended' }])
  })

  it('ends for its readers when it is closed, and says nothing more', () => {
    status.up()
    status.watchPrices(true)
    status.close()
    expect(timing.waiting()).toBe(0)
    expect([over, names()]).toEqual([true, ['connecting', 'live']])
  })
})

describe('the silence of prices', () => {
  beforeEach(() => status.up())

  it('is stale after three seconds without a price frame, and live again with the next', () => {
    status.watchPrices(true)
    timing.advance(2_000)
    status.heard('quotes', 700)
    timing.advance(2_999)
    expect(names().at(-1)).toBe('live')
    timing.advance(1)
    expect(states.at(-1)).toEqual({ status: 'stale', asOf: 700 })
    status.heard('quotes', 5_000)
    expect(states.at(-1)).toEqual({ status: 'live' })
    timing.advance(3_000)
    expect(states.at(-1)).toEqual({ status: 'stale', asOf: 5_000 })
  })

  it('is not broken by frames of other topics', () => {
    status.watchPrices(true)
    timing.advance(2_900)
    status.heard('stats', 700)
    timing.advance(100)
    expect(states.at(-1)).toEqual({ status: 'stale', asOf: 0 })
  })

  it('does not count while no prices are subscribed, nor while the link is down', () => {
    timing.advance(60_000)
    status.watchPrices(true)
    status.away({ status: 'down', attempt: 1, nextAttemptAt: 0 })
    timing.advance(60_000)
    expect(names()).toEqual(['connecting', 'live', 'reconnecting'])
    status.up()
    timing.advance(3_000)
    expect(names()).toEqual(['connecting', 'live', 'reconnecting', 'live', 'stale'])
  })

  it('is over when prices are no longer subscribed: the connection itself is live', () => {
    status.watchPrices(true)
    timing.advance(3_000)
    status.watchPrices(false)
    expect(names()).toEqual(['connecting', 'live', 'stale', 'live'])
    status.watchPrices(true)
    status.heard('quotes', 900)
    expect(names().at(-1)).toBe('live')
    timing.advance(3_000)
    expect(states.at(-1)).toEqual({ status: 'stale', asOf: 900 })
  })

  it('leaves a connection that is down as it is when prices are no longer subscribed', () => {
    status.watchPrices(true)
    timing.advance(3_000)
    status.away({ status: 'down', attempt: 1, nextAttemptAt: 0 })
    status.watchPrices(false)
    expect(names()).toEqual(['connecting', 'live', 'stale', 'reconnecting'])
  })

  it('says live once for many frames', () => {
    status.watchPrices(true)
    timing.advance(3_000)
    for (let at = 1; at < 9; at += 1) status.heard('quotes', at)
    expect(names()).toEqual(['connecting', 'live', 'stale', 'live'])
  })
})
