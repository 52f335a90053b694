/** Orders that a device signs: the device fixes the start, and the server may only keep to it or refuse. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listChain, listTicks } from '#contract/endpoints/history.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { getSettledReceipt, listOrders, placeOrder } from '#contract/endpoints/trading.ts'
import { listDeviceKeys, listRefusals, registerDeviceKey } from '#contract/endpoints/signing.ts'
import { problem } from '#contract/errors.ts'
import { symbol as symbolOf, timeMs } from '#contract/scalars.ts'
import type { OrderSignature } from '#contract/signed-order.ts'
import type { SignedIntent } from '#rules/signed-order.ts'
import { parseAmount } from '#rules/amounts.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import { sha256 } from '#server/market/product-log.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { type SigningDevice, signingDevice } from '#support/signing-device.ts'
import { pause } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'

const SYMBOL = symbolOf.parse('BTCUSDT')
const DURATION_MS = 30_000
let clock: ManualClock
let its: TestServer
let visitor: Visitor
let device: SigningDevice

/** Where the point begins in a key, with the kind of its spelling. */
const POINT_AT = 26
const register = (who: Visitor, { publicKey }: SigningDevice) =>
  who.post('/api/device-keys', { publicKey })

beforeAll(async () => {
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  its = await testServer({ clock, openMarket: openSimulated(SYMBOL) })
}, 120_000)
afterAll(() => its.close())
beforeEach(async () => {
  visitor = (await its.registerUser()).visitor
  await visitor.command('/api/practice-money', {})
  device = signingDevice()
  await register(visitor, device)
  await playTime(clock, 1_000)
})

type Wish = Partial<Omit<SignedIntent, 'deviceKeyId' | 'key'>> & { leadMs?: number }

async function intentOf({ leadMs = 1_000, ...wish }: Wish = {}): Promise<SignedIntent> {
  const now = timeMs.parse(clock.now())
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find((each) => each.symbol === SYMBOL)?.terms
  const from = `/api/ticks/${SYMBOL}?fromMs=${now - 3_000}`
  const { records } = await visitor.read(listTicks.reply, from)
  const newest = records.at(-1)
  if (newest === undefined || terms === undefined) throw new Error('the market has no price')
  const startsAt = timeMs.parse(now + leadMs)
  return {
    key: randomUUID(),
    symbol: SYMBOL,
    direction: 'up',
    stake: parseAmount('10.00') ?? 0n,
    durationMs: DURATION_MS,
    termsId: terms.termsId,
    head: { seq: newest.seq, hash: newest.hash },
    tappedAt: now,
    uncertaintyMs: 20,
    startsAt,
    deviceKeyId: device.keyId,
    ...wish,
  }
}

function send(intent: SignedIntent, signed: OrderSignature | null = device.signOrder(intent)) {
  const { symbol, direction, durationMs, termsId, key } = intent
  const wish = { symbol, direction, stake: '10.00', durationMs, termsId }
  const body = signed === null ? wish : { ...wish, signed }
  return visitor.command('/api/orders', body, key)
}
const codeOf = ({ body }: { body: unknown }) => problem.parse(body).code
const available = async (): Promise<unknown> => (await visitor.get('/api/balance')).body

it('counts from the moment that the device fixed, and settles by it', async () => {
  const intent = await intentOf()
  const reply = placeOrder.reply.parse((await send(intent)).body)
  expect(reply.order).toMatchObject({
    startsAt: intent.startsAt,
    expiresAt: intent.startsAt + DURATION_MS,
  })
  expect(reply.receipt.text).toContain(`\nstarts ${intent.startsAt}\n`)
  await playTime(clock, DURATION_MS + 65_000)
  const path = `/api/orders/${reply.order.id}/receipt`
  const receipt = await visitor.read(getSettledReceipt.reply, path)
  expect(receipt.order.entry?.timeMs).toBeGreaterThan(intent.startsAt)
  expect(receipt.device?.registration.checkpoint).not.toBeNull()
})
it('answers a retry with the same bytes, before and after the start', async () => {
  const intent = await intentOf()
  const signed = device.signOrder(intent)
  const first = await send(intent, signed)
  await playTime(clock, 2_000)
  expect((await send(intent, signed)).text).toBe(first.text)
})

