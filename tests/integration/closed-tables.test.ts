import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSED_TABLES } from '#support/closed-tables.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { type House, furnishedFixture } from '#support/furnished-fixture.ts'

interface Place {
  table: string
  column: string
}

let house: House
let userId: bigint
let places: Place[]
const before = new Map<string, number>()

const countOf = async ({ table, column }: Place): Promise<number> => {
  const [row] = await house.server.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${column} = $1`,
    [userId],
  )
  return row?.n ?? 0
}

beforeAll(async () => {
  house = await furnishedFixture()
  const { server, owner } = house
  userId = await userIdOf(server, owner.account)
  places = await server.owner.query<Place>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and c.column_name in ('user_id', 'owner_id')
       and k.relkind in ('r', 'p') and not k.relispartition order by 1`,
  )
  for (const place of places) before.set(place.table, await countOf(place))
  // Every kind of document is still under way, which is in the way of closing otherwise.
  await server.owner.query(
    `create or replace function closing_obstacles(p_user bigint) returns text[] language sql stable
      as $$ select '{}'::text[] $$`,
  )
  const nowMs = server.clock.now()
  await server.owner.query(
    `insert into account_closings (user_id, asked_at, closes_at, session_id)
      select $1::bigint, $2::bigint, $2::bigint, max(id) from sessions where user_id = $1`,
    [userId, nowMs - 1],
  )
  const closed = await server.pools.app.query('select * from close_account($1, $2)', [
    userId,
    nowMs,
  ])
  expect(closed).toHaveLength(1)
}, 120_000)
afterAll(() => house.close())

describe('closing an account', () => {
  it('has a rule for every table with rows of users, and for no other', () => {
    expect(Object.keys(CLOSED_TABLES).toSorted()).toEqual(places.map(({ table }) => table))
  })

  it('deletes what is to be deleted, of which there was something', async () => {
    const gone = places.filter(({ table }) => 'deleted' in (CLOSED_TABLES[table] ?? {}))
    const left = await Promise.all(gone.map(async (place) => [place.table, await countOf(place)]))
    expect(left.filter(([, n]) => n !== 0)).toEqual([])
    const tried = ['messages', 'support_messages', 'passkeys', 'totp_factors', 'log_ins']
    expect(tried.filter((table) => (before.get(table) ?? 0) === 0)).toEqual([])
  })

  it('empties the columns that name a person', async () => {
    for (const { table } of places) {
      const rule = CLOSED_TABLES[table] ?? { kept: '' }
      if (!('emptied' in rule)) continue
      expect([table, before.get(table)]).not.toEqual([table, 0])
      const full = rule.emptied.map((column) => `coalesce(${column}::text, '') not in ('', '\\x')`)
      const rows = await house.server.owner.query(
        `select 1 from ${table} where user_id = $1 and (${full.join(' or ')})`,
        [userId],
      )
      expect([table, rows]).toEqual([table, []])
    }
  })

  it('leaves no name, number or text of the user in any table that is kept for long', async () => {
    const { account } = house.owner
    const marks = [account, '13812345678', '张', 'Where is my deposit?', 'wpush', 'mozilla']
    const short = ['outbox', 'idempotency']
    const found: string[] = []
    for (const { table, column } of [...places, { table: 'users', column: 'id' }]) {
      if (short.includes(table)) continue
      const rows = await house.server.owner.query<{ mark: string }>(
        `select distinct mark from ${table} t, unnest($2::text[]) mark
         where t.${column} = $1 and strpos(t::text, mark) > 0`,
        [userId, marks],
      )
      found.push(...rows.map(({ mark }) => `${table}: ${mark}`))
    }
    expect(found).toEqual([])
  })

  it('leaves the ledger without a fault, and lets no one log in', async () => {
    const { server, owner } = house
    const { account, password } = owner
    const answer = await server.visitor().post('/api/session', { account, password })
    expect(answer).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    expect(await server.owner.query('select * from ledger_faults')).toEqual([])
    const name = { account, phone: '+8613812345678', openingCode: server.openingCode }
    const again = await server.visitor().post('/api/registration/check', name)
    expect(again.text).not.toContain('account_taken')
  })
})
