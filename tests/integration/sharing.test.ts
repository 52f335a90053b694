import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { listProducts } from '#contract/endpoints/market.ts'
import { getShared, listShares, shareOrder } from '#contract/endpoints/sharing.ts'
import { getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { type SharedReceipt, sharedReceipt } from '#contract/settlement-receipt.ts'
import { type Share, SHARES_MAX, SHARES_PER_DAY } from '#contract/sharing.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { exportFiles } from '#server/records/export-files.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

let clock: ManualClock
let its: TestServer
let user: TestUser
let stranger: Visitor
let order: Order
let second: Order
let folder: string

async function place(visitor: Visitor): Promise<Order> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find(({ symbol }) => symbol === 'BTCUSDT')?.terms
  const wish = { symbol: 'BTCUSDT', direction: 'up', stake: '12.34', durationMs: 30_000 }
  const { body } = await visitor.command('/api/orders', { ...wish, termsId: terms?.termsId })
  return placeOrder.reply.parse(body).order
}

const shareOf = async ({ id }: Order, visitor = user.visitor): Promise<Share> => {
  const { body } = await visitor.post(`/api/orders/${id}/share`)
  return shareOrder.reply.parse(body)
}
const revoke = ({ id }: Order, visitor = user.visitor) =>
  visitor.ask('DELETE', `/api/orders/${id}/share`)
const shares = async (visitor = user.visitor): Promise<Share[]> =>
  (await visitor.read(listShares.reply, '/api/shares')).shares