describe('refuses', () => {
  it('an order after its start, with nothing debited and a signed refusal that is final', async () => {
    const before = await available()
    const intent = await intentOf({ leadMs: 300 })
    const signed = device.signOrder(intent)
    await playTime(clock, 300)
    const answer = await send(intent, signed)
    expect(codeOf(answer)).toBe('too_late')
    const { refusal } = problem.parse(answer.body)
    expect(refusal?.text).toContain(`intent ${sha256(intentOfText(intent))}`)
    expect(await available()).toEqual(before)
    const repeated = await send(intent, signed)
    expect(problem.parse(repeated.body).refusal).toEqual(refusal)
    // Its request has an id of its own, which is not in the body.
    expect(repeated.text).toBe(answer.text)
    expect(repeated.headers.get('x-request-id')).not.toBe(answer.headers.get('x-request-id'))
  })
  it('a lead that is not offered', async () => {
    for (const leadMs of [299, 3_001]) {
      expect(codeOf(await send(await intentOf({ leadMs })))).toBe('validation_failed')
    }
  })
  it('a tap of the future, beyond what the device says its clock may be wrong', async () => {
    const tappedAt = timeMs.parse(clock.now() + 500)
    const startsAt = timeMs.parse(tappedAt + 1_000)
    expect(codeOf(await send(await intentOf({ tappedAt, startsAt })))).toBe('clock_ahead')
  })
  it('a head that was not the newest within two seconds of the tap, or is of another log', async () => {
    const old = await intentOf()
    await playTime(clock, 5_000)
    const late = await intentOf({ head: old.head })
    expect(codeOf(await send(late))).toBe('price_stale')
    const hash = 'a'.repeat(64)
    const wrong = await intentOf()
    expect(codeOf(await send({ ...wrong, head: { ...wrong.head, hash } }))).toBe('price_stale')
  })
  it('a signature over something else, and one by a key of somebody else', async () => {
    const intent = await intentOf()
    const signed = device.signOrder({ ...intent, direction: 'down' })
    const wrong = problem.parse((await send(intent, signed)).body)
    expect(wrong).toMatchObject({
      code: 'signature_wrong',
      params: { expected: intentOfText(intent) },
    })
    const other = await its.registerUser()
    const theirs = signingDevice()
    await register(other.visitor, theirs)
    expect(codeOf(await send(await intentOf(), theirs.signOrder(intent)))).toBe('device_unknown')
  })
})

const intentOfText = (intent: SignedIntent): string => {
  const { key, symbol, direction, durationMs, termsId, head, tappedAt, uncertaintyMs } = intent
  return [
    'fairtick-order-1',
    `key ${key}`,
    `product ${symbol}`,
    `direction ${direction}`,
    'stake 10.00',
    `duration ${durationMs}`,
    `terms ${termsId}`,
    `head ${head.seq} ${head.hash}`,
    `tapped ${tappedAt}`,
    `uncertainty ${uncertaintyMs}`,
    `starts ${intent.startsAt}`,
    `device ${device.keyId}`,
  ].join('\n')
}

async function newestRecord(): Promise<number> {
  const [row] = await its.owner.query<{ at: number }>(
    `select max(t.time_ms)::float8 as at from ticks t join products p on p.id = t.product_id
      where p.symbol = $1`,
    [SYMBOL],
  )
  return row?.at ?? 0
}
async function waiting(): Promise<number> {
  const [row] = await its.owner.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'",
  )
  return row?.n ?? 0
}

/** Lets time pass until the log has a record from this moment or later. */
async function logReaches(moment: number): Promise<void> {
  while ((await newestRecord()) < moment) {
    await clock.advance(500)
    await pause(5)
  }
}

/** Sends an order to a database that commits only after `meanwhile`. */
async function sendSlowly<T>(
  sending: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const answer = await its.owner.transaction(async (tx) => {
    await tx.query('select 1 from accounts order by id desc limit 5 for update')
    const sent = sending()
    while ((await waiting()) === 0) await pause(5)
    await meanwhile()
    return { sent }
  })
  return answer.sent
}

it('undoes an order whose commit ends after its start, with a refusal, and refuses its retry', async () => {
  const before = await available()
  const intent = await intentOf({ leadMs: 300 })
  const signed = device.signOrder(intent)
  const late = await sendSlowly(
    () => send(intent, signed),
    () => logReaches(intent.startsAt),
  )
  expect(codeOf(late)).toBe('order_undone')
  expect(problem.parse(late.body).refusal?.text).toContain('reason too_late')
  const { orders } = await visitor.read(listOrders.reply, '/api/orders')
  expect(orders).toMatchObject([{ status: 'void', voidReason: 'too_late', profitAndLoss: 0n }])
  expect(await available()).toMatchObject({ available: Object(before).available })
  expect(codeOf(await send(intent, signed))).toBe('order_undone')
  await playTime(clock, DURATION_MS + 5_000)
  expect(await its.db.query('select * from ledger_faults')).toEqual([])
})

