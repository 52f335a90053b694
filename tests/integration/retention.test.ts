import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { RETENTION_MS } from '#contract/retention.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import { moneyCommand } from '#server/platform/user-transaction.ts'
import { createLogger } from '#server/platform/logging.ts'
import { createRetention } from '#server/retention/open-retention.ts'
import { rightsIn } from '#support/catalogue.ts'
import { setPassword } from '#support/credentials.ts'
import { addSession } from '#support/killable-server.ts'
import { addProduct, addUser, faultsOf, placeRaw, placeTogetherRaw } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

const FIRST_DAY = Date.UTC(2026, 10, 29)

let database: TestDatabase
let userId: bigint
let checkpoints = 0
let retention: ReturnType<typeof createRetention>
let metrics: Registry
beforeAll(async () => {
  database = await testDatabase()
  userId = await addUser(database.db)
  await addProduct(database.owner, 1, 'GC')
  await database.owner.query("insert into signing_keys values ('key', 'public')")
})
afterAll(() => database.close())

/** The market's time, as the newest checkpoint says it. */
async function itIs(ms: number): Promise<void> {
  checkpoints += 1
  await database.owner.query(
    `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
      values ($1, $2, '[]', '', $3, '', 'key')`,
    [checkpoints, ms, `checkpoint ${checkpoints}`],
  )
}
/** Each test has days of its own, which begin a year after those of the one before. */
let today = FIRST_DAY
beforeEach(async () => {
  today += 365 * DAY_MS - (today % DAY_MS)
  metrics = new Registry()
  const clock = manualClock(today)
  retention = createRetention({ db: database.db, clock, log: createLogger('silent'), metrics })
  await pass(0)
})
/** Lets market time pass, and the worker run until nothing is left to do. */
async function pass(ms: number): Promise<void> {
  today += ms
  await itIs(today)
  while (!(await retention.run()));
}
async function passDays(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await pass(DAY_MS)
}
const removed = async (what: string): Promise<number> => {
  const found = await metrics.getSingleMetric('fairtick_retention_removed_total')?.get()
  return found?.values.find(({ labels }) => labels['what'] === what)?.value ?? 0
}
const KEPT = ['outbox_gapless', 'key_answered', 'session_evidence', 'password_changed']
/** The faults of what is removed. The checkpoints here are not signed. */
const faults = async (): Promise<string[]> =>
  (await faultsOf(database.db)).flatMap(({ invariant: name }) =>
    KEPT.includes(name) ? [name] : [],
  )

const tell = (topic: string, count = 1): Promise<object[]> =>
  database.owner.query(
    `select seq from outbox_append(array_fill($1::bigint, array[$3::int]), array_fill($2::text, array[$3::int]),
      array_fill('{}'::text, array[$3::int]))`,
    [userId, topic, count],
  )
