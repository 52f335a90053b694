import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { knownMigrations, migrate } from '#server/platform/db/migrations.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { type Catalogue, catalogueOf } from '#support/whole-catalogue.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { files } from '../tidy/repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const DEFINES = /^create or replace function ([a-z_]+)/gm
const FIRST_AFTER_BASELINE = '0066'
const bodyOf = async (name: string): Promise<string> => {
  const [row] = await database.owner.query<{ body: string }>(
    'select prosrc as body from pg_proc where proname = $1',
    [name],
  )
  return row?.body ?? ''
}
const spoil = (): Promise<unknown> =>
  database.owner.query(
    `create or replace function money_text(minor bigint) returns text language sql immutable
     as $$ select 'spoilt' $$`,
  )

describe('the functions of the database', () => {
  it('each have their current body in one file', async () => {
    const defined = files(/\.sql$/, ['server/sql/functions']).flatMap(({ text }) =>
      [...text.matchAll(DEFINES)].map(([, name = '']) => name),
    )
    const rows = await database.owner.query<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prokind = 'f'`,
    )
    expect(new Set(defined)).toEqual(new Set(rows.map(({ name }) => name)))
    expect(defined).toHaveLength(rows.length)
  })

  it('are not defined by new migrations', () => {
    const migrations = files(/\.sql$/, ['server/migrations'])
    expect(migrations.length).toBeGreaterThan(20)
    const isNew = (path: string): boolean => (path.split('/').at(-1) ?? '') >= FIRST_AFTER_BASELINE
    const defining = migrations.filter(
      ({ path, text }) => isNew(path) && /create (or replace )?function/i.test(text),
    )
    expect(defining.map(({ path }) => path)).toEqual([])
  })

  it('have bodies that PostgreSQL accepts', async () => {
    const texts = files(/\.sql$/, ['server/sql/functions']).map(({ text }) => text)
    const create = (more: string): Promise<unknown> =>
      database.owner.query(['begin', ...texts, more, 'rollback'].join(';\n'))
    await create('')
    const wrong = 'create function wrong() returns int language sql as $$ select missing() $$'
    await expect(create(wrong)).rejects.toMatchObject({ code: '42883' })
  })

  it('are repeated by each start, and keep their rights', async () => {
    const good = await bodyOf('money_text')
    await spoil()
    expect(await migrate(database.url)).toEqual([])
    expect(await bodyOf('money_text')).toBe(good)
    const [open] = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_proc where proname = 'post'
         and (proconfig @> array['search_path=public, pg_temp']) is not true`,
    )
    expect(open?.n).toBe(0)
  })

  it('are left alone by a release that is older than the database', async () => {
    await spoil()
    const spoilt = await bodyOf('money_text')
    const ahead = `insert into schema_migrations (name, run_on) values ('9999_later', current_timestamp)`
    await database.owner.query(ahead)
    expect(await migrate(database.url)).toEqual([])
    expect(await bodyOf('money_text')).toBe(spoilt)
  })
})

/** What the 63 migrations made that the baseline replaces, as the commit 26cd8e65 has them: digests of a catalogue. */
const REPLACED = {
  relations: '5cc914f3bc7b74ec',
  columns: '24a46f356eb8ae5b',
  constraints: '886c48325e8340a8',
  indexes: '2446950cb1752d36',
  triggers: '7eb392182f3fb8bf',
  sequences: 'cb86eca7bfe89de5',
  rows: '4845a010c12a7c7d',
} as const
const digestOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)

describe('the baseline', () => {
  const dir = fileURLToPath(new URL('../../server/migrations', import.meta.url))
  let older: Database<never>
  let url: string

  beforeEach(async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_older`
    await database.owner.query(`drop database if exists ${name}`)
    await database.owner.query(`create database ${name}`)
    url = Object.assign(new URL(database.url), { pathname: name }).href
    const client = new Client({ connectionString: url })
    await client.connect()
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      count: (await knownMigrations()).filter((each) => each < FIRST_AFTER_BASELINE).length,
      migrationsTable: 'schema_migrations',
      singleTransaction: true,
      noLock: true,
      log: () => undefined,
    })
    await client.end()
    older = openDatabase(url, { connections: 1 })
  })
  afterEach(() => older.close())

  /** As the releases before it left the list, of which the last migrations are missing. */
  const listAsBefore = (missing = 0): Promise<unknown> =>
    older.query(
      `delete from schema_migrations;
       insert into schema_migrations (name, run_on)
         select name, now() from (
           select to_char(n, 'fm0000') || case n when 65 then '_archived_days' else '_of_before' end as name
           from generate_series(1, 65) n where n not in (42, 57) order by n limit 63 - ${missing}
         ) names`,
    )
  const listed = async (): Promise<string[]> =>
    (
      await older.query<{ name: string }>('select name from schema_migrations order by run_on, id')
    ).map(({ name }) => name)

  it('makes what the migrations made that it replaces', async () => {
    const { functions, views, ...made } = await catalogueOf(older)
    expect(views).toEqual([])
    expect(functions.length).toBeLessThan(20)
    const digests = Object.entries(made).map(([kind, lines]) => [kind, digestOf(lines)])
    expect(Object.fromEntries(digests)).toEqual(REPLACED)
  })

  it('is taken over by a database of the release before, which keeps its rows', async () => {
    await listAsBefore()
    await older.query(
      `set session_replication_role = replica;
       insert into products values (1, 'BTCUSDT');
       insert into users (account, phone, nickname, opening_code) values ('older', '', 'older', 'older');
       reset session_replication_role;
       create view fund_faults as select * from fund_lots; create view tick_faults as select * from ticks;
       create view order_faults as select * from tick_faults`,
    )
    const before = await older.query('select id, epoch from instance')
    const known = await knownMigrations()
    expect(await migrate(url)).toEqual(known.filter((name) => name >= FIRST_AFTER_BASELINE))
    expect(await listed()).toEqual(known)
    expect(await migrate(url)).toEqual([])
    expect(await older.query('select id, epoch from instance')).toEqual(before)
    expect(await older.query('select id, account from users')).toEqual([
      { id: 1001n, account: 'older' },
    ])
    const fresh = await testDatabase()
    try {
      expect({ ...(await catalogueOf(older)), rows: [] }).toEqual({
        ...(await catalogueOf(fresh.owner)),
        rows: [],
      })
    } finally {
      await fresh.close()
    }
  })

  it('is refused to a database with fewer migrations, in which nothing changes', async () => {
    await listAsBefore(1)
    await older.query('create view tick_faults as select * from ticks')
    const before: [string[], Catalogue] = [await listed(), await catalogueOf(older)]
    const refused = migrate(url)
    await expect(refused).rejects.toBeInstanceOf(StartRefused)
    await expect(refused).rejects.toThrow(
      'The database is of an older release (its newest migration is 0064_of_before): ' +
        'start the release of commit 26cd8e65 with it first, and then this one.',
    )
    expect([await listed(), await catalogueOf(older)]).toEqual(before)
  })
})
