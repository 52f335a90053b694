/** Users who are registered over HTTP, as far as a test needs them: from a name alone to one with everything. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { money } from '#contract/scalars.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { withdrawalFee } from '#rules/withdrawal-fee.ts'
import { WITHDRAWAL_FEES } from '#server/cashier/limits.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { pause } from '#support/until.ts'
import type { Identity } from './account.ts'
import type { ClockedServer } from './clocked.ts'
import { documentPhoto } from './photos.ts'
import { type Person, person } from './phone.ts'
import type { RunningServer } from './server.ts'

interface Cookie {
  name: string
  value: string
}

export interface Caller {
  cookie: Cookie
  get(path: string): Promise<unknown>
  /** `key` is the command's idempotency key; a new one by default. */
  post(path: string, body: object, key?: string): Promise<unknown>
  photo(purpose: string): Promise<string>
}

const REVIEW_TIMEOUT_MS = 120_000

/** The session that the server opens for the caller of an endpoint. */
async function cookieFrom(server: RunningServer, path: string, body: object): Promise<Cookie> {
  const reply = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(body),
  })
  const [name = '', value = ''] =
    (reply.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? []
  return { name, value }
}

export async function logInBeside(
  server: RunningServer,
  { account, password }: { account: string; password: string },
): Promise<Caller> {
  return callerOf(server, await cookieFrom(server, '/session', { account, password }))
}

/** A guest with practice money who has placed nothing yet. */
export async function guestOf(server: RunningServer): Promise<Caller> {
  return callerOf(server, await cookieFrom(server, '/guest', { key: randomUUID() }))
}

function callerOf(server: RunningServer, cookie: Cookie): Caller {
  const headers = { cookie: `${cookie.name}=${cookie.value}`, origin: server.url }
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${server.url}/api${path}`, init)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    cookie,
    get: (path) => send(path, { headers }),
    post: (path, body, key = randomUUID()) =>
      send(path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      }),
    photo: async (purpose) => {
      const { buffer, mimeType } = await documentPhoto(purpose, 'Aoife Example')
      const kept = await send(`/photos?purpose=${purpose}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': mimeType },
        body: new Uint8Array(buffer),
      })
      return textIn(kept, 'id')
    },
  }
}

/** The code under which anyone can read the receipt of the caller's settled order. */
export const shareOrder = async (caller: Caller, orderId: string): Promise<string> =>
  textIn(await caller.post(`/orders/${orderId}/share`, {}), 'code')

const textIn = (value: unknown, name: string): string => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (typeof found !== 'string') throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return found
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + REVIEW_TIMEOUT_MS; !(await holds()); await pause(50))
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
}

