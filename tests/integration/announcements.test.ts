import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announcement, type Message } from '#contract/messages.ts'
import { deskAnnouncements } from '#contract/endpoints/announcements.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { tellNext } from '#server/messages/announcement-store.ts'
import { brokenLine, logOf, operatorLogIn, logInOperator } from '#support/desk.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { pause, until } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'

const TEXTS = { 'zh-CN': '周六维护', en: 'Maintenance on Saturday', de: 'Wartung am Samstag' }
let its: TestServer
let clock: ManualClock
let desk: Visitor
let keys = 0
beforeAll(async () => {
  clock = manualClock(Date.UTC(2026, 10, 21, 9))
  its = await testServer({ clock })
  desk = await logInOperator(its, 'anna')
})
afterAll(() => its.close())

/** A desk session does not last that long. */
async function nextDay(): Promise<void> {
  clock.jump(DAY_MS)
  expect((await desk.post('/api/desk/session', operatorLogIn(its, 'anna'))).status).toBe(200)
}
const newKey = (): string => `announcement-key-${++keys}`
const send = (texts: object = TEXTS, key = newKey()) =>
  desk.post('/api/desk/announcements', { key, texts })
async function sent(texts: object = TEXTS, key = newKey()) {
  const answer = await send(texts, key)
  expect(answer.status, answer.text).toBe(200)
  return announcement.parse(answer.body)
}
const listed = () => desk.read(deskAnnouncements.reply, '/api/desk/announcements')
async function told(id: string): Promise<void> {
  for (;;) {
    const { items } = await listed()
    if (items.find((item) => item.id === id)?.doneAt !== null) return
    await pause(10)
  }
}
async function heard({ visitor }: TestUser): Promise<Message[]> {
  const { messages } = await visitor.read(listMessages.reply, '/api/messages?limit=100')
  return messages.filter(({ kind }) => kind === 'announcement')
}

describe('an announcement', () => {
  it('reaches every user once, at once, with its words, and nobody who comes later', async () => {
    const users = [await its.registerUser(), await its.registerUser()]
    const page = await openPage(its.url, { cookie: users[0]?.visitor.cookieHeader ?? '' })
    await page.watch('messages')
    const made = await sent()
    await told(made.id)
    const late = await its.registerUser()
    for (const user of users) {
      expect(await heard(user)).toMatchObject([
        { params: { announcementId: made.id }, texts: TEXTS, sentAt: made.sentAt, readAt: null },
      ])
    }
    expect(await heard(late)).toEqual([])
    const pushed = await until('the push', () =>
      page.of('messages').find(([, , , k]) => k === 'delta'),
    )
    expect(pushed[5]).toEqual((await heard(users[0] ?? late))[0])
    const later = await openPage(its.url, { cookie: users[0]?.visitor.cookieHeader ?? '' })
    const seen = { epoch: pushed[1], seq: pushed[2] - 1 }
    await later.subscribe('messages', seen)
    const replayed = await until('the replay', () =>
      later.of('messages').find(([, , , k]) => k === 'delta'),
    )
    expect(replayed[5]).toEqual(pushed[5])
    later.close()
    const stored = await its.owner.query("select from outbox where payload like '%Maintenance%'")
    expect(stored).toEqual([])
    page.close()
    expect((await listed()).items[0]).toMatchObject({ id: made.id, sentBy: 'anna' })
  })

  it('is sent once for one key, whatever is asked again, and refused with other words', async () => {
    await nextDay()
    const key = newKey()
    const first = await sent(TEXTS, key)
    expect((await sent(TEXTS, key)).id).toBe(first.id)
    const other = await send({ ...TEXTS, en: 'Something else' }, key)
    expect([other.status, other.text.includes('key_reused')]).toEqual([422, true])
    expect(await logOf(its.owner, first.id)).toEqual([{ actor: 'anna', act: 'announcement_send' }])
    expect(await brokenLine(its.owner)).toBeNull()
  })

  it('needs Chinese and English, plain text, and no language that the app has not', async () => {
    for (const texts of [
      { en: 'Only English' },
      { 'zh-CN': '只有中文' },
      { ...TEXTS, en: '' },
      { ...TEXTS, en: 'x'.repeat(501) },
      { ...TEXTS, en: 'two\nlines' },
      { ...TEXTS, es: 'hola' },
    ])
      expect((await send(texts)).status).toBe(400)
  })

  it('comes five times a day at most, also when asked at once', async () => {
    await nextDay()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(3).fill(409),
    ])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'daily_count_reached', params: { limit: 5 } })
    await nextDay()
    await sent()
  })

  it('cannot be changed or taken back, not even by the owner of the tables', async () => {
    const { id } = await sent()
    await told(id)
    for (const sql of [
      `update announcements set texts = '{"zh-CN":"x","en":"x"}' where id = ${id}`,
      `update announcements set done_at = null where id = ${id}`,
      `delete from announcements where id = ${id}`,
    ])
      await expect(its.owner.query(sql)).rejects.toThrow('stand as they were sent')
    await expect(
      its.db.query(`update announcements set told = 0 where id = ${id}`),
    ).rejects.toThrow('permission denied')
  })

  it('is told by one at a time, however many tell it', async () => {
    await nextDay()
    await its.app.close()
    await its.owner.query(
      `insert into users (account, phone, nickname, opening_code)
        select 'many' || n, '', '', 'many' || n from generate_series(1, 60) n`,
    )
    await its.owner.query(
      `insert into announcements (intent_key, texts, sent_by, sent_at, users, last_user)
        select 'by-hand', $1, 'anna', 1, count(*), max(id) from users`,
      [TEXTS],
    )
    const tellers = Array.from({ length: 4 }, async () => {
      const numbers: string[] = []
      for (let empty = 0; empty < 3; ) {
        const events = await tellNext(its.db, { users: 7, atMs: clock.now() })
        if (events.length === 0) empty += 1
        numbers.push(...events.map(({ userId, seq }) => `${userId}:${seq}`))
      }
      return numbers
    })
    const all = (await Promise.all(tellers)).flat()
    const [users] = await its.owner.query<{ n: number }>('select count(*)::int as n from users')
    expect(all).toHaveLength(users?.n ?? 0)
    expect(new Set(all).size).toBe(all.length)
    const [row] = await its.owner.query<{ users: number; told: number; done: boolean }>(
      `select users, told, done_at is not null as done from announcements where intent_key = 'by-hand'`,
    )
    expect(row).toEqual({ users: users?.n, told: users?.n, done: true })
  })
})
