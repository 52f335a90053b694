import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ANONYMOUS_PER_ADDRESS, HANDSHAKE_BURST } from '#server/platform/socket/socket-gate.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { openRawPage, type RawPage, type RawPageOptions } from '#support/raw-page.ts'
import { openPage } from '#support/socket-page.ts'
import { pause, until } from '#support/until.ts'

const SWITCHED = 'HTTP/1.1 101 Switching Protocols'
const REFUSED = 'HTTP/1.1 400 Bad Request'
const KNOCKS_AT_ONCE = 20
/** A page that does not read is asked four times, every five seconds, before it is cut. */
const CUT_HANGS_MS = 60_000
const pages: RawPage[] = []
async function open(url: string, options: RawPageOptions = {}): Promise<RawPage> {
  const page = await openRawPage(url, options)
  pages.push(page)
  return page
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

let server: HubServer
const start = async (more: object = {}): Promise<void> => {
  server = await startHubServer({ trustProxy: ['127.0.0.1'], ...more })
}
beforeEach(() => start())
afterEach(async () => {
  for (const page of pages.splice(0)) page.end()
  await server.close()
})

describe('anonymous pages', () => {
  it('are so many from one address and no more; users still come in, and who leaves gives room', async () => {
    const address = '198.51.100.7'
    const all: RawPage[] = []
    for (let n = 0; n < ANONYMOUS_PER_ADDRESS; n++) all.push(await open(server.url, from(address)))
    expect(new Set(all.map(({ answer }) => answer))).toEqual(new Set([SWITCHED]))
    expect((await open(server.url, from(address))).answer).toBe(REFUSED)
    expect((await open(server.url, from('198.51.100.8'))).answer).toBe(SWITCHED)
    server.sessions.set('user=1', { userId: 1n, sessionId: 1n, handle: '1', guest: false })
    const user = await openPage(server.url, { cookie: 'user=1' })
    const own = { headers: { ...from(address).headers, cookie: 'user=1' } }
    expect((await open(server.url, own)).answer).toBe(SWITCHED)
    const forged = { headers: { ...from(address).headers, cookie: 'user=2' } }
    expect((await open(server.url, forged)).answer).toBe(REFUSED)
    all[0]?.end()
    await until('room', async () => (await open(server.url, from(address))).answer === SWITCHED)
    user.close()
  })

  it('are so many in all', async () => {
    await server.close()
    await start({ anonymousMax: 5 })
    for (let n = 0; n < 5; n++) {
      expect((await open(server.url, from(`198.51.100.${n}`))).answer).toBe(SWITCHED)
    }
    expect((await open(server.url, from('198.51.100.99'))).answer).toBe(REFUSED)
  })

  it('that have logged in are counted no longer', async () => {
    await server.close()
    await start({ anonymousMax: 2 })
    server.sessions.set('user=1', { userId: 1n, sessionId: 1n, handle: '1', guest: false })
    const users = [1, 2, 3].map(() => openPage(server.url, { cookie: 'user=1' }))
    const all = await Promise.all(users)
    expect((await open(server.url)).answer).toBe(SWITCHED)
    for (const page of all) page.close()
  })

  it('that never say a word after the handshake are closed', async () => {
    const page = await open(server.url)
    await until('the end of the silent one', () => page.closed())
  })
})

it('handshakes of one address are limited, and of no other address with it', async () => {
  const answers: string[] = []
  const knock = async (): Promise<void> => {
    const page = await open(server.url, from('203.0.113.5'))
    answers.push(page.answer)
    page.end()
  }
  await until('a refusal', async () => {
    await Promise.all(Array.from({ length: KNOCKS_AT_ONCE }, knock))
    return answers.includes(REFUSED)
  })
  expect(answers.indexOf(REFUSED)).toBeGreaterThanOrEqual(HANDSHAKE_BURST - KNOCKS_AT_ONCE)
  expect((await open(server.url, from('203.0.113.6'))).answer).toBe(SWITCHED)
})

it('a page that answers pings and never reads is cut, however few its subscriptions', async () => {
  server.hub.addPublic({ name: 'candles', snapshot: async () => ({ seq: 0, data: [] }) })
  const deaf = async (subscriptions: number) => {
    const page = await open(server.url)
    let heard = ''
    page.line.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1')
    })
    page.say('40')
    await until('the connection', () => heard.includes('40{"sid"'))
    for (let n = 0; n < subscriptions; n++) {
      page.say(`42${n}["subscribe",{"topic":"candles:P${n}:1m"}]`)
    }
    const answered = (): number => heard.split('[{"ok":true}]').length - 1
    await until('the answers', () => answered() === subscriptions)
    page.stopReading()
    return page
  }
  const reader = await openPage(server.url)
  expect(await reader.subscribe('candles:P0:1m')).toEqual({ ok: true })
  const all = await Promise.all([deaf(0), deaf(1), deaf(8)])
  const began = performance.now()
  const talk = setInterval(() => {
    for (const page of all) {
      // Answers to pings that it has never seen: engine.io's own and the protocol's.
      page.say('3')
      page.pong(Buffer.alloc(4))
    }
    server.hub.broadcast('candles:P0:1m', Math.floor(performance.now()), [])
  }, 2_000)
  try {
    // A paused line hears of its end when it is written to.
    const isCut = ({ line }: RawPage) => line.errored !== null || line.destroyed
    await until('the cuts', () => all.every(isCut), CUT_HANGS_MS)
  } finally {
    clearInterval(talk)
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.info(`pages that do not read: all cut after ${seconds} s`)
  expect(reader.socket.connected).toBe(true)
  reader.close()
}, 120_000)

describe('flooders that reconnect', () => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill())

  it('take no more than 150 MB', async () => {
    const path = fileURLToPath(new URL('../support/hub-process.ts', import.meta.url))
    const hub = fork(path)
    child = hub
    const told = async <T>(ask: boolean): Promise<T> => {
      const answer = once(hub, 'message')
      if (ask) hub.send('rss')
      const [message]: T[] = await answer
      if (message === undefined) throw new Error('the hub said nothing')
      return message
    }
    const { url } = await told<{ url: string }>(false)
    const megabytes = async () => (await told<{ rss: number }>(true)).rss / 1_000_000
    await pause(500)
    const before = await megabytes()
    const until = performance.now() + 10_000
    const flood = async (): Promise<void> => {
      while (performance.now() < until) {
        const page = await openRawPage(url)
        if (page.answer !== SWITCHED) await pause(20)
        else {
          page.say('40')
          page.stopReading()
          for (let n = 0; n < 80 && !page.closed(); n++) {
            page.say(`42${n}["subscribe",{"topic":"candles:P${n}:1m"}]`)
          }
          await pause(100)
        }
        pages.push(page)
        if (page.closed()) page.end()
      }
    }
    let most = before
    const flooding = Promise.all(Array.from({ length: 20 }, flood))
    while (performance.now() < until) {
      most = Math.max(most, await megabytes())
      await pause(250)
    }
    await flooding
    process.stdout.write(
      `flooders: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most\n`,
    )
    expect(most - before).toBeLessThan(150)
  }, 60_000)
})
