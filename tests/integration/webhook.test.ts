import { MINUTE_MS } from '#contract/time.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendMessage } from '#server/messages/messages.ts'
import { lockUser } from '#server/platform/user-transaction.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'

const SECRET = 'a-secret-of-thirty-two-characters'
const clock = manualClock(Date.UTC(2026, 10, 30, 9))

interface Post {
  body: string
  headers: IncomingMessage['headers']
  path: string | undefined
}
type Reply = (response: ServerResponse) => void
const answer =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end('an answer')

const posts: Post[] = []
const replies: Reply[] = []
let receiver: Server
let origin: string
let server: TestServer
let user: TestUser
beforeAll(async () => {
  receiver = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(Buffer.from(part))
      const body = Buffer.concat(parts).toString()
      posts.push({ body, headers: request.headers, path: request.url })
      const reply = replies.shift() ?? answer(204)
      reply(response)
    })()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  const config = { webhookUrl: `${origin}/notices`, webhookSecret: SECRET }
  server = await testServer({ config, clock })
})
beforeEach(async () => {
  user = await server.registerUser()
  await server.owner.query('delete from outlet_messages')
  posts.length = 0
  replies.length = 0
})
afterAll(async () => {
  await server.close()
  receiver.closeAllConnections()
  receiver.close()
})

async function tell(): Promise<void> {
  const userId = await userIdOf(server, user.account)
  await server.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const params = { amount: '12.34', withdrawalId: '77' }
    await sendMessage(tx, { userId, kind: 'withdrawal_paid', params, sentAt: clock.now() })
  })
}
const posted = (count: number) =>
  until(`${count} posts`, async () => {
    if (posts.length >= count) return posts
    await clock.leap(2_000)
    return null
  })
const state = async () =>
  (await server.owner.query<{ state: string }>('select state from outlet_messages'))[0]?.state
const done = () => until('a stored end', async () => (await state()) === 'sent')

/** What a receiver does, by the manual. */
function isSigned({ body, headers }: Post, secret = SECRET): boolean {
  const seconds = String(headers['fairtick-timestamp'])
  const expected = `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  const given = Buffer.from(String(headers['fairtick-signature']))
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}

describe('a post', () => {
  it('is signed with its time, and has an id, a kind, a time and the number of the user alone', async () => {
    await tell()
    const [post] = await posted(1)
    if (post === undefined) throw new Error('no post')
    expect(post.path).toBe('/notices')
    expect(isSigned(post)).toBe(true)
    expect(isSigned(post, 'another-secret-of-32-characters-x')).toBe(false)
    expect(isSigned({ ...post, body: post.body.replace('withdrawal', 'deposit') })).toBe(false)
    const seconds = Number(post.headers['fairtick-timestamp'])
    expect(Math.abs(seconds * 1000 - clock.now())).toBeLessThan(10_000)
    const userId = await userIdOf(server, user.account)
    expect(JSON.parse(post.body)).toEqual({
      id: post.headers['fairtick-event'],
      kind: 'withdrawal',
      at: expect.any(Number),
      user: userId.toString(),
    })
    await done()
  })

  it('is repeated after an error, a time-out and a broken connection, under one id, and then no more', async () => {
    const held: ServerResponse[] = []
    replies.push(
      answer(500),
      (response) => void held.push(response),
      (response) => void response.destroy(),
      answer(429),
    )
    await tell()
    for (let n = 2; n <= 5; n++) {
      await until(`attempt ${n}`, async () => {
        await clock.leap(MINUTE_MS)
        return posts.length >= n
      })
    }
    await done()
    expect(new Set(posts.map(({ headers }) => headers['fairtick-event'])).size).toBe(1)
    expect(posts.every((post) => isSigned(post))).toBe(true)
    await clock.leap(60 * MINUTE_MS)
    expect(posts.length).toBe(5)
    for (const response of held) response.destroy()
  })

  it('follows no redirect, and waits', async () => {
    replies.push(answer(302, { location: `${origin}/elsewhere` }))
    await tell()
    await posted(1)
    await until('an attempt that counts', async () => {
      const [row] = await server.owner.query<{ attempts: number; next: number }>(
        'select attempts, (next_at - $1)::int as next from outlet_messages',
        [clock.now()],
      )
      return row?.attempts === 1 && row.next <= MINUTE_MS
    })
    expect(posts.map(({ path }) => path)).toEqual(['/notices'])
    await clock.leap(2 * MINUTE_MS)
    await posted(2)
    expect(posts.map(({ path }) => path)).toEqual(['/notices', '/notices'])
    await done()
  })

  it('is not stored for kinds that are not told outside, or for guests', async () => {
    const userId = await userIdOf(server, user.account)
    await server.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      await sendMessage(tx, { userId, kind: 'welcome', params: {}, sentAt: clock.now() })
    })
    expect(await state()).toBeUndefined()
  })
})
