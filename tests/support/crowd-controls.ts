/** Results spoilt on purpose, one at a time and undone again: the comparison must name each, and nothing else. */
import type { Database, Queryable } from '#server/platform/database.ts'
import { complaints, type Evidence, type Fate, selectFates } from '#support/crowd-fates.ts'

interface Control {
  name: string
  /** Of what outcome the order is that is spoilt. */
  of: 'won' | 'void'
  sql: string
}
const CONTROLS: readonly Control[] = [
  {
    name: 'a result turned round',
    of: 'won',
    sql: `with o as (update orders set status = 'lost' where id = $1::bigint)
      update settlements set outcome = 'lost' where order_id = $1::bigint`,
  },
  {
    name: 'a settlement dropped',
    of: 'won',
    sql: `with o as (update orders set status = 'live' where id = $1::bigint),
        t as (delete from transfers where kind = 'order_settle' and ref = $1::bigint::text)
      delete from settlements where order_id = $1::bigint`,
  },
  {
    name: 'settled by the tick before',
    of: 'won',
    sql: 'update settlements set exit_seq = exit_seq - 1 where order_id = $1',
  },
  {
    name: 'told twice',
    of: 'won',
    sql: `insert into outbox (user_id, topic, seq, payload)
      select user_id, topic, seq + 1000000, payload from outbox
      where topic = 'positions' and payload::json ->> 'id' = $1::bigint::text order by seq desc limit 1`,
  },
  {
    name: 'a message lost',
    of: 'void',
    sql: `delete from messages where kind = 'order_void' and params ->> 'orderId' = $1::bigint::text`,
  },
  {
    name: 'settled early',
    of: 'won',
    sql: `update transfers t set at = to_timestamp((o.expires_at - 1) / 1000.0) from orders o
      where t.kind = 'order_settle' and t.ref = $1::bigint::text and o.id = $1::bigint`,
  },
  {
    name: 'settled late',
    of: 'won',
    sql: `update transfers set at = at + interval '10 minutes'
      where kind = 'order_settle' and ref = $1::bigint::text`,
  },
]

class Undone extends Error {}

/** Looks at the database as it is with one thing spoilt. */
async function spoilt<T>(
  owner: Database,
  { sql, id }: Control & { id: string },
  look: (db: Queryable) => Promise<T>,
): Promise<T | undefined> {
  let seen: T | undefined
  const spoil = owner.transaction(async (tx) => {
    // No trigger keeps the owner from what the application cannot do.
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql, [id])
    seen = await look(tx)
    throw new Undone()
  })
  await spoil.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return seen
}

/** The names of those that the comparison did not find, or found in another order too. */
export async function missedControls(
  owner: Database,
  fates: readonly Fate[],
  evidence: Evidence,
): Promise<string[]> {
  const missed: string[] = []
  for (const control of CONTROLS) {
    const id = fates.find(({ status }) => status === control.of)?.id ?? ''
    const named = await spoilt(owner, { ...control, id }, async (db) =>
      (await selectFates(db)).filter((fate) => complaints(fate, evidence).length > 0),
    )
    if (named?.length !== 1 || named[0]?.id !== id) missed.push(control.name)
  }
  return missed
}

export const CONTROL_COUNT = CONTROLS.length
