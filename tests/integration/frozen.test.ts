import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getOrder, placeOrder } from '#contract/endpoints/trading.ts'
import { getBalance } from '#contract/endpoints/balance.ts'
import { deskFrozenList, endFrozen } from '#contract/endpoints/desk-frozen.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import type { DeskFrozen, FrozenStep } from '#contract/desk-frozen.ts'
import type { OrderId } from '#contract/scalars.ts'
import { createFrozen } from '#server/frozen/frozen.ts'
import { createLedgerChecker } from '#server/ledger/checker.ts'
import { createDeskChanges } from '#server/platform/desk-changes.ts'
import { addPayoutAccount, depositRaw, withdrawRaw } from '#support/cashier-room.ts'
import { brokenLine, logInOperator } from '#support/desk.ts'
import { faultsOf, receiptAudit } from '#support/ledger-room.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const SYMBOL = 'BTCUSDT'
const DURATION_MS = 30_000
const LONG_MS = 120_000
const clock = manualClock(START)

let its: TestServer
let anna: Visitor
let berta: Visitor
let user: TestUser
let other: TestUser
beforeAll(async () => {
  its = await testServer({ clock, openMarket: openSimulated(SYMBOL) })
  anna = await logInOperator(its, 'anna')
  berta = await logInOperator(its, 'berta')
  user = await its.registerUser()
  other = await its.registerUser()
  await its.owner.query('update act_rules set practice_reviewer = true')
  for (const { visitor } of [user, other]) await visitor.command('/api/practice-money', {})
  await play(5_000)
})
afterEach(async () => expect(await listed()).toEqual([]))
afterAll(async () => {
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const play = (ms: number): Promise<void> => playTime(clock, ms)
const code = ({ body, status }: Answer): string => problem.safeParse(body).data?.code ?? `${status}`
const idOf = async ({ account }: TestUser): Promise<bigint> => {
  const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
    account,
  ])
  return row?.id ?? 0n
}

/** Changes a row behind every trigger, as a person with the owner's rights could. */
const plant = (sql: string): Promise<unknown> =>
  its.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return tx.query(sql)
  })
const listed = async (ended = false): Promise<DeskFrozen[]> => {
  const path = `/api/desk/frozen${ended ? '?ended=true' : ''}`
  return (await anna.read(deskFrozenList.reply, path)).items
}
/** Checks as the server does each minute. In played time its own checks rest for long. */
async function check(): Promise<void> {
  const { db, app } = its
  const frozen = createFrozen({ db, hub: app.hub, clock, deskChanges: createDeskChanges() })
  const log = { fatal: () => undefined, error: () => undefined, debug: () => undefined }
  const setFrozen = frozen.set
  const { auditor } = its.pools
  const audit = await receiptAudit(auditor)
  const checker = createLedgerChecker({ db, auditor, clock, log, setFrozen, audit })
  await checker.check()
  await checker.close()
}
/** Checks, and returns what is frozen then. */
async function checked(): Promise<DeskFrozen> {
  await check()
  const [only, ...rest] = await listed()
  expect(rest).toEqual([])
  if (only === undefined) throw new Error('nothing is frozen')
  return only
}
const step = (who: Visitor, { id }: Pick<DeskFrozen, 'id'>, name: FrozenStep) =>
  who.post(`/api/desk/frozen/${id}/step`, { step: name })
/** Both operators take the step. */
async function end(item: DeskFrozen, name: FrozenStep): Promise<DeskFrozen> {
  expect((await step(anna, item, name)).body).toMatchObject({ status: 'frozen' })
  return endFrozen.reply.parse((await step(berta, item, name)).body)
}

async function buy({ visitor }: TestUser, durationMs = DURATION_MS): Promise<Answer> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const termsId = products.find(({ symbol }) => symbol === SYMBOL)?.terms.termsId
  const body = { symbol: SYMBOL, direction: 'up', stake: '10', durationMs, termsId }
  return visitor.command('/api/orders', body)
}
async function bought(who: TestUser, durationMs?: number): Promise<OrderId> {
  const answer = await buy(who, durationMs)
  expect(answer.status).toBe(200)
  return placeOrder.reply.parse(answer.body).order.id
}
const detail = ({ visitor }: TestUser, id: OrderId) =>
  visitor.read(getOrder.reply, `/api/orders/${id}`)
