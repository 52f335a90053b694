/** Databases of earlier releases, which a test fills and then brings up to date. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url))

export interface OlderDatabase {
  /** The cluster. Close it when done. */
  place: TestDatabase
  /** As the owner. */
  url: string
  /** Connected as the owner. End it before the database is brought up to date. */
  client: Client
}

/** A database with the migrations before one, such as `0054`, and with nothing that a start repeats. */
export async function olderDatabase(before: string): Promise<OlderDatabase> {
  const place = await testDatabase()
  const name = `${new URL(place.url).pathname.slice(1)}_older`
  await place.owner.query(`create database ${name}`)
  const url = Object.assign(new URL(place.url), { pathname: name }).href
  const client = new Client({ connectionString: url })
  await client.connect()
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: 'up',
    count: readdirSync(MIGRATIONS).filter((file) => file < before).length,
    migrationsTable: 'schema_migrations',
    noLock: true,
    log: () => undefined,
  })
  return { place, url, client }
}
