/** SIGKILL of the real server and of its database under load: nothing acknowledged is lost, nothing happens twice. The
 * practice reviewer works all the while. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/database.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { openProducts } from '#support/crowd-place.ts'
import { compareAcknowledged } from '#support/kill-compare.ts'
import {
  addSavers,
  compareSavers,
  daysBegun,
  publishPast,
  type Saver,
} from '#support/kill-savers.ts'
import { subscribeRaw } from '#support/fund-room.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type AckList, ackList, runClient, TRADING_PASSWORD } from '#support/order-clients.ts'
import { addSession } from '#support/raw-session.ts'
import { withDatabase } from '#support/server-database.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'
import type { FaultContext, FaultResult } from './runner.ts'

const KILLS = { ci: { server: 30, database: 10 }, full: { server: 1_000, database: 200 } }
const CLIENTS = 24
const CLIENT_PAUSE_MS = 250
const MONEY = 1_000_000n
/** Of each client, transferred in so long ago that days are due; and those of whom only the job takes care. */
const SHARES = 300_000n
const SHARES_MS = 12 * 86_400_000
const SAVERS = 300
/** Between being back and the next kill. */
const CALM_MS = { least: 300, more: 1_200 }
const BACK_MS = 5_000
/** One start may fall on a pause of the machine; none may take this long. */
const LATEST_BACK_MS = 15_000
/** Runnable processes a core beyond which a start says more about the others on the machine than about the server. */
const LOAD_MAX = 1.5
const LOG_EVERY = 5
/** A start that takes longer is a failure of its own. */
const GIVE_UP_MS = 60_000
const FIRST_START_MS = 120_000
/** The orders' duration, the rule's patience, and a sweep. */
const SETTLED_MS = 30_000 + 3_000 + 10_000

interface Start {
  /** When it was killed before. */
  killedAt: number
  ms: number
  load: number
}
const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const loadACore = (): number => (loadavg()[0] ?? 0) / availableParallelism()

interface Client {
  userId: bigint
  cookie: string
}

async function makeClients(owner: Database, now: number): Promise<Client[]> {
  const clients: Client[] = []
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const tradingHash = await hasher.hash(TRADING_PASSWORD)
  for (let i = 0; i < CLIENTS; i++) {
    const userId = await addUser(owner)
    await grant(owner, userId, MONEY)
    await addVerified(owner, userId)
    await addPayoutAccount(owner, userId)
    await subscribeRaw(owner, { userId, amount: SHARES, at: now - SHARES_MS })
    await owner.query('update users set trading_password_hash = $2 where id = $1', [
      userId,
      tradingHash,
    ])
    clients.push({ userId, cookie: await addSession(owner, userId, `kill-${i}`) })
  }
  return clients
}

async function people(
  owner: Database,
  now: number,
): Promise<{ clients: Client[]; savers: Saver[] }> {
  await publishPast(owner, now)
  return { clients: await makeClients(owner, now), savers: await addSavers(owner, SAVERS, now) }
}

/** Kills at random moments, now and then while the server is still starting; returns how long each start took. */
async function killMany(server: ServerProcess, context: FaultContext): Promise<Start[]> {
  const { server: servers, database } = KILLS[context.scale]
  const pick = choicesOf(context.seed)
  const back: Start[] = []
  const kinds = [...Array(servers).fill('server'), ...Array(database).fill('database')] as string[]
  while (kinds.length > 0) {
    const [kind] = kinds.splice(pick(kinds.length), 1)
    context.count(`${kind} kills`)
    const killedAt = Date.now()
    if (kind === 'database') {
      // While a start is under way the folder still names the database of the server before.
      await server.ready(GIVE_UP_MS)
      server.killDatabase()
      if (!(await server.ended(BACK_MS))) context.fail('the server outlived its dead database')
    } else await server.kill('SIGKILL')
    server.start()
    if (kind === 'server' && pick(6) === 0) {
      await pause(pick(1_500))
      continue
    }
    back.push({ killedAt, ms: await server.ready(GIVE_UP_MS), load: loadACore() })
    if (back.length % LOG_EVERY === 0) {
      context.log(
        `${kinds.length} kills to come, back after ${Math.round(back.at(-1)?.ms ?? 0)} ms`,
      )
    }
    await pause(CALM_MS.least + pick(CALM_MS.more))
  }
  if (!server.alive) server.start()
  await server.ready(GIVE_UP_MS)
  return back
}

async function load(
  server: ServerProcess,
  clients: Client[],
  acks: AckList,
  context: FaultContext,
) {
  const products = await openProducts(server.url)
  const state = { stopped: false }
  const running = clients.map((client, i) =>
    runClient(
      {
        ...client,
        url: server.url,
        products,
        acks,
        seed: context.seed + i,
        pauseMs: CLIENT_PAUSE_MS,
        onAnswer: (what) => context.count(`answers ${what}`),
      },
      () => state.stopped,
    ),
  )
  return {
    stop: async () => {
      state.stopped = true
      await Promise.all(running)
    },
  }
}

export async function run(context: FaultContext): Promise<FaultResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-kill-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const server = new ServerProcess(data, await freePort())
  const acks = ackList(join(folder, 'acknowledged.jsonl'))
  try {
    server.start()
    await server.ready(FIRST_START_MS)
    await server.stop(GIVE_UP_MS)
    const now = Date.now()
    const { clients, savers } = await withDatabase(data, (owner) => people(owner, now))
    server.start()
    await server.ready(GIVE_UP_MS)
    const clientsRunning = await load(server, clients, acks, context)
    const back = await killMany(server, context)
    await clientsRunning.stop()
    await pause(SETTLED_MS)
    await server.stop(GIVE_UP_MS)
    const held = await withDatabase(data, async (owner) => {
      const { from, to } = await daysBegun(owner, savers)
      const meanwhile = back.filter(({ killedAt }) => killedAt > from && killedAt < to)
      context.count('kills while missed days began', meanwhile.length)
      const load = await compareAcknowledged(owner, { acks: acks.read(), since: now }, context)
      return load + (await compareSavers(owner, { savers, now }, context))
    })
    const times = back.map(({ ms }) => Math.round(ms))
    context.log(`back after ${Math.min(...times)} to ${Math.max(...times)} ms`)
    const judged = back.filter(({ load }) => load <= LOAD_MAX)
    context.count('starts judged', judged.length)
    context.count('starts on an overloaded machine', back.length - judged.length)
    const middle = median(judged.map(({ ms }) => ms))
    if (middle > BACK_MS) context.fail(`half of the starts took over ${Math.round(middle)} ms`)
    const late = judged.filter(({ ms }) => ms > LATEST_BACK_MS)
    for (const { ms } of late) context.fail(`back only after ${Math.round(ms)} ms`)
    const failed = late.length + (middle > BACK_MS ? 1 : 0)
    return { passed: held + judged.length - late.length, failed }
  } finally {
    await server.stop(BACK_MS)
    acks.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
