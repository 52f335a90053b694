import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/cashier.ts'
import {
  type CashierVisit,
  cashierVisit,
  depositIn,
  userIdOf,
  withdrawalIn,
} from '#support/cashier-visit.ts'
import type { Documents } from '#server/documents/move.ts'
import { addVerified } from '#support/cashier-room.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { seated, seatOperator } from '#support/seats.ts'
import { openPage } from '#support/socket-page.ts'
import { documentsOn } from '#support/documents.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'

const START = Date.UTC(2026, 4, 4, 10)
const actor = seated('operator-one')
const KEY = 'one-intent-of-the-test'
const clock = manualClock(START)
let server: TestServer
let documents: Documents

beforeAll(async () => {
  server = await testServer({ clock })
  await seatOperator(server.owner, actor.name, START)
  documents = documentsOn({ db: server.db, hub: server.app.hub, clock })
})
afterAll(async () => {
  expect(await faultsOf(server.db)).toEqual([])
  await server.close()
})

const code = ({ body }: { body: unknown }): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null
const problem = (code: string, params?: object) => ({ code, ...(params && { params }) })
const messagesOf = (visit: CashierVisit) =>
  server.db.query<{ kind: string; params: object }>(
    'select kind, params from messages where user_id = $1 order by id',
    [visit.userId],
  )
const actsOf = (ref: bigint | string) =>
  server.db.query<{ actor: string; act: string }>(
    'select actor, act from operator_log where ref = $1 order by seq',
    [ref.toString()],
  )

