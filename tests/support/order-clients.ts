/** Clients that trade, deposit, withdraw and use the fund, and keep a fsynced list of what was acknowledged to them. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import type { Product } from '#contract/product.ts'
import { dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'

const TIMEOUT_MS = 10_000
const RETRY_MS = 400
export const TRADING_PASSWORD = 'another-mule-8-stapler'

const KINDS = [
  'order',
  'deposit',
  'withdrawal',
  'withdrawal_cancel',
  'transfer',
  'transfer_cancel',
  'redemption',
  'redemption_cancel',
] as const
const line = z.object({
  kind: z.enum(KINDS),
  key: z.string(),
  userId: z.string(),
  /** What was made, or cancelled; null: refused for good, or undone. */
  id: z.string().nullable(),
  /** The order was stored after its start, and its stake was given back. */
  undone: z.boolean(),
})
export type Acknowledged = z.infer<typeof line>

export interface AckList {
  add(entry: Acknowledged): void
  /** As the file has it. */
  read(): Acknowledged[]
  close(): void
}
export function ackList(file: string): AckList {
  const handle = openSync(file, 'a')
  return {
    add: (entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      fsyncSync(handle)
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((text) => line.parse(JSON.parse(text))),
    close: () => closeSync(handle),
  }
}

export interface ClientPlan {
  url: string
  userId: bigint
  cookie: string
  products: readonly Product[]
  acks: AckList
  seed: number
  pauseMs: number
  onAnswer: (what: string) => void
}

/** One thing that the user wants, with one key until its final answer. */
interface Intent {
  kind: Acknowledged['kind']
  path: string
  body: object
  /** Of a cancellation: what it cancels. */
  id?: string
}
const made = z.object({ id: z.string() })
const reply = z.union([
  z.object({ order: made }).transform((body) => body.order.id),
  z.object({ deposit: made }).transform((body) => body.deposit.id),
  z.object({ withdrawal: made }).transform((body) => body.withdrawal.id),
  z.object({ lot: made }).transform((body) => body.lot.id),
  z.object({ redemption: made }).transform((body) => body.redemption.id),
])
type Answer = { id: string } | { refused: string } | 'lost'

async function post(plan: ClientPlan, key: string, intent: Intent): Promise<Answer> {
  try {
    const answer = await fetch(`${plan.url}/api${intent.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: plan.cookie, 'idempotency-key': key },
      body: JSON.stringify(intent.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const json: unknown = await answer.json()
    if (answer.ok) return { id: reply.parse(json) }
    // A server that is ill, going down or too busy decides nothing: ask again.
    const undecided = answer.status >= 500 || answer.status === 429
    return undecided ? 'lost' : { refused: problem.parse(json).code }
  } catch {
    return 'lost'
  }
}

type Pick = (n: number) => number

function orderOf({ products }: ClientPlan, pick: Pick): Intent {
  const product = products[pick(products.length)]
  if (product === undefined) throw new Error('no product is open')
  const body = {
    symbol: product.symbol,
    direction: pick(2) === 0 ? 'up' : 'down',
    stake: '1.00',
    durationMs: product.terms.durations[0]?.durationMs,
    termsId: product.terms.termsId,
  }
  return { kind: 'order', path: '/orders', body }
}

/** Cents that the practice reviewer rejects, sends back, and approves. */
const CENTS = ['13', '31', '00', '00'] as const

/** In and out, so little that none asks for a password; what a day allows is soon used up. */
function fundIntent(pick: Pick): Intent {
  const now = Date.now()
  const { settleDay } = fundDates(now)
  const amount = `${1 + pick(20)}.${pick(10)}7`
  const which = pick(5)
  if (which > 1) {
    return {
      kind: 'transfer',
      path: '/fund/subscriptions',
      body: { amount, confirmDay: settleDay },
    }
  }
  const [speed, payDay] = which === 0 ? ['next_day', settleDay] : ['instant', dayOf(now)]
  const body = { amount, speed, payDay, tradingPassword: null }
  return { kind: 'redemption', path: '/fund/redemptions', body }
}

function nextIntent(plan: ClientPlan, pick: Pick): Intent {
  const cents = CENTS[pick(CENTS.length)] ?? '00'
  const which = pick(9)
  if (which === 8) return fundIntent(pick)
  if (which === 0) {
    const body = { method: 'bank_transfer', amount: `12.${cents}`, proof: null }
    return { kind: 'deposit', path: '/deposits', body }
  }
  if (which > 1) return orderOf(plan, pick)
  const confirmed = { tradingPassword: TRADING_PASSWORD, proof: null }
  const body = { amount: `25.${cents}`, fee: '2.00', ...confirmed }
  return { kind: 'withdrawal', path: '/withdrawals', body }
}

/** What can be cancelled, and where. */
const CANCELLED = {
  withdrawal: 'withdrawals',
  transfer: 'fund/subscriptions',
  redemption: 'fund/redemptions',
} as const
function cancelOf({ kind }: Intent, id: string): Intent | null {
  if (kind !== 'withdrawal' && kind !== 'transfer' && kind !== 'redemption') return null
  return { kind: `${kind}_cancel`, path: `/${CANCELLED[kind]}/${id}/cancel`, body: {} }
}

/** Asks until there is a final answer, and writes it down; gives the id of what was made. */
async function settleIntent(plan: ClientPlan, key: string, intent: Intent): Promise<string | null> {
  let answer = await post(plan, key, intent)
  for (; answer === 'lost'; answer = await post(plan, key, intent)) {
    plan.onAnswer('lost')
    await pause(RETRY_MS)
  }
  const id = 'id' in answer ? answer.id : null
  const undone = 'refused' in answer && answer.refused === 'order_undone'
  plan.acks.add({ kind: intent.kind, key, userId: plan.userId.toString(), id, undone })
  plan.onAnswer('refused' in answer ? `${intent.kind} ${answer.refused}` : intent.kind)
  return id
}

/** One intent after the other; returns once `stopped` and answered. */
export async function runClient(plan: ClientPlan, stopped: () => boolean): Promise<void> {
  const pick = choicesOf(plan.seed)
  for (let n = 0; !stopped(); n++) {
    const key = `kill-${plan.seed}-${n}`.padEnd(16, '-')
    const intent = nextIntent(plan, pick)
    const id = await settleIntent(plan, key, intent)
    const cancel = id === null ? null : cancelOf(intent, id)
    if (cancel !== null && pick(3) === 0) {
      await pause(pick(6_000))
      await settleIntent(plan, `${key}-cancel`, cancel)
    }
    await pause(plan.pauseMs / 2 + pick(plan.pauseMs))
  }
}
