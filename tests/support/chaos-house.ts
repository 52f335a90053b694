/** One user whose messages and balance change all the time, numbered alike, on the real hub and a real outbox. */
import type { Queryable } from '#server/platform/database.ts'
import type { OutboxEvent } from '#server/platform/hub.ts'
import { formatAmount } from '#rules/amounts.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { addUser } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

export const CHAOS_PRODUCT = 1
const LATEST = 50
const FIRST_PRICE = 100_000

/** Of the balance with this version, minor units. */
export const availableAt = (version: number): bigint => BigInt(version) * 7n

export interface ChaosHouse {
  url: string
  /** Commits the next `count` messages and balances, and hands them over; a tick besides. */
  commit(count: number): Promise<void>
  /** Messages and balances so far, each. */
  committed(): number
  errors: readonly unknown[]
  close(): Promise<void>
}

const messageJson = (number: number): string =>
  JSON.stringify({ id: `${number}`, kind: 'welcome', params: {}, sentAt: number, readAt: null })

function balanceJson(version: number): string {
  const amount = formatAmount(availableAt(version))
  const rest = { staked: '0.00', held: '0.00', fund: '0.00', profitAndLoss: '0.00' }
  const today = { profitAndLoss: '0.00', endsAt: 0 }
  return JSON.stringify({
    version,
    available: amount,
    total: amount,
    ...rest,
    today,
    practiceNextAt: null,
  })
}

interface Stored {
  seq: bigint
  payload: string
}
const newestOf = (db: Queryable, userId: bigint, topic: string, count: number): Promise<Stored[]> =>
  db.query<Stored>(
    `select seq, payload from outbox where user_id = $1 and topic = $2 order by seq desc limit $3`,
    [userId, topic, count],
  )

function addTopics({ hub }: HubServer, { db }: TestDatabase): void {
  hub.addPrivate({
    name: 'messages',
    snapshot: async (id) => {
      const rows = await newestOf(db, id, 'messages', LATEST)
      const latest = rows.map(({ payload }) => payload).join()
      const seq = rows[0]?.seq ?? 0n
      return { seq, json: `{"unread":${seq},"latest":[${latest}]}` }
    },
  })
  hub.addPrivate({
    name: 'balance',
    snapshot: async (id) => {
      const [newest] = await newestOf(db, id, 'balance', 1)
      return { seq: newest?.seq ?? 0n, json: newest?.payload ?? balanceJson(0) }
    },
  })
}

export async function openHouse(): Promise<ChaosHouse> {
  const database = await testDatabase()
  const userId = await addUser(database.owner)
  const server = await startHubServer({ database: database.db })
  // A page under Node sends no cookie: everybody is this user.
  server.sessions.set('', { userId, sessionId: 1n, handle: 'chaos' })
  addTopics(server, database)
  let committed = 0
  return {
    url: server.url,
    errors: server.errors,
    committed: () => committed,
    commit: async (count) => {
      const numbers = Array.from({ length: count }, (_, n) => committed + n + 1)
      const payloads = numbers.flatMap((number) => [messageJson(number), balanceJson(number)])
      const rows = await database.owner.query<OutboxEvent & { user_id: bigint }>(
        `select user_id, topic, seq, payload from outbox_append(
          array_fill($1::bigint, array[cardinality($2::text[])]), $2, $3)`,
        [userId, payloads.map((_, n) => (n % 2 === 0 ? 'messages' : 'balance')), payloads],
      )
      committed += count
      server.hub.deliver(rows.map(({ topic, seq, payload }) => ({ userId, topic, seq, payload })))
      server.tick(CHAOS_PRODUCT, FIRST_PRICE + committed)
    },
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}