const open = (code: string) => stranger.get(`/api/shared/${code}`)
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  [status, problem.parse(body).code] as const

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-shared-'))
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  its = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
  user = await its.registerUser()
  stranger = its.visitor()
  await user.visitor.command('/api/practice-money', {})
  await playTime(clock, 3_000)
  order = await place(user.visitor)
  second = await place(user.visitor)
}, 120_000)
afterAll(async () => {
  await its.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('before there is a result', () => {
  it('an order has no receipt to share', async () => {
    const answer = await user.visitor.post(`/api/orders/${order.id}/share`)
    expect(codeOf(answer)).toEqual([409, 'not_settled'])
  })
})

describe('a settled order', () => {
  let share: Share
  let text: string
  let receipt: SharedReceipt
  beforeAll(async () => {
    await playTime(clock, 125_000)
    share = await shareOf(order)
    const answer = await open(share.code)
    text = JSON.stringify(answer.body)
    receipt = getShared.reply.parse(answer.body)
  }, 120_000)

  it('keeps its code however often it is shared', async () => {
    expect(await shareOf(order)).toEqual(share)
    expect(await shares()).toEqual([share])
  })

  it('opens to a stranger, and verifies there without the ledger', async () => {
    const { verdict, steps, absent } = await checkReceipt(receipt, toolsOf(receipt.keys))
    expect(verdict).toBe('holds')
    expect(absent).toContain('ledger')
    expect(steps.map(({ step }) => step)).not.toContain('ledger')
  })

  it('is found right by each reader, which says what it did not check', () => {
    const file = join(folder, 'shared.json')
    writeFileSync(file, JSON.stringify(z.encode(sharedReceipt, receipt)))
    const command = readByCommand(file)
    expect(command.text).toMatch(/weaker {2}ledger +not checked: it is not part of a shared/)
    expect(command.text).toMatch(/so the order \w+; without its ledger transfers\n/)
    expect(command.status).toBe(0)
    const python = readByPython(file)
    expect(python.text).toContain(`${file} holds without ledger`)
    expect(python.status).toBe(0)
  })

  it('says nothing of the user: no name, number, balance or ledger', async () => {
    const [row] = await its.owner.query<{ id: bigint; nickname: string; opening_code: string }>(
      'select id, nickname, opening_code from users where account = $1',
      [user.account],
    )
    expect(row).toBeDefined()
    for (const secret of [user.account, row?.nickname, row?.opening_code]) {
      expect(text).not.toContain(secret)
    }
    const own = await user.visitor.read(getSettledReceipt.reply, `/api/orders/${order.id}/receipt`)
    expect(own.transfers).toHaveLength(2)
    for (const { id } of own.transfers) expect(text).not.toContain(`"${id}"`)
    expect(text).not.toMatch(/transfers|balance|user|account|nickname|phone|session|frozen/i)
  })

  it('has exactly the fields of the contract, so that a new one is a decision', () => {
    const fields = Object.keys(receipt).filter((name) => name !== 'device')
    expect(fields.sort()).toEqual([
      'acceptance',
      'entry',
      'exit',
      'format',
      'inclusion',
      'keys',
      'order',
      'seeds',
      'terms',
    ])
    expect(Object.keys(receipt.order).sort()).toEqual([
      'acceptedAt',
      'direction',
      'durationMs',
      'entry',
      'exit',
      'expiresAt',
      'id',
      'payout',
      'payoutRate',
      'profitAndLoss',
      'ruleVersion',
      'settledAt',
      'source',
      'stake',
      'startsAt',
      'status',
      'symbol',
      'termsId',
      'voidReason',
    ])
  })

  it('is kept by no cache and listed by no search engine, also where there is none', async () => {
    for (const code of [share.code, 'a'.repeat(26)]) {
      const { headers } = await its.app.http.inject({ url: `/api/shared/${code}` })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  it('is neither shared nor revoked by another user, to whom it does not exist', async () => {
    const other = await its.registerUser()
    const sharing = await other.visitor.post(`/api/orders/${order.id}/share`)
    expect(codeOf(sharing)).toEqual([404, 'not_found'])
    expect(codeOf(await revoke(order, other.visitor))).toEqual([404, 'not_found'])
    expect(await shares(other.visitor)).toEqual([])
    expect((await open(share.code)).status).toBe(200)
  })

  it('is gone when it is revoked, like a code that never was, and gets another code later', async () => {
    expect((await revoke(order)).status).toBe(204)
    expect((await revoke(order)).status).toBe(204)
    const gone = await open(share.code)
    const never = await open('a'.repeat(26))
    expect(codeOf(gone)).toEqual([404, 'not_found'])
    expect(gone.status).toBe(never.status)
    const [one, other] = [gone, never].map(({ body }) => problem.parse(body))
    expect({ ...one, requestId: '' }).toEqual({ ...other, requestId: '' })
    expect(await shares()).toEqual([])
    const again = await shareOf(order)
    expect(again.code).not.toBe(share.code)
    expect((await open(share.code)).status).toBe(404)
    expect((await open(again.code)).status).toBe(200)
  })
})

describe('everything about the user', () => {
  it('includes the codes, also revoked ones', async () => {
    const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
      user.account,
    ])
    const files = exportFiles(its.owner, row?.id ?? 0n, clock.now())
    let text = ''
    for (const { name, text: pieces } of files) {
      if (name === 'shared-receipts.json') for await (const piece of pieces) text += piece
    }
    expect(JSON.parse(text)).toMatchObject([
      { orderId: order.id, revokedAt: null },
      { orderId: order.id, revokedAt: expect.stringMatching(/^2024-03-13T/) },
    ])
  })
})

describe('the database', () => {
  const attempt = (sql: string, values: unknown[] = []) => its.owner.query(sql, values)

  it('never makes a revoked code valid again, and changes nothing else of a code', async () => {
    for (const sql of [
      'update shared_receipts set revoked_at = null where revoked_at is not null',
      'update shared_receipts set order_id = order_id + 1',
      'update shared_receipts set code = upper(code)',
      'delete from shared_receipts',
      'truncate shared_receipts',
    ]) {
      await expect(attempt(sql), sql).rejects.toThrow()
    }
  })

  it('shares no order of another user', async () => {
    const other = await its.registerUser()
    const sql = `insert into shared_receipts (code, user_id, order_id, created_at)
      select $1, id, $2, 0 from users where account = $3`
    const values = ['b'.repeat(26), second.id, other.account]
    await expect(attempt(sql, values)).rejects.toThrow('has no receipt to share')
  })
})

describe('limits', () => {
  it('shares a hundred receipts at a time', async () => {
    // Without triggers there is no need for a hundred orders.
    await its.owner.query('alter table shared_receipts disable trigger all')
    await its.owner.query(
      `insert into shared_receipts (code, user_id, order_id, created_at)
        select translate(lpad(n::text, 26, 'x'), '0189', 'abcd'), u.id, n, 0
        from users u, generate_series(1, $2::int) n where account = $1`,
      [user.account, SHARES_MAX - (await shares()).length],
    )
    const full = await user.visitor.post(`/api/orders/${second.id}/share`)
    await its.owner.query('delete from shared_receipts where created_at = 0')
    await its.owner.query('alter table shared_receipts enable trigger all')
    expect(codeOf(full)).toEqual([409, 'too_many_shares'])
  })

  it('shares twenty receipts per day, revoked ones included', async () => {
    const [row] = await its.owner.query<{ today: bigint }>(
      'select count(*) as today from shared_receipts',
    )
    for (let n = Number(row?.today); n < SHARES_PER_DAY; n += 1) {
      await shareOf(second)
      await revoke(second)
    }
    const full = await user.visitor.post(`/api/orders/${second.id}/share`)
    expect(codeOf(full)).toEqual([409, 'daily_count_reached'])
  })
})
