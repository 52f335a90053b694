/** The result of every order of a crowd, all that is wrong with it, and results spoilt on purpose as a control. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { oracle, type Verdict } from '#support/settle-oracle.ts'
import { HANG_MS } from '#support/until.ts'

/** A position that waits longer for its result after its expiry, while a server answers, waits for ever. */
export const PATIENCE_MS = HANG_MS

export interface Fate {
  id: string
  product_id: number
  direction: 'up' | 'down'
  accepted_at: number
  expires_at: number
  entry_time: number | null
  status: string
  void_reason: string | null
  entry_seq: number | null
  exit_seq: number | null
  settled_at: number | null
  /** Everything about the result in one line, but its time, and numbers of records, which markers shift. */
  result: string
  /** Statuses that were published to the user, in order. */
  told: string | null
  /** Messages that it is void: stored, and published. */
  messages: number
  announced: number
  postings: number
  /** When the money moved, wall clock, ms. */
  posted_at: number | null
}

const SELECT_FATES = `
  with told as (
    select payload::json ->> 'id' as id,
      string_agg(payload::json ->> 'status', ' ' order by seq) as statuses
    from outbox where topic = 'positions' group by 1
  ), sent as (
    select params ->> 'orderId' as id, count(*)::int as n
    from messages where kind = 'order_void' group by 1
  ), announced as (
    select payload::json -> 'params' ->> 'orderId' as id, count(*)::int as n
    from outbox where topic = 'messages' group by 1
  ), posted as (
    select ref as id, count(*)::int as n, max(extract(epoch from at) * 1000)::float8 as at
    from transfers where kind = 'order_settle' group by 1
  )
  select o.id::text, o.product_id, o.direction,
    coalesce(o.starts_at, o.accepted_at)::float8 as accepted_at, o.expires_at::float8,
    o.entry_time::float8, o.status, s.void_reason, s.entry_seq::float8, s.exit_seq::float8,
    s.settled_at::float8, told.statuses as told, coalesce(sent.n, 0) as messages,
    coalesce(announced.n, 0) as announced, coalesce(posted.n, 0) as postings,
    posted.at as posted_at,
    format('user %s, %s %s of %s: %s, entry at %s for %s, exit at %s for %s, gain %s',
      o.user_id, o.status, s.void_reason, o.stake, s.outcome, o.entry_time,
      o.entry_price, s.exit_time, s.exit_price, s.profit_and_loss) as result
  from orders o
  left join settlements s on s.order_id = o.id
  left join told on told.id = o.id::text
  left join sent on sent.id = o.id::text
  left join announced on announced.id = o.id::text
  left join posted on posted.id = o.id::text
  where s.void_reason is distinct from 'too_late'
  order by o.id`

export const selectFates = (db: Queryable): Promise<Fate[]> => db.query<Fate>(SELECT_FATES)

/** A server process from its start to its end, wall clock, ms. */
export interface Life {
  startedAt: number
  /** When it began to answer. */
  readyAt: number
  endedAt: number
}
export interface Evidence {
  verdicts: ReadonlyMap<string, Verdict | null>
  twin: ReadonlyMap<string, Fate>
  lives: readonly Life[]
}

/** The oracle's verdict on each order, from the whole log of its product. */
export const verdictsOf = (
  fates: readonly Fate[],
  logs: ReadonlyMap<number, readonly TickRecord[]>,
): Map<string, Verdict | null> =>
  new Map(
    fates.map(({ id, product_id, direction, accepted_at, expires_at }) => {
      const terms = { direction, startsAt: accepted_at, expiresAt: expires_at }
      return [id, oracle(logs.get(product_id) ?? [], terms)]
    }),
  )

const textOf = (
  verdict: Pick<Verdict, 'entrySeq' | 'exitSeq' | 'reason'>,
  outcome: string,
): string => `${verdict.reason ?? outcome} ${verdict.entrySeq}..${verdict.exitSeq}`

