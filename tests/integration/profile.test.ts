import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { profile } from '#contract/profile.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'

let its: TestServer
const pages: TestPage[] = []
beforeAll(async () => {
  its = await testServer()
})
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})
afterAll(() => its.close())

const states = (page: TestPage) =>
  page
    .of('profile')
    .filter(([, , , kind]) => kind !== 'heartbeat')
    .map(([, , seq, kind, , data]) => ({ seq, kind, ...profile.parse(data) }))

async function watch(user: TestUser): Promise<TestPage> {
  const page = await openPage(its.url, { cookie: user.visitor.cookieHeader })
  pages.push(page)
  await page.watch('profile')
  return page
}
const register = (account: string, openingCode: string) =>
  its.visitor().post('/api/registration', {
    account,
    phone: '+8613812345678',
    openingCode,
    password: 'correct-mule-7-stapler',
    tradingPassword: 'another-mule-8-stapler',
  })

describe('the profile topic', () => {
  it('begins with everything that the personal centre shows, the phone masked', async () => {
    const user = await its.registerUser('centre_1')
    const [first] = states(await watch(user))
    expect(first).toMatchObject({
      kind: 'snapshot',
      account: 'centre_1',
      nickname: 'centre_1',
      level: 'ordinary',
      version: 0,
      phone: '•••• 5678',
      verification: { status: 'none' },
      payoutAccount: null,
      factors: { totp: false, recoveryCodesLeft: 0, passkeys: [] },
      completedPayouts: 0,
      invited: 0,
    })
    expect(first?.openingCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  })

  it('brings each change whole, numbered without a gap and with a growing version', async () => {
    const user = await its.registerUser()
    const page = await watch(user)
    for (const nickname of ['Ada', '小明', 'Grace H.']) {
      expect((await user.visitor.post('/api/nickname', { nickname })).status).toBe(204)
    }
    await until('three changes', () => states(page).length === 4)
    expect(states(page).map(({ seq, version, nickname }) => [seq, version, nickname])).toEqual([
      [0, 0, user.account],
      [1, 1, 'Ada'],
      [2, 2, '小明'],
      [3, 3, 'Grace H.'],
    ])
  })

  it('tells the inviter of each guest, also of many who come at once', async () => {
    const host = await its.registerUser('host_01')
    const page = await watch(host)
    const code = states(page)[0]?.openingCode ?? ''
    const guests = ['guest_1', 'guest_2', 'guest_3', 'guest_4', 'guest_5', 'guest_6']
    const answers = await Promise.all(guests.map((guest) => register(guest, code)))
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 200))
    await until('the last guest', () => states(page).at(-1)?.invited === guests.length)
    const counts = states(page).map(({ invited }) => invited)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })

  it('spends nothing on the house, whose code most guests bring', async () => {
    const heads = `select count(*)::int as n from outbox_heads h join users u on u.id = h.user_id
      where u.account = 'fairtick' and h.topic = 'profile'`
    await its.registerUser()
    expect(await its.owner.query(heads)).toEqual([{ n: 0 }])
  })

  it('shows nothing of a change that was rolled back', async () => {
    const user = await its.registerUser()
    const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
      user.account,
    ])
    const id = row?.id ?? 0n
    const change = changeUser({ db: its.db, hub: its.app.hub }, id, async (tx) => {
      await profileChanged(tx, id)
      throw new Error('and yet not')
    })
    await expect(change).rejects.toThrow('and yet not')
    expect(states(await watch(user))).toMatchObject([{ seq: 0, version: 0 }])
  })

  it('counts the withdrawals that were paid out', async () => {
    const user = await its.registerUser()
    await its.owner.query(
      `alter table withdrawals disable trigger withdrawals_states;
       insert into withdrawals (user_id, amount, fee, payout_account, destination_kind,
         destination_bank, destination_number, status, created_at, decided_at)
       select id, 100, 1, 1, 'bank_card', 'b', 'n', status, 1, 1
       from users, unnest(array['paid', 'paid', 'paying', 'cancelled']) status
       where account = '${user.account}';
       alter table withdrawals enable trigger withdrawals_states`,
    )
    expect(states(await watch(user))[0]?.completedPayouts).toBe(2)
  })
})
