import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSupportMessages } from '#contract/endpoints/support.ts'
import { supportState, supportMessage } from '#contract/support.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { startSocketProxy, type SocketProxy } from '#support/socket-proxy.ts'
import { replayOf, type ServerProcess, startServer } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'

let folder: string
let database: TestDatabase
let env: Record<string, string>
let server: ServerProcess
let proxy: SocketProxy
let visitor: Visitor
const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-support-'))
  database = await testDatabase()
  env = { DATABASE_URL: database.url, RATE_FACTOR: '1000', ...replayOf(folder) }
  server = await startServer(folder, env)
  proxy = await startSocketProxy(portOf(server))
  visitor = new Visitor(proxy.url)
  const { account, password } = server
  expect((await visitor.post('/api/session', { account, password })).status).toBe(200)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A page that comes back after every cut and resumes from what it has. */
class Reader {
  readonly words: string[] = []
  readonly faults: string[] = []
  #cursor: { epoch: string; seq: number } | undefined
  #left = false

  async follow(): Promise<void> {
    while (!this.#left) {
      const page = await openPage(proxy.url, { cookie: visitor.cookieHeader }).catch(() => null)
      if (page !== null) await this.#read(page)
      await pause(20)
    }
  }
  leave(): void {
    this.#left = true
  }
  async #read(page: TestPage): Promise<void> {
    await page.subscribe('support', this.#cursor).catch(() => null)
    let at = 0
    while (page.socket.connected && !this.#left) {
      for (; at < page.frames.length; at += 1) this.#take(page.frames[at])
      await pause(5)
    }
    for (; at < page.frames.length; at += 1) this.#take(page.frames[at])
    page.close()
  }
  #take(frame: TestPage['frames'][number] | undefined): void {
    if (frame === undefined) return
    const [topic, epoch, seq, kind, , data] = frame
    if (topic !== 'support' || kind === 'heartbeat') return
    if (kind === 'snapshot') {
      const { latest } = supportState.parse(data)
      const known = latest.filter(({ author }) => author === 'user').map(({ text }) => text)
      // Only the first page may begin with one: a page that comes back replays.
      if (this.#cursor !== undefined) this.faults.push(`a second snapshot at ${seq}`)
      this.words.push(...known.reverse())
    } else if (kind === 'delta') {
      const expected = (this.#cursor?.seq ?? 0) + 1
      if (seq !== expected) this.faults.push(`${seq} instead of ${expected}`)
      const message = supportMessage.safeParse(data)
      if (message.success && message.data.author === 'user') this.words.push(message.data.text)
    } else this.faults.push(kind)
    this.#cursor = { epoch, seq }
  }
}

/** As the app does: the same key until there is an answer. */
async function send(text: string): Promise<void> {
  const key = randomUUID()
  const body = { text, photo: null, about: null, question: null }
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await visitor.command('/api/support/messages', body, key).catch(() => null)
    if (answer?.status === 200) return
    await pause(20)
  }
  throw new Error(`${text} was never answered`)
}

it('loses and repeats no word through cuts and a kill', { timeout: 120_000 }, async () => {
  const reader = new Reader()
  const following = reader.follow()
  const all = Array.from({ length: 60 }, (_, n) => `word ${n}`)
  for (const [n, text] of all.entries()) {
    if (n % 7 === 3) setTimeout(() => proxy.cut(), n % 5)
    if (n === 30) {
      const sending = send(text)
      await server.stop('SIGKILL')
      server = await startServer(folder, env)
      proxy.target = portOf(server)
      await sending
    } else await send(text)
  }
  await until('the last word', () => reader.words.at(-1) === all.at(-1))
  reader.leave()
  await following
  expect(reader.faults).toEqual([])
  expect(reader.words).toEqual(all)
  const kept: string[] = []
  for (let before = ''; ; ) {
    const path = `/api/support/messages${before}`
    const { messages, next } = await visitor.read(listSupportMessages.reply, path)
    kept.push(...messages.filter(({ author }) => author === 'user').map(({ text }) => text))
    if (next === null) break
    before = `?before=${next}`
  }
  expect(kept.reverse()).toEqual(all)
})
