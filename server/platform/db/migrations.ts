/**
 * Brings a database to the current schema under one lock: the numbered migrations, then the current bodies of all
 * functions, the invariants and the rights of the server's roles.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { type ActRules, writeActRules } from '#server/platform/db/act-rules.ts'
import { adoptBaseline } from '#server/platform/db/baseline.ts'
import { refuseUnfit } from '#server/platform/db/prepare-faults.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const MIGRATIONS = pathOf('../../migrations')
/** The body of each function, in any order. A changed signature or meaning is a new name, dropped a release later. */
const FUNCTIONS = pathOf('../../sql/functions')
/** Repeated in this order after the functions. */
const REPEATED = [
  '../../ledger/fund-invariants.sql',
  '../../ledger/posted-documents.sql',
  '../../ledger/tick-invariants.sql',
  '../../ledger/recomputed-results.sql',
  '../../ledger/order-invariants.sql',
  '../../ledger/transfer-invariants.sql',
  '../../ledger/user-invariants.sql',
  '../../ledger/act-invariants.sql',
  '../../ledger/invariants.sql',
  './grants.sql',
] as const
/** In a new database the files call functions of files that follow. A test checks the bodies. */
const UNCHECKED = 'set local check_function_bodies = off'
const LOCK = 8460
const APPLIED = 'schema_migrations'

/** The names of the migrations that this release has, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).toSorted().map((file) => file.replace(/\.sql$/, ''))

/** The SQL that every start repeats, so that a changed file takes effect. */
async function repeated(): Promise<string[]> {
  const functions = (await readdir(FUNCTIONS)).toSorted().map((file) => join(FUNCTIONS, file))
  const files = [...functions, ...REPEATED.map(pathOf)]
  return Promise.all(files.map((file) => readFile(file, 'utf8')))
}

/**
 * Whether a newer release has migrated this database. An older release that is started again leaves its functions and
 * rights alone, so a release that changes any of them comes with a migration, which may consist of a comment.
 */
async function isAhead(client: Client): Promise<boolean> {
  const known = new Set(await knownMigrations())
  const { rows } = await client.query<{ name: string }>(`select name from ${APPLIED}`)
  return rows.some(({ name }) => !known.has(name))
}

async function wasMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('${APPLIED}') is not null as exists`,
  )
  return rows[0]?.exists === true
}

/** Drops the views that are recreated below, so that none of an earlier release stops a migration of its table. */
async function dropViews(client: Client): Promise<void> {
  const applied = await client.query<{ name: string }>(`select name from ${APPLIED}`)
  const names = new Set(applied.rows.map(({ name }) => name))
  if ((await knownMigrations()).every((name) => names.has(name))) return
  const texts = (await repeated()).join('\n')
  const views = [...texts.matchAll(/^create (?:or replace )?view (\w+)/gm)].map(([, view]) => view)
  await client.query(`drop view if exists ${views.join(', ')} cascade`)
}

/**
 * Names of the migrations applied now. `rules`: of the server that starts. Default: as the last one left them. Throws
 * `StartRefused` if PostgreSQL or the database is too old or the URL's role lacks rights.
 */
export async function migrate(url: string, rules?: ActRules): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'fairtick-migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseUnfit(client)
    // A second server that starts meanwhile waits here instead of failing.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (await wasMigrated(client)) {
      await adoptBaseline(client, APPLIED, await knownMigrations())
      await dropViews(client)
    }
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
    if (!(await isAhead(client))) {
      await client.query(['begin', UNCHECKED, ...(await repeated()), 'commit'].join(';\n'))
    }
    if (rules !== undefined) await writeActRules((sql, params) => client.query(sql, params), rules)
    return done.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}