const balance = ({ visitor }: TestUser) => visitor.read(getBalance.reply, '/api/balance')
const newest = async ({ visitor }: TestUser) =>
  (await visitor.read(listMessages.reply, '/api/messages')).messages[0]
const FINAL = ['won', 'lost', 'draw']
const expectSettled = async (who: TestUser, id: OrderId): Promise<void> =>
  expect(FINAL).toContain((await detail(who, id)).order.status)

describe('a fault in one order', () => {
  const spoil = (id: OrderId): Promise<unknown> =>
    plant(`update orders set payout = payout + 1 where id = ${id}`)

  it('freezes that order alone, while others and other orders are traded and settled', async () => {
    const id = await bought(user, LONG_MS)
    await play(2_000)
    await spoil(id)
    const item = await checked()
    expect(item).toMatchObject({
      scope: 'order',
      subject: id,
      account: user.account,
      status: 'frozen',
      faults: [{ invariant: 'order_terms' }, { invariant: 'receipt_signed' }],
    })
    const own = await bought(user)
    const foreign = await bought(other)
    await play(LONG_MS + 4_000)
    await expectSettled(user, own)
    await expectSettled(other, foreign)
    const { order } = await detail(user, id)
    expect(order).toMatchObject({ status: 'live', frozen: { since: item.since, end: null } })
    expect((await balance(user)).staked).toBe(1_000n)
    expect(await newest(user)).toMatchObject({ kind: 'order_frozen', params: { orderId: id } })
    expect((await newest(other))?.kind).not.toBe('order_frozen')

    expect(code(await step(anna, item, 'lift'))).toBe('document_frozen')
    await plant(`update orders set payout = payout - 1 where id = ${id}`)
    expect((await step(anna, item, 'lift')).body).toMatchObject({
      status: 'frozen',
      proposals: [{ step: 'lift', by: 'anna' }],
    })
    expect(code(await step(anna, item, 'lift'))).toBe('same_operator')
    await spoil(id)
    expect(code(await step(berta, item, 'lift'))).toBe('document_frozen')
    await plant(`update orders set payout = payout - 1 where id = ${id}`)
    const lifted = await step(berta, item, 'lift')
    expect(lifted.body).toMatchObject({ status: 'lifted', proposedBy: 'anna', endedBy: 'berta' })
    await play(12_000)
    await expectSettled(user, id)
    const settled = (await detail(user, id)).order
    expect(settled.frozen?.end).toMatchObject({ amount: null })
    expect(await faultsOf(its.db)).toEqual([])
    expect(await newest(user)).toMatchObject({ kind: 'frozen_lifted' })
    expect(code(await step(berta, item, 'lift'))).toBe('document_moved_on')
  })

  it('is compensated with what the public ticks give, without a result, and only once', async () => {
    const before = await balance(user)
    const id = await bought(user, LONG_MS)
    await play(2_000)
    await spoil(id)
    const item = await checked()
    expect(item.due).toBeNull()
    expect(code(await step(anna, item, 'compensate'))).toBe('not_settled')
    await play(LONG_MS)
    const due = (await listed())[0]?.due ?? null
    const [ticks] = await its.owner.query<{ outcome: string }>(
      `select outcome from results_recomputed where id = ${id}`,
    )
    expect(due).toBe({ won: 1_850n, lost: 0n, draw: 1_000n }[ticks?.outcome ?? ''])
    expect(await end(item, 'compensate')).toMatchObject({ status: 'compensated', amount: due })
    const { order, evidence } = await detail(user, id)
    expect(order).toMatchObject({
      status: 'compensated',
      profitAndLoss: null,
      settledAt: null,
      frozen: { end: { amount: due } },
    })
    expect(evidence.transfers.map(({ kind }) => kind)).toEqual(['order_stake', 'compensation'])
    const after = await balance(user)
    expect(after.staked).toBe(0n)
    expect(after.available).toBe(before.available - 1_000n + (due ?? 0n))
    expect(after.profitAndLoss).toBe(before.profitAndLoss)
    const receipt = await user.visitor.get(`/api/orders/${id}/receipt`)
    expect(receipt.status).toBe(409)
    // The order's faults remain, and are answered for.
    expect(await faultsOf(its.db)).toMatchObject([
      { invariant: 'order_terms' },
      { invariant: 'receipt_signed' },
    ])
    await check()
    expect(await listed()).toEqual([])
    expect(await bought(user)).toBeDefined()
    await play(DURATION_MS + 4_000)
  })

  it('that is settled pays the difference to what the ticks give, and changes no result', async () => {
    const id = await bought(user)
    await play(DURATION_MS + 4_000)
    await expectSettled(user, id)
    const settled = (await detail(user, id)).order
    const isWin = settled.status === 'won'
    // As if the settlement had been invented: a win of a lost order, or a loss of a won one.
    await plant(
      `update settlements set outcome = '${isWin ? 'draw' : 'won'}' where order_id = ${id}`,
    )
    const item = await checked()
    expect(item).toMatchObject({ scope: 'order', subject: id, due: 0n })
    const ended = await end(item, 'compensate')
    expect(ended).toMatchObject({ amount: 0n })
    expect((await detail(user, id)).order.status).toBe(settled.status)
    await plant(`update settlements set outcome = '${settled.status}' where order_id = ${id}`)
  })
})