it('answers a retry of an order that is about to be undone with the refusal, and never with the purchase', async () => {
  const intent = await intentOf({ leadMs: 300 })
  const signed = device.signOrder(intent)
  const retries: ReturnType<typeof send>[] = []
  const first = await sendSlowly(
    () => send(intent, signed),
    async () => {
      for (let n = 0; n < 5; n++) retries.push(send(intent, signed))
      // Time for those that do not wait for the first one.
      await pause(200)
      await logReaches(intent.startsAt)
    },
  )
  const codes = [first, ...(await Promise.all(retries))].map(codeOf)
  expect(new Set(codes)).toEqual(new Set(['order_undone']))
})

it('undoes an order whose commit ends when its result could be known', async () => {
  const intent = await intentOf({ leadMs: 300 })
  const late = await sendSlowly(
    () => send(intent),
    () => logReaches(intent.startsAt + DURATION_MS + 5_000),
  )
  expect(codeOf(late)).toBe('order_undone')
  const { orders } = await visitor.read(listOrders.reply, '/api/orders')
  expect(orders).toMatchObject([{ status: 'void', voidReason: 'too_late' }])
  expect(await its.db.query('select * from ledger_faults')).toEqual([])
})

it.each(['signed', 'unsigned'])(
  'refuses for ever a %s order whose turn comes when a price from after its start is known',
  async (how) => {
    const before = await available()
    const intent = await intentOf()
    const signed = how === 'signed' ? device.signOrder(intent) : null
    const answer = await its.owner.transaction(async (tx) => {
      await tx.query('select 1 from user_mutex order by user_id desc limit 1 for update')
      const sent = send(intent, signed)
      while ((await waiting()) === 0) await pause(5)
      await clock.advance(3_000)
      while ((await newestRecord()) < intent.startsAt) await pause(5)
      return { sent }
    })
    const refused = problem.parse((await answer.sent).body)
    expect(refused).toMatchObject({ code: 'too_late', refusal: { text: expect.any(String) } })
    expect(await available()).toEqual(before)
    for (const again of [signed, null, device.signOrder(intent)]) {
      expect(codeOf(await send(intent, again))).toBe('too_late')
    }
    expect((await visitor.read(listOrders.reply, '/api/orders')).orders).toEqual([])
    expect(await its.db.query('select * from ledger_faults')).toEqual([])
  },
)

it('lists refused orders with how they would have ended', async () => {
  const intent = await intentOf({ leadMs: 300 })
  const signed = device.signOrder(intent)
  await playTime(clock, 400)
  await send(intent, signed)
  const list = (query = '') => visitor.read(listRefusals.reply, `/api/orders/refusals${query}`)
  expect((await list()).refusals).toMatchObject([{ reason: 'too_late', outcome: null }])
  await playTime(clock, DURATION_MS + 25_000)
  const { refusals } = await list()
  expect(refusals).toHaveLength(1)
  expect(['won', 'lost', 'draw']).toContain(refusals[0]?.outcome)
  expect(refusals[0]?.intent).toBe(intentOfText(intent))
  expect((await list(`?before=${2n ** 63n}`)).refusals).toEqual(refusals)
})

describe('keys of devices', () => {
  it('are chained in public without their user, and registered once', async () => {
    const again = registerDeviceKey.reply.parse((await register(visitor, device)).body)
    const { keys } = await visitor.read(listDeviceKeys.reply, '/api/device-keys')
    expect(keys).toMatchObject([{ keyId: device.keyId, current: true, seq: again.seq }])
    const { records } = await visitor.read(listChain.reply, '/api/chains/devices')
    expect(findRecordFault('devices', records, { sha256 })).toBeNull()
    expect(records.at(-1)?.text).toBe(`key ${device.keyId} ${device.publicKey}`)
  })
  it('belong to one user, and are of the one kind and spelling', async () => {
    const other = await its.registerUser()
    expect(codeOf(await register(other.visitor, device))).toBe('device_key_refused')
    const garbage = `${'A'.repeat(122)}==`
    const hybrid = Buffer.from(signingDevice().publicKey, 'base64')
    hybrid[POINT_AT] = 6 + ((hybrid.at(-1) ?? 0) % 2)
    for (const publicKey of [garbage, hybrid.toString('base64')]) {
      const answer = await visitor.post('/api/device-keys', { publicKey })
      expect(codeOf(answer)).toBe('device_key_refused')
    }
  })
  it('are limited per day', async () => {
    for (let i = 1; i < 20; i++) expect((await register(visitor, signingDevice())).status).toBe(200)
    expect(codeOf(await register(visitor, signingDevice()))).toBe('too_many_device_keys')
  })
})
