import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskSupport, deskSupportMessages } from '#contract/endpoints/desk-support.ts'
import {
  listSupportMessages,
  markSupport,
  sendSupportMessage,
} from '#contract/endpoints/support.ts'
import { problem } from '#contract/errors.ts'
import { supportState, supportTyping, type SupportMessage } from '#contract/support.ts'
import { depositIn } from '#support/cashier-visit.ts'
import { brokenLine, logOf, logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { addPhoto } from '#support/photos.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

let its: TestServer
let anna: Visitor
beforeAll(async () => {
  its = await testServer()
  anna = await logInOperator(its, 'anna')
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const PATH = '/api/support/messages'
const EMPTY = { text: '', photo: null, about: null, question: null }
const say = (visitor: Visitor, body: object, key: string = randomUUID()): Promise<Answer> =>
  visitor.command(PATH, { ...EMPTY, ...body }, key)
const code = (answer: Answer): string => problem.parse(answer.body).code
const sent = (answer: Answer): SupportMessage => sendSupportMessage.reply.parse(answer.body).message
const all = async (visitor: Visitor) =>
  (await visitor.read(listSupportMessages.reply, PATH)).messages
const conversation = ({ account }: TestUser) =>
  anna.read(deskSupportMessages.reply, `/api/desk/support/${account}`)
const answer = ({ account }: TestUser, text: string, key: string = randomUUID()) =>
  anna.post(`/api/desk/support/${account}/messages`, { text, key })
const waiting = async () =>
  (await anna.read(deskSupport.reply, '/api/desk/support')).items.map(({ account }) => account)
const mark = async (visitor: Visitor, marks: object) =>
  markSupport.reply.parse((await visitor.post('/api/support/marks', marks)).body)

describe('a message to customer service', () => {
  it('is one message however often its intent is sent, also at the same moment', async () => {
    const { visitor } = await its.registerUser()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => say(visitor, { text: 'Hello' }, key)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await all(visitor)).filter(({ author }) => author === 'user')).toHaveLength(1)
    expect(code(await say(visitor, { text: 'Another' }, key))).toBe('key_reused')
  })
  it('keeps line breaks, and holds at least something', async () => {
    const { visitor } = await its.registerUser()
    expect(sent(await say(visitor, { text: ' one\ntwo ' })).text).toBe('one\ntwo')
    expect(code(await say(visitor, { text: '  ' }))).toBe('validation_failed')
    expect(code(await say(visitor, { text: 'a\u0007b' }))).toBe('validation_failed')
    expect(code(await say(visitor, { text: 'x'.repeat(2_001) }))).toBe('validation_failed')
  })
  it('names a document of its own user alone', async () => {
    const one = await its.registerUser()
    const other = await its.registerUser()
    const deposit = { method: 'bank_transfer', amount: '20.00', proof: null }
    const { id } = depositIn(await one.visitor.command('/api/deposits', deposit))
    const about = { kind: 'deposit', id }
    expect(sent(await say(one.visitor, { about })).about).toEqual(about)
    expect((await say(other.visitor, { about })).status).toBe(404)
    expect((await say(one.visitor, { about: { kind: 'order', id } })).status).toBe(404)
  })
  it('carries a photo that its user and operators open, each look of theirs logged', async () => {
    const one = await its.registerUser()
    const other = await its.registerUser()
    const photo = await addPhoto(one.visitor, 'support')
    expect(code(await say(other.visitor, { photo }))).toBe('photo_unknown')
    expect((await anna.get(`/api/desk/photos/${photo}`)).status).toBe(404)
    expect(sent(await say(one.visitor, { photo })).photo).toBe(photo)
    expect(code(await say(one.visitor, { photo }))).toBe('photo_unknown')
    expect((await one.visitor.get(`/api/photos/${photo}`)).status).toBe(200)
    expect((await other.visitor.get(`/api/photos/${photo}`)).status).toBe(404)
    expect((await anna.get(`/api/desk/photos/${photo}`)).status).toBe(200)
    expect(await logOf(its.owner, photo)).toEqual([{ actor: 'anna', act: 'photo_viewed' }])
  })
})

describe('the practice helper', () => {
  it('answers a frequent question at once, and then nobody has to wait', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { question: 'withdrawal' })
    const [answered, asked] = await all(user.visitor)
    expect(asked).toMatchObject({ author: 'user', question: 'withdrawal' })
    expect(answered).toMatchObject({ author: 'helper', answer: 'withdrawal', key: null })
    expect(await waiting()).not.toContain(user.account)
  })
  it('says once that a person reads later, until a person has answered', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { text: 'one' })
    await say(user.visitor, { text: 'two' })
    await say(user.visitor, { question: 'odds' })
    const said = (await all(user.visitor)).flatMap((message) => message.answer ?? [])
    expect(said).toEqual(['odds', 'person_later'])
    expect(await waiting()).toContain(user.account)
    await answer(user, 'Here I am')
    await say(user.visitor, { text: 'three' })
    expect((await all(user.visitor))[0]?.answer).toBe('person_later')
  })
  it('is silent outside practice mode, where every question is a person’s', async () => {
    const real = await testServer({ config: { practice: false } })
    const { visitor, account } = await real.registerUser()
    await say(visitor, { question: 'odds' })
    const operator = await logInOperator(real, 'berta')
    expect((await all(visitor)).map(({ author }) => author)).toEqual(['user'])
    const { items } = await operator.read(deskSupport.reply, '/api/desk/support')
    expect(items.map((each) => each.account)).toEqual([account])
    await real.close()
  })
})

