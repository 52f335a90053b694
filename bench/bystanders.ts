/**
 * What users notice while others burden the server: requests while 24 readers read the whole public history, and
 * balance reads during a flood of log-ins from many addresses. The limit is the same request while nothing else runs.
 * And signed orders, and the age of the newest record of the log, while others send orders that they cannot pay for.
 */
import {
  besiege,
  costlyLoad,
  longestStall,
  pennilessGuests,
  pennilessUsers,
  type Siege,
  type SiegePlan,
  withFloodedServer,
} from '#support/flooded-server.ts'
import { historyServer, readHistory } from '#support/history-readers.ts'
import { FLOODS, floodLogIns, REAL_HASH } from '#support/log-in-flood.ts'
import { isLate } from '#support/orders.ts'
import { setup } from '#support/postgres.ts'
import { quietServer } from '#support/quiet-server.ts'
import { pause } from '#support/until.ts'
import { figure, goal, machine, median, percentile } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { waitsDuring } from './support/wait-meter.ts'

const { smoke } = benchOptions()
const READERS = smoke ? 2 : 24
const RECORDS = smoke ? 1_000 : 60_000
const FLOOD_SECONDS = smoke ? 0.2 : 4
const CALM_MS = smoke ? 100 : 1_500
const HISTORY_GOALS = { p50Ms: 100, p90Ms: 400 }
/** Before log-ins had limits, reads took 60 ms. */
const FLOOD_GOAL_MS = 40

const ORDER_GOALS = { p99Ms: 250, recordMs: 1_000 }
const LEAD_MS = 1_000

interface Waits {
  p50: number
  p90: number
}

/** Prints how long requests take with nothing else, and while `burden` runs. */
async function compare(
  name: string,
  { url, cookie }: { url: string; cookie: string },
  burden: () => Promise<unknown>,
): Promise<Waits> {
  const calm = median(await waitsDuring(url, cookie, () => pause(CALM_MS)))
  const waits = await waitsDuring(url, cookie, burden)
  const [p50, p90] = [median(waits), percentile(waits, 0.9)]
  figure(`${name}-calm`, calm, 'ms')
  figure(`${name}-p50`, p50, 'ms')
  figure(`${name}-p90`, p90, 'ms')
  figure(`${name}-most`, Math.max(...waits), 'ms')
  figure(`${name}-ratio`, p50 / calm, 'x')
  return { p50, p90 }
}

async function history(): Promise<void> {
  const { url, stop } = await historyServer(RECORDS)
  const readAll = () => Promise.all(Array.from({ length: READERS }, () => readHistory(url)))
  const { p50, p90 } = await compare('history', { url: `${url}/api/app-info`, cookie: '' }, readAll)
  const { p50Ms, p90Ms } = HISTORY_GOALS
  const holds = p50 <= p50Ms && p90 <= p90Ms
  goal('history', holds, `half within ${p50Ms} ms, nine in ten within ${p90Ms} ms`)
  await stop()
}

async function floods(): Promise<void> {
  const config = { trustProxy: ['127.0.0.1'] }
  const { visitor, stop } = await quietServer({ hashCost: REAL_HASH, config })
  const page = { url: `${visitor.url}/api/balance`, cookie: visitor.cookieHeader }
  for (const [what, accountOf] of Object.entries(FLOODS)) {
    const name = `flood-${what.replaceAll(' ', '-')}`
    const { p50 } = await compare(name, page, () =>
      floodLogIns({ url: visitor.url, seconds: FLOOD_SECONDS, accountOf }),
    )
    goal(name, p50 <= FLOOD_GOAL_MS, `half of the balance reads within ${FLOOD_GOAL_MS} ms`)
  }
  await stop()
}

/** Prints what bystanders notice of a siege. */
function printSiege(name: string, siege: Siege, stallMs: number): void {
  const { answers, oldestMs, gaps, costly } = siege
  const times = answers.map(({ tookMs }) => tookMs)
  const late = answers.filter(({ code }) => isLate(code)).length
  const refused = answers.filter(({ code }) => code !== '200').length
  const p99 = percentile(times, 0.99)
  figure(`${name}-orders`, times.length, 'orders')
  figure(`${name}-p50`, median(times), 'ms')
  figure(`${name}-p99`, p99, 'ms')
  figure(`${name}-too-late`, late, 'orders')
  figure(`${name}-refused`, refused, 'orders')
  figure(`${name}-oldest-record`, oldestMs, 'ms')
  figure(`${name}-stall`, stallMs, 'ms')
  figure(`${name}-gaps`, gaps, 'records')
  const calls = Object.entries(costly)
  const sum = (some: typeof calls): number => some.reduce((total, [, times]) => total + times, 0)
  figure(`${name}-other-calls`, sum(calls), 'calls')
  figure(`${name}-other-done`, sum(calls.filter(([told]) => / 2\d\d$/.test(told))), 'calls')
  const { p99Ms, recordMs } = ORDER_GOALS
  goal(`${name}-p99`, p99 <= p99Ms, `99 in 100 orders of bystanders within ${p99Ms} ms`)
  goal(`${name}-lead`, refused === 0, `no order that was signed ${LEAD_MS} ms ahead is refused`)
  goal(`${name}-log`, gaps === 0 && oldestMs <= recordMs, `a record at least every ${recordMs} ms`)
}

async function orders(): Promise<void> {
  await withFloodedServer(async (room) => {
    const attack = async (name: string, plan: Omit<SiegePlan, 'leadMs'>): Promise<void> => {
      await longestStall(room)
      const seen = await besiege(room, { ...plan, leadMs: LEAD_MS })
      printSiege(name, seen, await longestStall(room))
    }
    await attack('calm', { callers: [], orders: 0, seconds: 0 })
    const callers = await pennilessUsers(room, smoke ? 5 : 200)
    const users = { callers, orders: smoke ? 10 : 20_000, seconds: smoke ? 1 : 60 }
    if (!smoke) {
      const guests = await pennilessGuests(room, 20)
      await attack('guests', { callers: guests, orders: 2_320, seconds: 0 })
      await attack('users', users)
    }
    await attack('users-and-all-else', { ...users, beside: await costlyLoad(room, smoke ? 2 : 20) })
  })
}

await orders()
// One database cluster for both servers.
const stopCluster = await setup()
machine()
await history()
await floods()
machine()
await stopCluster()
