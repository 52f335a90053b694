import { expect, it } from 'vitest'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { newSecret, secretHash } from '#server/platform/http/cookies.ts'
import { migrate } from '#server/platform/db/migrations.ts'
import { manualClock } from '#support/manual-clock.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { olderDatabase } from '#support/older-database.ts'
import { databaseAt, testDatabase } from '#support/postgres.ts'
import { testServer } from '#support/server.ts'

const START = 1_700_000_000_000
const PASSWORD = 'correct-mule-7-stapler'

it('a database from before the tickets keeps its users and sessions, and nothing new counts as older', async () => {
  const { place, url, client } = await olderDatabase('0054')
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const secret = newSecret()
  const { rows } = await client.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code, password_hash, trading_password_hash)
      values ('older_1', '', 'older', 'ABCDEFGHJ0', $1, $2) returning id`,
    [await hasher.hash(PASSWORD), await hasher.hash('another-mule-8-stapler')],
  )
  const userId = rows[0]?.id
  await client.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
      values ($1, 'older', $2, to_timestamp($3), to_timestamp($3), to_timestamp($3) + interval '1 day', '')`,
    [secretHash(secret), userId, START / 1_000],
  )
  await client.end()
  expect(await migrate(url)).toContain('0054_credentials')
  const database = await databaseAt(url)
  const server = await testServer({ database, clock: manualClock(START + 1_000) })
  try {
    const visitor = server.visitor()
    visitor.cookies.set('fairtick', secret)
    expect((await visitor.get('/api/me')).status).toBe(200)
    const change = { kind: 'login', oldPassword: PASSWORD, newPassword: 'a-new-mule-9-stapler' }
    expect((await visitor.post('/api/password', { ...change, proof: null })).status).toBe(204)
    const entered = { account: 'older_1', password: change.newPassword }
    expect((await server.visitor().post('/api/session', entered)).status).toBe(200)
    expect(await faultsOf(server.db)).toEqual([])
    await server.owner.query(
      `with made as (
          insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
            select 'x', 'x', user_id, created_at, seen_at, expires_at, '' from sessions limit 1 returning id
        ) insert into session_evidence select id, 'before', null, null from made`,
    )
    expect(await faultsOf(server.db)).toMatchObject([{ invariant: 'session_evidence' }])
  } finally {
    await server.close()
    await database.close()
    await place.close()
  }
})

it('a ticket opens one session, of its user, within a minute', async () => {
  const database = await testDatabase()
  const { pools, owner } = database
  const [user] = await owner.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code, password_hash)
      values ('one', '', 'one', 'ONE', 'hash') returning id`,
  )
  const tickets = [1, 2, 3].map((n) => Buffer.alloc(32, n))
  for (const ticket of tickets) {
    await pools.credentials.query('select admit_log_in($1, $2, $3, $4)', [
      user?.id,
      'hash',
      secretHash(ticket),
      START,
    ])
  }
  let sessions = 0
  const open = (ticket: Buffer | undefined, atMs: number, userId = user?.id): Promise<unknown> => {
    sessions += 1
    const session = {
      user_id: String(userId),
      secret_hash: `\\x0${sessions}`,
      handle: `session ${sessions}`,
      device_hash: '\\x',
      user_agent: '',
      address: '',
    }
    const values = [JSON.stringify(session), ticket, atMs]
    return pools.app.query('select * from open_session($1, $2, null, false, $3)', values)
  }
  const refused = { code: 'FT409', message: 'login_failed' }
  try {
    const [first, second, third] = tickets
    await open(first, START + 60_000)
    await expect(open(first, START + 60_000)).rejects.toMatchObject({ code: '23505' })
    await expect(open(second, START + 60_001)).rejects.toMatchObject(refused)
    await expect(open(second, START - 1)).rejects.toMatchObject(refused)
    await expect(open(second, START, 1n)).rejects.toMatchObject(refused)
    await expect(open(Buffer.alloc(32, 9), START)).rejects.toMatchObject(refused)
    await owner.query("update users set password_hash = 'changed'")
    await expect(open(third, START)).rejects.toMatchObject(refused)
  } finally {
    await database.close()
  }
})
