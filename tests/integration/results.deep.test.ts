import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getResults } from '#contract/endpoints/records.ts'
import { selectGroups } from '#server/records/results-store.ts'
import { type RecordsRoom, recordsRoom } from '#support/records-room.ts'
import {
  expectedResults,
  gainOf,
  insertOrders,
  type MadeOrder,
  makeOrders,
} from '#support/results-room.ts'
import { makeUser, START_MS } from '#support/trading-fixture.ts'

const ORDERS = 100_000
const CHUNK = 10_000
let folder: string
let room: RecordsRoom
let user: bigint
let orders: MadeOrder[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-results-'))
  room = await recordsRoom(folder)
  user = await makeUser(room.owner, 0n)
  orders = makeOrders({ seed: 3, count: ORDERS, endMs: START_MS, days: 730, firstId: 1_000_000 })
  for (let at = 0; at < ORDERS; at += CHUNK) {
    await insertOrders(room.owner, user, orders.slice(at, at + CHUNK))
  }
  const total = 10n ** 13n
  await room.owner.query("update accounts set balance = $2 where user_id = $1 and kind = 'cash'", [
    user,
    total,
  ])
  await room.owner.query('vacuum analyze settlements')
}, 180_000)
afterAll(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each([null, 7, 30, 90])(
  'the results of 100,000 orders over %s days equal the oracle’s',
  async (days) => {
    const url = `/api/results${days === null ? '' : `?days=${days}`}`
    const answer = await room.http.inject({ url, headers: room.as(user) })
    const found = getResults.reply.parse(answer.json())
    // What the account had before its first order: no transfer says it here.
    const sum = orders.reduce((all, order) => all + BigInt(gainOf(order)), 0n)
    const opened = { at: -1, amount: Number(10n ** 13n - sum) }
    expect(found).toEqual(expectedResults({ orders, changes: [opened] }, { nowMs: START_MS, days }))
  },
)

it('all of them are read from the index alone', async () => {
  let plan = ''
  await room.owner.transaction(async (tx) => {
    // This user has nearly the whole table, so the planner would choose otherwise than in service.
    await tx.query('drop index settlements_by_user_product, settlements_by_time')
    for (const way of ['seqscan', 'bitmapscan']) await tx.query(`set local enable_${way} = off`)
    await selectGroups(
      {
        query: async <Row extends object>(sql: string, params: readonly unknown[] = []) => {
          if (params.length === 0) return tx.query<Row>(sql)
          const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params)
          plan = rows.map((row) => row['QUERY PLAN']).join('\n')
          return []
        },
      },
      user,
      0,
    )
  })
  expect(plan).toMatch(/Index Only Scan using settlements_by_user on settlements/)
})
