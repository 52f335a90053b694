/** An order that a device signed and that the server refused, as a user finds it in the list of refused orders. */
import { randomUUID } from 'node:crypto'
import { listTicks } from '#contract/endpoints/history.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { symbol as symbolOf, timeMs } from '#contract/scalars.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Caller } from './ready-user.ts'

const SYMBOL = symbolOf.parse('BTCUSDT')
const DURATION_MS = 30_000
const LEAD_MS = 2_000

/** Sends an order a second after the start that its device had signed. `now` is the server's time. */
export async function refuseOrder(caller: Caller, now: number): Promise<void> {
  const device = signingDevice()
  await caller.post('/device-keys', { publicKey: device.publicKey })
  const { products } = listProducts.reply.parse(await caller.get('/products'))
  const product = products.find(({ symbol }) => symbol === SYMBOL)
  const startsAt = now - 1_000
  const tappedAt = startsAt - LEAD_MS
  const page = await caller.get(`/ticks/${SYMBOL}?fromMs=${tappedAt - 1_000}&limit=1`)
  const [head] = listTicks.reply.parse(page).records
  if (product === undefined || head === undefined) throw new Error(`${SYMBOL} has no price`)
  const key = randomUUID()
  const { termsId } = product.terms
  const wish = { symbol: SYMBOL, direction: 'up', durationMs: DURATION_MS, termsId } as const
  const signed = device.signOrder({
    ...wish,
    key,
    stake: 2_500n,
    head: { seq: head.seq, hash: head.hash },
    tappedAt: timeMs.parse(tappedAt),
    uncertaintyMs: 20,
    startsAt: timeMs.parse(startsAt),
  })
  const refusal = await caller.post('/orders', { ...wish, stake: '25.00', signed }, key).then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
  if (!refusal.includes('too_late')) throw new Error(`expected too_late: ${refusal}`)
}
