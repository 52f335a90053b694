/**
 * An older copy of the whole data folder, keys included, is put back while users trade. No number exists twice, no
 * request is carried out twice, every device is told, and a server that lost nothing raises no alarm.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import { HistoryDevice } from '#support/history-device.ts'
import { withRunning } from '#support/killable-server.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { HANG_MS, until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const ROUNDS = { short: 1, ci: 1, full: 20 }
const MAIN = fileURLToPath(new URL('../support/clocked-server.ts', import.meta.url))
const SYMBOL = 'BTCUSDT'
const ORDER_MS = 30_000
const ORDERS = 3

const orderReply = z.object({ order: z.object({ id: z.string() }) })

/** A request with its answer: the id of its order, or the code of its refusal. */
interface Sent {
  key: string
  answer: string
}

class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-rolled-back-'))
  readonly data = join(this.folder, 'data')
  readonly #copy = join(this.folder, 'copy')
  readonly server: ServerProcess
  readonly trader: Visitor
  #ahead = Date.now() - performance.now()
  #keys = 0
  #termsId = ''

  constructor(port: number) {
    chmodSync(this.folder, 0o755)
    this.server = new ServerProcess(this.data, port, { main: MAIN })
    this.trader = new Visitor(this.server.url)
  }

  get now(): number {
    return Math.round(performance.now() + this.#ahead)
  }
  newKey(): string {
    this.#keys += 1
    return `${this.now}-${String(this.#keys).padStart(16, '0')}`
  }
  launch(flags: readonly string[] = []): void {
    this.server.start(flags)
    this.server.tell(`to ${this.now}`)
  }
  async start(flags: readonly string[] = []): Promise<void> {
    this.launch(flags)
    await this.server.ready()
  }
  async play(ms: number): Promise<void> {
    const to = this.now + ms
    this.#ahead += ms
    this.server.tell(`play ${to}`)
    await until('time to pass', () => this.server.output.includes(`played to ${to}`), 4 * HANG_MS)
  }
  /** A server that ends at once, or in order. */
  async end(isKilled: boolean): Promise<void> {
    if (!isKilled) return this.server.stop()
    this.server.killDatabase()
    if (!(await this.server.ended(HANG_MS))) await this.server.kill('SIGKILL')
  }
  makeCopy(): void {
    rmSync(this.#copy, { recursive: true, force: true })
    execFileSync('cp', ['-a', this.data, this.#copy])
  }
  putBack(): void {
    rmSync(this.data, { recursive: true, force: true })
    execFileSync('cp', ['-a', this.#copy, this.data])
  }
  async enter(): Promise<void> {
    await this.trader.post('/api/guest', { key: this.newKey() })
    await this.trader.command('/api/practice-money', {}, this.newKey())
    const { products } = await this.trader.read(listProducts.reply, '/api/products')
    this.#termsId = products.find(({ symbol }) => symbol === SYMBOL)?.terms.termsId ?? ''
  }
  async order(key = this.newKey()): Promise<Sent> {
    const terms = { symbol: SYMBOL, durationMs: ORDER_MS, termsId: this.#termsId }
    const body = { ...terms, direction: 'up', stake: '1.00' }
    const answer = await this.trader.command('/api/orders', body, key)
    const bought = orderReply.safeParse(answer.body)
    if (answer.status === 200 && bought.success) return { key, answer: bought.data.order.id }
    return { key, answer: problem.parse(answer.body).code }
  }
  async orders(count = ORDERS): Promise<Sent[]> {
    const sent: Sent[] = []
    for (let n = 0; n < count; n++) sent.push(await this.order())
    return sent
  }
  /** Whether its history has a checkpoint. */
  async shows(text: string | undefined): Promise<boolean> {
    const path = '/api/checkpoints?limit=500'
    const { checkpoints } = await this.trader.read(listCheckpoints.reply, path)
    return checkpoints.some((each) => each.text === text)
  }
}

const isId = ({ answer }: Sent): boolean => /^\d+$/.test(answer)

/** What a restart without a rollback must not do. */
async function restartWhole(
  world: World,
  devices: readonly HistoryDevice[],
  context: FaultContext,
) {
  const before = await world.orders()
  await world.play(2 * MINUTE_MS)
  for (const device of devices) await device.compare()
  await world.end(true)
  await world.start()
  for (const device of devices) await device.compare()
  context.check(
    devices.every(({ alarm }) => alarm === null || alarm.kind === 'restored'),
    'a device raises an alarm after a restart',
  )
  const repeated = await Promise.all(before.map(({ key }) => world.order(key)))
  context.check(
    repeated.every(({ answer }, n) => answer === before[n]?.answer),
    'a request is answered otherwise after a restart',
  )
}

/** The server with what was lost starts only when its operator says so. */
async function refusedStart(world: World, context: FaultContext): Promise<void> {
  await world.end(false)
  world.launch()
  context.check(await world.server.ended(4 * HANG_MS), 'the server starts on an older copy')
  const isSaid = world.server.output.includes('--after-restore')
  context.check(isSaid, `the server does not say why: ${world.server.output}`)
}

async function round(world: World, context: FaultContext, pick: (n: number) => number) {
  const { check, count } = context
  const connected = new HistoryDevice(world.server.url)
  const away = new HistoryDevice(world.server.url)
  await world.play(MINUTE_MS + pick(MINUTE_MS))
  await restartWhole(world, [connected, away], context)
  const kept = await world.orders()
  await world.end(pick(2) === 0)
  world.makeCopy()

  await world.start()
  const lost = await world.orders()
  const minutes = pick(4)
  await world.play(minutes * MINUTE_MS + pick(MINUTE_MS))
  await connected.compare()
  await world.end(pick(2) === 0)
  world.putBack()
  count(`${minutes} minutes are lost`)

  // The operator says nothing, and the users trade.
  if (pick(3) > 0) {
    await world.start()
    lost.push(...(await world.orders(pick(ORDERS))))
    if (pick(2) === 0) await world.play(pick(3) * MINUTE_MS + 1_000)
    await away.compare()
    check(!away.presented, 'a device that was away presents what the server has')
    const isShown = await world.shows(connected.known?.signed?.text)
    await connected.compare()
    const isNoticed = connected.presented
    check(isNoticed !== isShown, 'a device presents what it has to, and nothing else')
    count(isNoticed ? 'noticed by a device' : 'nothing signed is lost')
    if (isNoticed) {
      const { answer } = await world.order()
      check(answer === 'history_lost', `an order on lost history: ${answer}`)
      await refusedStart(world, context)
    } else await world.end(false)
  }

  await world.start(['--after-restore'])
  const later = new HistoryDevice(world.server.url)
  await world.play(MINUTE_MS + 1_000)
  for (const device of [connected, away, later]) await device.compare()
  const said = [connected, away, later].map(({ alarm }) => alarm?.kind ?? 'nothing')
  check(
    said.every((kind) => kind === 'restored'),
    `the devices say ${said.join(', ')}`,
  )
  for (const { key, answer } of kept) {
    const repeated = await world.order(key)
    check(repeated.answer === answer, `a kept order ${answer} is answered ${repeated.answer}`)
  }
  for (const { key, answer } of lost.filter(isId)) {
    const repeated = await world.order(key)
    const isKept = repeated.answer === answer
    check(isKept || repeated.answer === 'key_expired', `a lost order: ${repeated.answer}`)
    count(isKept ? 'orders of the silent time' : 'lost orders')
  }
  const after = await world.orders()
  check(after.every(isId), `orders after the restore: ${after.map(({ answer }) => answer).join()}`)
  const ids = [...kept, ...lost, ...after].filter(isId).map(({ answer }) => answer)
  check(new Set(ids).size === ids.length, 'a number of an order was given twice')
  await withRunning(world.data, async (owner) => {
    const faults = await owner.query<{ invariant: string }>('select invariant from ledger_faults')
    check(faults.length === 0, `faults: ${faults.map(({ invariant }) => invariant).join()}`)
  })
}

export const run: FaultScenario = async (context) => {
  const world = new World(await freePort())
  const pick = choicesOf(context.seed)
  try {
    await world.start()
    await world.enter()
    for (let n = 0; n < ROUNDS[context.scale]; n++) await round(world, context, pick)
  } finally {
    await world.server.stop()
    rmSync(world.folder, { recursive: true, force: true })
  }
}
