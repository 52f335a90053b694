import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsIn } from '#support/catalogue.ts'
import { RIGHTS } from '#support/grants.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

let its: TestDatabase
beforeAll(async () => {
  its = await testDatabase()
})
afterAll(() => its.close())

const poolsOf = ({ pools }: TestDatabase) => [
  pools.market,
  pools.settlement,
  pools.credentials,
  pools.auditor,
  pools.app,
]

const DENIED = '42501'

const listed = RIGHTS.flatMap(({ rights }) => rights).toSorted()

/** Whether the list is the catalogue, as one statement of the owner leaves it. The statement is rolled back. */
async function isListed(statement: string): Promise<boolean> {
  const undone = new Error('undone')
  let found: string[] = []
  const run = its.owner.transaction(async (tx) => {
    await tx.query(statement)
    found = await rightsIn(tx)
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return JSON.stringify(found.toSorted()) === JSON.stringify(listed)
}

describe('the rights of the roles', () => {
  test('are those of the list, each once, and a new one must be listed', async () => {
    expect((await rightsIn(its.owner)).toSorted()).toEqual(listed)
    expect(new Set(listed).size).toBe(listed.length)
    expect(await isListed('select 1')).toBe(true)
  })

  test.each([
    ['on a table', 'grant delete on ticks to fairtick_app'],
    ['on a view', 'grant select on ledger_faults to fairtick_market'],
    ['on a column', 'grant update (nickname, account) on users to fairtick_app'],
    ['on a sequence', 'grant update on sequence orders_id_seq to fairtick_app'],
    ['to call a function', 'grant execute on function log_act to fairtick_app'],
    [
      'to call a new function',
      'create function mine() returns int language sql security definer return 1',
    ],
    [
      'of a new role',
      'create role fairtick_reporter; grant select on statistics to fairtick_reporter',
    ],
    ['of everyone', 'grant select on statistics to public'],
    ['of everyone, to call a function', 'grant execute on function refuse_receipt to public'],
    ['to create', 'grant create on schema public to fairtick_app'],
    [
      'on what is created later',
      'alter default privileges in schema public grant select on tables to public',
    ],
    ['to be another role', 'grant fairtick_settlement to fairtick_app'],
  ])('fail the suite if one more is granted: %s', async (_, statement) => {
    expect(await isListed(statement)).toBe(false)
  })

  test('fail the suite if one of a log-in itself is granted', async () => {
    const logIn = new URL(its.urls.app).username
    expect(await isListed(`grant delete on ticks to ${logIn}`)).toBe(false)
  })

  test('come without ownership, superuser rights, and roles to change to', async () => {
    for (const pool of poolsOf(its)) {
      const [self] = await pool.query<object>(
        `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
            session_user = current_user as direct,
            exists (select from pg_class where relowner = r.oid) as owns,
            exists (select from pg_proc where proowner = r.oid) as owns_functions,
            exists (select from pg_auth_members m where m.member = r.oid
              and (m.set_option or m.admin_option)) as changes
          from pg_roles r where rolname = session_user`,
      )
      expect(self).toEqual({
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        direct: true,
        owns: false,
        owns_functions: false,
        changes: false,
      })
    }
  })

  test('let the market read nothing about users, and the settlement not whose an order is', async () => {
    const columns = await its.owner.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
          and (has_column_privilege('fairtick_market', c.oid, a.attnum, 'select')
            or has_column_privilege('fairtick_settlement', c.oid, a.attnum, 'select'))`,
    )
    const personal = /user|account|password|phone|secret|sealed|session|address|hash$/
    const chained = [
      'ticks.hash',
      'tick_day_ends.last_hash',
      'tick_heads.hash',
      'chain_records.hash',
      'chain_heads.hash',
      'checkpoint_nodes.hash',
      'operator_log_head.hash',
    ]
    const found = columns.map(({ name }) => name).filter((name) => personal.test(name))
    expect(found.toSorted()).toEqual(chained.toSorted())
  })
})

describe('every role of the server', () => {
  test.each([
    'update ticks set price = 1',
    'delete from ticks',
    'truncate ticks',
    'update entries set amount = 1',
    'delete from entries',
    'insert into entries values (1, 1, 1, 1, 1)',
    "insert into transfers (kind, ref) values ('x', 'y')",
    "update transfers set kind = 'x'",
    "update settlements set outcome = 'won'",
    'delete from settlements',
    'insert into settlements select * from settlements',
    'insert into orders select * from orders',
    "update orders set status = 'won'",
    "insert into outbox values (1, 'x', 1, 'y')",
    'delete from outbox',
    'truncate outbox',
    'drop table outbox_19700101',
    'select from outbox_19700101',
    'update market_days set released_at = 1',
    'update idempotency set response = null',
    "update sessions set address = ''",
    'delete from password_tickets',
    'update ticket_sweep set through = 0',
    'update accounts set balance = 1',
    'delete from ledger_halts',
    'update ledger_halts set lifted_at = now()',
    'update checkpoints set signature = signature',
    'update product_terms set terms = terms',
    'update order_leaves set salt = salt',
    'delete from order_leaves',
    'update order_leaf_start set order_id = 1',
    'insert into order_leaf_start values (1)',
    "update seed_epochs set commitment = 'x'",
    'update operator_log set at = 1',
    'delete from operator_log',
    'insert into operator_log select * from operator_log',
    'update operator_log_head set seq = 0',
    'update users set password_hash = password_hash where false',
    'update payout_accounts set replaced_at = 1',
    'insert into payout_accounts default values',
    "update payout_changes set status = 'approved'",
    "update fund_rate_proposals set status = 'published'",
    'update money_proposals set confirmed_at = 1',
    'insert into operator_sessions default values',
    'update operator_sessions set expires_at = 1',
    'update operator_factors set last_step = 0',
    'insert into operator_passkeys select * from operator_passkeys',
    'delete from operator_passkeys',
    'insert into act_proofs default values',
    'update act_rules set second_above = null',
    'insert into practice_issues select * from practice_issues',
    'insert into withdrawal_holds default values',
    "select post('{}', '{}', '{}', '{}', '{}', '{}')",
    "select log_act(1, 'anna', 'logged_in', null, '')",
    "insert into sessions (handle) values ('x')",
    "update sessions set secret_hash = ''",
    'update sessions set expires_at = now()',
    'insert into session_evidence select * from session_evidence',
    'insert into password_tickets default values',
    'insert into password_changes default values',
    'select login_hash from pending_passwords',
    'delete from log_ins',
    'insert into passkeys select * from passkeys',
    'delete from totp_factors',
    'select code_hash from recovery_codes',
    'update users set factor_at_log_in = false',
    'create table mine (x int)',
  ])('may not run: %s', async (sql) => {
    for (const pool of poolsOf(its)) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: DENIED })
    }
  })

  test('moves money only through functions that run as the owner with a fixed search path', async () => {
    const rows = await its.db.query<{ name: string; path: string[] | null }>(
      `select proname as name, proconfig as path from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    )
    expect(rows.map((row) => row.name)).toContain('post')
    expect(rows.filter((row) => !row.path?.includes('search_path=public, pg_temp'))).toEqual([])
  })

  test('shares those functions with no other user of the same PostgreSQL', async () => {
    const rows = await its.db.query<{ name: string }>(
      `select proname as name from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
       where pronamespace = 'public'::regnamespace and prosecdef and grantee = 0`,
    )
    expect(rows).toEqual([])
  })
})

describe('the owner', () => {
  test('cannot change ticks either: the table refuses', async () => {
    await its.owner.query("select make_tick_day('1970-01-01')")
    await its.owner.query(
      `insert into ticks (product_id, seq, time_ms, kind, price, size, hash)
       values (1, 1, 1, 0, 5, 0, '\\x00')`,
    )
    await expect(its.owner.query('update ticks set price = 1')).rejects.toMatchObject({
      code: 'FT900',
    })
  })
})

describe('the database clock', () => {
  test('is asked by the lease alone: days and moments that a user sees come from the market clock', async () => {
    const rows = await its.owner.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and prosrc ~* '\\m(now|clock_timestamp|statement_timestamp|timeofday)\\s*\\(|\\mcurrent_(date|time)'
        order by proname`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['renew_lease', 'take_lease'])
  })

  test('dates bookkeeping alone', async () => {
    const rows = await its.owner.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attrdef d
        join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where pg_get_expr(d.adbin, d.adrelid) ~* '\\m(now|clock_timestamp)\\s*\\(' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'ledger_halts.since',
      'product_terms.valid_from',
      'seed_epochs.published_at',
      'signing_keys.since',
      // When the row was written; users.created_at is always given.
      'transfers.at',
      'users.created_at',
    ])
  })
})