/** How long each process left it unsettled after its expiry, counted from its start or from when it was ready, ms. */
const waits = (
  { posted_at, expires_at }: Fate,
  lives: readonly Life[],
  from: 'startedAt' | 'readyAt',
): number[] =>
  lives.map((life) => {
    // Whatever the last process left unsettled is late, however soon the run ended after it.
    const until = life === lives.at(-1) ? Infinity : life.endedAt
    return Math.min(posted_at ?? Infinity, until) - Math.max(expires_at, life[from])
  })

/** From its expiry, or from the start of the process that settled it where that is later, ms. */
export const latenessOf = (fate: Fate, lives: readonly Life[]): number =>
  waits(fate, lives, 'startedAt').findLast((ms) => ms > 0) ?? 0

/** Whether it expired while no server answered. */
export const wasRecovered = ({ expires_at, posted_at }: Fate, lives: readonly Life[]): boolean =>
  lives.some(({ readyAt, startedAt }) => readyAt > expires_at && startedAt < (posted_at ?? 0))

function unpublished(fate: Fate): string[] {
  const isVoid = fate.status === 'void'
  const statuses = `open ${fate.entry_time === null ? '' : 'live '}${fate.status}`
  const messages = isVoid ? 1 : 0
  return [
    fate.told === statuses ? '' : `published to its user "${fate.told}", not "${statuses}"`,
    fate.messages === messages ? '' : `${fate.messages} messages, not ${messages}`,
    fate.announced === messages ? '' : `${fate.announced} messages published, not ${messages}`,
  ]
}

/** All that is wrong with an order; empty when nothing is. */
export function complaints(fate: Fate, { verdicts, twin, lives }: Evidence): string[] {
  const verdict = verdicts.get(fate.id) ?? null
  const { entry_seq: entrySeq, exit_seq: exitSeq, void_reason: reason } = fate
  const found = textOf({ entrySeq, exitSeq, reason }, fate.status)
  const must = verdict === null ? 'pending' : textOf(verdict, verdict.outcome)
  const unkilled = twin.get(fate.id)?.result
  const early = Math.min(fate.posted_at ?? 0, fate.settled_at ?? 0) <= fate.expires_at
  const late = Math.max(...waits(fate, lives, 'readyAt'))
  const all = [
    found === must ? '' : `${found}, the oracle says ${must}`,
    fate.result === unkilled ? '' : `${fate.result}; the twin has ${unkilled}`,
    fate.postings === 1 ? '' : `${fate.postings} postings`,
    early && fate.postings > 0 ? 'settled before its expiry' : '',
    late > PATIENCE_MS ? `a server left it unsettled for ${Math.round(late)} ms` : '',
    ...unpublished(fate),
  ]
  return all.filter((each) => each !== '')
}

/** A result spoilt on purpose. The comparison must name its order, and no other. */
interface Control {
  name: string
  /** The outcome of the order that is spoilt. */
  of: 'won' | 'lost'
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
    name: 'published twice',
    of: 'won',
    sql: `insert into outbox (user_id, topic, seq, payload)
      select user_id, topic, seq + 1000000, payload from outbox
      where topic = 'positions' and payload::json ->> 'id' = $1::bigint::text order by seq desc limit 1`,
  },
  {
    name: 'voided by an outage',
    of: 'lost',
    sql: `with o as (update orders set status = 'void' where id = $1::bigint)
      update settlements set outcome = 'void', void_reason = 'gap_at_exit', profit_and_loss = 0
        where order_id = $1::bigint`,
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

class RolledBack extends Error {}

/** Looks at the database while one result is spoilt. */
async function spoilt<T>(
  owner: Database,
  { sql, id }: Control & { id: string },
  look: (db: Queryable) => Promise<T>,
): Promise<T | undefined> {
  let seen: T | undefined
  const spoil = owner.transaction(async (tx) => {
    // Triggers would keep the owner, too, from what the application cannot do.
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql, [id])
    seen = await look(tx)
    throw new RolledBack()
  })
  await spoil.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return seen
}

/** The names of the controls that the comparison did not find, or found in another order as well. */
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
