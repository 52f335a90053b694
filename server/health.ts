/** The health endpoints: whether the process is running, and whether it can work. For process managers and people. */
import type { FastifyInstance } from 'fastify'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/** What the endpoints need. */
export interface HealthParts {
  clock: MarketClock
  db: Database
  market: Pick<Market, 'source' | 'products' | 'lastTick' | 'head'>
}

/** Whether the server can work. */
export interface Readiness {
  ready: boolean
  /** In plain words. Empty if the server is ready. */
  reasons: string[]
  /**
   * The age of the newest tick of any open product, in ms. Null if none is open or none has ticked. A recording may
   * have no ticks for minutes, so its newest record counts, because heartbeats show that it plays.
   */
  tickAgeMs: number | null
}

const TICK_AGE_MAX_MS = 10_000
const DATABASE_TIMEOUT_MS = 2_000

async function databaseReasons(db: Database): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), DATABASE_TIMEOUT_MS)
  })
  const asked = db.query<{ halted: boolean }>(
    'select exists (select 1 from ledger_halts where lifted_at is null) as halted',
  )
  try {
    const [row] = await Promise.race([asked, late])
    return row?.halted ? ['money writes are halted'] : []
  } catch {
    asked.catch(() => undefined)
    return ['the database does not answer']
  } finally {
    clearTimeout(timer)
  }
}

/** Checks whether the server can work. */
export async function readiness({ clock, db, market }: HealthParts): Promise<Readiness> {
  const reasons = await databaseReasons(db)
  const open = market.products().filter((product) => product.session.state === 'open')
  const recorded = market.source === 'recorded'
  const newestOf = (id: number) => (recorded ? market.head(id) : market.lastTick(id))
  const times = open.flatMap((product) => newestOf(product.id)?.timeMs ?? [])
  const tickAgeMs = times.length === 0 ? null : clock.now() - Math.max(...times)
  if (tickAgeMs !== null && tickAgeMs < 0) {
    reasons.push(`the clock is ${-tickAgeMs} ms behind the price history`)
  }
  if (open.length > 0 && (tickAgeMs === null || tickAgeMs > TICK_AGE_MAX_MS)) {
    const since = tickAgeMs === null ? 'yet' : `for ${tickAgeMs} ms`
    reasons.push(`no tick of an open product ${since}`)
  }
  return { ready: reasons.length === 0, reasons, tickAgeMs }
}

/** Registers the endpoints. */
export function healthRoutes(app: FastifyInstance, parts: HealthParts): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(parts)
    return reply
      .code(state.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state)
  })
}
