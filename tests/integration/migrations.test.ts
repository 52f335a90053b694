import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/db/migrations.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { files } from '../tidy/repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const DEFINES = /^create or replace function ([a-z_]+)/gm
const FIRST_WITHOUT_FUNCTIONS = '0031'
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
    const defining = migrations.filter(
      ({ path, text }) =>
        (path.split('/').at(-1) ?? '') >= FIRST_WITHOUT_FUNCTIONS &&
        /create (or replace )?function/i.test(text),
    )
    expect(defining.map(({ path }) => path)).toEqual([])
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
