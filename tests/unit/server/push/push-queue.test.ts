import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import type { PushPayload } from '#contract/push.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { PushQueue, SETTLED_WITHIN_MS } from '#server/push/push-queue.ts'
import type { PushOutcome, PushTarget } from '#server/push/push-sender.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'

const USER = 7n
const DEVICE = { id: 1n, endpoint: 'https://push.example/1', p256dh: '', auth: '', language: 'en' }

let clock: ManualClock
let queue: PushQueue
let sent: PushPayload[]
let outcomes: PushOutcome[]
let deleted: unknown[]
let devices: (typeof DEVICE)[]
beforeEach(() => {
  clock = manualClock(1_700_000_000_000)
  sent = []
  outcomes = []
  deleted = []
  devices = [DEVICE]
  const db = {
    query: async (sql: string, values: unknown[]) => {
      if (sql.startsWith('delete')) deleted.push(values[0])
      if (sql.includes('as unread')) return [{ unread: 2 }]
      return sql.includes('push_devices d') ? devices : []
    },
  } as unknown as Database
  const sender = {
    send: async ({ p256dh }: PushTarget, payload: PushPayload): Promise<PushOutcome> => {
      if (p256dh === 'unusable') throw new Error('The subscription p256dh value is no point')
      sent.push(payload)
      return outcomes.shift() ?? 'sent'
    },
  }
  const log = pino({ level: 'silent' })
  queue = new PushQueue({ db, clock, log, sender, reachable: new Set([USER]) })
})

const settled = (symbol: string, status = 'won', userId = USER): OutboxEvent => ({
  userId,
  topic: 'positions',
  seq: 1n,
  payload: JSON.stringify({ symbol, status, profitAndLoss: '12.34' }),
})
const told = (kind: string): OutboxEvent => ({
  userId: USER,
  topic: 'messages',
  seq: 1n,
  payload: JSON.stringify({ kind, params: { amount: '500.00' } }),
})

it('gathers settled positions of five seconds into one push that names no result', async () => {
  queue.take([settled('GC'), settled('GC', 'live')])
  await clock.advance(SETTLED_WITHIN_MS - 1)
  queue.take([settled('GC', 'lost')])
  expect(sent).toEqual([])
  await clock.advance(1)
  await queue.idle()
  queue.take([settled('GC', 'void'), settled('ES')])
  await clock.advance(SETTLED_WITHIN_MS)
  await queue.idle()
  expect(sent).toEqual([
    { kind: 'settled', params: { symbol: 'GC', count: '2' }, language: 'en' },
    { kind: 'settled', params: { symbol: '', count: '2' }, language: 'en' },
  ])
})

it('reaches the other devices when one has an unusable key or language', async () => {
  const other = (id: bigint) => ({ ...DEVICE, id, endpoint: `https://push.example/${id}` })
  devices = [
    { ...other(3n), p256dh: 'unusable' },
    { ...other(2n), language: 'xx' },
    { ...DEVICE, language: 'de' },
  ]
  queue.take([told('deposit_approved')])
  await queue.idle()
  expect(sent.map(({ language }) => language)).toEqual(['de'])
})

it('reads no event of a user without a device', async () => {
  const payload = 'this would not parse'
  queue.take([{ ...settled('GC', 'won', 8n), payload }])
  await clock.advance(SETTLED_WITHIN_MS)
  await queue.idle()
  expect(sent).toEqual([])
})

it('tries again three times, later each time, and then lets go', async () => {
  outcomes = ['later', 'later', 'later', 'later', 'later']
  queue.take([told('deposit_approved')])
  await queue.idle()
  for (const [ms, count] of [
    [4_999, 1],
    [1, 2],
    [30_000, 3],
    [120_000, 4],
    [600_000, 4],
  ] as const) {
    await clock.advance(ms)
    await queue.idle()
    expect([ms, sent.length]).toEqual([ms, count])
  }
  expect(sent[3]).toEqual({ kind: 'deposit', params: {}, language: 'en', unread: 2 })
})

it('deletes a device whose browser is gone', async () => {
  outcomes = ['gone']
  queue.take([told('announcement')])
  await queue.idle()
  expect(deleted).toEqual([DEVICE.endpoint])
})

it('lets go of what is too much, and of an event that it cannot read, and goes on', async () => {
  queue.take([{ ...told('x'), payload: '{' }])
  queue.take(Array.from({ length: 6_000 }, () => told('announcement')))
  await queue.idle()
  expect(sent).toHaveLength(5_000)
  queue.take([told('announcement')])
  await queue.idle()
  expect(sent).toHaveLength(5_001)
})