describe('a fault in one user’s books', () => {
  it('freezes that user, whose orders wait, and no one else', async () => {
    const waiting = await bought(user, LONG_MS)
    await play(2_000)
    const cash = `where id = user_account(${await idOf(user)}, 'cash')`
    await plant(`update accounts set balance = balance + 1 ${cash}`)
    const item = await checked()
    expect(item).toMatchObject({ scope: 'user', account: user.account, due: null })
    expect((await balance(user)).frozenSince).toBe(item.since)
    expect(await newest(user)).toMatchObject({ kind: 'account_frozen' })
    const deposit = { method: 'bank_transfer', amount: '50', proof: null }
    const refused = [
      await buy(user),
      await user.visitor.command('/api/deposits', deposit),
      await user.visitor.command('/api/practice-money', {}),
      await step(anna, item, 'lift'),
    ]
    expect(refused.map(code).slice(0, 2)).toEqual(['account_frozen', 'account_frozen'])
    expect(code(refused[3] ?? fail())).toBe('document_frozen')
    expect(code(await step(anna, item, 'compensate'))).toBe('not_settled')
    const foreign = await bought(other)
    await play(LONG_MS + 4_000)
    await expectSettled(other, foreign)
    expect((await detail(user, waiting)).order.status).toBe('live')

    await plant(`update accounts set balance = balance - 1 ${cash}`)
    expect(await end(item, 'lift')).toMatchObject({ status: 'lifted' })
    expect((await balance(user)).frozenSince).toBeNull()
    await play(12_000)
    await expectSettled(user, waiting)
    expect(await bought(user)).toBeDefined()
    await play(DURATION_MS + 4_000)
  })
})

describe('a fault in one document', () => {
  it('of money that did not arrive is compensated by the difference', async () => {
    const id = await depositRaw(its.db, {
      userId: await idOf(other),
      amount: 5_000n,
      at: clock.now(),
      steps: ['review', 'approved'],
    })
    const { available } = await balance(other)
    await plant(`update deposits set amount = amount + 150 where id = ${id}`)
    const item = await checked()
    expect(item).toMatchObject({ scope: 'deposit', subject: `${id}`, due: 150n })
    expect(await bought(other)).toBeDefined()
    expect(await end(item, 'compensate')).toMatchObject({ amount: 150n })
    expect((await balance(other)).available).toBe(available - 1_000n + 150n)
    await play(DURATION_MS + 4_000)
  })

  it('that no page can show is frozen all the same', async () => {
    const id = await depositRaw(its.db, {
      userId: await idOf(other),
      amount: 5_000n,
      at: clock.now(),
      steps: ['review', 'rejected'],
    })
    await plant(`update deposits set reason = 'invented' where id = ${id}`)
    const item = await checked()
    expect(item).toMatchObject({ scope: 'deposit', subject: `${id}` })
    expect(await newest(other)).toMatchObject({ kind: 'document_frozen' })
    await plant(`update deposits set reason = 'payment_differs' where id = ${id}`)
    await end(item, 'lift')
  })

  it('stops that document alone', async () => {
    const userId = await idOf(other)
    const payout = await addPayoutAccount(its.owner, userId)
    const withdrawn = (steps: string[]) =>
      withdrawRaw(its.db, {
        userId,
        amount: 3_000n,
        fee: 200n,
        payout,
        at: clock.now(),
        steps,
      })
    const id = await withdrawn(['review'])
    const second = await withdrawn(['review'])
    const number = `update withdrawals set destination_number = `
    const [row] = await its.owner.query<{ n: string }>(
      `select destination_number as n from withdrawals where id = ${id}`,
    )
    await plant(`${number} '•••• 0000' where id = ${id}`)
    const item = await checked()
    expect(item).toMatchObject({ scope: 'withdrawal', subject: `${id}` })
    const approve = (of: bigint) =>
      anna.post(`/api/desk/withdrawals/${of}/step`, { step: 'approve' })
    expect(code(await approve(id))).toBe('document_frozen')
    const cancel = await other.visitor.command(`/api/withdrawals/${id}/cancel`, {})
    expect(code(cancel)).toBe('document_frozen')
    expect((await approve(second)).body).toMatchObject({ status: 'approved' })
    expect(await newest(other)).toMatchObject({ kind: 'withdrawal_approved' })
    await plant(`${number} '${row?.n}' where id = ${id}`)
    await end(item, 'lift')
    expect((await approve(id)).body).toMatchObject({ status: 'approved' })
  })
})

