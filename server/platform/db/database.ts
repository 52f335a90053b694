/** The access to PostgreSQL: a pool per role for reads, and transactions that provide their own handle. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type QueryResult, types } from 'pg'

/**
 * The roles of the server: `market` writes the public log, `settlement` enters and settles orders, `credentials` reads
 * password hashes, `auditor` stops what does not verify, `app` does everything else. grants.sql lists their rights.
 */
export const ROLES = ['market', 'settlement', 'credentials', 'auditor', 'app'] as const
export type RoleName = (typeof ROLES)[number]

/**
 * Runs SQL as a role. Rows have int8 as bigint, json parsed and bytea as Buffer; numeric stays text. Code that only
 * reads accepts every role.
 */
export interface Queryable<Role extends RoleName = RoleName> {
  /** Never set. It keeps the compiler from accepting the connection of another role. */
  readonly runsAs?: Role
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>
}

/** A pool of connections of a role, by default `app`. `Database<never>`, the owner's, is accepted for each role. */
export interface Database<Role extends RoleName = 'app'> extends Queryable<Role> {
  /** Runs `work` in a READ COMMITTED transaction, which rolls back when `work` throws. Use only `tx` inside. */
  transaction<T>(work: (tx: Queryable<Role>) => Promise<T>): Promise<T>
  /** Runs `work` in a READ ONLY, REPEATABLE READ transaction: all reads see the same moment. */
  snapshot<T>(work: (tx: Queryable<Role>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  connections: number
  /** How long a query waits for a connection. Default: 10 s. */
  connectMs?: number
  /** The epoch of the lease, by which SQL refuses what this server writes after another one has taken over. */
  epoch?: number | null
  /** Connections that stay open when they are idle. A new one takes many times as long as a short query. Default: 0. */
  kept?: number
  /** Called when a connection is lost outside a query. */
  onLost?: (error: Error) => void
}

const STATEMENT_TIMEOUT_MS = 30_000
/** What a server that stands still has begun to write delays the next one for so long. */
const FENCED_IDLE_MS = 10_000
/** How long a query of a running server waits for a connection. */
export const CONNECT_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000
/** Maximum number of SQL texts with a prepared statement. Others are parsed per query. */
const PREPARED_MAX = 500

/** Thrown when there is no connection, or the server is starting, stopping, full or too slow. The caller may retry. */
export class DatabaseGone extends Error {}
const GONE_STATES = /^(08|53|57|58)/
function told(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const { code = '', severity } = error
    // PostgreSQL closes the connection after these errors.
    const fatal = severity === 'FATAL' || severity === 'PANIC'
    if (!fatal && !GONE_STATES.test(code)) return error
  }
  if (!(error instanceof Error) || error instanceof TypeError) return error
  return new DatabaseGone(error.message, { cause: error })
}

const INT8 = 20
types.setTypeParser(INT8, BigInt)
const INT8_ARRAY: number = 1016
/** Arrays without nulls: `{1,2}`. */
types.setTypeParser(INT8_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean).map(BigInt))

const prepared = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = prepared.get(sql)
  if (known !== undefined || prepared.size >= PREPARED_MAX) return known
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32)
  prepared.set(sql, name)
  return name
}

/** Translates errors of an unavailable database to `DatabaseGone`. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw told(error)
  }
}

async function run<Row extends object>(
  on: Pool | PoolClient,
  sql: string,
  params: readonly unknown[] | undefined,
): Promise<Row[]> {
  // Without parameters one text may contain several statements. The rows of the last one are returned.
  if (params === undefined || params.length === 0) {
    const result: QueryResult<Row> | QueryResult<Row>[] = await asked(on.query<Row>(sql))
    return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []
  }
  const name = statementName(sql)
  const query = { text: sql, values: [...params], ...(name !== undefined && { name }) }
  return (await asked(on.query<Row>(query))).rows
}

async function inTransaction<T, Role extends RoleName>(
  pool: Pool,
  begin: string,
  work: (tx: Queryable<Role>) => Promise<T>,
): Promise<T> {
  const client = await asked(pool.connect())
  let ended = false
  let broken: Error | undefined
  const tx: Queryable<Role> = {
    query: (sql, params) =>
      ended ? Promise.reject(new Error('the transaction has ended')) : run(client, sql, params),
  }
  try {
    await asked(client.query(begin))
    const result = await work(tx)
    const { command } = await asked(client.query('commit'))
    // If a statement failed and `work` caught the error, PostgreSQL answers the commit with a rollback.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    ended = true
    client.release(broken)
  }
}

/** A pool whose patience its owner changes. */
export interface OpenDatabase<Role extends RoleName> extends Database<Role> {
  /** From now on, a query waits this long for a connection. */
  waitAtMost(connectMs: number): void
}

/** Creates a pool. It connects at the first query. The caller says whose log-in the URL has; none means the owner's. */
export function openDatabase<Role extends RoleName = never>(
  url: string,
  options: DatabaseOptions,
): OpenDatabase<Role> {
  const pool = new Pool({
    connectionString: url,
    max: options.connections,
    min: options.kept ?? 0,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout:
      typeof options.epoch === 'number' ? FENCED_IDLE_MS : STATEMENT_TIMEOUT_MS,
    application_name: 'fairtick',
    // Dates are ISO text.
    options: `-c search_path=public -c datestyle=ISO -c fairtick.epoch=${options.epoch ?? ''}`,
  })
  const connected = new Set<PoolClient>()
  let closing = false
  const onLost = (error: Error): void => {
    if (!closing) options.onLost?.(error)
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    connected.add(client)
    client.on('end', () => connected.delete(client))
    // Needed also while the client is checked out: without a listener a lost connection would end the process.
    client.on('error', onLost)
  })
  const close = async (): Promise<void> => {
    closing = true
    const ended = [...connected].map((client) => once(client, 'end'))
    await pool.end()
    // The pool does not wait for its connections to close.
    await Promise.race([Promise.all(ended), pause(CLOSE_TIMEOUT_MS, null, { ref: false })])
  }
  return {
    query: (sql, params) => run(pool, sql, params),
    transaction: (work) => inTransaction(pool, 'begin', work),
    snapshot: (work) =>
      inTransaction(pool, 'begin isolation level repeatable read read only', work),
    waitAtMost: (connectMs) => {
      pool.options.connectionTimeoutMillis = connectMs
    },
    close,
  }
}
