import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClosing } from '#contract/endpoints/closing.ts'
import { type CashierVisit, cashierVisit } from '#support/cashier-visit.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { seatOperator } from '#support/seats.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

const START = 1_700_000_000_000

let server: TestServer
let clock: ManualClock
beforeAll(async () => {
  clock = manualClock(START)
  server = await testServer({ clock })
}, 60_000)
afterAll(() => server.close())

const ask = ({ visitor, password }: CashierVisit, entered = password): Promise<Answer> =>
  visitor.post('/api/account/close', { password: entered, proof: null })
const stateOf = ({ visitor }: CashierVisit) =>
  visitor.read(getClosing.reply, '/api/account/closing')
const isClosed = async ({ userId }: CashierVisit): Promise<boolean> =>
  (await server.owner.query('select 1 where is_closed($1)', [userId])).length === 1
const kindsOf = async ({ userId }: CashierVisit): Promise<string[]> => {
  const rows = await server.owner.query<{ kind: string }>(
    'select kind from messages where user_id = $1 order by id',
    [userId],
  )
  return rows.map(({ kind }) => kind)
}

describe('closing an account', () => {
  it('needs the login password, and names what is in the way', async () => {
    const user = await cashierVisit(server)
    expect((await ask(user, 'a-wrong-mule-1-stapler')).body).toMatchObject({
      code: 'old_password_wrong',
    })
    await user.deposit({ amount: '50' })
    await user.withdraw({ amount: '100', fee: '2' })
    expect((await stateOf(user)).obstacles).toEqual(['deposits', 'withdrawals'])
    expect((await ask(user)).body).toMatchObject({ code: 'closing_blocked' })
    expect(await stateOf(user)).toMatchObject({ closesAt: null })
  })

  it('takes money that is no practice money out first', async () => {
    const user = await cashierVisit(server)
    const rules = (practice: boolean) =>
      server.owner.query('update act_rules set practice = $1', [practice])
    await rules(false)
    try {
      expect((await stateOf(user)).obstacles).toEqual(['money'])
    } finally {
      await rules(true)
    }
    expect((await stateOf(user)).obstacles).toEqual([])
  })

  it('waits 14 days, in which one tap keeps the account and each step is a message', async () => {
    const user = await cashierVisit(server)
    const asked = await ask(user)
    const closesAt = clock.now() + 14 * DAY_MS
    expect(asked).toMatchObject({ status: 200, body: { closesAt } })
    expect((await stateOf(user)).closesAt).toBe(closesAt)
    expect((await user.visitor.post('/api/account/keep')).status).toBe(204)
    expect(await stateOf(user)).toEqual({ closesAt: null, obstacles: [] })
    expect(await kindsOf(user)).toEqual(['welcome', 'account_closing', 'account_kept'])
    await clock.leap(14 * DAY_MS)
    expect(await isClosed(user)).toBe(false)
  })

  it('is cancelled by a lock, whose owner needs time to get back in', async () => {
    const user = await cashierVisit(server)
    await ask(user)
    expect((await user.visitor.post('/api/account/lock', { reason: 'login' })).status).toBe(204)
    const open = await server.owner.query(
      'select 1 from account_closings where user_id = $1 and kept_at is null',
      [user.userId],
    )
    expect(open).toEqual([])
  })

  it('is done by a server that was stopped meanwhile, and not before the day', async () => {
    const user = await cashierVisit(server)
    await ask(user)
    await clock.leap(14 * DAY_MS - 1)
    expect(await isClosed(user)).toBe(false)
    clock.jump(1)
    await server.restart()
    await until('the closing', () => isClosed(user))
    expect((await user.visitor.get('/api/me')).status).toBe(401)
  })
})

describe('a lock', () => {
  it('is refused to users whom no recovery could bring back', async () => {
    const user = await server.registerUser()
    for (const reason of ['owner', 'login']) {
      const refused = await user.visitor.post('/api/account/lock', { reason })
      expect(refused).toMatchObject({ status: 409, body: { code: 'identity_not_verified' } })
    }
    expect((await user.visitor.get('/api/me')).status).toBe(200)
  })

  it('holds the withdrawals that wait, and lets reviewers reject them', async () => {
    const user = await cashierVisit(server)
    await user.withdraw({ amount: '100', fee: '2' })
    await user.visitor.post('/api/account/lock', { reason: 'owner' })
    const [row] = await server.owner.query<{ id: bigint }>(
      'select max(id) as id from withdrawals where user_id = $1',
      [user.userId],
    )
    const id = row?.id ?? 0n
    const { name, secret } = await seatOperator(server.owner, 'lock-operator', clock.now())
    const move = (to: string, reason: string | null = null): Promise<unknown> =>
      server.owner.query('select move_withdrawal($1, $2, $3, $4, $5, $6)', [
        id,
        to,
        name,
        secret,
        reason,
        clock.now(),
      ])
    await move('review')
    await expect(move('approved')).rejects.toThrow('account_locked')
    await move('rejected', 'payment_differs')
    expect((await kindsOf(user)).at(-1)).toBe('account_locked')
  })
})
