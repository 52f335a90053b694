/** Brings a database to the current schema: numbered SQL, then the invariants and the app's rights, under one lock. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Repeated at every start, in this order: a changed file takes effect. */
const REPEATED = [
  '../ledger/fund-invariants.sql',
  '../ledger/tick-invariants.sql',
  '../ledger/invariants.sql',
  './grants.sql',
] as const
const LOCK = 8460
const APPLIED = 'schema_migrations'

const repeated = (): Promise<string[]> =>
  Promise.all(
    REPEATED.map((file) => readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8')),
  )

/** Names of the migrations applied now. */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'fairtick-migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A second server that starts meanwhile waits here instead of failing.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const done = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: APPLIED,
      checkOrder: true,
      singleTransaction: true,
      noLock: true,
      log: () => undefined,
    })
    await client.query(['begin', ...(await repeated()), 'commit'].join(';\n'))
    return done.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}
