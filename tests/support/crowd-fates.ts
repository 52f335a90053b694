/** What became of every order of a crowd, and all that is wrong with it. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { Queryable } from '#server/platform/database.ts'
import { oracle, type Verdict } from '#support/settle-oracle.ts'

/** A position may wait this long for its result while a server is there and its time is over. */
export const PATIENCE_MS = 15_000

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
  /** Everything about the result but its time, in one line. */
  result: string
  /** Statuses that the user's pages were told, in order. */
  told: string | null
  /** Messages about its being void: stored, and told. */
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
  select o.id::text, o.product_id, o.direction, o.accepted_at::float8, o.expires_at::float8,
    o.entry_time::float8, o.status, s.void_reason, s.entry_seq::float8, s.exit_seq::float8,
    s.settled_at::float8, told.statuses as told, coalesce(sent.n, 0) as messages,
    coalesce(announced.n, 0) as announced, coalesce(posted.n, 0) as postings,
    posted.at as posted_at,
    format('user %s, %s %s of %s: %s, entry %s at %s for %s, exit %s at %s for %s, gain %s',
      o.user_id, o.status, s.void_reason, o.stake, s.outcome, s.entry_seq, o.entry_time,
      o.entry_price, s.exit_seq, s.exit_time, s.exit_price, s.profit_and_loss) as result
  from orders o
  left join settlements s on s.order_id = o.id
  left join told on told.id = o.id::text
  left join sent on sent.id = o.id::text
  left join announced on announced.id = o.id::text
  left join posted on posted.id = o.id::text
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

/** The oracle's word on each order, from the whole log of its product. */
export const verdictsOf = (
  fates: readonly Fate[],
  logs: ReadonlyMap<number, readonly TickRecord[]>,
): Map<string, Verdict | null> =>
  new Map(
    fates.map(({ id, product_id, direction, accepted_at, expires_at }) => {
      const terms = { direction, acceptedAt: accepted_at, expiresAt: expires_at }
      return [id, oracle(logs.get(product_id) ?? [], terms)]
    }),
  )

const textOf = (it: Pick<Verdict, 'entrySeq' | 'exitSeq' | 'reason'>, outcome: string): string =>
  `${it.reason ?? outcome} ${it.entrySeq}..${it.exitSeq}`

/** How long each process left it unsettled after its time was over, ms. */
const waits = ({ posted_at, expires_at }: Fate, lives: readonly Life[]): number[] =>
  lives.map(
    ({ startedAt, endedAt }) =>
      Math.min(posted_at ?? Number.POSITIVE_INFINITY, endedAt) - Math.max(expires_at, startedAt),
  )

/** From its expiry, or from the start of the process that settled it where that is later, ms. */
export const latenessOf = (fate: Fate, lives: readonly Life[]): number =>
  waits(fate, lives).findLast((ms) => ms > 0) ?? 0

/** Whether its time was over while no server answered. */
export const wasRecovered = ({ expires_at, posted_at }: Fate, lives: readonly Life[]): boolean =>
  lives.some(({ readyAt, startedAt }) => readyAt > expires_at && startedAt < (posted_at ?? 0))

function untold(fate: Fate): string[] {
  const isVoid = fate.status === 'void'
  const statuses = `open ${fate.entry_time === null ? '' : 'live '}${fate.status}`
  const messages = isVoid ? 1 : 0
  return [
    fate.told === statuses ? '' : `its user's pages heard "${fate.told}", not "${statuses}"`,
    fate.messages === messages ? '' : `${fate.messages} messages, not ${messages}`,
    fate.announced === messages ? '' : `${fate.announced} messages told, not ${messages}`,
  ]
}

/** All that is wrong; empty: nothing. */
export function complaints(fate: Fate, { verdicts, twin, lives }: Evidence): string[] {
  const verdict = verdicts.get(fate.id) ?? null
  const { entry_seq: entrySeq, exit_seq: exitSeq, void_reason: reason } = fate
  const found = textOf({ entrySeq, exitSeq, reason }, fate.status)
  const must = verdict === null ? 'pending' : textOf(verdict, verdict.outcome)
  const unkilled = twin.get(fate.id)?.result
  const early = Math.min(fate.posted_at ?? 0, fate.settled_at ?? 0) <= fate.expires_at
  const late = Math.max(...waits(fate, lives))
  const all = [
    found === must ? '' : `${found}, the oracle says ${must}`,
    fate.result === unkilled ? '' : `${fate.result}; the twin has ${unkilled}`,
    fate.postings === 1 ? '' : `${fate.postings} postings`,
    early && fate.postings > 0 ? 'settled before its time was over' : '',
    late > PATIENCE_MS ? `a server left it waiting for ${Math.round(late)} ms` : '',
    ...untold(fate),
  ]
  return all.filter((each) => each !== '')
}