describe('the desk', () => {
  it('lists who waits longest first, and an answer takes them from the list', async () => {
    const first = await its.registerUser()
    const second = await its.registerUser()
    for (const { visitor } of [first, second, first]) await say(visitor, { text: 'please' })
    const ours = async () =>
      (await waiting()).filter((name) => [first.account, second.account].includes(name))
    expect(await ours()).toEqual([first.account, second.account])
    expect(
      sendSupportMessage.reply.parse((await answer(first, 'Done')).body).message,
    ).toMatchObject({ author: 'staff', operator: 'anna', text: 'Done' })
    expect(await ours()).toEqual([second.account])
    expect((await all(first.visitor))[0]?.text).toBe('Done')
  })
  it('answers once under one key, and logs a conversation once a day, not once a line', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { text: 'please' })
    const key = randomUUID()
    await Promise.all([answer(user, 'One', key), answer(user, 'One', key)])
    await answer(user, 'Two')
    await conversation(user)
    await conversation(user)
    const staff = (await all(user.visitor)).filter(({ author }) => author === 'staff')
    expect(staff.map(({ text }) => text)).toEqual(['Two', 'One'])
    const acts = await its.owner.query<{ act: string }>(
      `select act from operator_log l join users u on u.id = l.user_id
        where u.account = $1 and act like 'support%' order by seq`,
      [user.account],
    )
    expect(acts.map(({ act }) => act)).toEqual(['support_answered', 'support_viewed'])
  })
  it('closes what needs no answer, unless something newer has come', async () => {
    const user = await its.registerUser()
    const { id: seen } = sent(await say(user.visitor, { text: 'thanks' }))
    const { id: later } = sent(await say(user.visitor, { text: 'one more thing' }))
    const close = (upTo: string) => anna.post(`/api/desk/support/${user.account}/done`, { upTo })
    await close(seen)
    expect(await waiting()).toContain(user.account)
    await close(later)
    expect(await waiting()).not.toContain(user.account)
  })
  it('knows nobody who does not exist or has never written', async () => {
    const silent = await its.registerUser()
    for (const account of ['nobody_9', silent.account]) {
      expect((await anna.get(`/api/desk/support/${account}`)).status).toBe(404)
    }
  })
})