const kept = async (topic: string): Promise<number[]> => {
  const rows = await database.db.query<{ seq: bigint }>(
    'select seq from outbox where user_id = $1 and topic = $2 order by seq',
    [userId, topic],
  )
  return rows.map(({ seq }) => Number(seq))
}
const partitions = async (): Promise<string[]> => {
  const rows = await database.owner.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outbox'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

it('keeps events for two days, and then drops their day as a whole', async () => {
  await tell('balance', 3)
  await pass(DAY_MS)
  await tell('balance', 2)
  await pass(DAY_MS)
  await tell('balance')
  await pass(RETENTION_MS.outbox - DAY_MS - 1)
  expect(await kept('balance')).toEqual([1, 2, 3, 4, 5, 6])
  await pass(1)
  // Released: no check asks for it. One that began before this moment may still read it.
  expect(await kept('balance')).toEqual([1, 2, 3, 4, 5, 6])
  expect(await faults()).toEqual([])
  await pass(15 * MINUTE_MS)
  expect(await kept('balance')).toEqual([4, 5, 6])
  expect(await faults()).toEqual([])
  expect(await removed('outbox')).toBeGreaterThan(0)
  await pass(DAY_MS)
  await pass(15 * MINUTE_MS)
  expect(await kept('balance')).toEqual([6])
  await passDays(3)
  await pass(15 * MINUTE_MS)
  expect(await kept('balance')).toEqual([])
  expect(await faults()).toEqual([])
  await tell('balance')
  expect(await kept('balance')).toEqual([7])
  expect(await faults()).toEqual([])
  expect((await partitions()).length).toBeLessThan(5)
})

it('drops nothing that is kept, also when the server was away for days', async () => {
  await tell('deposits')
  await pass(9 * DAY_MS)
  await tell('deposits')
  await pass(15 * MINUTE_MS)
  expect(await kept('deposits')).toEqual([1, 2])
  await pass(2 * DAY_MS)
  await pass(15 * MINUTE_MS)
  expect(await kept('deposits')).toEqual([2])
})

it('finds an event that is missing although it is kept', async () => {
  const topic = 'withdrawals'
  await tell(topic, 2)
  await pass(DAY_MS)
  await tell(topic)
  await pass(DAY_MS)
  await tell(topic, 2)
  await pass(DAY_MS)
  await pass(15 * MINUTE_MS)
  expect(await kept(topic)).toEqual([3, 4, 5])
  const undone = new Error('undone')
  const isFound = async (which: string): Promise<boolean> => {
    let found: object[] = []
    const planted = database.owner.transaction(async (tx) => {
      await tx.query(`delete from outbox where topic = '${topic}' and ${which}`)
      found = await tx.query("select from ledger_faults where invariant = 'outbox_gapless'")
      throw undone
    })
    await expect(planted).rejects.toBe(undone)
    return found.length === 1
  }
  for (const which of ['seq = 3', 'seq = 4', 'seq = 5', 'true'])
    expect([which, await isFound(which)]).toEqual([which, true])
  expect(await isFound('false')).toBe(false)
})

const keyOf = (name: string): string => `${today}-${name}`.padEnd(20, '0')
let runs = 0
const command = (key: string, body = 'body'): Promise<string> =>
  moneyCommand(
    { db: database.db, hub: { deliver: () => undefined } },
    { userId, operation: 'deposit', key, bodyHash: Buffer.from(body) },
    async () => ({ reply: `{"run":${(runs += 1)}}`, events: [] }),
  )
const answer = (key: string) => selectAnswer(database.db, { userId, operation: 'deposit', key })

it('removes the answer of a command after seven days, and never carries the command out twice', async () => {
  const key = keyOf('command')
  const first = await command(key)
  await passDays(7)
  await pass(DAY_MS - 1)
  expect(await command(key)).toBe(first)
  await pass(1)
  expect(await removed('answers')).toBe(1)
  const expired = { code: 'key_expired', params: { before: today } }
  await expect(command(key)).rejects.toMatchObject(expired)
  await expect(answer(key)).rejects.toMatchObject(expired)
  await expect(command(key, 'another body')).rejects.toMatchObject({ code: 'key_reused' })
  expect(`{"run":${runs}}`).toBe(first)
  expect(await faults()).toEqual([])
})

it('refuses an order whose answer was removed, alone and together with others', async () => {
  const key = keyOf('order')
  await database.owner.query(
    `insert into idempotency (user_id, operation, key, body_hash, response)
      values ($1, 'order', $2, 'body', '{}')`,
    [userId, key],
  )
  await passDays(8)
  const order = { userId, productId: 1, key, stake: 100n, at: today }
  expect(await placeTogetherRaw(database.db, order)).toBe(false)
  await expect(placeRaw(database.db, order)).rejects.toThrow('key_expired')
  expect(await database.db.query('select from orders')).toEqual([])
})

it('finds an answer that is missing before its time', async () => {
  const key = keyOf('missing')
  await command(key)
  const early = (sql: string) =>
    database.owner.query(`update idempotency set ${sql} where key = $1`, [key])
  await expect(early('response = null, removed = day + 6')).rejects.toThrow('written once')
  await expect(early('response = null')).rejects.toThrow('written once')
  await expect(early("response = '{}'")).rejects.toThrow('written once')
  const past = (sql: string) =>
    database.owner.query(
      `set local session_replication_role = replica; update idempotency set ${sql} where key = '${key}'`,
    )
  await expect(past('response = null, removed = day + 6')).rejects.toThrow('idempotency_check')
  await expect(past('removed = day + 8')).rejects.toThrow('idempotency_check')
  await past('response = null')
  expect(await faults()).toContain('key_answered')
  await database.owner.query(`delete from idempotency where key = '${key}'`)
})

it('removes address and browser of a session half a year after it ended, and nothing else of it', async () => {
  const place = async (): Promise<object[]> =>
    database.owner.query(
      `select user_id, address, user_agent, device_hash <> '' as device from sessions where user_id = $1 order by id`,
      [userId],
    )
  const at = `to_timestamp(${today / 1_000})`
  for (const [name, ended] of [
    ['ended', `${at} + interval '1 day'`],
    ['live', 'null'],
  ])
    await database.owner.query(
      `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, revoked_at, device_hash,
          address, user_agent)
        values (sha256('${name}'), '${name}', $1, ${at}, ${at}, ${at} + interval '300 days', ${ended}, 'device',
          '192.0.2.7', 'Browser')`,
      [userId],
    )
  const whole = { user_id: userId, address: '192.0.2.7', user_agent: 'Browser', device: true }
  await pass(RETENTION_MS.sessions + DAY_MS)
  expect(await place()).toEqual([whole, whole])
  await pass(1)
  expect(await place()).toEqual([{ ...whole, address: '', user_agent: '' }, whole])
  const other = database.owner.query(
    "update sessions set address = '192.0.2.8' where handle = 'live'",
  )
  await expect(other).rejects.toMatchObject({ code: 'FT900' })
  await database.owner.query('delete from sessions where user_id = $1', [userId])
})

it('keeps tickets that are evidence, and deletes the others and their hashes after a day', async () => {
  const owner = await addUser(database.db)
  await setPassword(database.owner, { userId: owner, kind: 'login', hash: 'a hash' })
  await addSession(database.owner, owner, `owner of ${today}`)
  const prepared = (ms: number) =>
    database.pools.credentials.query("select prepare_registration('x', 'y', sha256($1), $2)", [
      Buffer.from(`ticket of ${ms}`),
      ms,
    ])
  await prepared(today)
  await prepared(today + DAY_MS)
  const count = async (table: string): Promise<unknown> =>
    (await database.owner.query(`select count(*)::int as n from ${table}`))[0]
  const all = await count('password_tickets')
  await pass(DAY_MS)
  expect(await count('password_tickets')).toEqual(all)
  await pass(1)
  expect(await removed('tickets')).toBe(1)
  expect(await count('pending_passwords')).toEqual({ n: 1 })
  await pass(DAY_MS)
  expect(await count('pending_passwords')).toEqual({ n: 0 })
  expect(await faults()).toEqual([])
  const evidence = database.owner.query('delete from password_tickets')
  await expect(evidence).rejects.toMatchObject({ code: 'FT900' })
})

it('gives no role a right to a partition', async () => {
  const rights = await rightsIn(database.owner)
  await pass(DAY_MS)
  await tell('fund')
  expect(await rightsIn(database.owner)).toEqual(rights)
  for (const name of await partitions())
    await expect(database.db.query(`select from ${name}`)).rejects.toMatchObject({ code: '42501' })
})

it('waits for its lock only for a moment, and drops the day later', async () => {
  await tell('alerts')
  await passDays(3)
  await itIs((today += 15 * MINUTE_MS))
  const before = await removed('outbox')
  const released = new Error('released')
  const reader = database.owner.transaction(async (tx) => {
    await tx.query('select count(*) from outbox')
    expect(await retention.run()).toBe(false)
    expect(await removed('outbox')).toBe(before)
    throw released
  })
  await expect(reader).rejects.toBe(released)
  expect(await retention.run()).toBe(true)
  expect(await removed('outbox')).toBeGreaterThan(before)
  expect(await kept('alerts')).toEqual([])
})
