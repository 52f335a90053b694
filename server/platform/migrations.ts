/** Brings a database to the current schema: numbered SQL files, then what the app's role may do, under one lock. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const GRANTS = fileURLToPath(new URL('./grants.sql', import.meta.url))
const LOCK = 8460
const APPLIED = 'schema_migrations'

/** Names of the migrations applied now. Each start repeats the grants, so a changed list takes effect. */
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
    await client.query(`begin;\n${await readFile(GRANTS, 'utf8')}\ncommit`)
    return done.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}
