import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { OPENING_PARAM, SOCKET_EVENTS, SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import { quotesData } from '#contract/market-topics.ts'
import { type Envelope, TOPICS } from '#contract/topics.ts'
import { SLOT_MS } from '#server/platform/socket/quote-tape.ts'
import { type HubServer, type HubServerOptions, startHubServer } from '#support/hub-server.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { pause, until } from '#support/until.ts'

let server: HubServer
let page: TestPage

const start = async (options: HubServerOptions = {}): Promise<void> => {
  server = await startHubServer(options)
  page = await openPage(server.url)
}
afterEach(async () => {
  page.close()
  await server.close()
})

/** What the page read in a frame, after all frames before it. */
function flat(frame: Envelope): number[] {
  const decode = createQuotesDecoder()
  for (const each of page.of('quotes')) {
    const data = decode(each[5])
    if (each === frame) return quotesData.parse(data)
  }
  throw new Error('the frame is none of the page')
}
const rows = (frame: Envelope): number[][] => {
  const numbers = flat(frame)
  return Array.from({ length: (numbers.length - 1) / 6 }, (_, at) =>
    numbers.slice(1 + at * 6, 7 + at * 6),
  )
}
const deltas = (): Envelope[] => page.of('quotes').filter(([, , , kind]) => kind === 'delta')

/** A page that sends nothing by itself: its address contains its first packet. */
function speechless(opening: unknown): { socket: WebSocket; heard: string[] } {
  const text = typeof opening === 'string' ? opening : JSON.stringify(opening)
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(`${address}&${OPENING_PARAM}=${encodeURIComponent(text)}`)
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  return { socket, heard }
}

async function show(list: number[], detail: number[] = []): Promise<void> {
  page.visible({ list, detail })
  expect(await page.subscribe('quotes')).toEqual({ ok: true })
  await until('the snapshot', () => page.of('quotes').length > 0)
}

describe('quotes on the wheel', () => {
  beforeEach(() => start())

  it('answers a subscription with a snapshot of the visible products only', async () => {
    server.tick(1, 100)
    server.tick(2, 200)
    await show([2])
    const [snapshot] = page.of('quotes')
    expect(snapshot?.[3]).toBe('snapshot')
    expect(snapshot === undefined ? [] : rows(snapshot).map(([id, close]) => [id, close])).toEqual([
      [2, 200],
    ])
  })

  it('sends prices at once to a page that asks with its first packet, and goes on with them', async () => {
    server.tick(1, 100)
    server.tick(2, 200)
    const eager = await openPage(server.url, { visible: { list: [2], detail: [] } })
    await until('the snapshot', () => eager.of('quotes').length > 0)
    const decode = createQuotesDecoder()
    const [snapshot] = eager.of('quotes')
    expect(snapshot?.[3]).toBe('snapshot')
    expect(decode(snapshot?.[5])?.slice(1, 3)).toEqual([2, 200])
    server.tick(2, 210)
    const newest = await until('a delta', () =>
      eager.of('quotes').find(([, , , kind]) => kind === 'delta'),
    )
    expect(decode(newest[5])?.slice(1, 3)).toEqual([2, 210])
    eager.close()
    for (const visible of ['all', null, { list: 'x' }, { list: [-1], detail: {} }]) {
      const odd = await openPage(server.url, { visible })
      expect(await odd.subscribe('quotes')).toEqual({ ok: true })
      odd.close()
    }
  })

  it('takes the first packet from the address, and sends prices with the answer of the handshake', async () => {
    server.tick(2, 200)
    const eager = speechless({ visible: { list: [2], detail: [] } })
    await until('the snapshot', () => eager.heard.length > 2)
    const [, accepted = '', frame = ''] = eager.heard
    expect(accepted).toMatch(/^40{"sid":"/)
    const [, sent]: [string, Envelope] = JSON.parse(frame.slice('42'.length))
    expect(createQuotesDecoder()(sent[5])?.slice(1, 3)).toEqual([2, 200])
    // Its requests are answered as those of any other page.
    eager.socket.send(`421["${SOCKET_EVENTS.clock}",null]`)
    await until('the answer', () => eager.heard.some((text) => text.startsWith('431[')))
    eager.socket.close()
  })

  it('closes the connection of a page whose address contains no first packet that can be read', async () => {
    for (const opening of ['{', '"desk"']) {
      const odd = speechless(opening)
      await until(`the end of ${opening}`, () => odd.socket.readyState === WebSocket.CLOSED)
      expect(odd.heard.filter((text) => text.startsWith('40'))).toEqual([])
    }
  })

  it('never sends what is not visible, and begins at once when it becomes so', async () => {
    server.tick(3, 300)
    await show([1])
    server.tick(3, 301)
    server.tick(1, 100)
    await until('the visible product', () => deltas().length > 0)
    expect(
      page
        .of('quotes')
        .flatMap(rows)
        .map(([id]) => id),
    ).toEqual([1])
    page.visible({ list: [1, 3], detail: [] })
    const snapshot = await until('both', () =>
      page.of('quotes').find((frame) => rows(frame).length === 2),
    )
    expect(rows(snapshot).map(([id, close]) => [id, close])).toEqual([
      [1, 100],
      [3, 301],
    ])
  })

  it('sends statistics once a second, only rows that changed', async () => {
    server.tick(1, 100)
    server.setStats(1, 100)
    server.setStats(2, 200)
    page.visible({ list: [1, 2], detail: [] })
    await page.subscribe('stats')
    const [snapshot] = await until(
      'statistics',
      () => page.of('stats').length > 0 && page.of('stats'),
    )
    expect(TOPICS.stats.snapshot.parse(snapshot?.[5])).toHaveLength(2)
    server.setStats(2, 222)
    const delta = await until('a change', () =>
      page.of('stats').find(([, , , kind]) => kind === 'delta'),
    )
    expect(TOPICS.stats.delta.parse(delta[5]).map(([id, last]) => [id, last])).toEqual([[2, 222]])
  })
})

describe('quotes by a clock that the test moves', () => {
  let clock: ManualClock
  beforeEach(async () => {
    clock = manualClock(Date.UTC(2026, 10, 20, 12))
    await start({ clock })
  })
  /** Market time passes, slot by slot, and the page has read all that was sent to it. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SLOT_MS) {
      await clock.advance(SLOT_MS)
      await pause(0)
    }
    await page.socket.emitWithAck(SOCKET_EVENTS.clock, null)
  }

  it('merge many ticks of an interval into one row with their open, high, low and close', async () => {
    await show([1])
    await pass(SOCKET_LIMITS.listFlushMs)
    for (const price of [100, 107, 95, 101]) server.tick(1, price)
    await pass(3 * SOCKET_LIMITS.listFlushMs)
    expect(deltas()).toHaveLength(1)
    const [delta] = deltas()
    expect(delta === undefined ? [] : rows(delta)[0]?.slice(0, 5)).toEqual([1, 101, -1, 6, -6])
  })

  it('come ten times a second in a list, and twenty times in a detail', async () => {
    await show([1], [2])
    for (let at = 0; at < 100; at += 1) {
      server.tick(1, 100 + at)
      server.tick(2, 500 + at)
      await pass(10)
    }
    const count = (id: number): number =>
      deltas().filter((frame) => rows(frame).some(([product]) => product === id)).length
    expect([count(1), count(2)]).toEqual([10, 20])
  })

  it('are a chain: each frame begins at the count that the one before reached', async () => {
    await show([1])
    for (let at = 0; at < 30; at += 1) {
      server.tick(1, 100 + at)
      server.tick(9, 100 + at)
      await pass(15)
    }
    const chain = page.of('quotes').filter(([, , , kind]) => kind !== 'heartbeat')
    for (const [at, frame] of chain.entries()) {
      const before = chain[at - 1]
      if (before !== undefined) expect(flat(frame)[0]).toBe(before[2])
    }
    expect(chain.length).toBeGreaterThan(3)
  })

  it('are one beat a second when nothing ticks', async () => {
    await show([1])
    await pass(2_300)
    const beats = page.of('quotes').filter(([, , , kind]) => kind === 'heartbeat')
    expect(beats).toHaveLength(2)
  })

  it('stop after an unsubscription', async () => {
    await show([1])
    await page.socket.emitWithAck('unsubscribe', { topic: 'quotes' })
    const before = page.frames.length
    server.tick(1, 100)
    await pass(1_500)
    expect(page.frames).toHaveLength(before)
  })
})
