/** What an insider does, and what must become of it: the shape of the rows, and acts that each role can try. */
import type { RoleName } from '#server/platform/db/database.ts'
import type { InsiderScene } from '#support/insider-scene.ts'

/** An error code, of PostgreSQL or of an endpoint, or the fault that the next check names. */
export type Expected = { prevented: string } | { detected: string }

export interface InsiderAct {
  who: RoleName | 'one operator' | 'two operators'
  /** What is tried, as docs/SECURITY.md says it. Unique per `who`. */
  what: string
  expected: Expected
  /** Set if it changes nothing and its twin neither, so that such acts share one database and one check at the end. */
  isShared?: boolean
  /** A prevented one throws an error with that `code`. A detected one returns, and the next check finds it. */
  attempt(scene: InsiderScene): Promise<unknown>
  /** The honest act that is most alike. It must not throw, and the next check must find nothing. */
  twin(scene: InsiderScene): Promise<unknown>
}

type Sql = string | ((ids: InsiderScene['ids']) => string)
/** An act in SQL that a role runs with its own log-in, and its twin. */
export interface SqlAct {
  what: string
  sql: Sql
  expected: Expected
  twin: Sql
}

/** Neither the table nor the function is granted, or the statement is for owners and superusers. */
export const NOT_GRANTED = { prevented: '42501' }
/** The log says something else. */
export const NOT_IN_LOG = { prevented: 'FT904' }

const runner =
  (who: RoleName, sql: Sql) =>
  ({ database, ids }: InsiderScene): Promise<unknown> =>
    database.pools[who].query(typeof sql === 'string' ? sql : sql(ids))

/** Acts of a role. */
export const bySql = (who: RoleName, rows: readonly SqlAct[]): InsiderAct[] =>
  rows.map(({ what, sql, expected, twin }) => ({
    who,
    what,
    expected,
    isShared: 'prevented' in expected,
    attempt: runner(who, sql),
    twin: runner(who, twin),
  }))

/** What no role of the server can do. */
const EVERY_ROLE: readonly SqlAct[] = [
  {
    what: 'changes to the role of the settlement or of the app',
    sql: 'set role fairtick_settlement; set role fairtick_app',
    expected: NOT_GRANTED,
    twin: 'select current_user',
  },
  {
    what: 'logs in as the owner of the tables',
    sql: `do $$ begin execute format('set session authorization %I',
      (select tableowner from pg_tables where tablename = 'ticks')); end $$`,
    expected: NOT_GRANTED,
    twin: 'select session_user',
  },
  {
    what: 'switches triggers off',
    sql: 'alter table ticks disable trigger all',
    expected: NOT_GRANTED,
    twin: "select tgname from pg_trigger where tgrelid = 'ticks'::regclass",
  },
  {
    what: 'skips triggers for its session',
    sql: 'set session_replication_role = replica',
    expected: NOT_GRANTED,
    twin: 'show session_replication_role',
  },
  {
    what: 'creates a function',
    sql: "create function public.mine() returns int language sql as 'select 1'",
    expected: NOT_GRANTED,
    twin: 'select money_text(1234)',
  },
  {
    what: 'creates a temporary table that hides a real one',
    sql: 'create temp table ticks (price bigint)',
    expected: NOT_GRANTED,
    twin: 'select current_database()',
  },
  {
    what: 'runs a program of the database server',
    sql: "copy (select 1) to program 'cat > /tmp/stolen'",
    expected: NOT_GRANTED,
    twin: 'select 1',
  },
  {
    what: 'reads the hashes of the roles’ passwords',
    sql: 'select rolpassword from pg_authid',
    expected: NOT_GRANTED,
    twin: 'select rolname from pg_roles limit 1',
  },
]

/** The acts of `EVERY_ROLE` by one role. */
export const actsOfEveryRole = (who: RoleName): InsiderAct[] => bySql(who, EVERY_ROLE)
