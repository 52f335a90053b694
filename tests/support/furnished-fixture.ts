/** A real server where one user has a record of every kind, made through the API, with an operator at the desk. */
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { askRecovery } from '#contract/endpoints/recovery.ts'
import { sendSupportMessage } from '#contract/endpoints/support.ts'
import { setAlert } from '#contract/endpoints/alerts.ts'
import { addPushDevice } from '#contract/endpoints/push.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { listSessions, startPasskey, startTotp } from '#contract/endpoints/security.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { depositIn, userIdOf, withdrawalIn } from '#support/cashier-visit.ts'
import { addTestOperator, operatorLogIn } from '#support/desk.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { lotIn, redemptionIn } from '#support/fund-fixture.ts'
import { addShares } from '#support/fund-room.ts'
import {
  addPhoto,
  CHINESE_NAME,
  makePhoto,
  newestVerification,
  sendBytes,
  submitIdentity,
} from '#support/photos.ts'
import { tick } from '#support/records.ts'
import {
  type TestServer,
  type TestServerOptions,
  type TestUser,
  testServer,
} from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { until } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

interface RecordIds {
  order: string
  alert: string
  pushDevice: string
  orderKey: string
  deposit: string
  withdrawal: string
  fundLot: string
  redemption: string
  photo: string
  session: string
  passkey: string
  verification: string
  payoutChange: string
  rateProposal: string
  transfer: string
  act: string
  logIn: string
  message: string
  supportMessage: string
  account: string
  recovery: string
}
export type RecordKind = keyof RecordIds

export interface House {
  server: TestServer
  market: FakeMarket
  owner: TestUser
  other: TestUser
  operator: Visitor
  operatorPassword: string
  /** Of the owner's records; `session` is another device's. */
  ids: RecordIds
  close(): Promise<void>
}

const OPERATOR = { name: 'house-operator', password: 'an-operator-7-mule' }
/** On a busy machine an order may come too late; it is refused then for good, and another one is placed. */
const ORDER_TRIES = 10
/** Between the end of the order and the market's close. */
const LEAST_REST_MS = 60_000
const CARD = {
  kind: 'bank_card',
  holder: CHINESE_NAME,
  nationality: 'DE',
  bank: 'Example Bank',
  number: '4111 1111 1111 1111',
  address: 'Example Street 1',
}

export function ok(answer: Answer, what: string): Answer {
  if (answer.status < 300) return answer
  throw new Error(`${what}: ${answer.status} ${answer.text}`)
}

async function operatorOf(server: TestServer): Promise<Visitor> {
  const { name, password } = OPERATOR
  await addTestOperator(server, name, password)
  const visitor = server.visitor()
  ok(await visitor.post('/api/desk/session', operatorLogIn(server, name, password)), 'desk log-in')
  return visitor
}

async function orderOf({ app, clock }: TestServer, market: FakeMarket, visitor: Visitor) {
  for (const { id } of FAKE_PRODUCTS) market.push(id, tick(clock.now(), 100))
  const product = app.market.products().find(({ session, terms }) => {
    const longestMs = Math.max(...terms.durations.map(({ durationMs }) => durationMs))
    const endsAt = clock.now() + longestMs + LEAST_REST_MS
    return session.state === 'open' && (session.closesAt ?? Infinity) > endsAt
  })
  if (product === undefined) throw new Error('no market stays open for an order')
  const { symbol, terms } = product
  const order = { symbol, direction: 'up', stake: '10', termsId: terms.termsId }
  const body = { ...order, durationMs: terms.durations.at(-1)?.durationMs }
  // A simulated market needs a moment for its first tick.
  await until('a fresh price', () => app.market.lastTick(product.id))
  for (let n = 1; ; n += 1) {
    const key = `the-key-of-an-order-${n}`
    const placed = await visitor.command('/api/orders', body, key)
    const isLate = placed.status === 409 && placed.text.includes('"code":"too_late"')
    if (isLate && n < ORDER_TRIES) continue
    return { id: placeOrder.reply.parse(ok(placed, 'order').body).order.id, key }
  }
}

