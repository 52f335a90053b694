/**
 * Thousands of live positions end while the real server is killed again and again: each is settled by the rule, once,
 * when a server runs again, and as if no server had ever been killed. None is void.
 *
 * The prices of a simulated market are determined, and a server that starts fills in what it missed. So the twin is an
 * engine that is never killed, on the log that an uninterrupted server would have written: it is worked out from the
 * seeds (tests/support/determined-log.ts) and knows nothing of what the killed server wrote. The oracle judges the
 * killed server's log once more, the view `ledger_faults` a third time. At the end results are spoilt on purpose, and
 * each must be named.
 */
import type { TickRecord } from '#contract/tick-log.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { EmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { DATABASE } from '#server/platform/db/prepare.ts'
import { addCrowd, type Durations, leadOf, placeAll, planOrders } from '#support/crowd-orders.ts'
import {
  complaints,
  CONTROL_COUNT,
  type Evidence,
  type Fate,
  latenessOf,
  type Life,
  missedControls,
  PATIENCE_MS,
  selectFates,
  verdictsOf,
  wasRecovered,
} from '#support/crowd-results.ts'
import { playTwin, readLogs } from '#support/crowd-twin.ts'
import { determinedLogs } from '#support/determined-log.ts'
import {
  asOwner,
  type KillableServer,
  openProducts,
  untilNone,
  withCluster,
  withKillableServer,
} from '#support/killable-server.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

interface Size {
  rounds: number
  positions: number
  users: number
  /** The time within which all positions end. */
  spanMs: number
  kills: number
  /** The longest time between a kill and the next start. */
  awayMs: number
  durations: Durations
}
const CI: Size = {
  rounds: 1,
  positions: 800,
  users: 80,
  spanMs: 45_000,
  kills: 2,
  awayMs: 4_000,
  durations: { shortMs: 30_000, longMs: 60_000, shortUntilMs: 25_000 },
}
const FULL: Size = {
  rounds: 20,
  positions: 5_000,
  users: 500,
  spanMs: 90_000,
  kills: 3,
  awayMs: 4_000,
  durations: { shortMs: 60_000, longMs: 120_000, shortUntilMs: 50_000 },
}
const SHORT: Size = {
  rounds: 1,
  positions: 300,
  users: 50,
  spanMs: 10_000,
  kills: 1,
  awayMs: 1_000,
  durations: { shortMs: 30_000, longMs: 30_000, shortUntilMs: 0 },
}
const SIZES = { short: SHORT, ci: CI, full: FULL }
/** A kill falls between a sixth and two thirds of its part of the span. */
const KILL_AFTER = { min: 1 / 6, more: 1 / 2 }
const TWIN = 'twin'
/** The log reaches so far beyond the last expiry, so that a later record decides it. */
const AFTER_MS = 2_000
/** The traded products whose log does not reach so far. Of an open product there is a record each second. */
const BEHIND = `select 1 from (select distinct product_id as id from orders) traded where not exists (
  select 1 from ticks where product_id = traded.id
    and time_ms >= (select max(expires_at) from orders) + ${AFTER_MS})`
/** Time to plan the orders before the first is placed. */
const PLANNING_MS = 1_000
const MIN_SHARE = 0.005
/** A slow machine may have let the first positions end before it has accepted the last: each kill still finds many. */
const MIN_FOUND = 0.05

const until = (timeMs: number): Promise<void> => pause(Math.max(0, timeMs - Date.now()))

/** Makes the users, and the twin's database from what there is before any order. */
async function prepare(dataFolder: string, users: number): Promise<string[]> {
  return withCluster(dataFolder, async (postgres) => {
    const cookies = await asOwner(postgres, DATABASE, (owner) => addCrowd(owner, users))
    await asOwner(postgres, 'postgres', (owner) =>
      owner.query(`create database ${TWIN} template ${DATABASE}`),
    )
    return cookies
  })
}

interface Run extends KillableServer {
  size: Size
  context: FaultContext
  pick: (count: number) => number
  lives: Life[]
}

