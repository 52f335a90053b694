import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { message, messagesRead } from '#contract/messages.ts'
import { listMessages, readMessages } from '#contract/endpoints/messages.ts'
import { TOPICS } from '#contract/topics.ts'
import { sendMessage } from '#server/messages/messages.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { logInOperator } from '#support/desk.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { pause, until } from '#support/until.ts'

let its: TestServer
const pages: TestPage[] = []
beforeAll(async () => {
  its = await testServer()
})
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})
afterAll(() => its.close())

async function watch(user: TestUser): Promise<TestPage> {
  const page = await openPage(its.url, { cookie: user.visitor.cookieHeader })
  pages.push(page)
  await page.watch('messages')
  return page
}
const snapshot = (page: TestPage) => {
  const first = page.of('messages').find(([, , , kind]) => kind === 'snapshot')
  return TOPICS.messages.snapshot.parse(first?.[5])
}
const deltas = (page: TestPage) =>
  page
    .of('messages')
    .filter(([, , , kind]) => kind === 'delta')
    .map((frame) => TOPICS.messages.delta.parse(frame[5]))
const readings = (page: TestPage) => deltas(page).filter((delta) => 'readUpTo' in delta)

async function tell(user: TestUser, many: number): Promise<void> {
  const userId = await userIdOf(its, user.account)
  for (let i = 0; i < many; i++) {
    await changeUser({ db: its.db, hub: its.app.hub }, userId, async (tx) => {
      const params = { depositId: String(i + 1), amount: '5.00' }
      const sentAt = its.clock.now()
      const event = await sendMessage(tx, { userId, kind: 'deposit_approved', params, sentAt })
      return { value: undefined, events: [event] }
    })
  }
}
const listed = (user: TestUser, query = '') =>
  user.visitor.read(listMessages.reply, `/api/messages${query}`)
const read = async (user: TestUser, upTo: string) => {
  const answer = await user.visitor.post('/api/messages/read', { upTo })
  expect(answer.status).toBe(200)
  return readMessages.reply.parse(answer.body).unread
}

describe('messages', () => {
  it('come newest first, page by page, each once', async () => {
    const user = await its.registerUser()
    await tell(user, 24)
    const ids: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: z.output<typeof listMessages.reply> = await listed(
        user,
        `?limit=10${next === '' ? '' : `&before=${next}`}`,
      )
      ids.push(...page.messages.map(({ id }) => id))
      next = page.next
    }
    expect(ids).toHaveLength(25)
    expect(new Set(ids).size).toBe(25)
    expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('are read on every device once they were read on one, and only up to there', async () => {
    const user = await its.registerUser()
    const phone = await watch(user)
    const tablet = await watch(user)
    await tell(user, 3)
    await until('three', () => deltas(phone).length === 3)
    expect(snapshot(phone).unread).toBe(1)
    const { messages } = await listed(user)
    const second = messages[1]?.id ?? ''
    expect(await read(user, second)).toBe(1)
    const told = await until('the reading', () => readings(tablet)[0])
    expect(messagesRead.parse(told)).toMatchObject({ unread: 1, readUpTo: second })
    const after = await listed(user)
    expect(after.messages.map(({ readAt }) => readAt !== null)).toEqual([false, true, true, true])
    const late = await watch(user)
    expect(snapshot(late).unread).toBe(1)
  })

  it('are told as read once, however often it is said', async () => {
    const user = await its.registerUser()
    const page = await watch(user)
    const [newest] = (await listed(user)).messages
    const answers = await Promise.all([1, 2, 3].map(() => read(user, newest?.id ?? '')))
    expect(answers).toEqual([0, 0, 0])
    await until('the reading', () => readings(page).length > 0)
    await pause(50)
    expect(readings(page)).toHaveLength(1)
  })

  it('stay unread when they come after the one that was named', async () => {
    const user = await its.registerUser()
    const [first] = (await listed(user)).messages
    await tell(user, 1)
    expect(await read(user, first?.id ?? '')).toBe(1)
  })

  it('of somebody else are neither seen nor read', async () => {
    const [one, other] = [await its.registerUser(), await its.registerUser()]
    await tell(other, 2)
    const newest = (await listed(other)).messages[0]?.id ?? ''
    expect(await read(one, newest)).toBe(0)
    expect((await listed(other)).messages.every(({ readAt }) => readAt === null)).toBe(true)
    const below = await listed(one, `?before=${newest}`)
    expect(below.messages.map(({ kind }) => kind)).toEqual(['welcome'])
  })

  it('are nobody’s without a session', async () => {
    for (const answer of [
      await its.visitor().get('/api/messages'),
      await its.visitor().post('/api/messages/read', { upTo: '1' }),
    ])
      expect(answer.status).toBe(401)
  })
})

describe('the safety word', () => {
  const put = (user: TestUser, word: unknown) =>
    user.visitor.ask('PUT', '/api/safety-word', { body: { word } })
  const wordOf = async (user: TestUser) => {
    const page = await openPage(its.url, { cookie: user.visitor.cookieHeader })
    pages.push(page)
    const [, , , , , data] = await page.watch('profile')
    return z.object({ safetyWord: z.string().nullable() }).parse(data).safetyWord
  }

  it('is the user’s own, changes at their word, and goes when they take it away', async () => {
    const user = await its.registerUser()
    expect(await wordOf(user)).toBeNull()
    expect((await put(user, '  蓝色 heron ')).status).toBe(204)
    expect(await wordOf(user)).toBe('蓝色 heron')
    expect((await put(user, null)).status).toBe(204)
    expect(await wordOf(user)).toBeNull()
  })

  it('is refused when too short, too long or not plain', async () => {
    const user = await its.registerUser()
    for (const word of ['x', 'x'.repeat(21), 'two\nlines', 7]) {
      expect((await put(user, word)).status).toBe(400)
    }
  })

  it('is shown to no operator', async () => {
    const user = await its.registerUser()
    await put(user, 'osprey-nest')
    const desk = await logInOperator(its, 'word-desk')
    const seen = await desk.get(`/api/desk/customers/${user.account}`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('osprey')
  })
})

it('a message parses as the contract says, whatever function wrote it', async () => {
  const user = await its.registerUser()
  await tell(user, 1)
  for (const row of (await listed(user)).messages) expect(message.parse(row)).toEqual(row)
})
