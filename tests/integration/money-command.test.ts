import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCashier, balanceTopic } from '#server/cashier/cashier.ts'
import { balance } from '#contract/balance.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { TOPICS } from '#contract/topics.ts'
import { moneyCommand } from '#server/platform/user-transaction.ts'
import { messagesTopic, sendMessage } from '#server/messages/messages.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import {
  addUser,
  faultsOf,
  grant,
  postRaw,
  PRACTICE_AMOUNT,
  type RawTransfer,
  userAccount,
} from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  expect(await faultsOf(database.db)).toEqual([])
  await database.close()
})

const delivered: OutboxEvent[] = []
const hub = { deliver: (events: readonly OutboxEvent[]) => void delivered.push(...events) }
const BODY = Buffer.from('body')
let keys = 0
const newKey = (): string => `key-${(keys += 1)}-of-the-test`.padEnd(20, '0')

const practice = (userId: bigint, key = newKey()) => ({
  userId,
  operation: 'practice_money',
  key,
  bodyHash: BODY,
})

describe('a money command', () => {
  const command = (userId: bigint, key: string, bodyHash = BODY) => ({
    userId,
    operation: 'test',
    key,
    bodyHash,
  })

  it('runs once for a key and gives the stored bytes again', async () => {
    const user = await addUser(database.db)
    const key = newKey()
    let runs = 0
    const run = (): Promise<string> =>
      moneyCommand({ db: database.db, hub }, command(user, key), async () => {
        runs += 1
        return { reply: `{ "run":${runs} }`, events: [] }
      })
    expect([await run(), await run()]).toEqual(['{ "run":1 }', '{ "run":1 }'])
    expect(runs).toBe(1)
  })

  it('refuses a key used for another body', async () => {
    const user = await addUser(database.db)
    const key = newKey()
    const run = (body: string): Promise<string> =>
      moneyCommand({ db: database.db, hub }, command(user, key, Buffer.from(body)), async () => ({
        reply: '{}',
        events: [],
      }))
    await run('one')
    await expect(run('two')).rejects.toMatchObject({ code: 'key_reused' })
  })

  it('stores nothing of a command that fails, so its key may be tried again', async () => {
    const user = await addUser(database.db)
    const key = newKey()
    const failing = moneyCommand({ db: database.db, hub }, command(user, key), async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const work = async () => ({ reply: '"yes"', events: [] })
    expect(await moneyCommand({ db: database.db, hub }, command(user, key), work)).toBe('"yes"')
  })

  it('keys of two users or two operations are apart', async () => {
    const [one, two] = [await addUser(database.db), await addUser(database.db)]
    const key = newKey()
    const work = (reply: string) => async () => ({ reply, events: [] })
    const first = command(one, key)
    expect(await moneyCommand({ db: database.db, hub }, first, work('1'))).toBe('1')
    expect(await moneyCommand({ db: database.db, hub }, command(two, key), work('2'))).toBe('2')
    const elsewhere = { ...first, operation: 'other' }
    expect(await moneyCommand({ db: database.db, hub }, elsewhere, work('3'))).toBe('3')
  })

  it('refuses a user who does not exist', async () => {
    const work = async () => ({ reply: '1', events: [] })
    await expect(
      moneyCommand({ db: database.db, hub }, command(77n, newKey()), work),
    ).rejects.toThrow('no such user')
  })
})

describe('posting', () => {
  const legs = (userId: bigint, amount: bigint) => [
    { account: 6n, amount: -amount },
    { account: userAccount(userId, 'cash'), amount },
  ]
  const attempt = (transfer: RawTransfer): Promise<unknown> => postRaw(database.owner, transfer)

  it('refuses legs that are missing or alone', async () => {
    const userId = await addUser(database.db)
    const base = { kind: 'practice_issue', ref: `${userId}:2001-01-01`, userId }
    const [house] = legs(userId, 5n)
    if (house === undefined) throw new Error('no legs')
    await expect(attempt({ ...base, legs: [] })).rejects.toThrow('two legs or more')
    await expect(attempt({ ...base, legs: [house] })).rejects.toThrow('two legs or more')
  })

  it('refuses to overdraw, to touch another user’s account, and a second transfer of one ref', async () => {
    const [userId, other] = [await addUser(database.db), await addUser(database.db)]
    const base = { kind: 'practice_issue', ref: `${userId}:2001-01-01`, userId }
    await expect(attempt({ ...base, legs: legs(userId, -5n) })).rejects.toThrow('check constraint')
    await expect(attempt({ ...base, legs: legs(other, 5n) })).rejects.toThrow('sum to zero')
    const theirs = [
      { account: userAccount(other, 'cash'), amount: -5n },
      { account: userAccount(other, 'stake'), amount: 5n },
    ]
    await grant(database.owner, other, 5n)
    await expect(attempt({ ...base, legs: theirs })).rejects.toThrow('names no account')
    await grant(database.owner, userId, 5n, '2001-01-01')
    await expect(attempt({ ...base, legs: legs(userId, 5n) })).rejects.toThrow('duplicate key')
  })

  it('is refused by the database too when entries do not sum to zero', async () => {
    const userId = await addUser(database.db)
    const unbalanced = database.owner.query(
      'insert into entries values (1, 6, -5, null, null), (1, $1, 6, 1, 6)',
      [userAccount(userId, 'cash')],
    )
    await expect(unbalanced).rejects.toThrow('sum to zero')
  })
})

const clock = manualClock(Date.now())
describe('practice money', () => {
  const cashier = () => createCashier({ db: database.db, hub, clock, practice: true })

  it('comes once a day, with the new balance in answer and event', async () => {
    const userId = await addUser(database.db)
    const key = newKey()
    delivered.length = 0
    const json = await cashier().takePractice(practice(userId, key))
    const reply = takePracticeMoney.reply.parse(JSON.parse(json))
    expect(reply).toMatchObject({
      amount: PRACTICE_AMOUNT,
      balance: { available: PRACTICE_AMOUNT, staked: 0n, total: PRACTICE_AMOUNT, version: 1 },
    })
    expect(delivered).toMatchObject([{ userId, topic: 'balance', seq: 1n }])
    expect(balance.parse(JSON.parse(delivered[0]?.payload ?? ''))).toEqual(reply.balance)

    const again = cashier().takePractice(practice(userId))
    const nextAt = reply.balance.practiceNextAt
    await expect(again).rejects.toMatchObject({ code: 'practice_taken', params: { nextAt } })
    expect(nextAt).toBe(new Date(clock.now()).setUTCHours(24, 0, 0, 0))
    expect(await cashier().takePractice(practice(userId, key))).toBe(json)
  })

  it('comes again on another day', async () => {
    const userId = await addUser(database.db)
    await grant(database.owner, userId, 5n, '2020-02-29')
    expect(balance.parse(JSON.parse(await cashier().balance(userId)))).toMatchObject({
      available: 5n,
      practiceNextAt: null,
    })
    await cashier().takePractice(practice(userId))
    expect(balance.parse(JSON.parse(await cashier().balance(userId)))).toMatchObject({
      available: PRACTICE_AMOUNT + 5n,
    })
  })

  it('has its day by the market clock, however far the database is from it', async () => {
    const userId = await addUser(database.db)
    const ahead = manualClock(Date.UTC(2031, 4, 6, 23, 59))
    const later = createCashier({ db: database.db, hub, clock: ahead, practice: true })
    const take = () => later.takePractice(practice(userId))
    const first = takePracticeMoney.reply.parse(JSON.parse(await take()))
    const midnight = Date.UTC(2031, 4, 7)
    expect([first.balance.practiceNextAt, first.balance.today.endsAt]).toEqual([midnight, midnight])
    await expect(take()).rejects.toMatchObject({ params: { nextAt: midnight } })
    ahead.jump(120_000)
    const { json } = await balanceTopic(database.db, ahead).snapshot(userId)
    expect(TOPICS.balance.snapshot.parse(JSON.parse(json)).practiceNextAt).toBeNull()
    await take()
  })

  it('is refused where the server gives none', async () => {
    const closed = createCashier({ db: database.db, hub, clock, practice: false })
    const taking = closed.takePractice(practice(1n))
    await expect(taking).rejects.toMatchObject({ code: 'practice_disabled' })
  })
})

describe('snapshots', () => {
  it('of the balance carry the number of the newest event they include', async () => {
    const userId = await addUser(database.db)
    const topic = balanceTopic(database.db, clock)
    expect((await topic.snapshot(userId)).seq).toBe(0n)
    const cashier = createCashier({ db: database.db, hub, clock, practice: true })
    await cashier.takePractice(practice(userId))
    const { seq, json } = await topic.snapshot(userId)
    expect(seq).toBe(1n)
    expect(TOPICS.balance.snapshot.parse(JSON.parse(json)).available).toBe(PRACTICE_AMOUNT)
  })

  it('of messages hold the newest first and count the unread', async () => {
    const userId = await addUser(database.db)
    const send = (kind: 'welcome' | 'order_void', params: Record<string, string>, sentAt: number) =>
      database.db.transaction((tx) => sendMessage(tx, { userId, kind, params, sentAt }))
    const first = await send('welcome', {}, 1_000)
    const second = await send('order_void', { orderId: '5' }, 2_000)
    expect([first.seq, second.seq]).toEqual([1n, 2n])
    expect(TOPICS.messages.delta.parse(JSON.parse(second.payload))).toMatchObject({
      kind: 'order_void',
      params: { orderId: '5' },
      sentAt: 2_000,
      readAt: null,
    })
    await database.owner.query(
      'update messages set read_at = 1500 where user_id = $1 and sent_at = 1000',
      [userId],
    )
    const { seq, json } = await messagesTopic(database.db).snapshot(userId)
    const snapshot = TOPICS.messages.snapshot.parse(JSON.parse(json))
    expect(seq).toBe(2n)
    expect(snapshot.unread).toBe(1)
    expect(snapshot.latest.map(({ kind }) => kind)).toEqual(['order_void', 'welcome'])
  })
})