describe('deposits', () => {
  it('wait for review, are approved, and then stand on the account', async () => {
    const visit = await cashierVisit(server)
    const opened = depositIn(await visit.deposit({ amount: '250.00' }))
    expect(opened).toMatchObject({ status: 'submitted', amount: 25_000n, hasProof: false })
    expect((await visit.balance()).available).toBe(1_000_000n)
    const id = BigInt(opened.id)
    await documents.move('deposit', { id, actor, step: 'review' })
    await documents.move('deposit', { id, actor, step: 'approve' })
    expect((await visit.balance()).available).toBe(1_025_000n)
    const { deposits } = await visit.visitor.read(rows.listDeposits.reply, '/api/deposits')
    expect(deposits).toMatchObject([{ id: opened.id, status: 'approved', reviewer: actor.name }])
    expect((await messagesOf(visit)).at(-1)).toEqual({
      kind: 'deposit_approved',
      params: { depositId: opened.id, amount: '250.00' },
    })
    expect(await actsOf(id)).toEqual([
      { actor: actor.name, act: 'deposit_review' },
      { actor: actor.name, act: 'deposit_approve' },
    ])
  })

  it('are rejected with a reason and move no money', async () => {
    const visit = await cashierVisit(server)
    const id = BigInt(depositIn(await visit.deposit({ amount: '20' })).id)
    await documents.move('deposit', { id, actor, step: 'review' })
    const refusal = { step: 'reject', reason: 'payment_not_received' } as const
    await documents.move('deposit', { id, actor, ...refusal })
    expect((await visit.balance()).available).toBe(1_000_000n)
    expect((await messagesOf(visit)).at(-1)).toMatchObject({
      kind: 'deposit_rejected',
      params: { reason: 'payment_not_received' },
    })
  })

  it('can be taken back until their review begins', async () => {
    const visit = await cashierVisit(server)
    const first = depositIn(await visit.deposit({ amount: '20' }))
    const cancel = (id: string, key?: string) =>
      visit.visitor.command(`/api/deposits/${id}/cancel`, {}, key)
    expect(depositIn(await cancel(first.id, KEY))).toMatchObject({ status: 'cancelled' })
    expect(depositIn(await cancel(first.id, KEY))).toMatchObject({ status: 'cancelled' })
    expect((await cancel(first.id)).body).toMatchObject(
      problem('document_moved_on', { status: 'cancelled' }),
    )
    const second = depositIn(await visit.deposit({ amount: '20' }))
    await documents.move('deposit', { id: BigInt(second.id), actor, step: 'review' })
    expect((await cancel(second.id)).body).toMatchObject(
      problem('document_moved_on', { status: 'review' }),
    )
  })

  it('of others are not there', async () => {
    const [mine, other] = [await cashierVisit(server), await cashierVisit(server)]
    const { id } = depositIn(await mine.deposit({ amount: '20' }))
    const theirs = await other.visitor.command(`/api/deposits/${id}/cancel`, {})
    const none = await other.visitor.command('/api/deposits/9223372036854775808/cancel', {})
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect(code(theirs)).toBe('not_found')
    const { deposits } = await other.visitor.read(rows.listDeposits.reply, '/api/deposits')
    expect(deposits).toEqual([])
  })

  it('are refused outside the limits, five in review and ten a day', async () => {
    const visit = await cashierVisit(server)
    expect((await visit.deposit({ amount: '9.99' })).body).toMatchObject(
      problem('amount_below_minimum', { minimum: '10.00' }),
    )
    expect((await visit.deposit({ amount: '50000.01' })).body).toMatchObject(
      problem('amount_above_maximum', { maximum: '50000.00' }),
    )
    expect(code(await visit.deposit({ amount: '20', method: 'cash_box' }))).toBe('method_unknown')
    expect(code(await visit.deposit({ amount: '20', proof: '77' }))).toBe('photo_unknown')
    const far = '9999999999999999999'
    expect(code(await visit.deposit({ amount: '20', proof: far }))).toBe('photo_unknown')
    for (let round = 0; round < 2; round += 1) {
      const opened = []
      for (let n = 0; n < 5; n += 1) opened.push(depositIn(await visit.deposit({ amount: '20' })))
      if (round === 0) {
        expect((await visit.deposit({ amount: '20' })).body).toMatchObject(
          problem('too_many_in_review', { limit: 5 }),
        )
      }
      for (const { id } of opened) await visit.visitor.command(`/api/deposits/${id}/cancel`, {})
    }
    expect((await visit.deposit({ amount: '20' })).body).toMatchObject(
      problem('daily_count_reached', { limit: 10, resetsAt: START - (START % DAY_MS) + DAY_MS }),
    )
    const terms = await visit.visitor.read(rows.getDepositTerms.reply, '/api/deposit-terms')
    expect(terms).toMatchObject({ dailyCount: 10, remainingToday: 0 })
    expect(terms.methods.map(({ id }) => id)).toEqual(['bank_transfer', 'usdt_trc20', 'btc'])
  })

  it('give the same bytes for the same key, and refuse another body under it', async () => {
    const visit = await cashierVisit(server)
    const first = await visit.deposit({ amount: '20' }, KEY)
    const again = await visit.deposit({ amount: '20.00' }, KEY)
    expect(again.text).toBe(first.text)
    expect(code(await visit.deposit({ amount: '21' }, KEY))).toBe('key_reused')
  })

  it('take a proof photo of one’s own, once', async () => {
    const visit = await cashierVisit(server)
    const [photo] = await server.owner.query<{ id: bigint }>(
      `with key as (
        insert into user_keys (user_id, purpose, wrapped, created_at) values ($1, 'proofs', '', 0)
        returning id
      ) insert into photos (user_id, purpose, key_id, width, height, bytes, created_at)
        select $1, 'deposit_proof', id, 1, 1, 1, 0 from key returning id`,
      [visit.userId],
    )
    const proof = `${photo?.id}`
    const other = await cashierVisit(server)
    expect(code(await other.deposit({ amount: '20', proof }))).toBe('photo_unknown')
    expect(depositIn(await visit.deposit({ amount: '20', proof }))).toMatchObject({
      hasProof: true,
    })
    expect(code(await visit.deposit({ amount: '20', proof }))).toBe('photo_unknown')
  })
})

