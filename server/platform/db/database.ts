/** The one door to PostgreSQL: a pool for reads, and transactions that hand out nothing but their own handle. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type QueryResult, types } from 'pg'

/** Rows come with int8 as bigint, json parsed, bytea as Buffer; numeric stays text. */
export interface Queryable {
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queryable {
  /** READ COMMITTED; rolls back when `work` throws. Inside, use only `tx`. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** READ ONLY, REPEATABLE READ: a snapshot and its sequence number from one moment. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  connections?: number
  /** The role that every statement runs as; null keeps the one that logs in (migrations, tests). */
  role?: string | null
  /** Told of connections that die outside any query. */
  onLost?: (error: Error) => void
}

export const APP_ROLE = 'fairtick_app'
const CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 2_000
/** SQL texts that get a prepared statement; beyond, they are parsed each time. */
const PREPARED_MAX = 500

/** No connection, a lost one, or a server that starts, stops, is full or took too long: try again. */
export class DatabaseGone extends Error {}
const GONE_STATES = /^(08|53|57|58)/
function told(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const { code = '', severity } = error
    // After these the connection is closed.
    const fatal = severity === 'FATAL' || severity === 'PANIC'
    if (!fatal && !GONE_STATES.test(code)) return error
  }
  if (!(error instanceof Error) || error instanceof TypeError) return error
  return new DatabaseGone(error.message, { cause: error })
}

const INT8 = 20
types.setTypeParser(INT8, BigInt)

const prepared = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = prepared.get(sql)
  if (known !== undefined || prepared.size >= PREPARED_MAX) return known
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32)
  prepared.set(sql, name)
  return name
}

/** With errors that say whether it is the database that is not there. */
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
  // Without parameters several statements may stand in one text; then the last one's rows count.
  if (params === undefined || params.length === 0) {
    const result: QueryResult<Row> | QueryResult<Row>[] = await asked(on.query<Row>(sql))
    return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []
  }
  const name = statementName(sql)
  const query = { text: sql, values: [...params], ...(name !== undefined && { name }) }
  return (await asked(on.query<Row>(query))).rows
}

async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const client = await asked(pool.connect())
  let ended = false
  let broken: Error | undefined
  const tx: Queryable = {
    query: (sql, params) =>
      ended ? Promise.reject(new Error('the transaction has ended')) : run(client, sql, params),
  }
  try {
    await asked(client.query(begin))
    const result = await work(tx)
    const { command } = await asked(client.query('commit'))
    // A statement failed and `work` hid it: the server answers the commit with a rollback.
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

/** Opens no connection before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const role = options.role === undefined ? APP_ROLE : options.role
  const pool = new Pool({
    connectionString: url,
    max: options.connections ?? CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'fairtick',
    // Set as the connection opens, so that RESET ROLE falls back to it too; dates are ISO text everywhere.
    options: `-c search_path=public -c datestyle=ISO${role === null ? '' : ` -c role=${role}`}`,
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
    // Also while checked out: without a listener a dying connection would end the process.
    client.on('error', onLost)
  })
  const close = async (): Promise<void> => {
    closing = true
    const ended = [...connected].map((client) => once(client, 'end'))
    await pool.end()
    // The pool does not wait for the connections themselves.
    await Promise.race([Promise.all(ended), pause(CLOSE_TIMEOUT_MS, null, { ref: false })])
  }
  return {
    query: (sql, params) => run(pool, sql, params),
    transaction: (work) => inTransaction(pool, 'begin', work),
    snapshot: (work) =>
      inTransaction(pool, 'begin isolation level repeatable read read only', work),
    close,
  }
}