async function start({ server, context, lives }: Run): Promise<void> {
  const life: Life = { startedAt: Date.now(), readyAt: Infinity, endedAt: Infinity }
  lives.push(life)
  server.start()
  await server.ready()
  life.readyAt = Date.now()
  const tookMs = life.readyAt - life.startedAt
  context.log(`a start took ${tookMs} ms`)
}

function ended({ lives }: Run): void {
  const life = lives.at(-1)
  if (life !== undefined) life.endedAt = Date.now()
}

/**
 * Kills while positions end, once in each part of the span, and starts the server again after a while. A kill whose
 * time went by while the server was starting would find nothing, so it is left out.
 */
async function killAll(run: Run, endsFrom: number): Promise<void> {
  const { server, pick, context, size } = run
  const partMs = size.spanMs / size.kills
  for (let n = 0; n < size.kills; n++) {
    if (Date.now() > endsFrom + (n + KILL_AFTER.min) * partMs) {
      context.log('a start took so long that the next kill is left out')
      continue
    }
    await until(endsFrom + (n + KILL_AFTER.min) * partMs + pick(KILL_AFTER.more * partMs))
    await server.kill('SIGKILL')
    ended(run)
    context.count('kills')
    await pause(pick(size.awayMs))
    await start(run)
  }
}

/** The ids of the orders that were acknowledged; returns when all are settled or have had their time. */
async function trade(run: Run, cookies: readonly string[]): Promise<string[]> {
  const { server, context, size, dataFolder } = run
  const { positions, spanMs, durations } = size
  const endsFrom = Date.now() + leadOf(durations) + PLANNING_MS
  const products = await openProducts(server.url, endsFrom + spanMs)
  const { seed } = context
  const plan = { seed, positions, endsFrom, spanMs, durations, cookies, products }
  const { ids, lagMs } = await placeAll(server.url, planOrders(plan))
  context.log(`placed on ${products.length} products, the latest ${Math.round(lagMs)} ms late`)
  await killAll(run, endsFrom)
  await untilNone(dataFolder, BEHIND, spanMs + PATIENCE_MS)
  const alive = "select 1 from orders where status in ('open', 'live')"
  await untilNone(dataFolder, alive, PATIENCE_MS)
  await server.stop()
  ended(run)
  return ids
}

/** Prints the shares of the outcomes, and how long positions waited. */
function describe(fates: readonly Fate[], lives: readonly Life[], context: FaultContext): void {
  for (const { status } of fates) context.count(status)
  const describeWaits = (name: string, some: readonly Fate[]): void => {
    const ms = some.map((fate) => Math.round(latenessOf(fate, lives))).sort((a, b) => a - b)
    const at = (share: number): number => ms[Math.max(0, Math.ceil(ms.length * share) - 1)] ?? 0
    context.log(`${name}: ${ms.length}, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`)
  }
  describeWaits(
    'settled in turn, after expiry',
    fates.filter((fate) => !wasRecovered(fate, lives)),
  )
  describeWaits(
    'settled by recovery, after the last start',
    fates.filter((fate) => wasRecovered(fate, lives)),
  )
}

/** The positions that were accepted and not settled when a process ended. */
const foundBy = ({ endedAt }: Life, fates: readonly Fate[]): Fate[] =>
  fates.filter(
    ({ accepted_at, posted_at }) => accepted_at < endedAt && endedAt < (posted_at ?? Infinity),
  )

/** The run proves something only if each kill found positions, and prices brought both results. None may be void. */
function checkRun(fates: readonly Fate[], ids: readonly string[], run: Run): void {
  const { context, size, lives } = run
  const { fail } = context
  if (lives.length === 1) fail('the orders took so long that every kill was left out')
  for (const life of lives.slice(0, -1)) {
    const found = foundBy(life, fates).length
    context.log(`a kill found ${found} positions`)
    if (found < size.positions * MIN_FOUND) fail(`a kill found only ${found} positions`)
  }
  const counted = (status: string): number => fates.filter((fate) => fate.status === status).length
  for (const status of ['won', 'lost']) {
    const count = counted(status)
    if (count < size.positions * MIN_SHARE) fail(`${status} came up ${count} times`)
  }
  if (counted('void') > 0) fail(`${counted('void')} positions are void, and no outage voids any`)
  const made = new Set(fates.map(({ id }) => id))
  for (const id of ids) if (!made.has(id)) fail(`order ${id} was acknowledged and is not there`)
  if (made.size !== ids.length) fail(`${made.size} orders, ${ids.length} were acknowledged`)
}