describe('withdrawals', () => {
  const OK = { amount: '100.00', fee: '2.00' }
  const steps = ['review', 'approve', 'pay'] as const
  const walk = async (id: bigint): Promise<void> => {
    for (const step of steps) await documents.move('withdrawal', { id, actor, step })
  }

  it('hold the amount, and are paid less the fee', async () => {
    const visit = await cashierVisit(server)
    const opened = withdrawalIn(await visit.withdraw(OK))
    expect(opened).toMatchObject({ status: 'requested', amount: 10_000n, fee: 200n, net: 9_800n })
    expect(opened.destination).toEqual({
      kind: 'bank_card',
      bank: 'A bank',
      number: '•••• 1234',
    })
    const held = await visit.balance()
    expect(held).toMatchObject({ available: 990_000n, held: 10_000n, total: 1_000_000n })
    const id = BigInt(opened.id)
    await walk(id)
    expect(await visit.balance()).toMatchObject({ held: 0n, total: 990_000n })
    await documents.move('withdrawal', { id, actor, step: 'sent' })
    const kinds = (await messagesOf(visit)).map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['withdrawal_approved', 'withdrawal_paid'])
    const path = '/api/withdrawals?show=success'
    const { withdrawals } = await visit.visitor.read(rows.listWithdrawals.reply, path)
    expect(withdrawals).toMatchObject([{ id: opened.id, status: 'paid', net: 9_800n }])
  })

  it('give back everything, the fee too, when they bounce', async () => {
    const visit = await cashierVisit(server)
    const id = BigInt(withdrawalIn(await visit.withdraw(OK)).id)
    await walk(id)
    const step = { step: 'bounce', reason: 'destination_refused' } as const
    await documents.move('withdrawal', { id, actor, ...step })
    expect(await visit.balance()).toMatchObject({ available: 1_000_000n, held: 0n })
    expect((await messagesOf(visit)).at(-1)).toMatchObject({
      kind: 'withdrawal_bounced',
      params: { amount: '100.00', reason: 'destination_refused' },
    })
  })

  it('release the hold when they are rejected', async () => {
    const visit = await cashierVisit(server)
    const id = BigInt(withdrawalIn(await visit.withdraw(OK)).id)
    await documents.move('withdrawal', { id, actor, step: 'review' })
    const step = { step: 'reject', reason: 'amount_unusual' } as const
    await documents.move('withdrawal', { id, actor, ...step })
    expect(await visit.balance()).toMatchObject({ available: 1_000_000n, held: 0n })
    const again = documents.move('withdrawal', { id, actor, step: 'approve' })
    await expect(again).rejects.toMatchObject({ code: 'document_moved_on' })
  })

  it('can be taken back in review, and no more once approved', async () => {
    const visit = await cashierVisit(server)
    const cancel = (id: bigint) => visit.visitor.command(`/api/withdrawals/${id}/cancel`, {})
    const first = BigInt(withdrawalIn(await visit.withdraw(OK)).id)
    await documents.move('withdrawal', { id: first, actor, step: 'review' })
    expect(withdrawalIn(await cancel(first))).toMatchObject({ status: 'cancelled' })
    expect(await visit.balance()).toMatchObject({ available: 1_000_000n, held: 0n })
    const second = BigInt(withdrawalIn(await visit.withdraw(OK)).id)
    await documents.move('withdrawal', { id: second, actor, step: 'review' })
    await documents.move('withdrawal', { id: second, actor, step: 'approve' })
    expect((await cancel(second)).body).toMatchObject(
      problem('document_moved_on', { status: 'approved' }),
    )
    const other = await cashierVisit(server)
    expect((await other.visitor.command(`/api/withdrawals/${second}/cancel`, {})).status).toBe(404)
  })

  it('are refused for who is not verified, has no account, or says another fee', async () => {
    const user = await server.registerUser()
    const body = { ...OK, tradingPassword: user.tradingPassword, proof: null }
    const ask = () => user.visitor.command('/api/withdrawals', body)
    expect(code(await ask())).toBe('identity_not_verified')
    await addVerified(server.owner, await userIdOf(server, user.account))
    expect(code(await ask())).toBe('payout_account_missing')
    const visit = await cashierVisit(server)
    expect((await visit.withdraw({ amount: '1000', fee: '2.00' })).body).toMatchObject(
      problem('fee_changed', { fee: '5.00' }),
    )
    expect((await visit.withdraw({ amount: '19.99', fee: '2' })).body).toMatchObject(
      problem('amount_below_minimum', { minimum: '20.00' }),
    )
    expect((await visit.withdraw({ amount: '50000.01', fee: '250.01' })).body).toMatchObject(
      problem('amount_above_maximum', { maximum: '50000.00' }),
    )
    expect((await visit.withdraw({ amount: '10000.01', fee: '50.01' })).body).toMatchObject(
      problem('available_too_low', { available: '10000.00' }),
    )
  })

  it('ask for the trading password each time, also for an answer that is stored', async () => {
    const visit = await cashierVisit(server)
    const wrong = { ...OK, tradingPassword: visit.password }
    expect(code(await visit.withdraw(wrong))).toBe('trading_password_wrong')
    const first = await visit.withdraw(OK, KEY)
    expect((await visit.withdraw(OK, KEY)).text).toBe(first.text)
    const spying = await visit.withdraw(wrong, KEY)
    expect(code(spying)).toBe('trading_password_wrong')
    expect(code(await visit.withdraw({ ...OK, amount: '101' }, KEY))).toBe('key_reused')
    expect(await visit.balance()).toMatchObject({ held: 10_000n })
  })

  it('wait 48 h after a change of the payout account', async () => {
    const heldUntil = clock.now() + 2 * DAY_MS
    const visit = await cashierVisit(server, { heldUntil })
    expect((await visit.withdraw(OK)).body).toMatchObject(
      problem('withdrawals_on_hold', { until: heldUntil }),
    )
    clock.jump(2 * DAY_MS)
    expect((await visit.withdraw(OK)).status).toBe(200)
  })

  it('are at most three in review and five a day', async () => {
    const visit = await cashierVisit(server)
    const opened: bigint[] = []
    const open = async (): Promise<void> => {
      opened.push(BigInt(withdrawalIn(await visit.withdraw(OK)).id))
    }
    for (let n = 0; n < 3; n += 1) await open()
    expect((await visit.withdraw(OK)).body).toMatchObject(
      problem('too_many_in_review', { limit: 3 }),
    )
    for (const id of opened.splice(0)) {
      await visit.visitor.command(`/api/withdrawals/${id}/cancel`, {})
    }
    for (let n = 0; n < 2; n += 1) await open()
    expect(code(await visit.withdraw(OK))).toBe('daily_count_reached')
    const terms = () => visit.visitor.read(rows.getWithdrawalTerms.reply, '/api/withdrawal-terms')
    expect(await terms()).toMatchObject({ dailyCount: 5, remainingToday: 0 })
    clock.jump(DAY_MS)
    expect(await terms()).toMatchObject({ remainingToday: 5 })
    await open()
  })

  it('need a passkey before they can be challenged for one', async () => {
    const visit = await cashierVisit(server)
    const asked = await visit.visitor.post('/api/withdrawals/challenge', OK)
    expect(asked.status).toBe(404)
  })

  it('come in pages by result, newest first', async () => {
    const visit = await cashierVisit(server)
    const path = (query: string) => `/api/withdrawals?${query}`
    const read = (query: string) => visit.visitor.read(rows.listWithdrawals.reply, path(query))
    const one = withdrawalIn(await visit.withdraw(OK))
    const two = withdrawalIn(await visit.withdraw(OK))
    await visit.visitor.command(`/api/withdrawals/${one.id}/cancel`, {})
    const ids = async (query: string) => (await read(query)).withdrawals.map(({ id }) => id)
    expect(await ids('')).toEqual([two.id, one.id])
    expect(await ids('show=failed')).toEqual([one.id])
    expect(await ids('show=under_review')).toEqual([two.id])
    expect(await ids(`before=${two.id}`)).toEqual([one.id])
    expect(await ids('before=9999999999999999999')).toEqual([two.id, one.id])
  })
})

