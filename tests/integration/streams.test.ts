import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createStreams } from '#streams/create-streams.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Connection, Messages, Quote, Stamped } from '#streams/types.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { systemTiming } from '#streams/wire/timing.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import { pause, until } from '#support/until.ts'

let database: TestDatabase
let server: HubServer
let proxy: SocketProxy
let streams: Streams
let states: Connection[]
let userId = 0n
let sent = 0

beforeAll(async () => {
  database = await testDatabase()
  const [user] = await database.owner.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
     values ('reader', '', '', 'reader') returning id`,
  )
  userId = user?.id ?? 0n
})
afterAll(() => database.close())

/** Everyone is the one user: a page under Node sends no cookie. */
async function startServer(): Promise<HubServer> {
  const started = await startHubServer({ database: database.db })
  started.sessions.set('', { userId, sessionId: 1n, handle: 'reader', guest: false })
  started.hub.addPrivate({
    name: 'messages',
    snapshot: (id) =>
      database.db.snapshot(async (tx) => {
        const rows = await tx.query<{ seq: bigint; payload: string }>(
          `select seq, payload from outbox where user_id = $1 and topic = 'messages' order by seq desc`,
          [id],
        )
        const latest = `[${rows
          .slice(0, 50)
          .map(({ payload }) => payload)
          .join()}]`
        return { seq: rows[0]?.seq ?? 0n, json: `{"unread":${rows.length},"latest":${latest}}` }
      }),
  })
  return started
}
const portOf = ({ url }: HubServer): number => Number(new URL(url).port)

beforeEach(async () => {
  server = await startServer()
  proxy = await startSocketProxy(portOf(server))
  streams = createStreams({
    transport: socketTransport({ url: proxy.url }),
    timing: { ...systemTiming, random: () => 0.05 },
  })
  states = []
  streams.connection().subscribe((state) => states.push(state))
})
afterEach(async () => {
  streams.close()
  await proxy.close()
  await server.close()
})

async function commit(): Promise<OutboxEvent[]> {
  sent += 1
  const message = { id: String(sent), kind: 'welcome', params: {}, sentAt: sent, readAt: null }
  const rows = await database.owner.query<{ seq: bigint; payload: string }>(
    `select seq, payload from outbox_append(array[$1::bigint], array['messages'], array[$2::text])`,
    [userId, JSON.stringify(message)],
  )
  return rows.map((row) => ({ userId, topic: 'messages', ...row }))
}
function watchMessages(): { newest(): Messages | undefined; ids(): Message['id'][] } {
  const seen: Stamped<Messages>[] = []
  streams.state('messages').subscribe((value) => seen.push(value))
  const newest = (): Messages | undefined => seen.at(-1)?.value
  return { newest, ids: () => newest()?.latest.map(({ id }) => id) ?? [] }
}
function watchQuote(id: number): Stamped<Quote>[] {
  const seen: Stamped<Quote>[] = []
  streams.quote(id, 'detail').subscribe((value) => seen.push(value))
  return seen
}
const status = (): string | undefined => states.at(-1)?.status

describe('streams against the real hub', () => {
  it('bring every message that was committed while the line was cut, once', async () => {
    const messages = watchMessages()
    await until('a snapshot', () => messages.newest())
    const before = messages.ids()
    server.hub.deliver(await commit())
    await until('the first', () => messages.ids()[0] === String(sent))
    proxy.cut()
    await commit()
    await commit()
    server.hub.deliver(await commit())
    await until('the last', () => messages.ids()[0] === String(sent))
    const added = [0, 1, 2, 3].map((back) => String(sent - back))
    expect(messages.ids()).toEqual([...added, ...before].slice(0, 50))
    expect(messages.newest()?.unread).toBe(sent)
  })

  it('go on after the server was started anew, with the same numbers', async () => {
    const messages = watchMessages()
    const quotes = watchQuote(1)
    await until('a snapshot', () => messages.newest())
    const next = await startServer()
    proxy.target = portOf(next)
    await server.close()
    server = next
    await commit()
    server.tick(1, 500)
    await until('the message', () => messages.ids()[0] === String(sent))
    await until('the price', () => quotes.at(-1)?.value.price === 500)
    expect(status()).toBe('live')
    expect(states.map(({ status }) => status)).toContain('reconnecting')
  })

  it('show a silent line as stale, then leave it for another', async () => {
    const quotes = watchQuote(1)
    server.tick(1, 100)
    await until('a price', () => quotes.length > 0)
    proxy.hold(true)
    const before = states.length
    await until('a new try', () => status() === 'reconnecting')
    expect(states[before]?.status).toBe('stale')
    proxy.cut()
    proxy.hold(false)
    await until('live', () => status() === 'live')
    server.tick(1, 101)
    await until('the new price', () => quotes.at(-1)?.value.price === 101)
  })

  it('know the market clock as well as they say', async () => {
    const { uncertaintyMs } = await until('the clock', () => streams.clockQuality())
    // Both clocks give whole milliseconds.
    expect(Math.abs(streams.serverNow() - server.now())).toBeLessThanOrEqual(uncertaintyMs + 2)
  })

  it('forget the user when the session is renewed as nobody, and come back with the next', async () => {
    const messages = watchMessages()
    await until('a snapshot', () => messages.newest())
    server.sessions.clear()
    streams.renew()
    await until('live', () => status() === 'live')
    await pause(200)
    const late: unknown[] = []
    streams.state('messages').subscribe((value) => late.push(value))
    expect(late).toEqual([])
    server.sessions.set('', { userId, sessionId: 2n, handle: 'reader', guest: false })
    streams.renew()
    await until('messages again', () => late.length > 0)
  })

  it('take a new snapshot on coming back from the background', async () => {
    const quotes = watchQuote(1)
    server.tick(1, 100)
    await until('a price', () => quotes.length > 0)
    const before = quotes.length
    streams.resume()
    expect(status()).toBe('reconnecting')
    await until('live', () => status() === 'live')
    await until('the snapshot', () => quotes.length > before)
    expect(proxy.lines()).toBe(1)
  })
})
