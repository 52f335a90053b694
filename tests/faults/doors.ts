/** Guessing, floods, slow readers and odd requests, while an honest user trades: no one honest may notice. */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listProducts } from '#contract/endpoints/market.ts'
import { PlantedCopy, ROOT } from '#support/planted-copy.ts'
import { type AttackCounts, attackCounts } from '#support/attackers.ts'
import { openPage } from '#support/socket-page.ts'
import { replayOf, type ServerProcess, startServer } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'
import type { FaultContext } from './runner.ts'

const ATTACKERS = fileURLToPath(new URL('../support/attackers.ts', import.meta.url))
const SECONDS = { short: 10, ci: 40, full: 300 } as const
const QUIET_SECONDS = { short: 8, ci: 20, full: 60 } as const
const CONTROL_SECONDS = 6
/** Within the rate limits of each path. */
const READ_EVERY_MS = 200
const ORDER_EVERY_MS = 3_000
/** No one notices less; below it, twice the quiet time would be the noise of the machine. */
const UNNOTICED_MS = 100
const QUOTE_GAP_MAX_MS = 3_000
/** Of everything at once; those who open sockets and do not read have a bound of their own. */
const MEMORY_RISE_MAX_MB = 300
/** One account's bucket for strangers, with what drains from it meanwhile. */
const JUDGED_MAX = 25
const DESK_JUDGED_MAX = 45
const ALL_PUBLIC = ['/api/products', '/api/app-info', '/healthz', '/']
const ALL_OWN = ['/api/balance', '/api/orders', '/api/me', '/api/deposits', '/api/withdrawals']
/** On other machines the attackers would not take the server's time. */
const LOWEST_PRIORITY = 19
/** The cap that the copy lacks. */
const UNCAPPED = {
  id: 'uncapped',
  area: 'access',
  loses: 'a cap',
  file: 'server/identity/login-buckets.ts',
  find: '{ name: `login strangers ${owner}`, capacity: 20, drainMs: 5 * MINUTE_MS },',
  replace: '',
} as const

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

function memoryMb({ pid }: ServerProcess): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

class Honest {
  readonly visitor: Visitor
  readonly #paths: readonly string[]
  readonly #from: string
  tookMs: number[] = []
  failures: string[] = []

  constructor(url: string, paths: readonly string[], from: string) {
    this.visitor = new Visitor(url)
    this.#paths = paths
    this.#from = from
  }

  async #timed(work: () => ReturnType<Visitor['ask']>): Promise<void> {
    const began = performance.now()
    const { status, text } = await work()
    this.tookMs.push(performance.now() - began)
    if (status !== 200) this.failures.push(`${status} ${text.slice(0, 120)}`)
  }

  /** Reads, and orders every few seconds where `order` says how. */
  async live(seconds: number, order?: () => object): Promise<number[]> {
    this.tookMs = []
    const headers = { 'x-forwarded-for': this.#from }
    const end = performance.now() + seconds * 1_000
    let ordered = performance.now()
    for (let n = 0; performance.now() < end; n++) {
      const path = this.#paths[n % this.#paths.length] ?? '/'
      await this.#timed(() => this.visitor.ask('GET', path, { headers }))
      if (order !== undefined && performance.now() - ordered > ORDER_EVERY_MS) {
        ordered = performance.now()
        const key = { ...headers, 'idempotency-key': randomUUID() }
        await this.#timed(() =>
          this.visitor.ask('POST', '/api/orders', { body: order(), headers: key }),
        )
      }
      await pause(READ_EVERY_MS)
    }
    return this.tookMs
  }
}

async function attacked<T>(
  { url, account }: ServerProcess,
  work: () => Promise<T>,
): Promise<[T, AttackCounts]> {
  const child = fork(ATTACKERS, [url, account])
  // From its first moment: even its start would take the server's time.
  if (child.pid !== undefined) setPriority(child.pid, LOWEST_PRIORITY)
  const told = once(child, 'message')
  try {
    const result = await work()
    child.send('stop')
    const [counts]: unknown[] = await told
    return [result, attackCounts.parse(counts)]
  } finally {
    child.kill()
  }
}

