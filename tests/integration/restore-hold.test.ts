/** After a restore, no withdrawal is requested, approved or paid before two operators have let them go on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problem } from '#contract/errors.ts'
import { deskMe } from '#contract/endpoints/desk-session.ts'
import { withdrawalIn } from '#support/cashier-visit.ts'
import { logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { CHINESE_ID, CHINESE_NAME, submitIdentity } from '#support/photos.ts'
import { deskVerifications, deskVerification } from '#contract/endpoints/desk.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const clock = manualClock(Date.UTC(2026, 10, 21, 9))
let its: TestServer
let anna: Visitor
let berta: Visitor
let user: TestUser
beforeAll(async () => {
  its = await testServer({ clock })
  anna = await logInOperator(its, 'anna')
  berta = await logInOperator(its, 'berta')
  user = await customer()
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  await its.close()
})

const code = (answer: Answer): string => problem.parse(answer.body).code
const lift = (who: Visitor) => who.post('/api/desk/restore-hold/lift')
const holdAtDesk = async () => (await anna.read(deskMe.reply, '/api/desk/me')).desk.restoreHold
const step = (who: Visitor, id: string, name: string) =>
  who.post(`/api/desk/withdrawals/${id}/step`, { step: name })
let keys = 0
/** The key of a command begins with its time: those from before a restore are refused. */
function withdraw(fee: string): Promise<Answer> {
  keys += 1
  const { tradingPassword, visitor } = user
  const body = { amount: '50.00', fee, tradingPassword, proof: null }
  return visitor.command(
    '/api/withdrawals',
    body,
    `${clock.now()}-${String(keys).padStart(16, '0')}`,
  )
}

async function customer(): Promise<TestUser> {
  const made = await its.registerUser()
  await submitIdentity(made.visitor, { idNumber: CHINESE_ID })
  const { items } = await anna.read(deskVerifications.reply, '/api/desk/verifications')
  const id = items[0]?.id ?? ''
  await anna.read(deskVerification.reply, `/api/desk/verifications/${id}`)
  await anna.post(`/api/desk/verifications/${id}/decision`, { decision: 'approve' })
  const account = {
    kind: 'bank_card',
    holder: CHINESE_NAME,
    nationality: 'CN',
    bank: 'A bank',
    number: '4111111111111111',
    address: 'A branch',
  }
  const { tradingPassword } = made
  await made.visitor.command('/api/payout-account', { account, tradingPassword })
  await made.visitor.command('/api/practice-money', {})
  return made
}

it('holds withdrawals until a second operator lets them go on', async () => {
  const asked = await withdraw('0.00')
  const fee = String(problem.safeParse(asked.body).data?.params?.['fee'] ?? '0.00')
  const { id } = withdrawalIn(fee === '0.00' ? asked : await withdraw(fee))
  await step(anna, id, 'review')
  expect(await holdAtDesk()).toBeUndefined()

  await its.owner.query('select note_start($1, true)', [clock.now()])
  expect(await holdAtDesk()).toEqual({ since: clock.now(), proposedBy: null })
  const held = await withdraw(fee)
  expect(problem.parse(held.body)).toMatchObject({
    code: 'withdrawals_wait',
    params: { restoredAt: clock.now() },
  })
  expect(code(await step(berta, id, 'approve'))).toBe('withdrawals_wait')

  expect((await lift(anna)).body).toEqual({ lifted: false })
  expect(code(await lift(anna))).toBe('same_operator')
  expect((await holdAtDesk())?.proposedBy).toBe('anna')
  expect(code(await step(berta, id, 'approve'))).toBe('withdrawals_wait')
  expect((await lift(berta)).body).toEqual({ lifted: true })
  expect(code(await lift(berta))).toBe('document_moved_on')
  expect(await holdAtDesk()).toBeUndefined()
  expect((await step(berta, id, 'approve')).body).toMatchObject({ status: 'approved' })
  expect(withdrawalIn(await withdraw(fee)).status).toBe('requested')
})