/** Far above the price, so that it waits. */
async function alertOf({ app }: TestServer, visitor: Visitor): Promise<string> {
  const product = app.market.products().find(({ id }) => app.market.lastTick(id) !== undefined)
  if (product === undefined) throw new Error('no market has a price')
  const price = (app.market.lastTick(product.id)?.price ?? 0) * 10
  const wish = { symbol: product.symbol, direction: 'at_or_above', price }
  return setAlert.reply.parse(ok(await visitor.post('/api/alerts', wish), 'alert').body).alert.id
}

async function pushDeviceOf(visitor: Visitor): Promise<string> {
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/house'
  const keys = { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) }
  const wish = { endpoint, keys, language: 'en' }
  const made = ok(await visitor.post('/api/push/devices', wish), 'push device')
  return addPushDevice.reply.parse(made.body).device.id
}

/** Browsers make passkeys for names only. */
async function passkeyOf({ url }: TestServer, { visitor, password }: TestUser): Promise<string> {
  const origin = url.replace('127.0.0.1', 'localhost')
  const page = new Visitor(origin)
  for (const [name, value] of visitor.cookies) page.cookies.set(name, value)
  const offered = ok(await page.post('/api/factors/passkeys/options', { password }), 'options')
  const device = new SoftwareAuthenticator(origin)
  const answer = device.create(startPasskey.reply.parse(offered.body).options)
  ok(await page.post('/api/factors/passkeys', { name: 'Phone', answer }), 'passkey')
  return device.name
}

async function totpOn({ clock }: TestServer, { visitor, password }: TestUser): Promise<void> {
  const started = ok(await visitor.post('/api/factors/totp', { password }), 'authenticator')
  const secret = Secret.fromBase32(startTotp.reply.parse(started.body).secret)
  const code = new TOTP({ secret }).generate({ timestamp: clock.now() })
  ok(await visitor.post('/api/factors/totp/confirm', { code }), 'its first code')
}

async function otherSession(server: TestServer, { account, password, visitor }: TestUser) {
  ok(await server.visitor().post('/api/session', { account, password }), 'second log-in')
  const { sessions } = await visitor.read(listSessions.reply, '/api/sessions')
  return sessions.find(({ current }) => !current)?.handle ?? ''
}

async function documentsOf(server: TestServer, owner: TestUser, operator: Visitor) {
  const { visitor, tradingPassword } = owner
  ok(await submitIdentity(visitor), 'identity')
  const verification = await newestVerification(server, owner.account)
  const photo = await addPhoto(visitor, 'deposit_proof')
  const deposit = { method: 'bank_transfer', amount: '50', proof: photo }
  const opened = depositIn(ok(await visitor.command('/api/deposits', deposit), 'deposit'))
  ok(
    await visitor.command('/api/payout-account', { account: CARD, tradingPassword }),
    'payout account',
  )
  const decision = `/api/desk/verifications/${verification}/decision`
  ok(await operator.post(decision, { decision: 'approve' }), 'approval')
  const withdrawal = { amount: '100', fee: '1', tradingPassword, proof: null }
  let asked = await visitor.command('/api/withdrawals', withdrawal)
  const fee = z.object({ params: z.object({ fee: z.string() }) }).safeParse(asked.body)
  if (fee.success) {
    asked = await visitor.command('/api/withdrawals', { ...withdrawal, fee: fee.data.params.fee })
  }
  const made = withdrawalIn(ok(asked, 'withdrawal'))
  const proposed = { ...CARD, number: '5555 5555 5555 4444' }
  const change = { account: owner.account, proposed, why: 'The customer wrote to us' }
  const asking = ok(await operator.post('/api/desk/payout-changes', change), 'payout change')
  const payoutChange = z.object({ id: z.string() }).parse(asking.body).id
  return {
    verification: `${verification}`,
    photo,
    deposit: opened.id,
    withdrawal: made.id,
    payoutChange,
  }
}

