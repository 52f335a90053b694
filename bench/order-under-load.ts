/**
 * Orders while prices stream: 300 per second to the real server, whether those before are answered or not, while it
 * sends prices to thousands of pages. The limit is the same without pages.
 *
 * The time of a price is from the start of the server's turn, in which it writes to a twentieth of the pages, until a
 * reader with little else to do has it. It does not include the wait for the turn, which conflation makes, and not the
 * lateness of the turn. `rhythm-p99` includes that lateness, and the steps of 5 ms in which turns come.
 */
import { pause } from '#support/until.ts'
import { type BusyServer, withBusyServer } from './support/busy-server.ts'
import { goal, invalid, machine, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { createPriceReader, pushP99, rhythmP99, startReaders } from './support/readers.ts'

const { smoke, full, pairs: PAIRS, seconds } = benchOptions({ seconds: 5, smokeSeconds: 0.3 })
const PAGES = smoke ? 20 : full ? 5_000 : 1_000
/** Pages in a process of their own, which reads their frames as soon as they arrive. */
const WATCHED = smoke ? 5 : 100
const PER_SECOND = smoke ? 100 : 300
/** No order ends during the run, and a user may have 20 open ones. */
const ORDERS_PER_USER = 10
const USERS = smoke
  ? 50
  : Math.max(3_000, Math.ceil((PAIRS * 2 * seconds * PER_SECOND) / ORDERS_PER_USER))
const TICK_MS = 100
const MIN_RATE = 0.95
const MAX_RATIO = 2
const MAX_ACK_MS = 10
const MAX_TICK_MS = 5

interface Round {
  rate: number
  p50: number
  p99: number
}
async function round(room: BusyServer): Promise<Round> {
  const orders = room.orders(PER_SECOND)
  await pause(seconds * 1_000)
  await orders.stop()
  const { acknowledged, failures } = orders
  if (failures.length > 0) throw new Error(`${failures.length} orders failed: ${failures[0]}`)
  await room.checkOrders(acknowledged)
  const times = acknowledged.map(({ tookMs }) => tookMs)
  return {
    rate: acknowledged.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

interface Loaded extends Round {
  tickP99: number
  rhythm: number
  framesPerSecond: number
}
async function loaded(room: BusyServer): Promise<Loaded> {
  const crowd = await startReaders(room.pages(PAGES - WATCHED))
  const witnesses = await startReaders(room.pages(WATCHED), true)
  const read = createPriceReader()
  read((await witnesses.ask('take')).kept)
  const before = await crowd.ask('mark')
  await witnesses.ask('watch')
  const startedAt = performance.now()
  const measured = await round(room)
  const { kept } = await witnesses.ask('take')
  const after = await crowd.ask('report')
  const took = (performance.now() - startedAt) / 1_000
  const frames = read(kept)
  await room.checkPrices(frames)
  if (after.lost > 0) throw new Error(`${after.lost} pages were disconnected`)
  crowd.close()
  witnesses.close()
  return {
    ...measured,
    tickP99: pushP99(frames),
    rhythm: rhythmP99(frames),
    framesPerSecond: (after.totalFrames - before.totalFrames + kept.length) / took,
  }
}

async function measure(room: BusyServer): Promise<void> {
  machine()
  // Plans and code are warm, and every user is known to the server.
  const warming = room.orders(PER_SECOND)
  await pause(smoke ? 100 : (USERS / PER_SECOND) * 1_000)
  await warming.stop()
  const pairs: { alone: Round; load: Loaded }[] = []
  for (let at = 0; at < PAIRS; at += 1)
    pairs.push({ alone: await round(room), load: await loaded(room) })
  type Pair = (typeof pairs)[number]
  const row = (name: string, of: (pair: Pair) => number, unit: string): number =>
    spread(`order-under-load-${PAGES}-${name}`, pairs.map(of), unit)
  const rate = row('rate', ({ load }) => load.rate, 'orders/s')
  row('frames', ({ load }) => load.framesPerSecond, 'frames/s')
  row('p50', ({ load }) => load.p50, 'ms')
  row('limit-p50', ({ alone }) => alone.p50, 'ms')
  const p99 = row('p99', ({ load }) => load.p99, 'ms')
  row('limit-p99', ({ alone }) => alone.p99, 'ms')
  const ratio = row('ratio', ({ load, alone }) => load.p99 / alone.p99, 'x')
  const tick = row('tick-p99', ({ load }) => load.tickP99, 'ms')
  row('rhythm-p99', ({ load }) => load.rhythm, 'ms')
  if (rate < PER_SECOND * MIN_RATE)
    invalid('order-under-load', `${rate.toFixed(0)} orders per second`)
  goal('order-under-load-ratio', ratio <= MAX_RATIO, `ack p99 <= ${MAX_RATIO} x that without pages`)
  goal('order-under-load-ack', p99 <= MAX_ACK_MS, `ack p99 <= ${MAX_ACK_MS} ms`)
  goal('order-under-load-tick', tick <= MAX_TICK_MS, `tick p99 <= ${MAX_TICK_MS} ms`)
  machine()
}

await withBusyServer({ users: USERS, tickMs: TICK_MS }, measure)