async function judge(owner: Database, evidence: Evidence, context: FaultContext): Promise<void> {
  const fates = await selectFates(owner)
  for (const fate of fates) {
    const all = complaints(fate, evidence)
    if (all.length === 0) context.pass()
    for (const each of all) context.fail(`order ${fate.id}: ${each}`)
  }
  for (const fault of await faultsOf(owner)) context.fail(`invariant: ${JSON.stringify(fault)}`)
  const missed = await missedControls(owner, fates, evidence)
  for (const name of missed) context.fail(`the comparison does not find ${name}`)
  context.count('controls found', CONTROL_COUNT - missed.length)
  context.pass(CONTROL_COUNT - missed.length)
}

/** The logs of the products that were traded, as if the server had run all the time. */
async function unkilledLogs(
  owner: Database<never>,
  postgres: EmbeddedPostgres,
  { dataFolder }: Run,
): Promise<Map<number, TickRecord[]>> {
  const traded = await owner.query<{ id: number; ends: number }>(
    'select product_id as id, max(expires_at)::float8 as ends from orders group by 1',
  )
  const ids = new Set(traded.map(({ id }) => id))
  const all = await asOwner(postgres, TWIN, (twin) => readLogs(twin))
  const known = new Map([...all].filter(([id]) => ids.has(id)))
  const toMs = Math.max(...traded.map(({ ends }) => ends)) + AFTER_MS
  return determinedLogs(owner, dataFolder, { known, toMs })
}

const pricesOf = (records: readonly TickRecord[], toMs: number): string[] =>
  records.flatMap((record) =>
    record.kind === 'tick' && record.timeMs <= toMs
      ? [JSON.stringify([record.timeMs, record.price, record.size])]
      : [],
  )

async function compare(
  postgres: EmbeddedPostgres,
  run: Run,
  ids: readonly string[],
): Promise<void> {
  const { lives, context } = run
  await asOwner(postgres, DATABASE, async (owner) => {
    const logs = await readLogs(owner)
    const startedAt = performance.now()
    const determined = await unkilledLogs(owner, postgres, run)
    for (const [id, records] of determined) {
      const toMs = records.at(-1)?.timeMs ?? 0
      const found = pricesOf(logs.get(id) ?? [], toMs)
      const promised = pricesOf(records, toMs)
      const at = promised.findIndex((price, n) => price !== found[n])
      const what = `price ${at} of ${promised.length} is ${found[at]}, and ${promised[at]} was promised`
      context.check(at < 0 && found.length === promised.length, `product ${id}: ${what}`)
    }
    await playTwin(owner, postgres.url(TWIN), determined)
    const twin = await asOwner(postgres, TWIN, async (other) => {
      for (const fault of await faultsOf(other)) context.fail(`twin: ${JSON.stringify(fault)}`)
      return new Map((await selectFates(other)).map((fate) => [fate.id, fate]))
    })
    context.log(`the twin took ${Math.round(performance.now() - startedAt)} ms`)
    const fates = await selectFates(owner)
    describe(fates, lives, context)
    checkRun(fates, ids, run)
    await judge(owner, { verdicts: verdictsOf(fates, logs), twin, lives }, context)
  })
}

export const run: FaultScenario = async (context) => {
  const size = SIZES[context.scale]
  for (let n = 0; n < size.rounds; n++) {
    const seed = context.seed + n
    await withKillableServer(async (killable) => {
      const round: Run = {
        ...killable,
        size,
        context: { ...context, seed },
        pick: choicesOf(seed),
        lives: [],
      }
      const cookies = await prepare(killable.dataFolder, size.users)
      await start(round)
      const ids = await trade(round, cookies)
      await withCluster(killable.dataFolder, (postgres) => compare(postgres, round, ids))
    })
  }
}