/** A transfer in that waits, and a withdrawal of shares that were confirmed before. */
async function fundOf(server: TestServer, { account, visitor }: TestUser) {
  const at = server.clock.now()
  await addShares(server.owner, { userId: await userIdOf(server, account), amount: 10_000n, at })
  const { settleDay } = fundDates(at)
  const transfer = { amount: '20', confirmDay: settleDay }
  const lot = ok(await visitor.command('/api/fund/subscriptions', transfer), 'transfer in')
  const wish = { amount: '5', speed: 'next_day', payDay: settleDay, tradingPassword: null }
  const redemption = ok(await visitor.command('/api/fund/redemptions', wish), 'fund withdrawal')
  return { fundLot: lotIn(lot).id, redemption: redemptionIn(redemption).id }
}

/** Of a day that the example curve does not reach. */
async function rateProposalOf({ clock }: TestServer, operator: Visitor): Promise<string> {
  const rate = { from: addDays(dayOf(clock.now()), 20), dailyRate: 40, why: 'a quiet month' }
  const asking = ok(await operator.post('/api/desk/fund-rates', rate), 'proposed rate')
  return z.object({ id: z.string() }).parse(asking.body).id
}

/** A question to customer service, and a free word that waits for a person. */
async function conversationOf({ visitor }: TestUser): Promise<string> {
  const said = { text: 'Where is my deposit?', photo: null, about: null, question: null }
  const sent = ok(await visitor.command('/api/support/messages', said), 'customer service')
  return sendSupportMessage.reply.parse(sent.body).message.id
}

/** A request for a recovery that waits for operators. */
async function recoveryOf(server: TestServer, account: string): Promise<string> {
  const visitor = server.visitor()
  const lost = { account, lost: 'trading_password' }
  const asked = ok(await visitor.post('/api/recoveries', lost), 'recovery')
  const { upload } = askRecovery.reply.parse(asked.body)
  const photo = await makePhoto({ width: 64, height: 40 })
  for (const picture of ['document', 'face']) {
    const path = `/api/recoveries/pictures/${upload}?picture=${picture}`
    ok(await sendBytes(visitor, path, photo), picture)
  }
  const [row] = await server.owner.query<{ id: bigint }>(
    `select max(id) as id from account_recoveries where status = 'review'`,
  )
  return `${row?.id}`
}

async function numbersOf({ owner: db }: TestServer, account: string) {
  const [row] = await db.query<{ transfer: string; act: string; log_in: string; message: string }>(
    `select (select max(id)::text from transfers where user_id = u.id) as transfer,
      (select max(seq)::text from operator_log where user_id = u.id) as act,
      (select max(id)::text from log_ins where user_id = u.id) as log_in,
      (select max(id)::text from messages where user_id = u.id) as message
      from users u where account = $1`,
    [account],
  )
  if (row === undefined) throw new Error(`no user ${account}`)
  return { transfer: row.transfer, act: row.act, logIn: row.log_in, message: row.message }
}

export async function furnishedFixture(options: TestServerOptions = {}): Promise<House> {
  const market = fakeMarket()
  const server = await testServer({ openMarket: roomOf(market), ...options })
  const operator = await operatorOf(server)
  const owner = await server.registerUser()
  const other = await server.registerUser()
  for (const { visitor } of [owner, other])
    ok(await visitor.command('/api/practice-money', {}), 'money')
  const order = await orderOf(server, market, owner.visitor)
  const alert = await alertOf(server, owner.visitor)
  const pushDevice = await pushDeviceOf(owner.visitor)
  const documents = await documentsOf(server, owner, operator)
  const fund = await fundOf(server, owner)
  const rateProposal = await rateProposalOf(server, operator)
  const session = await otherSession(server, owner)
  const passkey = await passkeyOf(server, owner)
  await totpOn(server, owner)
  const supportMessage = await conversationOf(owner)
  const recovery = await recoveryOf(server, owner.account)
  const numbers = await numbersOf(server, owner.account)
  const { account } = owner
  return {
    server,
    market,
    owner,
    other,
    operator,
    operatorPassword: OPERATOR.password,
    ids: {
      order: order.id,
      alert,
      pushDevice,
      orderKey: order.key,
      rateProposal,
      supportMessage,
      session,
      passkey,
      account,
      recovery,
      ...documents,
      ...fund,
      ...numbers,
    },
    close: () => server.close(),
  }
}
