/** A small disk is filled while users trade: refusals are clear, nothing acknowledged is lost, and trading resumes. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem } from '#contract/errors.ts'
import { compareAcknowledged, unfinished } from '#support/kill-compare.ts'
import { untilNone, withDatabase, withRunning } from '#support/killable-server.ts'
import { type Client, makeClients, underLoad } from '#support/load-clients.ts'
import { ackList } from '#support/order-clients.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { pause } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const DISK_MIB = 1_200
const ROUNDS = { short: 1, ci: 1, full: 10 } as const
const GIVE_UP_MS = 60_000
/** The orders' duration, the rule's patience, and a sweep; twice, for a busy machine. */
const SETTLED_MS = 2 * (30_000 + 3_000 + 10_000)

function command(name: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** A disk of its own in memory, with a file that takes its room. */
class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-disk-'))
  readonly #filler = join(this.folder, 'filler')

  constructor() {
    chmodSync(this.folder, 0o755)
    if (process.getuid?.() !== 0)
      throw new Error('mounting a small disk needs root: run it as root')
    command('mount', '-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', this.folder)
  }

  free(): number {
    const { bavail, blocks } = statfsSync(this.folder)
    return bavail / blocks
  }

  /** Leaves this share of the disk, as far as the filler can change that. */
  leave(share: number): void {
    this.clear()
    const bytes = Math.floor((this.free() - share) * DISK_MIB * 2 ** 20)
    if (bytes > 0) command('fallocate', '-l', `${bytes}`, this.#filler)
  }

  clear(): void {
    if (existsSync(this.#filler)) rmSync(this.#filler)
  }

  close(): void {
    command('umount', '-l', this.folder)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The code with which a call is refused, or its status. */
async function answerOf(url: string, path: string, init: RequestInit): Promise<string> {
  const answer = await fetch(`${url}/api${path}`, init)
  const text = await answer.text()
  return answer.ok
    ? 'taken'
    : (problem.safeParse(JSON.parse(text)).data?.code ?? `${answer.status}`)
}

interface Scene {
  disk: SmallDisk
  server: ServerProcess
  dataFolder: string
  client: Client
}

const calls = ({ server: { url }, client: { cookie } }: Scene) => ({
  everything: () => answerOf(url, '/everything', { headers: { cookie } }),
  order: () =>
    answerOf(url, '/orders', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(20) },
      body: '{}',
    }),
})

/** Waits until a call is answered so. */
async function until(ask: () => Promise<string>, is: (answer: string) => boolean): Promise<void> {
  for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; await pause(200)) {
    if (is(await ask())) return
  }
  throw new Error('the server did not notice the disk in time')
}

const OPEN = `select id from orders where status in ('open', 'live')`
const LOW = 'storage_low'
const isLow = (answer: string): boolean => answer === LOW
const isTaken = (answer: string): boolean => answer !== LOW

async function round(scene: Scene, { check, count }: FaultContext): Promise<void> {
  const { disk, server, dataFolder } = scene
  const { everything, order } = calls(scene)
  disk.leave(0.045)
  await until(everything, isLow)
  check((await order()) !== LOW, 'orders are refused although space is left for them')
  await pause(2_000)

  disk.leave(0.025)
  await until(order, isLow)
  check(isLow(await everything()), 'an export is taken although orders are refused')
  await untilNone(dataFolder, OPEN, SETTLED_MS)
  const open = await withRunning(dataFolder, (owner) => owner.query(OPEN))
  check(open.length === 0, `${open.length} orders did not settle while space was short`)
  check(server.alive, 'the server ended')

  disk.clear()
  await until(order, isTaken)
  await until(everything, isTaken)
  check(server.alive, 'the server ended')
  count('times the disk was filled')
  await pause(3_000)
}

export const run: FaultScenario = async (context) => {
  const disk = new SmallDisk()
  const dataFolder = join(disk.folder, 'data')
  mkdirSync(dataFolder)
  const server = new ServerProcess(dataFolder, await freePort())
  const acks = ackList(join(mkdtempSync(join(tmpdir(), 'fairtick-acks-')), 'acknowledged.jsonl'))
  try {
    server.start()
    await server.ready()
    await server.stop()
    const since = Date.now()
    const clients = await withDatabase(dataFolder, (owner) => makeClients(owner, since))
    const [client] = clients
    if (client === undefined) throw new Error('no client')
    server.start()
    await server.ready()
    const scene = { disk, server, dataFolder, client }
    await underLoad({ server, clients, acks }, context, async () => {
      await pause(3_000)
      for (let n = 0; n < ROUNDS[context.scale]; n++) await round(scene, context)
    })
    await untilNone(dataFolder, unfinished(Date.now()), SETTLED_MS)
    await server.stop()
    await withDatabase(dataFolder, async (owner) => {
      const voids = await owner.query(
        `select 1 from settlements where outcome = 'void' and void_reason <> 'too_late'`,
      )
      context.check(voids.length === 0, `${voids.length} orders are void`)
      await compareAcknowledged(owner, { acks: acks.read(), since }, context)
    })
  } finally {
    acks.close()
    disk.clear()
    await server.stop()
    disk.close()
  }
}
