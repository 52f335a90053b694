import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundDates } from '#rules/fund-calendar.ts'
import { ACCOUNT_STATES, type AccountState, type Outcome, STATES } from '#support/account-states.ts'
import { type CashierVisit, cashierVisit } from '#support/cashier-visit.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { verificationForm } from '#support/photos.ts'
import { tick } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

const START = 1_700_000_000_000
const CARD = {
  kind: 'bank_card',
  holder: '张小明',
  nationality: 'CN',
  bank: 'Bank of China',
  number: '4242 4242 4242 4242',
  address: 'Fuxing Road 1, Beijing',
}

let server: TestServer
let clock: ManualClock
let market: FakeMarket
beforeAll(async () => {
  clock = manualClock(START)
  market = fakeMarket()
  server = await testServer({ clock, openMarket: roomOf(market) })
}, 60_000)
afterAll(() => server.close())

const closeAsked = ({ visitor, password }: CashierVisit): Promise<Answer> =>
  visitor.post('/api/account/close', { password, proof: null })

/** Closes the account of a user by the worker, when its days are over. */
async function closed(user: CashierVisit): Promise<void> {
  expect((await closeAsked(user)).status).toBe(200)
  await clock.leap(14 * DAY_MS)
  await until('the closing', async () => {
    const rows = await server.owner.query('select 1 where is_closed($1)', [user.userId])
    return rows.length === 1
  })
  // The sessions are forgotten right after the commit.
  await until('the end of the session', async () => {
    const { status } = await user.visitor.get('/api/me')
    return status === 401
  })
}

async function userIn(state: AccountState): Promise<CashierVisit> {
  const user = await cashierVisit(server)
  if (state === 'locked') {
    const asked = { reason: 'owner' }
    expect((await user.visitor.post('/api/account/lock', asked)).status).toBe(204)
  }
  if (state === 'closing') expect((await closeAsked(user)).status).toBe(200)
  if (state === 'closed') await closed(user)
  return user
}

async function order({ visitor }: CashierVisit): Promise<Answer> {
  for (const { id } of FAKE_PRODUCTS) market.push(id, tick(clock.now(), 100))
  await market.stored()
  const product = server.app.market.products().find(({ session }) => session.state === 'open')
  if (product === undefined) throw new Error('no market is open')
  const { symbol, terms } = product
  const { durationMs } = terms.durations[0] ?? {}
  const body = { symbol, direction: 'up', stake: '10', termsId: terms.termsId, durationMs }
  return visitor.command('/api/orders', body)
}

const logIn = ({ account, password }: CashierVisit, entered = password): Promise<Answer> =>
  server.visitor().post('/api/session', { account, password: entered })

const ACTS: Record<string, (user: CashierVisit) => Promise<Answer>> = {
  logIn: (user) => logIn(user),
  wrongPassword: (user) => logIn(user, 'a-wrong-mule-1-stapler'),
  readMe: ({ visitor }) => visitor.get('/api/me'),
  order,
  practiceMoney: ({ visitor }) => visitor.command('/api/practice-money', {}),
  deposit: (user) => user.deposit({ amount: '50' }),
  withdraw: (user) => user.withdraw({ amount: '100', fee: '2' }),
  fundTransfer: ({ visitor }) => {
    const { settleDay } = fundDates(clock.now())
    const transfer = { amount: '20', confirmDay: settleDay }
    return visitor.command('/api/fund/subscriptions', transfer)
  },
  changePassword: ({ visitor, tradingPassword }) =>
    visitor.post('/api/password', {
      kind: 'trading',
      oldPassword: tradingPassword,
      newPassword: 'a-third-mule-9-stapler',
      proof: null,
    }),
  chat: ({ visitor }) =>
    visitor.command('/api/support/messages', {
      text: 'Hello',
      photo: null,
      about: null,
      question: null,
    }),
  lock: ({ visitor }) => visitor.post('/api/account/lock', { reason: 'owner' }),
  close: closeAsked,
  keep: ({ visitor }) => visitor.post('/api/account/keep'),
}

const outcomeOf = ({ status, body }: Answer): Outcome => {
  const code = status >= 400 && body !== null ? (body as { code: string }).code : null
  return code === null ? `${status}` : `${status} ${code}`
}

describe.each(STATES)('an account that is %s', (state) => {
  it('has an act for every row', () => {
    expect(Object.keys(ACTS)).toEqual(ACCOUNT_STATES.map(([act]) => act))
  })
  it.each(ACCOUNT_STATES)('answers %s', async (act, ...outcomes) => {
    const user = await userIn(state)
    const answer = await ACTS[act]?.(user)
    if (answer === undefined) throw new Error(`no act ${act}`)
    expect(outcomeOf(answer)).toBe(outcomes[STATES.indexOf(state)])
  })
})

it('sends in no identity and sets no payout account while it closes', async () => {
  const { visitor, password, tradingPassword } = await server.registerUser()
  const form = await verificationForm(visitor)
  expect((await visitor.post('/api/account/close', { password, proof: null })).status).toBe(200)
  const answers = [
    await visitor.command('/api/verification', form),
    await visitor.command('/api/payout-account', { account: CARD, tradingPassword }),
  ]
  expect(answers.map(outcomeOf)).toEqual(['409 account_closing', '409 account_closing'])
})
