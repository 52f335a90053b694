/**
 * Thousands of live positions end while the real server is killed again and again: each is settled by the rule, once,
 * and soon after a server is there again.
 *
 * A start leaves a gap in the log, and orders over it are void, everybody's alike; so a server that nobody killed
 * would have another log and, by the same rule, other results. The twin is therefore an engine that nobody kills and
 * that hears the killed run's log, gaps and all, as it grew (tests/support/crowd-twin.ts): what was settled before a
 * kill, after it and by recovery must be what one engine settles in one go. The oracle judges the log a third time,
 * the view `ledger_faults` a fourth. At the end results are spoilt on purpose, and each must be named.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/database.ts'
import type { EmbeddedPostgres } from '#server/platform/embedded.ts'
import { DATABASE } from '#server/platform/store.ts'
import { CONTROL_COUNT, missedControls } from '#support/crowd-controls.ts'
import {
  complaints,
  type Evidence,
  type Fate,
  latenessOf,
  type Life,
  PATIENCE_MS,
  selectFates,
  verdictsOf,
  wasRecovered,
} from '#support/crowd-fates.ts'
import { addCrowd, LEAD_MS, openProducts, placeAll, planOrders } from '#support/crowd-place.ts'
import { playTwin, readLogs } from '#support/crowd-twin.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { asOwner, withCluster } from '#support/server-database.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'
import type { FaultContext, FaultResult } from './runner.ts'

const ROUNDS = { ci: 1, full: 20 }
const POSITIONS = 5_000
const USERS = 500
const SPAN_MS = 90_000
const KILLS = 3
/** A kill falls into this part of its third of the span; then nobody is there for up to so long. */
const KILL_AFTER = { leastMs: 5_000, moreMs: 15_000 }
const AWAY_MS = 4_000
const TWIN = 'twin'
const FIRST_START_MS = 120_000
const START_MS = 60_000
const STOP_MS = 60_000
/** Planning comes before the first order. */
const READY_MS = 1_000
const LEAST_SHARE = 0.005

const until = (timeMs: number): Promise<void> => pause(Math.max(0, timeMs - Date.now()))

/** Makes the people, and the twin's database from what is there before any order. */
async function prepare(data: string): Promise<string[]> {
  return withCluster(data, async (postgres) => {
    const cookies = await asOwner(postgres, DATABASE, (owner) => addCrowd(owner, USERS))
    await asOwner(postgres, 'postgres', (owner) =>
      owner.query(`create database ${TWIN} template ${DATABASE}`),
    )
    return cookies
  })
}

interface Run {
  server: ServerProcess
  context: FaultContext
  pick: (count: number) => number
  lives: Life[]
}

async function start({ server, context, lives }: Run): Promise<void> {
  const life: Life = { startedAt: Date.now(), readyAt: Infinity, endedAt: Infinity }
  lives.push(life)
  server.start()
  await server.ready(START_MS)
  life.readyAt = Date.now()
  const load = (loadavg()[0] ?? 0) / availableParallelism()
  const tookMs = life.readyAt - life.startedAt
  context.log(`a start took ${tookMs} ms, ${load.toFixed(1)} runnable a core`)
}

function ended({ lives }: Run): void {
  const life = lives.at(-1)
  if (life !== undefined) life.endedAt = Date.now()
}

/** Kills while positions end, once in each part of the span; nobody is there for a while. */
async function killAll(run: Run, endsFrom: number): Promise<void> {
  const { server, pick, context } = run
  for (let n = 0; n < KILLS; n++) {
    const part = endsFrom + (n * SPAN_MS) / KILLS
    await until(part + KILL_AFTER.leastMs + pick(KILL_AFTER.moreMs))
    await server.kill('SIGKILL')
    ended(run)
    context.count('kills')
    await pause(pick(AWAY_MS))
    await start(run)
  }
}

/** The ids of the orders that were acknowledged; returns when every position had its time. */
async function live(run: Run, cookies: readonly string[]): Promise<string[]> {
  const { server, context, lives } = run
  const endsFrom = Date.now() + LEAD_MS + READY_MS
  const products = await openProducts(server.url, endsFrom + SPAN_MS)
  const { seed } = context
  const plan = { seed, positions: POSITIONS, endsFrom, spanMs: SPAN_MS, cookies, products }
  const { ids, lagMs } = await placeAll(server.url, planOrders(plan))
  context.log(`placed on ${products.length} products, the latest ${Math.round(lagMs)} ms late`)
  await killAll(run, endsFrom)
  const lastStart = lives.at(-1)?.startedAt ?? 0
  await until(Math.max(endsFrom + SPAN_MS, lastStart) + PATIENCE_MS)
  await server.stop(STOP_MS)
  ended(run)
  return ids
}

