/** Floods a server with orders that no one can pay for, from a process of its own. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listTicks } from '#contract/endpoints/history.ts'
import { symbol as symbolOf, timeMs } from '#contract/scalars.ts'
import { LEAD_MAX_MS, UNCERTAINTY_MAX_MS } from '#contract/signed-order.ts'
import type { SignedIntent } from '#rules/signed-order.ts'
import { type SigningDevice, signingDevice } from '#support/signing-device.ts'
import { pause } from '#support/until.ts'

const HERE = fileURLToPath(import.meta.url)
const SOCKETS = 600
const HEAD_EVERY_MS = 500
const STAKE = '50.00'
const CENTS = 5_000n
const DURATION_MS = 30_000
/** On other machines they would not take the server's time. */
const LOWEST_PRIORITY = 19

const floodPlan = z.object({
  url: z.string(),
  symbol: z.string(),
  termsId: z.string(),
  callers: z.array(z.object({ cookie: z.string(), address: z.string() })),
  orders: z.int(),
  /** The orders are spread evenly over this time. 0: all at once. */
  seconds: z.number(),
})
export type FloodPlan = z.infer<typeof floodPlan>
/** How often each answer came: an error code, `200`, or `cut` where the connection was closed. */
const answers = z.record(z.string(), z.int())
export type FloodAnswers = z.infer<typeof answers>

export interface Flood {
  /** Sends all orders. Resolves when each was answered. */
  send(): Promise<FloodAnswers>
}

/** Starts a process of those who burden a server, and waits for its first word. */
export async function startBurden(
  file: string,
  flag: string,
  plan: unknown,
): Promise<ChildProcess> {
  const child = fork(file, [flag, JSON.stringify(plan)])
  if (child.pid !== undefined) setPriority(child.pid, LOWEST_PRIORITY)
  await once(child, 'message')
  return child
}

/** Starts the process. Every second caller signs its orders, and has registered its key when this resolves. */
export async function openFlood(plan: FloodPlan): Promise<Flood> {
  const child = await startBurden(HERE, '--flood', plan)
  return {
    send: async () => {
      const told = once(child, 'message')
      child.send('go')
      const [counts]: unknown[] = await told
      return answers.parse(counts)
    },
  }
}

interface Caller {
  cookie: string
  address: string
  device: SigningDevice | null
}

class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  readonly #plan: FloodPlan
  readonly counts: FloodAnswers = {}
  head: SignedIntent['head'] = { seq: 1, hash: '' }

  constructor(plan: FloodPlan) {
    this.#plan = plan
  }

  #post(path: string, body: object, { cookie, address }: Caller): Promise<string> {
    const { hostname, port } = new URL(this.#plan.url)
    const headers = {
      cookie,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...('key' in body && typeof body.key === 'string' && { 'idempotency-key': body.key }),
    }
    const { key: _, ...sent } = { key: '', ...body }
    const options = { agent: this.#agent, hostname, port, path, method: 'POST', headers }
    return new Promise((resolve) => {
      const asking = request(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        answer.once('end', () => {
          const [, code] = /"code":"(\w+)"/.exec(text) ?? []
          resolve(code ?? `${answer.statusCode}`)
        })
      })
      asking.once('error', () => resolve('cut'))
      asking.end(JSON.stringify(sent))
    })
  }

  register(caller: Caller): Promise<string> {
    return this.#post('/api/device-keys', { publicKey: caller.device?.publicKey }, caller)
  }

  async readHead(): Promise<void> {
    const { url, symbol } = this.#plan
    const path = `${url}/api/ticks/${symbol}?fromMs=${Date.now() - 3_000}`
    const answer = await fetch(path).catch(() => null)
    if (answer?.status !== 200) return
    const newest = listTicks.reply.parse(await answer.json()).records.at(-1)
    if (newest !== undefined) this.head = { seq: newest.seq, hash: newest.hash }
  }

  async order(caller: Caller): Promise<void> {
    const { symbol, termsId } = this.#plan
    const key = randomUUID()
    const wish = {
      symbol: symbolOf.parse(symbol),
      direction: 'up',
      durationMs: DURATION_MS,
    } as const
    const tappedAt = timeMs.parse(Date.now())
    const startsAt = timeMs.parse(tappedAt + LEAD_MAX_MS)
    const moment = { head: this.head, tappedAt, uncertaintyMs: UNCERTAINTY_MAX_MS, startsAt }
    const signed = caller.device?.signOrder({ ...wish, ...moment, termsId, key, stake: CENTS })
    const body = { ...wish, termsId, stake: STAKE, key, ...(signed && { signed }) }
    const code = await this.#post('/api/orders', body, caller)
    this.counts[code] = (this.counts[code] ?? 0) + 1
  }
}

async function serve(plan: FloodPlan): Promise<void> {
  const sender = new Sender(plan)
  const callers = plan.callers.map((each, n) => ({
    ...each,
    device: n % 2 === 0 ? null : signingDevice(),
  }))
  for (const caller of callers) if (caller.device !== null) await sender.register(caller)
  await sender.readHead()
  process.send?.('ready')
  await once(process, 'message')
  const watching = setInterval(() => void sender.readHead(), HEAD_EVERY_MS)
  await sender.readHead()
  const began = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < plan.orders) {
    const share = plan.seconds === 0 ? 1 : (performance.now() - began) / (plan.seconds * 1_000)
    while (sent.length < Math.min(plan.orders, Math.ceil(share * plan.orders))) {
      const caller = callers[sent.length % callers.length]
      if (caller !== undefined) sent.push(sender.order(caller))
    }
    await pause(5)
  }
  await Promise.all(sent)
  clearInterval(watching)
  process.send?.(sender.counts, () => process.exit(0))
}
if (process.argv[1] === HERE && process.argv[2] === '--flood') {
  await serve(floodPlan.parse(JSON.parse(process.argv[3] ?? '')))
}