/** Registered, and nothing more. */
export async function newcomer(server: RunningServer, account: string): Promise<Caller> {
  const who = { ...person(account), phone: '+8613800138000', openingCode: server.openingCode }
  const reply = await fetch(`${server.url}/api/registration`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(who),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return logInBeside(server, who)
}

/** How far a user has come before the test begins. */
export interface Progress {
  /** A day's practice money. */
  money?: boolean
  verified?: boolean
  /** With a payout account, which needs a verified identity. */
  payout?: boolean
}
export interface ReadyUser extends Person {
  caller: Caller
  identity: Identity
}

let users = 0
/** A user of their own for a test: no other test of this process has the name or the identity document. */
export async function signUp(
  server: ClockedServer,
  { money: practiceMoney = true, verified = false, payout = false }: Progress = {},
): Promise<ReadyUser> {
  users += 1
  // None is the beginning of another: lists are searched by name.
  const who = person(`user_${10_000 + users}`)
  const caller = await newcomer(server, who.account)
  const idNumber = `PU${1_000_000 + users}`
  const user = { ...who, caller, identity: { name: NAME, idNumber, country: 'Ireland' } }
  if (practiceMoney) await caller.post('/practice-money', {})
  if (verified || payout) {
    await sendIdentity(caller, idNumber)
    await server.play(PRACTICE_REVIEW.verification.decidedMs)
    await identityVerified(caller)
  }
  if (payout) await savePayout(caller, who.tradingPassword)
  return user
}

const NAME = 'Aoife Example'
async function sendIdentity(caller: Caller, idNumber: string): Promise<void> {
  const [frontPhoto, backPhoto] = [await caller.photo('id_front'), await caller.photo('id_back')]
  const document = { name: NAME, nationality: 'IE', idNumber, frontPhoto, backPhoto }
  await caller.post('/verification', document)
}
const identityVerified = (caller: Caller): Promise<void> =>
  until(
    'the identity is verified',
    async () => textIn(await caller.get('/verification'), 'status') === 'verified',
  )
async function savePayout(caller: Caller, tradingPassword: string): Promise<void> {
  const account = {
    kind: 'bank_card',
    holder: NAME,
    nationality: 'IE',
    bank: 'Example Bank of Somewhere',
    number: '4111111111111111',
    address: '1 Example Street',
  }
  await caller.post('/payout-account', { account, tradingPassword })
}

const listed = z.object({
  products: z.array(z.object({ symbol: z.string(), terms: z.object({ termsId: z.string() }) })),
})
const placed = z.object({ order: z.object({ id: z.string() }) })

export interface OrderWish {
  symbol?: string
  direction?: 'up' | 'down'
  stake?: string
  durationMs?: number
}

/** The number of an order; prices may need a moment to come. */
export async function placeOrder(
  caller: Caller,
  { symbol = 'BTCUSDT', direction = 'up', stake = '25.00', durationMs = 30_000 }: OrderWish = {},
): Promise<string> {
  const { products } = listed.parse(await caller.get('/products'))
  const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId
  let id = ''
  await until('an order is accepted', async () => {
    const body = { symbol, direction, stake, durationMs, termsId }
    const reply = await caller.post('/orders', body).catch(() => null)
    if (reply !== null) id = placed.parse(reply).order.id
    return reply !== null
  })
  return id
}

const orders = z.object({ orders: z.array(z.object({ id: z.string() })) })
/** The newest settled order of a user who has one. */
export async function settledOrderOf(caller: Caller): Promise<string> {
  let id = ''
  await until('an order is settled', async () => {
    const [newest] = orders.parse(await caller.get('/orders?status=settled&limit=1')).orders
    id = newest?.id ?? ''
    return newest !== undefined
  })
  return id
}

/**
 * Verified, with a settled order, a payout account, a transfer into the fund, and deposits and withdrawals of every
 * kind.
 */
export async function settledUser(server: ClockedServer, account: string): Promise<Caller> {
  const caller = await newcomer(server, account)
  await caller.post('/practice-money', {})
  await placeOrder(caller)
  await sendIdentity(caller, 'PA1234567')
  for (const amount of ['120.00', '40.13'])
    await caller.post('/deposits', { method: 'bank_transfer', amount, proof: null })
  // Long enough for the order to expire and for the practice reviewer to decide.
  await server.play(32_000)
  await settledOrderOf(caller)
  await identityVerified(caller)
  await savePayout(caller, person(account).tradingPassword)
  const said = { text: '', photo: null, about: null, question: null }
  await caller.post('/support/messages', { ...said, question: 'withdrawal' })
  await caller.post('/support/messages', { ...said, text: 'Hello, is anyone there?' })
  const tradingPassword = person(account).tradingPassword
  for (const amount of ['55.00', '60.13']) {
    const fee = z.encode(money, withdrawalFee(z.decode(money, amount), WITHDRAWAL_FEES.bank_card))
    await caller.post('/withdrawals', { amount, fee, tradingPassword, proof: null })
  }
  await server.play(PRACTICE_REVIEW.withdrawal.doneMs)
  const decided = async (): Promise<boolean> => {
    const left = await server.ask(
      `select 1 from withdrawals w join users u on u.id = w.user_id
       where u.account = $1 and w.status not in ('paid', 'rejected')`,
      [account],
    )
    return left.length === 0
  }
  await until('the withdrawals are decided', decided)
  const { settleDay } = fundDates(server.now())
  await caller.post('/fund/subscriptions', { amount: '1234.50', confirmDay: settleDay })
  return caller
}
