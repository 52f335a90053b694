/** The real socket hub on a free port, with prices and sessions that a test sets by hand. */
import { createServer } from 'node:http'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { QuoteSource, QuoteState, SocketHub } from '#server/platform/socket/hub.ts'
import { statsRow as statsRowSchema } from '#contract/market-topics.ts'
import type { OperatorSession, Session } from '#server/platform/session-reader.ts'
import { createSocketHub } from '#server/platform/socket/socket-hub.ts'

export interface HubServer {
  hub: SocketHub
  url: string
  /** By cookie header. */
  sessions: Map<string, Session>
  operators: Map<string, OperatorSession>
  tick(productId: number, price: number): void
  setStats(productId: number, last: number): void
  errors: unknown[]
  now(): number
  close(): Promise<void>
}

/** For topics that need no database. */
export const noDatabase: Database = {
  query: () => Promise.reject(new Error('this test has no database')),
  transaction: () => Promise.reject(new Error('this test has no database')),
  snapshot: () => Promise.reject(new Error('this test has no database')),
  close: async () => undefined,
}

export interface HubServerOptions {
  database?: Database
  port?: number
  allowedOrigins?: string[]
  clock?: MarketClock
  trustProxy?: readonly string[]
  anonymousMax?: number
  rateFactor?: number
}

export async function startHubServer(options: HubServerOptions = {}): Promise<HubServer> {
  const clock = options.clock ?? createMarketClock()
  const server = createServer()
  const sessions = new Map<string, Session>()
  const operators = new Map<string, OperatorSession>()
  const newest = new Map<number, QuoteState>()
  const stats = new Map<number, number>()
  const errors: unknown[] = []
  let listener: (tick: QuoteState) => void = () => undefined
  let seq = 0
  const quotes: QuoteSource = {
    onTick: (run) => {
      listener = run
      return () => undefined
    },
    latest: () => newest.values(),
    statsRow: (productId) => {
      const last = stats.get(productId)
      if (last === undefined) return null
      return statsRowSchema.parse([productId, last, last, last, last, 0, '0.00'])
    },
  }
  const hub = createSocketHub({
    server,
    database: options.database ?? noDatabase,
    clock,
    sessions: { read: async (cookie) => sessions.get(cookie ?? '') ?? null },
    operators: { read: async (cookie) => operators.get(cookie ?? '') ?? null },
    quotes,
    allowedHosts: [],
    allowedOrigins: options.allowedOrigins ?? [],
    trustProxy: options.trustProxy ?? [],
    rateFactor: options.rateFactor ?? 1,
    ...(options.anonymousMax !== undefined && { anonymousMax: options.anonymousMax }),
    onError: (error) => void errors.push(error),
  })
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    hub,
    sessions,
    operators,
    errors,
    url: `http://127.0.0.1:${address.port}`,
    now: () => clock.now(),
    tick: (productId, price) => {
      seq += 1
      const tick = { productId, price, seq, timeMs: clock.now() }
      newest.set(productId, tick)
      listener(tick)
    },
    setStats: (productId, last) => void stats.set(productId, last),
    close: async () => {
      await hub.close()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  }
}
