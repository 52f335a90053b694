/** What users may ask of the server, drawn at random: orders in every form, money, limits, alerts, log-outs. */
import { z } from 'zod'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { LEAD_MAX_MS, LEAD_MIN_MS } from '#contract/signed-order.ts'
import { parseAmount } from '#rules/amounts.ts'
import { dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import type { FakeMarket } from '#support/fake-market.ts'
import type { Answered, Call } from '#support/legal-fates.ts'
import { TRADING_PASSWORD } from '#support/order-clients.ts'
import type { Pick } from '#support/settle-scenarios.ts'
import type { SigningDevice } from '#support/signing-device.ts'
import type { Visitor } from '#support/visitor.ts'

interface Wish {
  product: Product
  direction: 'up' | 'down'
  stake: string
  durationMs: number
}
interface SentOrder {
  key: string
  wish: Wish
  call: Call
}

export interface LegalUser {
  userId: bigint
  /** Null: a guest, who cannot log in again. */
  logIn: { account: string; password: string } | null
  visitor: Visitor
  device: SigningDevice
  orders: SentOrder[]
  /** Every command that was sent, to be repeated. */
  sent: Call[]
  /** What can be cancelled: a path and the name of its command. */
  documents: { path: string; name: string }[]
}

/** The moment of a call, and where its choices come from. */
export interface Moment {
  now: number
  market: FakeMarket
  pick: Pick
  newKey: () => string
}
type Draw = (user: LegalUser, moment: Moment) => Call | null

const oneOf = <T>(pick: Pick, values: readonly T[]): T => {
  const value = values[pick(values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

interface Wanted {
  path: string
  body: object
  name: string
  key: string
  label?: string
}
function command(user: LegalUser, { path, body, name, key, label = name }: Wanted): Call {
  const call: Call = {
    label,
    method: 'POST',
    path: `/api${path}`,
    body,
    command: { userId: user.userId, name, key },
  }
  user.sent.push(call)
  return call
}
/** A request without a key. */
const plain = (path: string, body: object, method: Call['method'] = 'POST'): Call => ({
  label: `${method} ${path}`,
  method,
  path: `/api${path}`,
  body,
  command: null,
})

const STAKES = ['1.00', '10.00', '10.00', '10.00', '250.00', '5000.00', '5000.01']
/** How long before it is sent an order was tapped: at once, on time, at the last moment, and too late. */
const TAPPED_BEFORE_MS = [0, 0, 0, 250, LEAD_MIN_MS - 1, LEAD_MIN_MS, 2_500]
const LEADS_MS = [LEAD_MIN_MS, LEAD_MIN_MS, 1_000, LEAD_MAX_MS]

function sign(
  { device }: LegalUser,
  { now, market, pick }: Moment,
  { key, wish }: { key: string; wish: Wish },
) {
  const { product, direction, stake, durationMs } = wish
  const { id, symbol, terms } = product
  const tappedAt = now - oneOf(pick, TAPPED_BEFORE_MS)
  const log = market.log(id)
  const head = log.findLast((record) => record.timeMs <= tappedAt) ?? log[0]
  if (head === undefined) throw new Error('the product has no price')
  return device.signOrder({
    key,
    symbol,
    direction,
    stake: parseAmount(stake) ?? 0n,
    durationMs,
    termsId: terms.termsId,
    head: { seq: head.seq, hash: head.hash },
    tappedAt: timeMs.parse(tappedAt),
    uncertaintyMs: 0,
    startsAt: timeMs.parse(tappedAt + oneOf(pick, LEADS_MS)),
  })
}

function orderCall(
  user: LegalUser,
  moment: Moment,
  { key, wish, isSigned }: { key: string; wish: Wish; isSigned: boolean },
): Call {
  const { product, direction, stake, durationMs } = wish
  const { symbol, terms } = product
  const signed = isSigned && { signed: sign(user, moment, { key, wish }) }
  const body = { symbol, direction, stake, durationMs, termsId: terms.termsId, ...signed }
  const label = `${isSigned ? 'signed' : 'unsigned'} order ${direction} ${stake}`
  const call = command(user, { path: '/orders', body, name: 'order', key, label })
  user.orders.push({ key, wish, call })
  return call
}

const newOrder: Draw = (user, moment) => {
  const { pick, market, newKey } = moment
  const wish: Wish = {
    product: oneOf(pick, market.products()),
    direction: oneOf(pick, ['up', 'down']),
    stake: oneOf(pick, STAKES),
    durationMs: oneOf(pick, [1_000, 1_000, 30_000]),
  }
  return orderCall(user, moment, { key: newKey(), wish, isSigned: pick(2) === 0 })
}

/** One of the newest, so that what it met is often still so. */
const earlierOrder = ({ orders }: LegalUser, pick: Pick): SentOrder | undefined =>
  orders.at(-1 - pick(3))

const isSigned = ({ call }: SentOrder): boolean => 'signed' in call.body

/** The same intent under the same key, with a signature instead of without one, or the other way round. */
const inOtherForm: Draw = (user, moment) => {
  const earlier = earlierOrder(user, moment.pick)
  if (earlier === undefined) return null
  return orderCall(user, moment, { ...earlier, isSigned: !isSigned(earlier) })
}
const withOtherBody: Draw = (user, moment) => {
  const earlier = earlierOrder(user, moment.pick)
  if (earlier === undefined) return null
  const wish = { ...earlier.wish, stake: oneOf(moment.pick, STAKES) }
  return orderCall(user, moment, { key: earlier.key, wish, isSigned: isSigned(earlier) })
}
const again: Draw = ({ sent }, { pick }) => sent.at(-1 - pick(6)) ?? null
const askFor: Draw = ({ sent }, { pick }) => {
  const { command: known, label } = sent.at(-1 - pick(6)) ?? {}
  if (known === undefined || known === null) return null
  const path = `/commands/${known.name}/${known.key}`
  return { ...plain(path, {}, 'GET'), label: `look up ${label}`, command: known }
}

const practice: Draw = (user, { newKey }) =>
  command(user, { path: '/practice-money', body: {}, name: 'practice_money', key: newKey() })

const fundIn: Draw = (user, { now, pick, newKey }) => {
  const amount = oneOf(pick, ['1.00', '900.00', '9000.00', '20000.00'])
  const body = { amount, confirmDay: fundDates(now).settleDay }
  return command(user, { path: '/fund/subscriptions', body, name: 'fund_subscribe', key: newKey() })
}
const fundOut: Draw = (user, { now, pick, newKey }) => {
  const [speed, payDay] = oneOf(pick, [
    ['instant', dayOf(now)],
    ['next_day', fundDates(now).settleDay],
  ] as const)
  const amount = oneOf(pick, ['0.01', '100.00', '900.00'])
  const body = { amount, speed, payDay, tradingPassword: null }
  return command(user, { path: '/fund/redemptions', body, name: 'fund_redeem', key: newKey() })
}
const withdraw: Draw = (user, { pick, newKey }) => {
  const amount = oneOf(pick, ['25.00', '4000.00'])
  const fee = amount === '25.00' ? '2.00' : oneOf(pick, ['2.00', '20.00'])
  const body = { amount, fee, tradingPassword: TRADING_PASSWORD, proof: null }
  return command(user, { path: '/withdrawals', body, name: 'withdrawal', key: newKey() })
}
const deposit: Draw = (user, { newKey }) => {
  const body = { method: 'bank_transfer', amount: '50.00', proof: null }
  return command(user, { path: '/deposits', body, name: 'deposit', key: newKey() })
}
const cancel: Draw = (user, { pick, newKey }) => {
  const document = user.documents.at(-1 - pick(3))
  return document === undefined ? null : command(user, { ...document, body: {}, key: newKey() })
}

const limit: Draw = (_, { pick }) =>
  plain(
    '/limits',
    oneOf(pick, [
      { kind: 'stake', value: '10.00' },
      { kind: 'stake', value: null },
      { kind: 'daily_loss', value: '500.00' },
      { kind: 'open_positions', value: 2 },
      { kind: 'open_positions', value: null },
    ]),
  )
const breakOff: Draw = () => plain('/limits/pause', { length: 'hours_24' })
const alert: Draw = (_, { pick, market }) => {
  const { id, symbol } = oneOf(pick, market.products())
  const price = (market.lastTick(id)?.price ?? 100) + oneOf(pick, [-3, -1, 1, 3])
  return plain('/alerts', { symbol, direction: oneOf(pick, ['at_or_above', 'at_or_below']), price })
}
const read: Draw = (_, { pick }) =>
  plain(oneOf(pick, ['/orders', '/orders/refusals', '/balance', '/device-keys']), {}, 'GET')
const logOut: Draw = ({ logIn }) => (logIn === null ? null : plain('/session', {}, 'DELETE'))

/** Each as often as its weight. */
const DRAWS: readonly [number, Draw][] = [
  [16, newOrder],
  [8, inOtherForm],
  [2, withOtherBody],
  [4, again],
  [2, askFor],
  [2, practice],
  [3, fundIn],
  [2, fundOut],
  [1, withdraw],
  [1, deposit],
  [2, cancel],
  [1, limit],
  [1, alert],
  [1, read],
  [1, logOut],
]
const WEIGHTED = DRAWS.flatMap(([weight, draw]) => Array.from({ length: weight }, () => draw))
/** Users who pause can no longer do much, so few do. */
const PAUSES_ONE_IN = 60

export function drawCall(user: LegalUser, moment: Moment): Call {
  const draw = moment.pick(PAUSES_ONE_IN) === 0 ? breakOff : oneOf(moment.pick, WEIGHTED)
  return draw(user, moment) ?? drawCall(user, moment)
}

const CANCELLED_BY: Record<string, string> = {
  deposit: 'deposit_cancel',
  withdrawal: 'withdrawal_cancel',
  fund_subscribe: 'fund_cancel',
  fund_redeem: 'fund_redeem_cancel',
}
const made = z.record(z.string(), z.object({ id: z.string() }))

/** Remembers what the answer made, so that it can be cancelled. */
export function learn(user: LegalUser, { call, answer }: Answered): void {
  const name = CANCELLED_BY[call.command?.name ?? '']
  if (name === undefined || call.method !== 'POST' || answer.status !== 200) return
  const [document] = Object.values(made.parse(answer.body))
  const path = `${call.path.replace('/api', '')}/${document?.id}/cancel`
  user.documents.push({ path, name })
}
