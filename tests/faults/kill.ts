/** SIGKILL of the real server and of its database under load: nothing acknowledged is lost, nothing happens twice. The
 * practice reviewer works all the while. */
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import {
  addSavers,
  compareAcknowledged,
  compareSavers,
  daysBegun,
  publishPast,
  type Saver,
  unfinished,
} from '#support/kill-compare.ts'
import { type Client, makeClients, underLoad } from '#support/load-clients.ts'
import {
  type KillableServer,
  untilNone,
  withDatabase,
  withKillableServer,
} from '#support/killable-server.ts'
import { type Acknowledged, ackList } from '#support/order-clients.ts'
import type { ServerProcess } from '#support/server-process.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { HANG_MS, pause } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const SCALES = {
  short: { server: 1, database: 1, savers: 50 },
  ci: { server: 2, database: 1, savers: 100 },
  full: { server: 1_000, database: 200, savers: 300 },
}
/** Between a start and the next kill. */
const CALM_MS = { min: 300, more: 1_200 }
const LOG_EVERY = 5
/** The orders' duration, the rule's patience, and a sweep; twice, for a busy machine. */
const SETTLED_MS = 2 * (30_000 + 3_000 + 10_000)

interface Start {
  /** When the server was killed before. */
  killedAt: number
  ms: number
}

async function makeUsers(
  owner: Database<never>,
  savers: number,
  now: number,
): Promise<{ clients: Client[]; savers: Saver[] }> {
  await publishPast(owner, now)
  return { clients: await makeClients(owner, now), savers: await addSavers(owner, savers, now) }
}

/** Kills at random moments, some of them while the server is still starting; returns how long each start took. */
async function killMany(server: ServerProcess, context: FaultContext): Promise<Start[]> {
  const kills = SCALES[context.scale]
  const pick = choicesOf(context.seed)
  const calm = (): Promise<void> => pause(CALM_MS.min + pick(CALM_MS.more))
  const starts: Start[] = []
  const kinds: string[] = [
    ...Array<string>(kills.server).fill('server'),
    ...Array<string>(kills.database).fill('database'),
  ]
  await calm()
  while (kinds.length > 0) {
    const [kind] = kinds.splice(pick(kinds.length), 1)
    context.count(`${kind} kills`)
    const killedAt = Date.now()
    if (kind === 'database') {
      // During a start the folder still names the database of the server before.
      await server.ready()
      server.killDatabase()
      if (!(await server.ended(HANG_MS))) context.fail('the server outlived its dead database')
    } else await server.kill('SIGKILL')
    server.start()
    if (kind === 'server' && pick(6) === 0) {
      await pause(pick(1_500))
      continue
    }
    const ms = await server.ready()
    starts.push({ killedAt, ms })
    if (starts.length % LOG_EVERY === 0) {
      context.log(`${kinds.length} kills to come, back after ${Math.round(ms)} ms`)
    }
    await calm()
  }
  if (!server.alive) server.start()
  await server.ready()
  return starts
}

/** The comparison proves something only if it finds a command that the ledger lost, or did without an answer. */
async function controls(
  owner: Database,
  load: { acks: readonly Acknowledged[]; since: number },
  context: FaultContext,
): Promise<void> {
  const known = load.acks.find(({ id }) => id !== null)
  if (known === undefined) throw new Error('no command was acknowledged')
  const spoilt = {
    'a lost command': [...load.acks, { ...known, key: 'a-key-that-was-lost' }],
    'a command without an answer': load.acks.filter((ack) => ack !== known),
    'a command that is called undone': load.acks.map((ack) =>
      ack === known ? { ...known, undone: true } : ack,
    ),
  }
  for (const [name, acks] of Object.entries(spoilt)) {
    const faults: string[] = []
    const fail = (what: string): void => void faults.push(what)
    const ignore = (): void => undefined
    const check = (holds: boolean, what: string): void => (holds ? ignore() : fail(what))
    await compareAcknowledged(
      owner,
      { ...load, acks },
      { count: ignore, pass: ignore, fail, check },
    )
    context.check(faults.length > 0, `the comparison does not find ${name}`)
  }
}

async function killUnderLoad(
  { server, folder, dataFolder }: KillableServer,
  context: FaultContext,
): Promise<void> {
  const acks = ackList(join(folder, 'acknowledged.jsonl'))
  const now = Date.now()
  const { savers: count } = SCALES[context.scale]
  const { clients, savers } = await withDatabase(dataFolder, (owner) =>
    makeUsers(owner, count, now),
  )
  server.start()
  await server.ready()
  const load = { server, clients, acks }
  const starts = await underLoad(load, context, () => killMany(server, context))
  await untilNone(dataFolder, unfinished(now), SETTLED_MS)
  await server.stop()
  await withDatabase(dataFolder, async (owner) => {
    const { from, to } = await daysBegun(owner, savers)
    const meanwhile = starts.filter(({ killedAt }) => killedAt > from && killedAt < to)
    context.count('kills while missed days began', meanwhile.length)
    const [voids] = await owner.query<{ n: number }>(
      `select count(*)::int as n from settlements
        where outcome = 'void' and void_reason <> 'too_late'`,
    )
    context.check(voids?.n === 0, `${voids?.n} orders are void, and no outage voids any`)
    const load = { acks: acks.read(), since: now }
    await compareAcknowledged(owner, load, context)
    await controls(owner, load, context)
    await compareSavers(owner, { savers, now }, context)
  })
  acks.close()
  const times = starts.map(({ ms }) => Math.round(ms))
  context.log(`back after ${Math.min(...times)} to ${Math.max(...times)} ms`)
}

export const run: FaultScenario = (context) =>
  withKillableServer((killable) => killUnderLoad(killable, context))
