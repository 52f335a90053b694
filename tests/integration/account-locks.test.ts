import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '#server/platform/http/cookies.ts'
import { saidBy } from '#support/visitor.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'

const START = 1_700_000_000_000

let server: TestServer
beforeAll(async () => {
  server = await testServer({ clock: manualClock(START) })
})
afterAll(() => server.close())

const idOf = async ({ account }: TestUser): Promise<bigint> => {
  const [row] = await server.owner.query<{ id: bigint }>(
    'select id from users where account = $1',
    [account],
  )
  if (row === undefined) throw new Error('no such user')
  return row.id
}
/** As a function of a recovery would, which runs as the owner of the tables. */
const lock = (user: bigint, reason = 'veto'): Promise<{ ended: bigint[] }[]> =>
  server.owner.query('select lock_account($1, $2, $3) as ended', [user, reason, START])
const unlock = (user: bigint): Promise<{ done: boolean }[]> =>
  server.owner.query('select unlock_account($1, $2, 7) as done', [user, START + 1])

describe('the lock of an account', () => {
  it('ends every session at once, and is one however often it is asked for', async () => {
    const user = await server.registerUser('lock_one')
    const id = await idOf(user)
    const [first] = await lock(id)
    expect(first?.ended).toHaveLength(1)
    expect(await lock(id, 'owner')).toEqual([{ ended: [] }])
    expect(
      await server.owner.query('select reason from account_locks where user_id = $1', [id]),
    ).toEqual([{ reason: 'veto' }])
    const live = await server.owner.query(
      'select 1 from sessions where user_id = $1 and (revoked_at is null or device_trusted)',
      [id],
    )
    expect(live).toEqual([])
  })

  it('is shown to the right password alone, and a wrong one is answered as ever', async () => {
    const user = await server.registerUser('lock_two')
    const { account, password } = user
    const before = await server.visitor().post('/api/session', { account, password: 'wrong' })
    await lock(await idOf(user))
    const wrong = await server.visitor().post('/api/session', { account, password: 'wrong' })
    expect(saidBy(wrong)).toBe(saidBy(before))
    const right = await server.visitor().post('/api/session', { account, password })
    expect(right).toMatchObject({ status: 409, body: { code: 'account_locked' } })
    expect(right.headers.getSetCookie()).toEqual([])
  })

  it('opens no session whichever function is asked, and only a recovery ends it', async () => {
    const user = await server.registerUser('lock_three')
    const id = await idOf(user)
    await lock(id)
    const session = {
      user_id: id.toString(),
      secret_hash: `\\x${secretHash('mine').toString('hex')}`,
      handle: 'mine',
      device_hash: '\\x',
      user_agent: '',
      address: '',
    }
    await expect(
      server.owner.query(`select add_session($1, $2, 'password', null, null)`, [
        JSON.stringify(session),
        START,
      ]),
    ).rejects.toMatchObject({ code: 'FT409', message: 'account_locked' })
    await expect(
      server.owner.query('delete from account_locks where user_id = $1', [id]),
    ).rejects.toMatchObject({ code: 'FT900' })
    expect(await unlock(id)).toEqual([{ done: true }])
    expect(await unlock(id)).toEqual([{ done: false }])
    const { account, password } = user
    const again = await server.visitor().post('/api/session', { account, password })
    expect(again.status).toBe(200)
    await expect(
      server.owner.query('update account_locks set unlocked_at = null, unlocked_by = null'),
    ).rejects.toMatchObject({ code: 'FT900' })
  })
})