describe('marks', () => {
  it('tell each side what the other has received and read, and only grow', async () => {
    const user = await its.registerUser()
    const { id: own } = sent(await say(user.visitor, { text: 'please' }))
    const desk = `/api/desk/support/${user.account}/marks`
    await anna.post(desk, { deliveredUpTo: own })
    expect((await conversation(user)).conversation.marks).toMatchObject({
      staffDelivered: own,
      staffRead: '0',
    })
    await anna.post(desk, { readUpTo: own })
    const reply = sent(await answer(user, 'Done')).id
    const before = await mark(user.visitor, {})
    expect(before).toMatchObject({ staffRead: reply, unread: 2 })
    const read = await mark(user.visitor, { readUpTo: reply })
    expect(read).toMatchObject({ userDelivered: reply, userRead: reply, unread: 0 })
    expect(await mark(user.visitor, { readUpTo: own })).toEqual(read)
  })
  it('never pass what is written', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { text: 'please' })
    const [newest] = await all(user.visitor)
    const far = await mark(user.visitor, { readUpTo: '9223372036854775808' })
    expect(far.userRead).toBe(newest?.id)
    await expect(
      its.db.query(
        'update support_threads set user_read = 0, user_delivered = 0 where user_read > 0',
      ),
    ).rejects.toThrow('only grow')
  })
  it('of somebody who never wrote are all at nothing', async () => {
    const { visitor } = await its.registerUser()
    expect(await mark(visitor, { readUpTo: '5' })).toMatchObject({ userRead: '0', unread: 0 })
  })
})

describe('the socket', () => {
  const connect = (visitor: Visitor, desk = false) =>
    openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url, desk })

  it('brings messages and marks to the user alone, in order and without a gap', async () => {
    const user = await its.registerUser()
    const other = await its.registerUser()
    const [mine, theirs] = await Promise.all([connect(user.visitor), connect(other.visitor)])
    const [first] = await Promise.all([mine, theirs].map((page) => page.watch('support')))
    expect(supportState.parse(first?.[5]).latest).toEqual([])
    await say(user.visitor, { text: 'please' })
    await answer(user, 'Done')
    await until('the answer', () => mine.of('support').at(-1)?.[2] === 5)
    const told = mine.of('support').filter(([, , , kind]) => kind !== 'heartbeat')
    const kinds = told.map(([, , seq, kind]) => `${seq} ${kind}`)
    expect(kinds).toEqual(['0 snapshot', ...[1, 2, 3, 4, 5].map((seq) => `${seq} delta`)])
    expect(theirs.of('support').filter(([, , , kind]) => kind === 'delta')).toEqual([])
    mine.close()
    theirs.close()
  })
  it('tells that somebody types, to both sides, and keeps nothing of it', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { text: 'please' })
    const [mine, desk] = await Promise.all([connect(user.visitor), connect(anna, true)])
    await mine.watch('typing')
    await desk.watch('desk')
    await anna.post(`/api/desk/support/${user.account}/typing`)
    const told = () => supportTyping.parse(mine.of('typing').at(-1)?.[5]).until
    await until('typing', () => told() !== null)
    const typing = () => desk.of('desk').at(-1)?.[5] as { typing: string[] } | undefined
    await user.visitor.post('/api/support/typing')
    await until('the customer types', () => typing()?.typing.includes(user.account))
    await say(user.visitor, { text: 'more' })
    await until('the customer is done', () => typing()?.typing.includes(user.account) === false)
    await answer(user, 'Done')
    await until('the operator is done', () => told() === null)
    const kept = await its.owner.query(`select 1 from outbox where topic = 'typing'`)
    expect(kept).toEqual([])
    mine.close()
    desk.close()
  })
  it('refuses typing and support to whoever is not logged in', async () => {
    const page = await openPage(its.url, { origin: its.url })
    for (const topic of ['support', 'typing'])
      expect(await page.subscribe(topic)).toEqual({ ok: false, code: 'not_logged_in' })
    page.close()
  })
})

describe('the transcript', () => {
  it('has every word of the conversation in the user’s language, oldest first', async () => {
    const user = await its.registerUser()
    await say(user.visitor, { question: 'fund' })
    await say(user.visitor, { text: 'Erste Zeile\nzweite' })
    await answer(user, 'Gern')
    const file = await user.visitor.get('/api/support/transcript?language=de')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.txt"$/)
    const lines = file.text.trimEnd().split('\r\n').slice(2)
    expect(lines.map((line) => line.replace(/^.{23} {2}/s, '').slice(0, 32))).toEqual([
      "Sie: Wie funktioniert Yu'ebao?",
      'Übungshelfer (automatische Antwo',
      'Sie: Erste Zeile\n    zweite',
      'Übungshelfer (automatische Antwo',
      'Kundenservice (anna): Gern',
    ])
  })
})