describe('the topics', () => {
  it('bring each document as it stands, the balance with it, and the profile once paid', async () => {
    const visit = await cashierVisit(server)
    const page = await openPage(server.url, { cookie: visit.visitor.cookieHeader })
    for (const topic of ['deposits', 'withdrawals', 'balance', 'profile']) {
      await page.watch(topic)
    }
    const opened = withdrawalIn(await visit.withdraw({ amount: '100', fee: '2' }))
    const id = BigInt(opened.id)
    for (const step of ['review', 'approve', 'pay', 'sent'] as const) {
      await documents.move('withdrawal', { id, actor, step })
    }
    const deltas = (topic: string) => page.of(topic).filter(([, , , kind]) => kind === 'delta')
    await until('the profile', () => deltas('profile').length > 0)
    const field = (topic: string, name: string) =>
      deltas(topic).map(([, , , , , data]) => (data as Record<string, unknown>)[name])
    const way = ['requested', 'review', 'approved', 'paying', 'paid']
    await until('the last step', () => deltas('withdrawals').length === way.length)
    expect(field('withdrawals', 'status')).toEqual(way)
    expect(field('balance', 'held')).toEqual(['100.00', '0.00'])
    expect(field('profile', 'completedPayouts')).toEqual([1])
    const back = BigInt(withdrawalIn(await visit.withdraw({ amount: '50', fee: '2' })).id)
    for (const step of ['review', 'approve', 'pay'] as const) {
      await documents.move('withdrawal', { id: back, actor, step })
    }
    const bounce = { step: 'bounce', reason: 'destination_refused' } as const
    await documents.move('withdrawal', { id: back, actor, ...bounce })
    await until('the refund', () => deltas('balance').length === 5)
    const totals = ['10000.00', '9900.00', '9900.00', '9850.00', '9900.00']
    expect(field('balance', 'total')).toEqual(totals)
    await visit.deposit({ amount: '33' })
    await until('the deposit', () => deltas('deposits').length === 1)
    page.close()
    const later = await openPage(server.url, { cookie: visit.visitor.cookieHeader })
    await later.subscribe('withdrawals')
    const snapshot = await until('a snapshot', () => later.of('withdrawals')[0])
    expect(snapshot[5]).toMatchObject([
      { id: `${back}`, status: 'bounced' },
      { id: opened.id, status: 'paid', net: '98.00' },
    ])
    later.close()
  })
})
