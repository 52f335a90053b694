/** How much of the tables a query reads: blocks, which do not depend on the machine or its load as times do. */
import { z } from 'zod'
import type { Database, Queryable, RoleName } from '#server/platform/db/database.ts'

const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({
        Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }),
      }),
    ]),
  }),
])

/** Runs a query and returns the blocks that it read, in memory or on the disk, with those of its functions. */
export async function blocksOf<Role extends RoleName>(
  db: Queryable<Role>,
  sql: string,
  params: readonly unknown[] = [],
): Promise<number> {
  const rows = await db.query(`explain (analyze, buffers, timing off, format json) ${sql}`, params)
  const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
  return plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks']
}

/** A database whose queries are counted before they run. Those in transactions are not allowed. */
export class CountedDatabase implements Database {
  readonly #db: Queryable<'app'>
  blocks = 0

  constructor(db: Queryable<'app'>) {
    this.#db = db
  }
  async query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]> {
    this.blocks += await blocksOf(this.#db, sql, params)
    return this.#db.query<Row>(sql, params)
  }
  transaction(): never {
    throw new Error('a transaction is not counted')
  }
  snapshot = this.transaction
  close(): Promise<void> {
    return Promise.resolve()
  }
}