/** Shares of the outcomes, and how long positions waited. */
function describe(fates: readonly Fate[], lives: readonly Life[], context: FaultContext): void {
  for (const { status } of fates) context.count(status)
  const tell = (name: string, some: readonly Fate[]): void => {
    const ms = some.map((fate) => Math.round(latenessOf(fate, lives))).sort((a, b) => a - b)
    const at = (share: number): number => ms[Math.max(0, Math.ceil(ms.length * share) - 1)] ?? 0
    context.log(`${name}: ${ms.length}, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`)
  }
  tell(
    'settled in turn, after expiry',
    fates.filter((fate) => !wasRecovered(fate, lives)),
  )
  tell(
    'settled by recovery, after the last start',
    fates.filter((fate) => wasRecovered(fate, lives)),
  )
}

/** The run must have been one: all alive at once, and every outcome that kills and prices bring. */
function checkRun(fates: readonly Fate[], ids: readonly string[], { fail }: FaultContext): void {
  const first = Math.min(...fates.map(({ expires_at }) => expires_at))
  const alive = fates.filter(({ entry_time, accepted_at }) => (entry_time ?? accepted_at) < first)
  if (alive.length < POSITIONS) fail(`only ${alive.length} positions stood at once`)
  for (const status of ['won', 'lost', 'void']) {
    const count = fates.filter((fate) => fate.status === status).length
    if (count < POSITIONS * LEAST_SHARE) fail(`${status} came up ${count} times`)
  }
  const made = new Set(fates.map(({ id }) => id))
  for (const id of ids) if (!made.has(id)) fail(`order ${id} was acknowledged and is not there`)
  if (made.size !== ids.length) fail(`${made.size} orders, ${ids.length} were acknowledged`)
}

async function judge(
  owner: Database,
  evidence: Evidence,
  context: FaultContext,
): Promise<FaultResult> {
  const fates = await selectFates(owner)
  let failed = 0
  for (const fate of fates) {
    const all = complaints(fate, evidence)
    if (all.length > 0) failed += 1
    for (const each of all) context.fail(`order ${fate.id}: ${each}`)
  }
  for (const fault of await faultsOf(owner)) context.fail(`invariant: ${JSON.stringify(fault)}`)
  const missed = await missedControls(owner, fates, evidence)
  for (const name of missed) context.fail(`the comparison does not find ${name}`)
  context.count('controls found', CONTROL_COUNT - missed.length)
  const passed = fates.length - failed + CONTROL_COUNT - missed.length
  return { passed, failed: failed + missed.length }
}

async function compare(
  postgres: EmbeddedPostgres,
  { lives, context }: Run,
  ids: readonly string[],
): Promise<FaultResult> {
  return asOwner(postgres, DATABASE, async (owner) => {
    const logs = await readLogs(owner)
    const from = performance.now()
    await playTwin(owner, postgres.url(TWIN), logs)
    const twin = await asOwner(postgres, TWIN, async (other) => {
      for (const fault of await faultsOf(other)) context.fail(`twin: ${JSON.stringify(fault)}`)
      return new Map((await selectFates(other)).map((fate) => [fate.id, fate]))
    })
    context.log(`the twin took ${Math.round(performance.now() - from)} ms`)
    const fates = await selectFates(owner)
    describe(fates, lives, context)
    checkRun(fates, ids, context)
    return judge(owner, { verdicts: verdictsOf(fates, logs), twin, lives }, context)
  })
}

async function round(context: FaultContext): Promise<FaultResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-crowd-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const server = new ServerProcess(data, await freePort())
  const run: Run = { server, context, pick: choicesOf(context.seed), lives: [] }
  try {
    server.start()
    await server.ready(FIRST_START_MS)
    await server.stop(STOP_MS)
    const cookies = await prepare(data)
    await start(run)
    const ids = await live(run, cookies)
    return await withCluster(data, (postgres) => compare(postgres, run, ids))
  } finally {
    await server.stop(STOP_MS)
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function run(context: FaultContext): Promise<FaultResult> {
  const total = { passed: 0, failed: 0 }
  for (let n = 0; n < ROUNDS[context.scale]; n++) {
    const { passed, failed } = await round({ ...context, seed: context.seed + n })
    total.passed += passed
    total.failed += failed
  }
  return total
}
