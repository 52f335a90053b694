/** Users, ticks and orders straight through the ledger's SQL functions, for tests of the ledger itself. */
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { payoutOf } from '#rules/payout.ts'
import { readKeys } from '#server/market/checkpoint-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { createReceiptAudit } from '#server/trading/receipt-audit.ts'
import { BAND_BPS, type Planned } from '#support/records.ts'

const KINDS = { tick: 0, heartbeat: 1, gap: 2, halt: 3, rejected: 4, filled: 5, orders: 6 } as const
const RATE_BPS = 8500

let names = 0

export async function addUser(db: Queryable): Promise<bigint> {
  names += 1
  const [user] = await db.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
      values ($1, '+8613800000000', $1, $2) returning id`,
    [`room${`${names}`.padStart(6, '0')}`, `${names}`.padStart(10, '0')],
  )
  if (user === undefined) throw new Error('no user was made')
  return user.id
}

const ACCOUNTS = { cash: 1n, stake: 2n } as const
/** The id of a user's account. */
export const userAccount = (userId: bigint, kind: keyof typeof ACCOUNTS): bigint =>
  userId * 16n + ACCOUNTS[kind]

export interface RawTransfer {
  kind: string
  ref: string
  userId: bigint
  legs: readonly { account: bigint; amount: bigint }[]
}
/** As the owner of the tables: the server's role may not post. */
export const postRaw = (
  owner: Queryable,
  { kind, ref, userId, legs }: RawTransfer,
): Promise<unknown> =>
  owner.query('select post($1, $2, $3, $4, $5, $6)', [
    [kind],
    [ref],
    [userId],
    legs.map(() => 1),
    legs.map(({ account }) => account),
    legs.map(({ amount }) => amount),
  ])

/** What a day's practice money is, as act_rules has it. */
export const PRACTICE_AMOUNT = 1_000_000n

/** Practice money of an invented day and amount; one a day. As the owner of the tables. */
export async function grant(
  owner: Queryable,
  userId: bigint,
  amount: bigint,
  day = '2000-01-01',
): Promise<void> {
  await owner.query(
    `with posted as (
      select post(array['practice_issue'], array[$2], array[$1::bigint], array[1, 1],
        array[6, user_account($1, 'cash')], array[-$3::bigint, $3]) as ids
    ) insert into practice_issues (transfer_id, user_id, day, at)
      select ids[1], $1, $4::date, fund_day_start($4::date) from posted`,
    [userId, `${userId}:${day}`, amount, day],
  )
}

export async function addProduct(owner: Queryable, id: number, symbol: string): Promise<void> {
  await owner.query('insert into products values ($1, $2) on conflict do nothing', [id, symbol])
}

/** Moves the head of each product to its newest record, after records were added to the table. As its owner. */
export const MOVE_HEADS = `insert into tick_heads (product_id, seq, time_ms, kind, hash)
  select distinct on (product_id) product_id, seq, time_ms, kind, hash from ticks order by product_id, seq desc
  on conflict (product_id) do update
    set seq = excluded.seq, time_ms = excluded.time_ms, kind = excluded.kind, hash = excluded.hash`

/** Appends to a product's log in the table, with hashes that no one checks here. */
export async function addTicks(
  db: Queryable<'market'>,
  productId: number,
  planned: readonly Planned[],
): Promise<void> {
  const reasons = {
    tick: null,
    heartbeat: null,
    gap: 'feed',
    halt: 'maintenance',
    rejected: null,
    filled: null,
    orders: null,
  }
  const days =
    'select make_tick_day(day) from (select distinct tick_day(at) from unnest($1::bigint[]) at) it (day)'
  await db.query(days, [planned.map(({ at }) => at)])
  await db.query(
    `insert into ticks (product_id, seq, time_ms, kind, price, size, reason, band_bps, hash)
      select $1, n + (select coalesce(max(seq), 0) from ticks where product_id = $1),
        at, kind, price, case kind when 0 then 0 end, reason, case kind when 4 then $6::int end, ''
      from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::text[])
        with ordinality it (at, kind, price, reason, n)`,
    [
      productId,
      planned.map(({ at }) => at),
      planned.map(({ kind }) => KINDS[kind]),
      planned.map((plan) => ('price' in plan ? plan.price : null)),
      planned.map(({ kind }) => reasons[kind]),
      BAND_BPS,
    ],
  )
  await db.query(MOVE_HEADS)
}

export interface PlannedOrder {
  /** By how much its number is above the one that was given out. */
  aheadBy?: bigint
  userId: bigint
  productId: number
  key: string
  /** By default terms that are stored nowhere. */
  termsId?: string
  /** Of an order that a record of the price log is to hold. */
  salt?: string
  stake: bigint
  /** When it is accepted. */
  at: number
  direction?: 'up' | 'down'
  durationMs?: number
  body?: string
  maxPositions?: number
  maxOpenStake?: bigint
}

async function nextRow(db: Queryable, order: PlannedOrder) {
  const [next] = await db.query<{ id: bigint }>("select nextval('orders_id_seq') as id")
  const durationMs = order.durationMs ?? 30_000
  return {
    id: `${(next?.id ?? 0n) + (order.aheadBy ?? 0n)}`,
    user_id: `${order.userId}`,
    product_id: order.productId,
    direction: order.direction ?? 'up',
    stake: `${order.stake}`,
    payout_rate: RATE_BPS,
    payout: `${payoutOf(order.stake, RATE_BPS)}`,
    duration_ms: durationMs,
    accepted_at: order.at,
    starts_at: order.at + UNSIGNED_LEAD_MS,
    expires_at: order.at + UNSIGNED_LEAD_MS + durationMs,
    terms_id: order.termsId ?? '00000000000000aa',
    rule_version: 1,
    source: 'simulated',
    intent_key: order.key,
    receipt_text: 'receipt',
    receipt_signature: 'signature',
    receipt_key_id: 'key',
    ...(order.salt !== undefined && { salt: order.salt }),
  }
}

/** Null when the key was used before. The log needs a record, and none by which it would be too late. */
export async function placeRaw(db: Queryable, order: PlannedOrder): Promise<bigint | null> {
  const row = await nextRow(db, order)
  const rows = await db.query<{ replayed: string | null }>(
    'select replayed from place_order($1, $2, $3, $4, $5, $6)',
    [
      JSON.stringify(row),
      Buffer.from(order.body ?? 'body'),
      `{"order":"${row.id}"}`,
      `{"id":"${row.id}"}`,
      order.maxPositions ?? 20,
      order.maxOpenStake ?? 2_500_000n,
    ],
  )
  return (rows[0]?.replayed ?? null) === null ? BigInt(row.id) : null
}
/** As the server stores orders that come together. False if it is left to `placeRaw`. */
export async function placeTogetherRaw(db: Queryable, order: PlannedOrder): Promise<boolean> {
  const placed = await nextRow(db, order)
  const limits = { max_positions: 20, max_open_stake: 2_500_000 }
  const one = { placed, body_hash: '00', response: '{}', event: '{}', ...limits }
  return (await db.query('select * from place_orders($1)', [JSON.stringify([one])])).length > 0
}

export interface RawTick {
  seq: number
  at: number
  price: number
}
export async function enterRaw(
  db: Queryable<'settlement'>,
  ids: readonly bigint[],
  tick: RawTick,
): Promise<number> {
  const rows = await db.query('select * from enter_orders($1, $2, $3, $4, $5)', [
    ids,
    ids.map(() => tick.seq),
    ids.map(() => tick.at),
    ids.map(() => tick.price),
    ids.map((id) => `{"id":"${id}"}`),
  ])
  return rows.length
}

export interface RawOutcome {
  id: bigint
  outcome: 'won' | 'lost' | 'draw' | 'void'
  stake: bigint
  entrySeq?: number
  exit?: RawTick
  reason?: string
  at: number
}
function gainOf({ outcome, stake }: RawOutcome): bigint {
  if (outcome === 'won') return payoutOf(stake, RATE_BPS) - stake
  return outcome === 'lost' ? -stake : 0n
}
const outcomesJson = (outcomes: readonly RawOutcome[]): string => {
  const rows = outcomes.map((outcome) => ({
    id: `${outcome.id}`,
    outcome: outcome.outcome,
    void_reason: outcome.reason ?? null,
    entry_seq: outcome.entrySeq ?? null,
    exit_seq: outcome.exit?.seq ?? null,
    exit_time: outcome.exit?.at ?? null,
    exit_price: outcome.exit?.price ?? null,
    profit_and_loss: `${gainOf(outcome)}`,
    settled_at: outcome.at,
    event: `{"id":"${outcome.id}"}`,
    message: outcome.outcome === 'void' ? { orderId: `${outcome.id}` } : null,
  }))
  return JSON.stringify(rows)
}
/** Settles by the log. Returns the number of events made. */
export async function settleRaw(
  db: Queryable<'settlement'>,
  outcomes: readonly RawOutcome[],
): Promise<number> {
  return (await db.query('select * from settle_orders($1)', [outcomesJson(outcomes)])).length
}
/** Enters and settles an order with ticks that no log has, which only the owner of the tables can. */
export async function settleInvented(
  owner: Queryable<never>,
  outcome: Pick<RawOutcome, 'id' | 'outcome' | 'stake' | 'at'>,
): Promise<void> {
  const { id, at } = outcome
  await owner.query('select mark_entered($1, $2, $3, $4, $5)', [[id], [1], [at], [100], ['{}']])
  const settled = { ...outcome, entrySeq: 1, exit: { seq: 2, at, price: 101 } }
  await owner.query('select * from store_outcomes($1)', [outcomesJson([settled])])
}

export interface Fault {
  invariant: string
  /** What it freezes; `all` for everything. */
  scope: string
  detail: string
}
export const faultsOf = (db: Queryable): Promise<Fault[]> =>
  db.query<Fault>('select invariant, scope, detail from ledger_faults order by 1, 3')

/** The audit of receipts with the key that the database stores. */
export async function receiptAudit(
  db: Database<'auditor'>,
): Promise<ReturnType<typeof createReceiptAudit>> {
  const [key] = await readKeys(db)
  if (key === undefined) throw new Error('the database has no signing key')
  return createReceiptAudit({ db, signer: { ...key, publicKeyPem: key.publicKey } })
}
