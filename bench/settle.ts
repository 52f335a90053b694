/** Settling 10,000 positions: spread over one second, and all at one instant, against one bare set-based statement. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { createMarketClock } from '#server/platform/clock.ts'
import { SettlementEngine } from '#server/trading/settlement.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { tick } from '#support/records.ts'
import { BARE_SETTLE_SQL, OUTCOMES_SQL } from './support/bare-settle.ts'
import { benchDatabase } from './support/database.ts'
import { figure, goal, machine, median, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { BENCH_PRODUCT, makePositions } from './support/positions.ts'

const { smoke, pairs: PAIRS } = benchOptions()
const POSITIONS = { users: smoke ? 20 : 2_000, perUser: 5 }
/** Between the ticks that enter the positions and the ticks of the round before. */
const DURATION_MS = smoke ? 400 : 3_000
/** Long enough that making the positions is over before the first expires. */
const AHEAD_MS = smoke ? 800 : 6_000
// The ticks that enter the positions come before those that are pushed.
const SPREAD_MS = smoke ? 100 : 1_000
const LEAD_MS = smoke ? 100 : 400
const TICK_MS = 2
/** How finely the event loop is watched, ms. */
const RESOLUTION_MS = 1
const EXIT_PRICE = 101

const clock = createMarketClock()
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

interface Round {
  /** ms from expiry to the commit, by order. */
  lateness: number[]
  /** ms from the deciding record to the last commit. */
  whole: number
  early: number
  /** The longest time that the event loop stood still, ms. */
  stall: number
}

/** Positions expire while a tick comes every 2 ms; with `spreadMs` 0 all expire at once and one record decides all. */
async function engineRound(spreadMs: number): Promise<Round> {
  const lateness: number[] = []
  const expiresAt = clock.now() + AHEAD_MS
  for (let ms = 0; ms <= spreadMs; ms += 1) {
    market.store(BENCH_PRODUCT, tick(expiresAt - DURATION_MS + ms + 1, 100))
  }
  await market.recordsSpanning(BENCH_PRODUCT, expiresAt, expiresAt)
  const plan = { ...POSITIONS, expiresAt, spreadMs, durationMs: DURATION_MS }
  const count = await makePositions(bench.owner, plan)
  await bench.owner.query('checkpoint')
  let early = 0
  let delivered = 0
  const engine = new SettlementEngine({
    db: bench.pools.settlement,
    market,
    clock,
    log: pino({ level: 'warn' }),
    deliver: (events) => {
      delivered += events.length
    },
    observe: (ms) => {
      lateness.push(ms)
      if (ms <= 0) early += 1
    },
  })
  await engine.start()
  await pause(Math.max(0, expiresAt - LEAD_MS - clock.now()))
  const stalls = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  stalls.enable()
  let decidedAt = 0
  while (lateness.length < count) {
    const now = clock.now()
    if (decidedAt === 0 && now > expiresAt) decidedAt = performance.now()
    if (spreadMs > 0 || now <= expiresAt || decidedAt > 0) {
      market.push(BENCH_PRODUCT, tick(now, now > expiresAt - 50 ? EXIT_PRICE : 100))
    }
    await pause(spreadMs > 0 ? TICK_MS : 1)
    if (performance.now() - decidedAt > 60_000 && decidedAt > 0) throw new Error('not settled')
  }
  const whole = performance.now() - decidedAt
  stalls.disable()
  const stall = Math.max(0, stalls.max / 1e6 - RESOLUTION_MS)
  await engine.stop()
  if (delivered < count) throw new Error('events are missing')
  await checkSettled(count)
  return { lateness, whole, early, stall }
}

async function bareRound(): Promise<number> {
  const expiresAt = clock.now() + DURATION_MS + 20
  market.store(BENCH_PRODUCT, tick(expiresAt - DURATION_MS + 1, 100))
  market.store(BENCH_PRODUCT, tick(expiresAt, EXIT_PRICE))
  market.store(BENCH_PRODUCT, tick(expiresAt + 1, EXIT_PRICE))
  const records = await market.recordsSpanning(BENCH_PRODUCT, expiresAt, expiresAt)
  const exit = records.find(({ timeMs }) => timeMs === expiresAt)
  const plan = { ...POSITIONS, expiresAt, spreadMs: 0, durationMs: DURATION_MS }
  const count = await makePositions(bench.owner, plan)
  const exitOf = [exit?.seq, expiresAt, EXIT_PRICE]
  const [row] = await bench.owner.query<{ outcomes: string }>(OUTCOMES_SQL, exitOf)
  await bench.owner.query('checkpoint')
  const started = performance.now()
  await bench.owner.query('select check_outcomes($1)', [row?.outcomes])
  await bench.owner.query(BARE_SETTLE_SQL, [EXIT_PRICE])
  const took = performance.now() - started
  await checkSettled(count)
  return took
}

async function checkSettled(count: number): Promise<void> {
  const [left] = await bench.owner.query<{ n: bigint }>(
    "select count(*) as n from orders where status in ('open', 'live')",
  )
  if (left?.n !== 0n || count !== POSITIONS.users * POSITIONS.perUser)
    throw new Error(`${left?.n} of ${count} positions are not settled`)
}

const bench = await benchDatabase()
const market = fakeMarket()
market.storeIn(bench.pools.market)
await bench.owner.query("insert into products values ($1, 'EURUSD') on conflict do nothing", [
  BENCH_PRODUCT,
])
machine()
figure('settle-positions', POSITIONS.users * POSITIONS.perUser, 'orders')
const pairs: { bare: number; instant: Round; spread: Round }[] = []
for (let i = 0; i < PAIRS; i++) {
  const bare = await bareRound()
  const instant = await engineRound(0)
  const spaced = await engineRound(SPREAD_MS)
  pairs.push({ bare, instant, spread: spaced })
}
const p99 = (round: Round): number => percentile(round.lateness, 0.99)
spread(
  'settle-bare',
  pairs.map(({ bare }) => bare),
  'ms',
)
spread(
  'settle-instant-p99',
  pairs.map(({ instant }) => p99(instant)),
  'ms',
)
spread(
  'settle-instant-whole',
  pairs.map(({ instant }) => instant.whole),
  'ms',
)
const ratio = spread(
  'settle-instant-ratio',
  pairs.map(({ instant, bare }) => p99(instant) / bare),
  'x',
)
spread(
  'settle-spread-p50',
  pairs.map((pair) => median(pair.spread.lateness)),
  'ms',
)
const late = spread(
  'settle-spread-p99',
  pairs.map((pair) => p99(pair.spread)),
  'ms',
)
const stall = spread(
  'settle-stall',
  pairs.map((pair) => Math.max(pair.instant.stall, pair.spread.stall)),
  'ms',
)
const early = pairs.reduce((sum, pair) => sum + pair.instant.early + pair.spread.early, 0)
figure('settle-early', early, 'orders')
goal('settle-spread', late <= 15, 'lateness p99 <= 15 ms')
goal('settle-instant', ratio <= 1.2, 'p99 <= 1.2 x the bare statement')
goal('settle-stall', stall <= 10, 'nothing on the event loop longer than 10 ms')
goal('settle-early', early === 0, 'none early')
machine()
await bench.close()
