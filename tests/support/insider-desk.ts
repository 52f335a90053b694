/** Two operators at the desk of an insider's scene, one of them with the log-in of the server's role. */
import { z } from 'zod'
import * as rows from '#contract/endpoints/desk.ts'
import * as sessionRows from '#contract/endpoints/desk-session.ts'
import { problem } from '#contract/errors.ts'
import { deskCookies } from '#server/platform/http/cookies.ts'
import { depositIn } from '#support/cashier-visit.ts'
import { logInOperator, OPERATOR_PASSWORD } from '#support/desk.ts'
import type { InsiderScene } from '#support/insider-scene.ts'
import type { ManualClock } from '#support/manual-clock.ts'
import { CHINESE_ID, CHINESE_NAME, submitIdentity } from '#support/photos.ts'
import type { TestServer, TestUser } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

/** Two operators who are logged in. `sql` runs as the server's role `app`. */
export interface InsiderDesk {
  ids: InsiderScene['ids']
  server: TestServer
  clock: ManualClock
  anna: Visitor
  berta: Visitor
  sql(text: string, params?: readonly unknown[]): Promise<object[]>
}

export async function deskOf(scene: InsiderScene): Promise<InsiderDesk> {
  const { server, clock } = await scene.server()
  const anna = await logInOperator(server, 'anna')
  const berta = await logInOperator(server, 'berta')
  const { app } = scene.database.pools
  return {
    ids: scene.ids,
    server,
    clock,
    anna,
    berta,
    sql: (text, params) => app.query(text, params),
  }
}

/** Throws a refusal with its code. */
export function must(answer: Answer): Answer {
  if (answer.status < 400) return answer
  const { code } = problem.parse(answer.body)
  throw Object.assign(new Error(`${answer.status} ${answer.text}`), { code })
}

/** The secret of a session, which only its browser has. */
export const secretOf = ({ cookies }: Visitor): string =>
  cookies.get(deskCookies(false).session.name) ?? ''

export const decide = (who: Visitor, id: string): Promise<Answer> =>
  who.post(`/api/desk/deposits/${id}/decision`, { decision: 'approve' })

/** Deposits of one customer, in review; all but the last are approved by one operator. Returns the last one's id. */
export async function largeDeposit(
  { server, anna }: InsiderDesk,
  amounts: string[],
): Promise<string> {
  const { visitor } = await server.registerUser('depositor_1')
  let newest = ''
  for (const amount of amounts) {
    if (newest !== '') must(await decide(anna, newest))
    const body = { method: 'bank_transfer', amount, proof: null }
    newest = depositIn(must(await visitor.command('/api/deposits', body))).id
    must(await anna.post(`/api/desk/deposits/${newest}/review`))
  }
  return newest
}

const CARD = {
  kind: 'bank_card',
  holder: CHINESE_NAME,
  nationality: 'CN',
  bank: 'A bank',
  number: '4111111111111111',
  address: 'A branch',
}

async function submitted({ server, anna }: InsiderDesk, account: string) {
  const user = await server.registerUser(account)
  await submitIdentity(user.visitor, { idNumber: CHINESE_ID })
  const { items } = await anna.read(rows.deskVerifications.reply, '/api/desk/verifications')
  const item = items.find((each) => each.account === account)
  if (item === undefined) throw new Error('no identity waits')
  const shown = await anna.read(rows.deskVerification.reply, `/api/desk/verifications/${item.id}`)
  const path = `/api/desk/verifications/${item.id}/decision`
  must(await anna.post(path, { decision: 'approve' }))
  return { user, shown }
}

/** Verified, with a bank card and practice money. */
export async function customer(desk: InsiderDesk): Promise<TestUser> {
  const { user } = await submitted(desk, 'customer_1')
  const { visitor, tradingPassword } = user
  must(await visitor.command('/api/payout-account', { account: CARD, tradingPassword }))
  must(await visitor.command('/api/practice-money', {}))
  return user
}

export const withdraw = ({ visitor, tradingPassword }: TestUser): Promise<Answer> =>
  visitor.command('/api/withdrawals', {
    amount: '100.00',
    fee: '2.00',
    tradingPassword,
    proof: null,
  })

/** Proposed by one operator, and approved by `second`. */
export async function changePayout(
  { anna }: InsiderDesk,
  { account }: TestUser,
  second: Visitor,
): Promise<void> {
  const proposed = { ...CARD, number: '4242424242424242' }
  const made = must(
    await anna.post('/api/desk/payout-changes', { account, proposed, why: 'asked by phone' }),
  )
  const { id } = z.object({ id: z.string() }).parse(made.body)
  must(await second.post(`/api/desk/payout-changes/${id}/decision`, { decision: 'approve' }))
}

/** A photo whose identity was decided. */
export async function openPhoto(desk: InsiderDesk): Promise<string> {
  const { shown } = await submitted(desk, 'pictured_1')
  return shown.frontPhoto ?? ''
}
export const seenPhoto = ({ anna }: InsiderDesk, photo: string): Promise<Answer> =>
  anna.get(`/api/desk/photos/${photo}`)

/** Adds a passkey, and logs in with one answer of it so many times. */
export async function passkeyLogIn({ server, anna }: InsiderDesk, times: number): Promise<void> {
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const page = new Visitor(origin)
  for (const [name, value] of anna.cookies) page.cookies.set(name, value)
  const password = OPERATOR_PASSWORD
  const offered = must(await page.post('/api/desk/passkeys/options', { password }))
  const device = new SoftwareAuthenticator(origin)
  const created = device.create(sessionRows.startDeskPasskey.reply.parse(offered.body).options)
  must(await page.post('/api/desk/passkeys', { name: 'Key', answer: created }))
  const who = { name: 'anna', password }
  const asked = must(await page.post('/api/desk/session/challenge', who))
  const { options } = sessionRows.deskLogInChallenge.reply.parse(asked.body)
  const proof = { kind: 'passkey', answer: device.get(options) }
  for (let n = 0; n < times; n++) {
    must(await new Visitor(origin).post('/api/desk/session', { ...who, proof }))
  }
}
