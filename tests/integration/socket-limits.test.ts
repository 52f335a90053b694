import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMarketClock } from '#server/platform/clock.ts'
import { SESSION_CHECK_MS, SOCKETS_PER_SESSION } from '#server/platform/socket/socket-sessions.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { HANG_MS, pause, until } from '#support/until.ts'

let server: HubServer
const pages: TestPage[] = []

beforeEach(async () => {
  server = await startHubServer({ allowedOrigins: ['https://fairtick.example'] })
  server.hub.addPublic({
    name: 'candles',
    snapshot: async ([symbol]) => (symbol === 'NONE' ? null : { seq: 0, data: [] }),
  })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
})
async function open(options = {}): Promise<TestPage> {
  const page = await openPage(server.url, options)
  pages.push(page)
  return page
}

describe('a page of the socket', () => {
  it('gets an acknowledgement of every request, also of one without its payload', async () => {
    const { socket } = await open()
    const ask = (event: string) => socket.timeout(HANG_MS).emitWithAck(event)
    expect(await ask('clock')).toBeGreaterThan(0)
    for (const event of ['subscribe', 'unsubscribe']) {
      expect(await ask(event)).toEqual({ ok: false, code: 'validation_failed' })
    }
  })

  it('is let in from its own host and from allowed origins, and from nowhere else', async () => {
    await open({ origin: server.url })
    await open({ origin: 'https://fairtick.example' })
    await open()
    await expect(open({ origin: 'https://evil.example' })).rejects.toThrow()
  })

  it('ends when its session has died of age', async () => {
    const clock = createMarketClock()
    const hourly: (() => void)[] = []
    const every: typeof clock.every = (ms, run) => {
      if (ms !== SESSION_CHECK_MS) return clock.every(ms, run)
      hourly.push(run)
      return () => undefined
    }
    const own = await startHubServer({ clock: { ...clock, every } })
    try {
      for (const n of [1n, 2n]) {
        own.sessions.set(`user=${n}`, { userId: n, sessionId: n, handle: `${n}`, guest: false })
      }
      const old = await openPage(own.url, { cookie: 'user=1' })
      const young = await openPage(own.url, { cookie: 'user=2' })
      own.sessions.delete('user=1')
      for (const run of hourly) run()
      await until('the end of the old one', () => old.ended && old.socket.disconnected)
      expect([young.ended, young.socket.connected]).toEqual([false, true])
      young.close()
    } finally {
      await own.close()
    }
  })

  it('is cut when its session has too many, and leaves room when it goes', async () => {
    server.sessions.set('user=1', { userId: 1n, sessionId: 1n, handle: '1', guest: false })
    const cookie = 'user=1'
    const own = await Promise.all(
      Array.from({ length: SOCKETS_PER_SESSION }, () => open({ cookie })),
    )
    const excess = await open({ cookie })
    await until('the cut of the excess', () => excess.socket.disconnected)
    expect(own.every(({ socket }) => socket.connected)).toBe(true)
    await open()
    own[0]?.close()
    await until('the page that has room', async () => {
      const another = await open({ cookie })
      const answer = await another.subscribe('quotes').catch(() => null)
      return answer !== null && another.socket.connected
    })
  })

  it('is told which topics do not exist', async () => {
    const page = await open()
    const unknown = { ok: false, code: 'topic_unknown' }
    expect(await page.subscribe('nothing')).toEqual(unknown)
    expect(await page.subscribe('candles')).toEqual(unknown)
    expect(await page.subscribe('candles:EURUSD:2m')).toEqual(unknown)
    expect(await page.subscribe('candles:NONE:1m')).toEqual(unknown)
    expect(await page.subscribe('quotes:EURUSD')).toEqual(unknown)
    expect(await page.subscribe('__proto__')).toMatchObject({ ok: false })
    expect(await page.subscribe('candles:EURUSD:1m')).toEqual({ ok: true })
  })

  it('holds at most 50 subscriptions', async () => {
    const page = await open()
    for (let at = 0; at < 50; at += 1) {
      expect(await page.subscribe(`candles:P${at}:1m`)).toEqual({ ok: true })
    }
    const full = { ok: false, code: 'too_many_subscriptions' }
    expect(await page.subscribe('candles:MORE:1m')).toEqual(full)
    await page.socket.emitWithAck('unsubscribe', { topic: 'candles:P0:1m' })
    expect(await page.subscribe('candles:MORE:1m')).toEqual({ ok: true })
  })

  it('is refused above 20 requests a second, then cut', async () => {
    const page = await open()
    const refused = { ok: false, code: 'rate_limited' }
    // In small numbers, because more than 50 refusals cut the page.
    await until('a refusal', async () => {
      const replies = await Promise.all(Array.from({ length: 20 }, () => page.subscribe('nothing')))
      return replies.some((reply) => isDeepStrictEqual(reply, refused))
    })
    expect(page.socket.connected).toBe(true)
    await until('the cut', () => {
      for (let at = 0; at < 60; at += 1) page.socket.emit('visible', { list: [1], detail: [] })
      return !page.socket.connected
    })
  })

  it('is cut when it sends more than 16 KiB at once', async () => {
    const page = await open()
    page.socket.emit('subscribe', { topic: 'x'.repeat(20_000) })
    await until('the cut', () => !page.socket.connected)
  })

  it('survives requests of any shape', async () => {
    const page = await open()
    for (const nonsense of [
      null,
      1,
      'x',
      [],
      { topic: 1 },
      { list: 'x' },
      { topic: 'a'.repeat(99) },
    ]) {
      for (const event of ['subscribe', 'unsubscribe', 'visible', 'clock', 'unheard']) {
        page.socket.emit(event, nonsense)
        page.socket.emit(event)
      }
      await pause(200)
    }
    expect(await page.subscribe('quotes')).toEqual({ ok: true })
    expect(server.errors).toEqual([])
  })

  it('gets the market clock', async () => {
    const page = await open()
    const before = server.now()
    const now: unknown = await page.socket.emitWithAck('clock', null)
    expect(Number(now)).toBeGreaterThanOrEqual(before)
    expect(Number(now)).toBeLessThanOrEqual(server.now())
  })
})

describe('a public numbered topic', () => {
  it('loses nothing between the snapshot and the deltas', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((done) => {
      release = done
    })
    const watch: string[] = []
    server.hub.addPublic({
      name: 'candles',
      snapshot: async () => {
        await held
        return { seq: 2, data: [] }
      },
      watched: (key) => watch.push(`watched ${key}`),
      unwatched: (key) => watch.push(`unwatched ${key}`),
    })
    const page = await open()
    const key = 'candles:EURUSD:1m'
    const reply = page.subscribe(key)
    await until('the watch', () => watch.length === 1)
    for (const seq of [1, 2, 3, 4]) server.hub.broadcast(key, seq, [])
    release()
    expect(await reply).toEqual({ ok: true })
    server.hub.broadcast(key, 5, [])
    await until('all frames', () => page.frames.length === 4)
    expect(page.frames.map(([, , seq, kind]) => `${kind} ${seq}`)).toEqual([
      'snapshot 2',
      'delta 3',
      'delta 4',
      'delta 5',
    ])
    page.close()
    await until('the end', () => watch.length === 2)
    expect(watch).toEqual([`watched ${key}`, `unwatched ${key}`])
  })
})
