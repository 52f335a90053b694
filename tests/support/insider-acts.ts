/** What an insider does, and what must become of it: the shape of the rows, and the acts of each role by SQL. */
import type { RoleName } from '#server/platform/db/database.ts'
import type { InsiderScene } from '#support/insider-scene.ts'

/** An error code, of PostgreSQL or of the endpoint, or the invariant that names the fault within one check. */
export type Expected = { prevented: string } | { detected: string }

export interface InsiderAct {
  who: RoleName | 'one operator' | 'two operators'
  /** What is tried, as docs/SECURITY.md says it. Unique per `who`. */
  what: string
  expected: Expected
  /** A prevented one throws an error with that `code`. A detected one returns, and the next check finds it. */
  attempt(scene: InsiderScene): Promise<unknown>
  /** The honest act that is most alike. It must not throw, and the next check must find nothing. */
  twin(scene: InsiderScene): Promise<unknown>
}

type Sql = string | ((ids: InsiderScene['ids']) => string)
const textOf = (sql: Sql, { ids }: InsiderScene): string =>
  typeof sql === 'string' ? sql : sql(ids)

/** Acts of one role, as SQL that it runs with its own log-in. */
const bySql = (
  who: RoleName,
  rows: readonly { what: string; sql: Sql; expected: Expected; twin: Sql }[],
): InsiderAct[] =>
  rows.map(({ what, sql, expected, twin }) => ({
    who,
    what,
    expected,
    attempt: (scene) => scene.database.pools[who].query(textOf(sql, scene)),
    twin: (scene) => scene.database.pools[who].query(textOf(twin, scene)),
  }))

/** Neither the table nor the function is granted. */
const NOT_GRANTED = { prevented: '42501' }

/** Appends the next checkpoint, with what follows the word `operators`. */
const checkpointNaming = (head: string): string => `
  select append_checkpoint(jsonb_build_object('number', coalesce(last.number, 0) + 1, 'time_ms', 9999999999999,
    'heads', '[]'::jsonb, 'signature', '', 'key_id', '', 'previous', coalesce(
      encode(sha256(convert_to(last.text, 'UTF8')), 'hex'), repeat('0', 64)),
    'text', e'fairtick-checkpoint-3\\noperators ' || named.head))
  from (select ${head}) named (head) left join (
    select * from checkpoints order by number desc limit 1) last on true`

export const ROLE_ACTS: readonly InsiderAct[] = [
  ...bySql('market', [
    {
      what: 'changes the price of a stored tick',
      sql: 'update ticks set price = price + 1',
      expected: NOT_GRANTED,
      twin: 'select price from ticks limit 1',
    },
    {
      what: 'settles an order',
      sql: "select settle_orders('[]')",
      expected: NOT_GRANTED,
      twin: 'select number from checkpoints',
    },
    {
      what: 'appends a checkpoint that names another act',
      sql: checkpointNaming("'1 ' || repeat('a', 64)"),
      expected: { prevented: 'FT904' },
      twin: checkpointNaming("seq || ' ' || encode(hash, 'hex') from operator_log_head"),
    },
    {
      what: 'reads what operators did',
      sql: 'select actor from operator_log',
      expected: NOT_GRANTED,
      twin: 'select seq, hash from operator_log_head',
    },
    {
      what: 'reads password hashes',
      sql: 'select password_hash from users',
      expected: NOT_GRANTED,
      twin: 'select symbol from products',
    },
  ]),
  ...bySql('settlement', [
    {
      what: 'invents a tick',
      sql: "insert into ticks select product_id, seq + 1, time_ms, 0, 1, 0, '', hash from ticks",
      expected: NOT_GRANTED,
      twin: 'select status from orders',
    },
  ]),
  ...bySql('app', [
    {
      what: 'removes an act of an operator',
      sql: 'delete from operator_log',
      expected: NOT_GRANTED,
      twin: 'select seq, actor, at from operator_log',
    },
    {
      what: 'dates an act of an operator back',
      sql: 'update operator_log set at = at - 3600000',
      expected: NOT_GRANTED,
      twin: 'select seq, hash from operator_log_head',
    },
    {
      what: 'logs an act without the function',
      sql: 'insert into operator_log select * from operator_log',
      expected: NOT_GRANTED,
      twin: 'select salt from operator_log',
    },
    {
      what: 'raises a balance',
      sql: ({ user }) => `update accounts set balance = balance + 1 where user_id = ${user}`,
      expected: NOT_GRANTED,
      twin: ({ user }) => `select balance from accounts where user_id = ${user}`,
    },
  ]),
]
