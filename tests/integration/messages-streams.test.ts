import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import { messagesTopic, sendMessage } from '#server/messages/messages.ts'
import { createOwnMessages } from '#server/messages/own-messages.ts'
import { createStreams } from '#streams/create-streams.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Messages } from '#streams/types.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { systemTiming } from '#streams/wire/timing.ts'
import { TOPICS } from '#contract/topics.ts'
import { chanceOf } from '#support/chance.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import { pause, until } from '#support/until.ts'

const STEPS = 120
const SEEDS = [7, 1_961, 40_503]
let database: TestDatabase
let userId = 0n
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

interface Tab {
  streams: Streams
  newest: () => Messages | undefined
  /** How often each message came in as news after the first state. */
  news: Map<string, number>
  doubles: number
  close(): void
}

function openTab(url: string): Tab {
  const streams = createStreams({
    transport: socketTransport({ url }),
    timing: { ...systemTiming, random: () => 0.02 },
  })
  let newest: Messages | undefined
  const tab: Tab = {
    streams,
    news: new Map(),
    doubles: 0,
    newest: () => newest,
    close: () => streams.close(),
  }
  streams.state('messages').subscribe(({ value }) => {
    const ids = value.latest.map(({ id }) => id)
    if (new Set(ids).size !== ids.length) tab.doubles += 1
    const before = newest?.latest.map(({ id }) => id)
    for (const id of before === undefined ? [] : ids.filter((each) => !before.includes(each))) {
      tab.news.set(id, (tab.news.get(id) ?? 0) + 1)
    }
    newest = value
  })
  return tab
}

async function makeReader(): Promise<void> {
  const [user] = await database.owner.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
      values ('reader' || (select count(*) from users), '', '', 'reader' || (select count(*) from users))
      returning id`,
  )
  userId = user?.id ?? 0n
}

async function startServer(port?: number): Promise<HubServer> {
  const started = await startHubServer({ database: database.db, ...(port && { port }) })
  started.sessions.set('', { userId, sessionId: 1n, handle: 'reader', guest: false })
  started.hub.addPrivate(messagesTopic(database.db))
  return started
}

async function play(server: HubServer, chance: () => number, lines: readonly SocketProxy[]) {
  const clock = { now: () => Date.now() }
  const parts = { db: database.db, hub: server.hub, clock }
  const own = createOwnMessages(parts)
  const sent: Message['id'][] = []
  for (let step = 0; step < STEPS; step++) {
    const dice = chance()
    if (dice < 0.5) {
      const event = await changeUser(parts, userId, async (tx) => {
        const message = { userId, kind: 'welcome' as const, params: {}, sentAt: clock.now() }
        const made = await sendMessage(tx, message)
        return { value: made, events: [made] }
      })
      const delta = TOPICS.messages.delta.parse(JSON.parse(event.payload))
      if ('id' in delta) sent.push(delta.id)
    } else if (dice < 0.72) {
      const upTo = sent[Math.floor(chance() * sent.length)]
      if (upTo !== undefined) await own.read(userId, upTo)
    } else if (dice < 0.9) lines[Math.floor(chance() * lines.length)]?.cut()
    else await pause(Math.floor(chance() * 60))
  }
  return sent
}

it.each(SEEDS)(
  'two tabs whose lines are cut all the time agree with the database, and no message is news twice (%i)',
  async (seed) => {
    await makeReader()
    const chance = chanceOf(seed)
    const server = await startServer()
    const port = Number(new URL(server.url).port)
    const lines = [await startSocketProxy(port), await startSocketProxy(port)]
    const tabs = lines.map(({ url }) => openTab(url))
    await until('both tabs', () => tabs.every((tab) => tab.newest() !== undefined))
    const sent = await play(server, chance, lines)
    const { json } = await messagesTopic(database.db).snapshot(userId)
    const truth = messagesFold.snapshot(TOPICS.messages.snapshot.parse(JSON.parse(json)), null)
    const shape = (page: Messages | undefined) =>
      JSON.stringify([page?.unread, page?.latest.map(({ id, readAt }) => [id, readAt !== null])])
    try {
      for (const tab of tabs) {
        await until('agreement', () => shape(tab.newest()) === shape(truth))
        expect(tab.doubles).toBe(0)
        expect([...tab.news.values()].every((times) => times === 1)).toBe(true)
        // The newest 50 of those sent: each was news, and nothing else.
        for (const id of sent.slice(-50)) expect(tab.news.get(id)).toBe(1)
        expect(tab.news.size).toBeLessThanOrEqual(sent.length)
      }
      expect(server.errors).toEqual([])
    } finally {
      for (const tab of tabs) tab.close()
      for (const line of lines) await line.close()
      await server.close()
    }
  },
  60_000,
)
