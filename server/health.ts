/** The health endpoints, for process managers and people: whether the process runs, and whether it takes orders. */
import { Gauge } from 'prom-client'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import type { Market } from '#server/market/market.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { FreeSpace } from '#server/platform/free-space.ts'
import type { Registry } from '#server/platform/metrics.ts'

/** What the endpoints need. */
export interface HealthParts {
  clock: MarketClock
  pools: Pools
  market: Pick<Market, 'source' | 'products' | 'lastTick' | 'head' | 'isStopped'>
  space: Pick<FreeSpace, 'refuses'>
}

const REASONS = [
  'stopping',
  'database_unreachable',
  'database_read_only',
  'storage_full',
  'money_writes_halted',
  'market_stopped',
  'market_catching_up',
  'market_halted',
  'market_closed',
  'clock_behind',
  'price_stale',
] as const
/** Why every order is refused now. docs/OPERATIONS.md says what to do about each. */
type NotReady = (typeof REASONS)[number]

/** Whether the server can take orders. */
export interface Readiness {
  /** True also if the only reason is `market_closed`, because a calendar says so and nothing is wrong. */
  ready: boolean
  /** Empty if some orders are accepted. */
  reasons: NotReady[]
  /**
   * The age of the newest tick of any open product, in ms. Null if none is open or none has ticked. A recording may
   * have no ticks for minutes, so its newest record counts, because heartbeats show that it plays.
   */
  tickAgeMs: number | null
}

const DATABASE_TIMEOUT_MS = 2_000

interface DatabaseState {
  read_only: boolean
  halted: boolean
}
const WRITABLE = `select current_setting('transaction_read_only')::boolean as read_only, false as halted`
const STATE = `select current_setting('transaction_read_only')::boolean as read_only,
  exists (select 1 from ledger_halts where lifted_at is null) as halted`

async function databaseReasons({ app, market, settlement }: Pools): Promise<NotReady[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), DATABASE_TIMEOUT_MS)
  })
  // Orders need all three: one role checks them, one stores them, and one writes the prices that they refer to.
  const asked = Promise.all([
    app.query<DatabaseState>(STATE),
    settlement.query<DatabaseState>(WRITABLE),
    market.query<DatabaseState>(WRITABLE),
  ])
  try {
    const states = (await Promise.race([asked, late])).flat()
    if (states.some((state) => state.read_only)) return ['database_read_only']
    return states.some((state) => state.halted) ? ['money_writes_halted'] : []
  } catch {
    asked.catch(() => undefined)
    return ['database_unreachable']
  } finally {
    clearTimeout(timer)
  }
}

/** Why no product takes orders, as its session says it. */
function sessionReason({ products, isStopped }: HealthParts['market']): NotReady | null {
  if (isStopped()) return 'market_stopped'
  const states = new Set(products().map(({ session }) => session.state))
  if (states.has('open')) return null
  if (states.has('catching_up')) return 'market_catching_up'
  return states.has('halted') ? 'market_halted' : 'market_closed'
}

function tickAge({ clock, market }: HealthParts): number | null {
  const recorded = market.source === 'recorded'
  const open = market.products().filter(({ session }) => session.state === 'open')
  const newestOf = (id: number) => (recorded ? market.head(id) : market.lastTick(id))
  const times = open.flatMap(({ id }) => newestOf(id)?.timeMs ?? [])
  return times.length === 0 ? null : clock.now() - Math.max(...times)
}

/** Checks whether the server can take orders. */
export async function readiness(parts: HealthParts): Promise<Readiness> {
  const reasons = await databaseReasons(parts.pools)
  if (parts.space.refuses('order')) reasons.push('storage_full')
  const closed = sessionReason(parts.market)
  const tickAgeMs = tickAge(parts)
  if (closed !== null) reasons.push(closed)
  else if (tickAgeMs !== null && tickAgeMs < 0) reasons.push('clock_behind')
  else if (tickAgeMs === null || tickAgeMs > TRADING_STALE_MS) reasons.push('price_stale')
  return { ready: reasons.every((reason) => reason === 'market_closed'), reasons, tickAgeMs }
}

/** A gauge per reason, so that an alarm can name it. It is read when the metrics are. */
const readinessGauge = (registry: Registry, look: () => Promise<Readiness>): unknown =>
  new Gauge({
    name: 'fairtick_not_ready',
    help: 'Whether every order is refused for this reason',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const { reasons } = await look()
      for (const reason of REASONS) this.set({ reason }, reasons.includes(reason) ? 1 : 0)
    },
  })

/** The health endpoints. The server stops this area first, so that no more requests are sent to it. */
export function openHealth({ metrics, ...parts }: HealthParts & { metrics: Registry }): Area {
  let stopping = false
  const look = async (): Promise<Readiness> => {
    const now = await readiness(parts)
    return stopping ? { ...now, ready: false, reasons: ['stopping', ...now.reasons] } : now
  }
  readinessGauge(metrics, look)
  return {
    routes: (app) => {
      app.get('/healthz', async (_request, reply) =>
        reply.header('cache-control', 'no-store').send({ status: 'ok' }),
      )
      app.get('/readyz', async (_request, reply) => {
        const state = await look()
        return reply
          .code(state.ready ? 200 : 503)
          .header('cache-control', 'no-store')
          .send(state)
      })
    },
    stop: () => {
      stopping = true
    },
  }
}
