/** Clients that place orders and keep a fsynced list of what the server acknowledged, whatever happens to it. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Product } from '#contract/product.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'

const TIMEOUT_MS = 10_000
const RETRY_MS = 100

export interface Acknowledged {
  key: string
  userId: string
  /** The order's id; null: refused for good. */
  orderId: string | null
}
const line = z.object({ key: z.string(), userId: z.string(), orderId: z.string().nullable() })

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
  onAnswer: (what: 'placed' | 'refused' | 'lost') => void
}

type Answer = { orderId: string } | { refused: string } | 'lost'

async function post(plan: ClientPlan, key: string, body: string): Promise<Answer> {
  try {
    const answer = await fetch(`${plan.url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: plan.cookie, 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const json: unknown = await answer.json()
    if (answer.ok) return { orderId: placeOrder.reply.parse(json).order.id }
    // A server that is ill or going down decides nothing: ask again.
    return answer.status >= 500 ? 'lost' : { refused: problem.parse(json).code }
  } catch {
    return 'lost'
  }
}

/** One intent after the other, each with one key until its final answer; returns once `stopped` and answered. */
export async function runClient(plan: ClientPlan, stopped: () => boolean): Promise<void> {
  const pick = choicesOf(plan.seed)
  for (let n = 0; !stopped(); n++) {
    const product = plan.products[pick(plan.products.length)]
    if (product === undefined) throw new Error('no product is open')
    const key = `kill-${plan.seed}-${n}`.padEnd(16, '-')
    const body = JSON.stringify({
      symbol: product.symbol,
      direction: pick(2) === 0 ? 'up' : 'down',
      stake: '1.00',
      durationMs: product.terms.durations[0]?.durationMs,
      termsId: product.terms.termsId,
    })
    let answer = await post(plan, key, body)
    for (; answer === 'lost'; answer = await post(plan, key, body)) {
      plan.onAnswer('lost')
      await pause(RETRY_MS)
    }
    const orderId = 'orderId' in answer ? answer.orderId : null
    plan.acks.add({ key, userId: plan.userId.toString(), orderId })
    plan.onAnswer(orderId === null ? 'refused' : 'placed')
    await pause(plan.pauseMs / 2 + pick(plan.pauseMs))
  }
}