describe('a fault in a rate of the fund', () => {
  it('stops the fund for everyone, and nothing else', async () => {
    const day = '2099-01-01'
    await plant(`insert into fund_rates values ('${day}', 50, ${clock.now()}, 'nina', 'nora')`)
    const item = await checked()
    expect(item).toMatchObject({ scope: 'fund_rate', account: null, due: null })
    const open = its.owner.query('select fund_account($1, fund_day($2))', [
      await idOf(other),
      clock.now(),
    ])
    await expect(open).rejects.toThrow('document_frozen')
    expect(await bought(other)).toBeDefined()
    await plant(`delete from fund_rates where from_day = '${day}'`)
    expect(await end(item, 'lift')).toMatchObject({ status: 'lifted' })
    await play(DURATION_MS + 4_000)
  })
})

describe('a broken chain and books that do not sum', () => {
  const lines = 'update operator_log set actor ='
  it('stop every money write, and leave nothing frozen', async () => {
    const [line] = await its.owner.query<{ actor: string }>(
      'select actor from operator_log where seq = 2',
    )
    await plant(`${lines} 'someone' where seq = 2`)
    await check()
    expect(code(await buy(other))).toBe('money_writes_halted')
    await plant(`${lines} '${line?.actor}' where seq = 2`)
    await its.owner.query('update ledger_halts set lifted_at = now()')
    await plant('update entries set amount = amount + 1 where transfer_id = 1 and account_id = 6')
    await check()
    expect(code(await buy(other))).toBe('money_writes_halted')
    await plant('update entries set amount = amount - 1 where transfer_id = 1 and account_id = 6')
    await its.owner.query('update ledger_halts set lifted_at = now()')
    expect(await bought(other)).toBeDefined()
  })
})

const fail = (): never => {
  throw new Error('an answer is missing')
}

describe('the record of it', () => {
  it('lists what ended, with both operators, and each act is in the log', async () => {
    const ended = await listed(true)
    expect(ended.length).toBeGreaterThan(5)
    expect(ended.every(({ proposedBy, endedBy }) => proposedBy === 'anna' && endedBy === 'berta'))
    const acts = await its.db.query<{ act: string }>(
      `select act from operator_log where act like 'frozen%' and ref = $1 order by seq`,
      [ended[0]?.id],
    )
    expect(acts.map(({ act }) => act)).toEqual(['frozen_propose_lift', 'frozen_lift'])
  })

  it('is refused to anyone who is no operator, and to an operator who is not logged in', async () => {
    expect((await user.visitor.get('/api/desk/frozen')).status).toBe(404)
    const [{ id } = { id: '0' }] = await listed(true)
    await expect(
      its.db.query('select end_frozen($1, $2, $3, $4, $5)', [
        id,
        'lift',
        'anna',
        'a-guessed-secret',
        clock.now(),
      ]),
    ).rejects.toThrow('not_found')
  })
})
