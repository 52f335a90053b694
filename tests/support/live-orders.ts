/** Orders on live products, which take only those that a device signed. */
import { randomUUID } from 'node:crypto'
import { listTicks } from '#contract/endpoints/history.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { timeMs } from '#contract/scalars.ts'
import { parseAmount } from '#rules/amounts.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { TestServer } from '#support/server.ts'
import type { SigningDevice } from '#support/signing-device.ts'
import { until } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'

const STAKE = '10.00'

/** A user with practice money, whose device signs. */
export async function liveTrader(server: TestServer, device: SigningDevice): Promise<Visitor> {
  const { visitor } = await server.registerUser()
  await visitor.command('/api/practice-money', {})
  await visitor.post('/api/device-keys', { publicKey: device.publicKey })
  return visitor
}

interface LiveOrder {
  clock: MarketClock
  /** Registered to the user. Null for an order without a signature. */
  device: SigningDevice | null
  symbol: string
  /** From now to the start, ms. */
  startsInMs?: number
  /** How long before now the device says that it was tapped, ms. */
  tappedBeforeMs?: number
  direction?: 'up' | 'down'
  /** How old the newest record may be that the device has seen, ms. */
  seenMs?: number
}

/** Places an order of 30 s. */
export async function placeLive(visitor: Visitor, options: LiveOrder) {
  const { clock, device, symbol, startsInMs = 2_500, tappedBeforeMs = 0 } = options
  const { direction = 'up', seenMs = 3_000 } = options
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId
  if (termsId === undefined) throw new Error('the product is not offered')
  const order = { symbol, direction, durationMs: 30_000, termsId }
  const key = randomUUID()
  if (device === null) return visitor.command('/api/orders', { ...order, stake: STAKE }, key)
  const { tappedAt, seen } = await until('a record that was seen', async () => {
    const at = timeMs.parse(clock.now() - tappedBeforeMs)
    const from = `/api/ticks/${symbol}?fromMs=${at - seenMs}`
    const { records } = await visitor.read(listTicks.reply, from)
    const last = records.findLast((record) => record.timeMs <= at)
    return last && { tappedAt: at, seen: last }
  })
  const signed = device.signOrder({
    ...order,
    key,
    stake: parseAmount(STAKE) ?? 0n,
    head: { seq: seen.seq, hash: seen.hash },
    tappedAt,
    uncertaintyMs: 20,
    startsAt: timeMs.parse(clock.now() + startsInMs),
  })
  return visitor.command('/api/orders', { ...order, stake: STAKE, signed }, key)
}
