/** Calls everything that makes a server work, from a process of its own, at the pace of many impatient users. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { startBurden } from '#support/order-flood.ts'
import { makePhoto } from '#support/photos.ts'
import { pause } from '#support/until.ts'

const HERE = fileURLToPath(import.meta.url)
/** Requests of one user at a time. */
const AT_ONCE = 2
const PAUSE_MS = 100
const SOCKETS = 400
/** Large for a phone's picture. */
const PHOTO = { width: 3_000, height: 2_000 }

/** What an endpoint must be asked. */
const QUERIES: Record<string, string> = {
  listCandles: '?interval=1m&limit=1000',
  getSupportTranscript: '?language=en',
}

const loadPlan = z.object({
  url: z.string(),
  symbol: z.string(),
  /** Each has an order and a session. */
  callers: z.array(z.object({ cookie: z.string(), address: z.string(), orderId: z.string() })),
})
export type LoadPlan = z.infer<typeof loadPlan>
type Caller = LoadPlan['callers'][number]
/** How often each answer came, by endpoint and status. */
const answers = z.record(z.string(), z.int())
export type LoadAnswers = z.infer<typeof answers>

export interface CostlyLoad {
  start(): void
  /** Resolves when the last request was answered. */
  stop(): Promise<LoadAnswers>
}

export async function openCostlyLoad(plan: LoadPlan): Promise<CostlyLoad> {
  const child = await startBurden(HERE, '--load', plan)
  return {
    start: () => void child.send('start'),
    stop: async () => {
      const told = once(child, 'message')
      child.send('stop')
      const [counts]: unknown[] = await told
      return answers.parse(counts)
    },
  }
}

interface Call {
  name: string
  method: string
  path: string
  body?: Buffer
  type?: string
}

/** Everything that can be read, with this user's own things where there are any. */
function readsOf({ symbol }: LoadPlan, { orderId }: Caller): Call[] {
  const known: Record<string, string> = {
    id: orderId,
    symbol,
    chain: 'devices',
    number: '1',
    name: 'order',
    key: randomUUID(),
    code: 'a'.repeat(26),
  }
  const fill = (path: string): string =>
    path.replaceAll(/:(\w+)/g, (field: string) => {
      const value = known[field.slice(1)]
      if (value === undefined) throw new Error(`${path}: nothing is known of ${field}`)
      return value
    })
  const rows = Object.values(ENDPOINTS).flatMap((area): [string, Endpoint][] =>
    Object.entries(area),
  )
  const read = rows
    .filter(([, { method, access }]) => method === 'GET' && access !== 'operator')
    .map(([name, { path }]) => ({ name, method: 'GET', path: fill(path) + (QUERIES[name] ?? '') }))
  return [...read, { name: 'history', method: 'GET', path: `/ticks/${symbol}.ndjson?afterSeq=0` }]
}

/** Passwords, pictures and new guests: what takes a processor's time. */
function workOf(photo: Buffer): Call[] {
  const json = (name: string, path: string, body: object): Call => {
    const text = Buffer.from(JSON.stringify(body))
    return { name, method: 'POST', path, body: text, type: 'application/json' }
  }
  const account = `u${randomUUID().slice(0, 8)}`
  return [
    json('logIn', '/session', { account, password: 'wrong-password-1' }),
    json('openGuest', '/guest', { key: randomUUID() }),
    {
      name: 'uploadPhoto',
      method: 'POST',
      path: '/photos?purpose=id_front',
      body: photo,
      type: 'image/jpeg',
    },
  ]
}

class Load {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  readonly #plan: LoadPlan
  readonly #photo: Buffer
  readonly counts: LoadAnswers = {}
  hasEnded = false

  constructor(plan: LoadPlan, photo: Buffer) {
    this.#plan = plan
    this.#photo = photo
  }

  #send({ method, path, body, type }: Call, { cookie, address }: Caller): Promise<string> {
    const { hostname, port, origin } = new URL(this.#plan.url)
    const sent = type !== undefined && { 'content-type': type, origin }
    const headers = { cookie, 'x-forwarded-for': address, ...sent }
    const options = { agent: this.#agent, hostname, port, path: `/api${path}`, method, headers }
    return new Promise((resolve) => {
      const asking = request(options, (answer) => {
        answer.once('end', () => resolve(`${answer.statusCode}`)).resume()
      })
      asking.once('error', () => resolve('cut'))
      asking.end(body)
    })
  }

  /** One call after the other, until the end. */
  async call(caller: Caller, first: number): Promise<void> {
    const reads = readsOf(this.#plan, caller)
    for (let n = first; !this.hasEnded; n++) {
      const work = workOf(this.#photo)
      const all = [...reads, ...work]
      // Every other call is work.
      const call = n % 2 === 0 ? work[(n / 2) % work.length] : all[((n - 1) / 2) % all.length]
      if (call === undefined) return
      const told = `${call.name} ${await this.#send(call, caller)}`
      this.counts[told] = (this.counts[told] ?? 0) + 1
      await pause(PAUSE_MS)
    }
  }

  run(): Promise<unknown> {
    const { callers } = this.#plan
    const loops = callers.flatMap((caller, n) =>
      Array.from({ length: AT_ONCE }, (_, k) => this.call(caller, 7 * n + 31 * k)),
    )
    return Promise.all(loops)
  }
}

if (process.argv[1] === HERE && process.argv[2] === '--load') {
  const load = new Load(loadPlan.parse(JSON.parse(process.argv[3] ?? '')), await makePhoto(PHOTO))
  process.send?.('ready')
  await once(process, 'message')
  const running = load.run()
  await once(process, 'message')
  load.hasEnded = true
  await running
  process.send?.(load.counts, () => process.exit(0))
}
