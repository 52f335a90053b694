import { MINUTE_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as rows from '#contract/endpoints/desk.ts'
import { listActs } from '#contract/endpoints/records.ts'
import { problem } from '#contract/errors.ts'
import { depositIn, withdrawalIn } from '#support/cashier-visit.ts'
import { brokenLine, logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { addPhoto, CHINESE_ID, CHINESE_NAME, submitIdentity } from '#support/photos.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

let its: TestServer
let clock: ManualClock
let anna: Visitor
let berta: Visitor
beforeAll(async () => {
  clock = manualClock(Date.UTC(2026, 10, 21, 9))
  its = await testServer({ clock, config: { secondOperatorAbove: 20_000n } })
  anna = await logInOperator(its, 'anna')
  berta = await logInOperator(its, 'berta')
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const code = (answer: Answer): string => problem.parse(answer.body).code
const acts = (ref: string) =>
  its.db.query<{ actor: string; act: string; reason: string }>(
    'select actor, act, reason from operator_log where ref = $1 order by seq',
    [ref],
  )
const available = async (user: TestUser): Promise<string> =>
  z.object({ available: z.string() }).parse((await user.visitor.get('/api/balance')).body).available

async function submitted(user: TestUser) {
  await submitIdentity(user.visitor, { idNumber: CHINESE_ID })
  const { items } = await anna.read(rows.deskVerifications.reply, '/api/desk/verifications')
  const item = items.findLast(({ account }) => account === user.account)
  if (item === undefined) throw new Error('no identity waits')
  return anna.read(rows.deskVerification.reply, `/api/desk/verifications/${item.id}`)
}
const decideIdentity = (id: string) =>
  anna.post(`/api/desk/verifications/${id}/decision`, { decision: 'approve' })

async function customer(): Promise<TestUser> {
  const user = await its.registerUser()
  await decideIdentity((await submitted(user)).id)
  const account = {
    kind: 'bank_card',
    holder: CHINESE_NAME,
    nationality: 'CN',
    bank: 'A bank',
    number: '4111111111111111',
    address: 'A branch',
  }
  const { tradingPassword } = user
  await user.visitor.command('/api/payout-account', { account, tradingPassword })
  await user.visitor.command('/api/practice-money', {})
  return user
}
async function deposited(user: TestUser, amount: string): Promise<string> {
  const body = { method: 'bank_transfer', amount, proof: null }
  const { id } = depositIn(await user.visitor.command('/api/deposits', body))
  await anna.post(`/api/desk/deposits/${id}/review`)
  return id
}
async function withdrawn(user: TestUser, amount: string): Promise<string> {
  const body = { amount, fee: '1.00', tradingPassword: user.tradingPassword, proof: null }
  const opened = await user.visitor.command('/api/withdrawals', body)
  const fee = problem.safeParse(opened.body).data?.params?.['fee']
  const made =
    fee === undefined ? opened : await user.visitor.command('/api/withdrawals', { ...body, fee })
  const { id } = withdrawalIn(made)
  await anna.post(`/api/desk/withdrawals/${id}/step`, { step: 'review' })
  return id
}
const approve = (who: Visitor, id: string) =>
  who.post(`/api/desk/deposits/${id}/decision`, { decision: 'approve' })
const step = (who: Visitor, id: string, name: string, reason?: string) =>
  who.post(`/api/desk/withdrawals/${id}/step`, { step: name, reason })

describe('a deposit above the amount', () => {
  it('is only proposed by the first operator, however often, and booked by the second', async () => {
    const user = await customer()
    const id = await deposited(user, '200.01')
    const first = await approve(anna, id)
    expect(rows.decideDeposit.reply.parse(first.body)).toMatchObject({
      status: 'review',
      secondAbove: 20_000n,
      proposal: { step: 'approve', by: 'anna', reason: null },
    })
    const again = await Promise.all([approve(anna, id), approve(anna, id), approve(anna, id)])
    expect(again.map(code)).toEqual(['same_operator', 'same_operator', 'same_operator'])
    expect(await available(user)).toBe('10000.00')
    const listed = await berta.read(rows.deskDeposits.reply, '/api/desk/deposits')
    expect(listed.items.find((item) => item.id === id)?.proposal?.by).toBe('anna')
    expect((await approve(berta, id)).body).toMatchObject({ status: 'approved', proposal: null })
    expect(await available(user)).toBe('10200.01')
    expect(await acts(id)).toMatchObject([
      { actor: 'anna', act: 'deposit_review' },
      { actor: 'anna', act: 'deposit_propose' },
      { actor: 'berta', act: 'deposit_approve' },
    ])
    expect(code(await approve(berta, id))).toBe('document_moved_on')
  })
  it('asked for by one operator many times at the same moment is proposed once', async () => {
    const user = await customer()
    const id = await deposited(user, '300.00')
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(anna, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await available(user)).toBe('10000.00')
    expect((await acts(id)).map(({ act }) => act)).toEqual(['deposit_review', 'deposit_propose'])
  })
  it('is refused by one, which moves no money, also after a proposal', async () => {
    const user = await customer()
    const id = await deposited(user, '400.00')
    await approve(anna, id)
    const refusal = { decision: 'reject', reason: 'payment_not_received' }
    const answer = await anna.post(`/api/desk/deposits/${id}/decision`, refusal)
    expect(answer.body).toMatchObject({ status: 'rejected', proposal: null })
    expect(code(await approve(berta, id))).toBe('document_moved_on')
    expect(await available(user)).toBe('10000.00')
  })
  it('cannot be split: what one operator decided for a user within a day is added up', async () => {
    const user = await customer()
    const first = await deposited(user, '120.00')
    const second = await deposited(user, '80.01')
    expect((await approve(anna, first)).body).toMatchObject({ status: 'approved' })
    expect((await approve(anna, second)).body).toMatchObject({
      status: 'review',
      secondAbove: '200.00',
      proposal: { by: 'anna' },
    })
    expect(code(await approve(anna, second))).toBe('same_operator')
    expect((await approve(berta, second)).body).toMatchObject({ status: 'approved' })
    expect(await available(user)).toBe('10200.01')
  })
  it('of the very amount needs one operator', async () => {
    const user = await customer()
    const id = await deposited(user, '200.00')
    expect((await approve(anna, id)).body).toMatchObject({ status: 'approved', secondAbove: null })
    expect(await available(user)).toBe('10200.00')
  })
})

describe('a withdrawal above the amount', () => {
  it('is approved, and recorded as returned, by two operators each time', async () => {
    const user = await customer()
    const id = await withdrawn(user, '500.00')
    expect((await step(berta, id, 'approve')).body).toMatchObject({ status: 'review' })
    expect(code(await step(berta, id, 'approve'))).toBe('same_operator')
    expect((await step(anna, id, 'approve')).body).toMatchObject({ status: 'approved' })
    await step(anna, id, 'pay')
    const bounce = await step(anna, id, 'bounce', 'destination_refused')
    expect(bounce.body).toMatchObject({
      status: 'paying',
      proposal: { step: 'bounce', by: 'anna', reason: 'destination_refused' },
    })
    expect(await available(user)).toBe('9500.00')
    expect(code(await step(anna, id, 'bounce', 'destination_refused'))).toBe('same_operator')
    const done = await step(berta, id, 'bounce', 'destination_refused')
    expect(done.body).toMatchObject({ status: 'bounced', proposal: null })
    expect(await available(user)).toBe('10000.00')
    expect((await acts(id)).map(({ actor, act }) => `${actor} ${act}`)).toEqual([
      'anna withdrawal_review',
      'berta withdrawal_propose',
      'anna withdrawal_approve',
      'anna withdrawal_pay',
      'anna withdrawal_propose_bounce',
      'berta withdrawal_bounce',
    ])
  })
  it('that its user takes back meanwhile stays taken back', async () => {
    const user = await customer()
    const id = await withdrawn(user, '250.00')
    await step(anna, id, 'approve')
    await user.visitor.command(`/api/withdrawals/${id}/cancel`, {})
    expect(code(await step(berta, id, 'approve'))).toBe('document_moved_on')
    expect(await available(user)).toBe('10000.00')
  })
})

it('the database takes no confirmation from whoever proposed', async () => {
  const user = await customer()
  const id = await deposited(user, '600.00')
  await approve(anna, id)
  const own = its.owner.query(
    `update money_proposals set confirmed_by = proposed_by, confirmed_at = 1
      where document_id = $1`,
    [id],
  )
  await expect(own).rejects.toThrow(/check constraint/)
})

describe('photos', () => {
  it('of an identity are seen while it waits, and afterwards with a written reason only', async () => {
    const user = await its.registerUser()
    const { id, frontPhoto, backPhoto } = await submitted(user)
    const photo = (who: Visitor, which = frontPhoto) => who.get(`/api/desk/photos/${which}`)
    expect((await photo(anna)).status).toBe(200)
    await decideIdentity(id)
    const closed = await photo(anna)
    expect([closed.status, code(closed)]).toEqual([403, 'photo_reason_required'])

    const open = (why: unknown) => anna.post(`/api/desk/photos/${frontPhoto}/opening`, { why })
    for (const why of [undefined, '', '  a  ', 'line\nbreak']) {
      expect(code(await open(why))).toBe('validation_failed')
    }
    expect((await photo(anna)).status).toBe(403)
    expect((await open('the police asked | today')).status).toBe(204)
    expect((await photo(anna)).status).toBe(200)
    expect((await photo(berta)).status).toBe(403)
    expect((await photo(anna, backPhoto)).status).toBe(403)
    expect((await acts(frontPhoto ?? '')).slice(-2)).toMatchObject([
      { actor: 'anna', act: 'photo_reopened', reason: 'the police asked | today' },
      { actor: 'anna', act: 'photo_viewed' },
    ])
    const told = await user.visitor.read(listActs.reply, '/api/acts')
    expect(told.acts).toContainEqual(
      expect.objectContaining({ act: 'photo_reopened', why: 'the police asked | today' }),
    )
    const log = await anna.read(rows.deskLog.reply, '/api/desk/log?actor=anna')
    expect(log.acts.find(({ act }) => act === 'photo_reopened')).toMatchObject({ reason: null })
    clock.jump(10 * MINUTE_MS)
    await anna.post('/api/desk/session/activity')
    await berta.post('/api/desk/session/activity')
    expect((await photo(anna)).status).toBe(403)
  })
  it('of a payment close with their deposit', async () => {
    const user = await customer()
    const proof = await addPhoto(user.visitor, 'deposit_proof')
    const body = { method: 'bank_transfer', amount: '50.00', proof }
    const { id } = depositIn(await user.visitor.command('/api/deposits', body))
    expect((await anna.get(`/api/desk/photos/${proof}`)).status).toBe(200)
    await anna.post(`/api/desk/deposits/${id}/review`)
    expect((await anna.get(`/api/desk/photos/${proof}`)).status).toBe(200)
    await approve(anna, id)
    expect((await anna.get(`/api/desk/photos/${proof}`)).status).toBe(403)
  })
  it('that do not exist or belong to no form cannot be opened with a reason either', async () => {
    const user = await its.registerUser()
    const loose = await addPhoto(user.visitor, 'id_front')
    for (const id of [loose, '999999']) {
      const answer = await anna.post(`/api/desk/photos/${id}/opening`, { why: 'just looking' })
      expect(answer.status).toBe(404)
    }
  })
})
