import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/topics.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { REPLAY_MAX } from '#server/platform/socket/private-feed.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { pause, until } from '#support/until.ts'

let database: TestDatabase
let server: HubServer
let userId: bigint
let users = 0
const pages: TestPage[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  server = await startHubServer({ database: database.db })
  server.hub.addPrivate({
    name: 'balance',
    snapshot: (id) =>
      database.db.snapshot(async (tx) => {
        const rows = await tx.query<{ seq: bigint }>(
          `select coalesce(max(seq), 0) as seq from outbox_heads where user_id = $1 and topic = 'balance'`,
          [id],
        )
        const seq = rows[0]?.seq ?? 0n
        return { seq, json: JSON.stringify({ upTo: Number(seq) }) }
      }),
  })
  users += 1
  const account = `user_${users}`
  const [user] = await database.owner.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
     values ($1, '', '', $1) returning id`,
    [account],
  )
  userId = user?.id ?? 0n
  server.sessions.set(account, { userId, sessionId: userId, handle: account, guest: false })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
})

async function open(cookie = `user_${users}`): Promise<TestPage> {
  const page = await openPage(server.url, { cookie })
  pages.push(page)
  return page
}
/** Commits events as the ledger does, without handing them over. */
async function commit(count: number): Promise<OutboxEvent[]> {
  const rows = await database.owner.transaction((tx) =>
    tx.query<{ seq: bigint; payload: string }>(
      `select seq, payload from outbox_append(
         array_fill($1::bigint, array[$2::int]), array_fill('balance'::text, array[$2::int]),
         (select array_agg('{"n":' || n || '}') from generate_series(1, $2::int) n))`,
      [userId, count],
    ),
  )
  return rows.map((row) => ({ userId, topic: 'balance', ...row }))
}
const kinds = (page: TestPage): string[] =>
  page.of('balance').map(([, , seq, kind]) => `${kind} ${seq}`)
const epochOf = (frame: Envelope | undefined): string => frame?.[1] ?? ''
const settled = (page: TestPage): Promise<Envelope> =>
  until('a heartbeat', () => page.of('balance').find(([, , , kind]) => kind === 'heartbeat'))

describe('a durable topic', () => {
  it('begins with a snapshot, then delivers each event once', async () => {
    await commit(2)
    const page = await open()
    expect(await page.subscribe('balance')).toEqual({ ok: true })
    await settled(page)
    server.hub.deliver(await commit(2))
    await until('two deltas', () => page.of('balance').length === 4)
    expect(kinds(page)).toEqual(['snapshot 2', 'heartbeat 2', 'delta 3', 'delta 4'])
  })

  it('mends events that are handed over out of order, doubled, or never', async () => {
    const page = await open()
    await page.subscribe('balance')
    await settled(page)
    const events = await commit(6)
    const [, second, , fourth, , sixth] = events
    for (const event of [second, fourth, second, sixth]) {
      if (event !== undefined) server.hub.deliver([event])
    }
    await until('six deltas', () => page.of('balance').length >= 8)
    server.hub.deliver(events)
    await pause(100)
    expect(kinds(page).slice(2)).toEqual([1, 2, 3, 4, 5, 6].map((seq) => `delta ${seq}`))
  })

  it('replays what came after the number that a page has seen', async () => {
    await commit(3)
    const first = await open()
    await first.subscribe('balance')
    const epoch = epochOf(await settled(first))
    first.close()
    await commit(3)
    const second = await open()
    await second.subscribe('balance', { epoch, seq: 4 })
    await settled(second)
    expect(kinds(second)).toEqual(['delta 5', 'delta 6', 'heartbeat 6'])
  })

  it('keeps the epoch when the server starts again, so that a replay still works', async () => {
    await commit(1)
    const first = await open()
    await first.subscribe('balance')
    const epoch = epochOf(await settled(first))
    const other = await startHubServer({ database: database.db })
    other.hub.addPrivate({ name: 'balance', snapshot: async () => ({ seq: 1n, json: '{}' }) })
    other.sessions.set('x', { userId, sessionId: 1n, handle: 'x', guest: false })
    const page = await openPage(other.url, { cookie: 'x' })
    await page.subscribe('balance', { epoch, seq: 0 })
    await settled(page)
    expect(kinds(page)).toEqual(['delta 1', 'heartbeat 1'])
    page.close()
    await other.close()
  })

  it('answers another epoch, or more missing events than it replays, with a snapshot', async () => {
    await commit(REPLAY_MAX + 1)
    const page = await open()
    await page.subscribe('balance', { epoch: 'another', seq: 3 })
    const epoch = epochOf(await settled(page))
    await page.subscribe('balance', { epoch, seq: 0 })
    await until('both', () => page.of('balance').length === 4)
    const all = REPLAY_MAX + 1
    const whole = [`snapshot ${all}`, `heartbeat ${all}`]
    expect(kinds(page)).toEqual([...whole, ...whole])
  })

  it('answers with a snapshot when the outbox no longer has the next event', async () => {
    await commit(4)
    await database.owner.query(
      `delete from outbox where user_id = ${userId} and topic = 'balance' and seq <= 2`,
    )
    const page = await open()
    await page.subscribe('balance')
    const epoch = epochOf(await settled(page))
    await page.subscribe('balance', { epoch, seq: 1 })
    await until('both', () => page.of('balance').length === 4)
    await page.subscribe('balance', { epoch, seq: 2 })
    await until('a replay', () => page.of('balance').length === 7)
    const whole = ['snapshot 4', 'heartbeat 4']
    expect(kinds(page)).toEqual([...whole, ...whole, 'delta 3', 'delta 4', 'heartbeat 4'])
  })

  it('keeps the line of a page that comes back after hundreds of events', async () => {
    const first = await open()
    await first.subscribe('balance')
    const epoch = epochOf(await settled(first))
    first.close()
    await commit(400)
    const second = await open()
    await second.subscribe('balance', { epoch, seq: 0 })
    await settled(second)
    expect(kinds(second).at(-1)).toBe('heartbeat 400')
    server.hub.deliver(await commit(1))
    await until('the next event', () => kinds(second).at(-1) === 'delta 401')
  })

  it('tells a page that has seen more than there is, before it starts anew', async () => {
    await commit(2)
    const first = await open()
    await first.subscribe('balance')
    const epoch = epochOf(await settled(first))
    const page = await open()
    await page.subscribe('balance', { epoch, seq: 9 })
    await settled(page)
    expect(kinds(page)).toEqual(['gap 2', 'snapshot 2', 'heartbeat 2'])
  })

  it('loses and doubles nothing while pages subscribe in a storm of events', async () => {
    const epoch = epochOf(await settled(await subscribed()))
    const all: TestPage[] = []
    const writing = (async () => {
      for (let at = 0; at < 60; at += 1) server.hub.deliver((await commit(2)).reverse())
    })()
    for (let at = 0; at < 10; at += 1) {
      const page = await open()
      all.push(page)
      await page.subscribe('balance', ...(at % 2 === 0 ? [{ epoch, seq: at }] : []))
    }
    await writing
    await until('the last event', () =>
      all.every((page) => page.of('balance').some(([, , seq]) => seq === 120)),
    )
    for (const page of all) expect(isUnbroken(page.of('balance'))).toBe(true)
    expect(server.errors).toEqual([])
  })

  it('refuses a page without a session, and hides the topics of other users', async () => {
    const stranger = await openPage(server.url)
    pages.push(stranger)
    expect(await stranger.subscribe('balance')).toEqual({ ok: false, code: 'not_logged_in' })
    server.hub.deliver(await commit(1))
    await pause(100)
    expect(stranger.frames).toEqual([])
  })

  it('ends the sockets of a session, and only those', async () => {
    server.sessions.set('other', { userId, sessionId: 999_999n, handle: 'other', guest: false })
    const page = await subscribed()
    const other = await open('other')
    server.hub.endSession(userId)
    server.hub.deliver(await commit(1))
    await until('the end', () => !page.socket.connected)
    expect(page.ended).toBe(true)
    expect(kinds(page)).not.toContain('delta 1')
    expect(other.socket.connected).toBe(true)
  })
})

async function subscribed(): Promise<TestPage> {
  const page = await open()
  await page.subscribe('balance')
  await settled(page)
  return page
}

/** Deltas follow the frame before them by exactly one. */
function isUnbroken(frames: Envelope[]): boolean {
  return frames.every(([, , seq, kind], at) => {
    const before = frames[at - 1]
    return kind !== 'delta' || before === undefined || seq === before[2] + 1
  })
}