async function withServer<T>(
  root: string,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-doors-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const env = { ...replayOf(folder), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }
  const server = await startServer(join(folder, 'data'), env, join(root, 'server', 'main.ts'))
  try {
    return await work(server)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function besiege(context: FaultContext, server: ServerProcess): Promise<void> {
  const { check, count, log, scale } = context
  const { url, account, password } = server
  const user = new Honest(url, ALL_OWN, '198.51.100.1')
  const bystander = new Honest(url, ALL_PUBLIC, '198.51.100.2')
  const { visitor } = user
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const logIn = () =>
    visitor.ask('POST', '/api/session', { body: { account, password, proof: null }, headers })
  check((await logIn()).status === 200, 'the honest user could not log in')
  await visitor.command('/api/practice-money', {})
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const termsId = products.find(({ symbol }) => symbol === 'BTCUSDT')?.terms.termsId
  const order = () => ({
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '10.00',
    durationMs: 30_000,
    termsId,
  })
  const page = await openPage(url, { cookie: visitor.cookieHeader, origin: url })
  await Promise.all(['quotes', 'balance'].map((topic) => page.subscribe(topic)))
  const live = (seconds: number) =>
    Promise.all([user.live(seconds, order), bystander.live(seconds)])

  await live(2)
  const quiet = await live(QUIET_SECONDS[scale])
  const before = memoryMb(server)
  let gapMs = 0
  let lastAt = performance.now()
  page.socket.onAny(() => {
    gapMs = Math.max(gapMs, performance.now() - lastAt)
    lastAt = performance.now()
  })
  const [during, counts] = await attacked(server, () => live(SECONDS[scale]))
  const after = memoryMb(server)

  for (const [nth, who] of (['user', 'bystander'] as const).entries()) {
    const [quietMs, duringMs] = [p99(quiet[nth] ?? []), p99(during[nth] ?? [])]
    const text = `${who}: p99 ${quietMs.toFixed(1)} ms in quiet, ${duringMs.toFixed(1)} ms under attack`
    log(`${text} (${during[nth]?.length} requests)`)
    check(duringMs <= Math.max(2 * quietMs, UNNOTICED_MS), text)
  }
  log(
    `memory ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB; longest quote gap ${gapMs.toFixed(0)} ms`,
  )
  for (const [attack, statuses] of Object.entries(counts))
    log(`${attack}: ${JSON.stringify(statuses)}`)
  const failures = [...user.failures, ...bystander.failures]
  check(failures.length === 0, `honest requests failed: ${failures.slice(0, 3).join('; ')}`)
  check(page.socket.connected, 'the honest user’s socket was cut')
  check(gapMs < QUOTE_GAP_MAX_MS, `no quote for ${gapMs.toFixed(0)} ms`)
  check(after - before < MEMORY_RISE_MAX_MB, `memory rose by ${(after - before).toFixed(0)} MB`)
  const judged = counts['guess /api/session']?.['401'] ?? 0
  check(judged <= JUDGED_MAX, `${judged} guesses of one password were judged`)
  const desk = counts['guess /api/desk/session']?.['401'] ?? 0
  check(desk <= DESK_JUDGED_MAX, `${desk} guesses of an operator's password were judged`)
  const broken = Object.values(counts).reduce((sum, statuses) => sum + (statuses['500'] ?? 0), 0)
  check(broken === 0, `${broken} attacks broke something`)
  const kinds = Object.keys(counts).length
  check(kinds === 7, `only ${kinds} kinds of attack got through to the server`)
  count(
    'attacks',
    Object.values(counts)
      .flatMap((one) => Object.values(one))
      .reduce((a, b) => a + b, 0),
  )
  page.close()
  await until('the owner to come in again', async () => (await logIn()).status === 200, 15_000)
}

async function judgedOf(server: ServerProcess): Promise<number> {
  const { url, account, password } = server
  const known = new Visitor(url)
  await known.ask('POST', '/api/session', { body: { account, password, proof: null } })
  const [, counts] = await attacked(server, () => pause(CONTROL_SECONDS * 1_000))
  return counts['guess /api/session']?.['401'] ?? 0
}

export async function run(context: FaultContext): Promise<void> {
  await withServer(ROOT, (server) => besiege(context, server))
  const copy = new PlantedCopy()
  try {
    const judged = await copy.planted([UNCAPPED], () => withServer(copy.folder, judgedOf))
    context.check(judged > JUDGED_MAX, `the copy without a cap judged ${judged} guesses only`)
    context.count('guesses judged by the copy without a cap', judged)
  } finally {
    copy.remove()
  }
}
