/** The one door to PostgreSQL: a pool for reads, and transactions that hand out nothing but their own handle. */

/** Rows come with int8 as bigint, json parsed, bytea as Buffer. */
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
