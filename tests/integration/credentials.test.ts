import { expect, it } from 'vitest'
import { secretHash } from '#server/platform/http/cookies.ts'
import { testDatabase } from '#support/postgres.ts'

const START = 1_700_000_000_000

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
