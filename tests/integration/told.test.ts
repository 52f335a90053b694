/** What the outbox tells users' pages is what the same database shows in the snapshot of the topic. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { alertsTopic } from '#server/alerts/alerts.ts'
import { ownTopic } from '#server/documents/own-documents.ts'
import { fundTopic } from '#server/fund/state.ts'
import { balanceTopic } from '#server/cashier/cashier.ts'
import { type NewEvent, tellUsers } from '#server/ledger/outbox-store.ts'
import { limitsTopic } from '#server/limits/limits.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import { profileTopic } from '#server/profile/profile.ts'
import type { PrivateTopic } from '#server/platform/socket/hub.ts'
import { supportTopic } from '#server/support/support.ts'
import { positionsTopic } from '#server/trading/trading.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { furnishedFixture, type House, ok } from '#support/furnished-fixture.ts'

let house: House
let userId: bigint
beforeAll(async () => {
  house = await furnishedFixture()
  const { owner, server } = house
  userId = await userIdOf(server, owner.account)
  const limit = { kind: 'stake', value: '50.00' }
  ok(await owner.visitor.post('/api/limits', limit), 'a limit')
})
afterAll(() => house.close())

const row = z.looseObject({ id: z.string() })
const listed = z.union([z.array(row), z.object({ latest: z.array(row) })])
type Json = Record<string, unknown>

/** What pages are told of a change that did not happen. */
async function told(events: readonly NewEvent[]): Promise<Json[]> {
  const { db } = house.server
  const rolledBack = new Error('rolled back')
  let payloads: string[] = []
  const run = db.transaction(async (tx) => {
    payloads = (await tellUsers(tx, events)).map(({ payload }) => payload)
    throw rolledBack
  })
  await expect(run).rejects.toBe(rolledBack)
  return payloads.map((payload) => z.record(z.string(), z.unknown()).parse(JSON.parse(payload)))
}
const shown = async (topic: PrivateTopic): Promise<unknown> =>
  JSON.parse((await topic.snapshot(userId)).json)

it('is each row of a topic as its snapshot shows it', async () => {
  const { db } = house.server
  const topics = [
    positionsTopic(db),
    ownTopic(db, 'deposit'),
    ownTopic(db, 'withdrawal'),
    alertsTopic(db),
    messagesTopic(db),
    supportTopic(db),
  ]
  for (const topic of topics) {
    const state = listed.parse(await shown(topic))
    const rows = 'latest' in state ? state.latest : state
    expect([topic.name, rows.length > 0]).toEqual([topic.name, true])
    const events = rows.map(({ id }) => ({ userId, topic: topic.name, ref: BigInt(id) }))
    expect(await told(events)).toEqual(rows)
  }
})

it('is each state as its snapshot shows it', async () => {
  const { db, clock } = house.server
  const atMs = clock.now()
  const still = { now: () => atMs }
  const topics = [balanceTopic(db, still), fundTopic(db, still), limitsTopic({ db, clock: still })]
  for (const topic of topics) {
    expect(await told([{ userId, topic: topic.name, atMs }])).toEqual([await shown(topic)])
  }
  const profile = z.looseObject({ version: z.int() }).parse(await shown(profileTopic(db)))
  const next = { ...profile, version: profile.version + 1 }
  expect(await told([{ userId, topic: 'profile' }])).toEqual([next])
  const { marks } = z.object({ marks: z.unknown() }).parse(await shown(supportTopic(db)))
  expect(await told([{ userId, topic: 'support' }])).toEqual([marks])
})

it('is never a row of another user, and has no words of its caller', async () => {
  const { server, ids, other } = house
  const stranger = await userIdOf(server, other.account)
  for (const topic of ['positions', 'deposits', 'withdrawals', 'alerts', 'support'] as const) {
    const kind = { positions: 'order', deposits: 'deposit', withdrawals: 'withdrawal' } as const
    const names = { ...kind, alerts: 'alert', support: 'supportMessage' } as const
    const event = { userId: stranger, topic, ref: BigInt(ids[names[topic]]) }
    await expect(tellUsers(server.db, [event])).rejects.toMatchObject({ code: 'FT903' })
  }
  await expect(
    server.db.query("select outbox_append(array[1::bigint], array['balance'], array['{}'])"),
  ).rejects.toMatchObject({ code: '42501' })
})
