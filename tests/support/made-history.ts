/**
 * Years of history, generated in bulk by SQL: users who traded, prices in hash chains, orders in the price log with
 * results by the rule, and books in which every account adds up. No invariant finds a fault in it.
 */
import { DAY_MS } from '#contract/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { MOVE_HEADS } from '#support/ledger-room.ts'

const PRODUCTS = 10
/** Orders per user. */
const ORDERS = 100
const START_MS = Date.UTC(2026, 0, 1)
const BLOCK_MS = 10_000
const START_AFTER_MS = 500
/** Blocks after the last order, until it has ended. */
const QUIET = 4

/**
 * A product's log in blocks of ten seconds. Each has the same number of ticks, and after the first of them the record
 * of one order, which starts half a second after it and ends 30 s later, three blocks on.
 */
interface BlockShape {
  ticks: number
  tickMs: number
  records: number
  /** The places in their blocks of the ticks that decide an order, and their times in ms after the block's start. */
  entry: { place: number; atMs: number }
  exit: { place: number; atMs: number }
}
function shapeOf(ticks: number): BlockShape {
  const tickMs = BLOCK_MS / ticks
  const placed = (tick: number) => ({ place: tick === 0 ? 1 : tick + 2, atMs: tick * tickMs })
  const last = Math.floor(START_AFTER_MS / tickMs)
  return { ticks, tickMs, records: ticks + 1, entry: placed(last + 1), exit: placed(last) }
}

/** The number of the tick that ends an order, counted from before the order's block. */
const exitOf = ({ records, exit }: BlockShape): number => 3 * records + exit.place

const PREPARE = `
  insert into products (id, symbol) select n, 'MADE' || n from generate_series(1, ${PRODUCTS}) n;
  insert into product_terms (terms_id, product_id, terms)
    select left(encode(sha256(convert_to(terms, 'UTF8')), 'hex'), 16), id, terms
    from products, format('{"symbol":"%s","bandBps":100}', symbol) terms;
  create function made_price(seq bigint) returns bigint language sql immutable as
    'select 100000 + seq * 7919 % 41';
  -- The records of the table made_ticks, chained.
  create function chained_made() returns setof ticks language plpgsql as $$
  declare
    r record;
    made ticks;
    hash bytea;
    product int := 0;
  begin
    for r in select * from made_ticks order by product_id, seq loop
      if r.product_id <> product then
        product := r.product_id;
        hash := coalesce((select h.hash from tick_heads h where h.product_id = product),
          decode(repeat('0', 64), 'hex'));
      end if;
      hash := sha256(convert_to(tick_record_text('MADE' || product, r.seq, r.time_ms, r.kind::smallint, r.price, r.size,
        null, null, null, null, r.inputs, hash), 'UTF8'));
      made.product_id := product;
      made.seq := r.seq;
      made.time_ms := r.time_ms;
      made.kind := r.kind;
      made.price := r.price;
      made.size := r.size;
      made.inputs := r.inputs;
      made.hash := hash;
      return next made;
    end loop;
  end $$;`

/** Users with practice money of the day before, by the number of orders that there will be. */
const addUsers = (orders: number, startMs: number): string => `
  with given_on as (
    select fund_day(${startMs - DAY_MS}) as day
  ), made as (
    insert into users (account, phone, nickname, opening_code)
    select 'made' || n, '+8613800000000', 'made' || n, lpad(n::text, 10, '0')
    from generate_series((select count(*) from users) + 1, ${Math.max(10, orders / ORDERS)}) n
    returning id
  ), paid as (
    insert into transfers (kind, ref, user_id) select 'practice_issue', id || ':' || day, id from made, given_on
    returning id, user_id
  ), given as (
    insert into practice_issues (transfer_id, user_id, day, at)
    select id, user_id, day, fund_day_start(day) from paid, given_on
  )
  insert into entries (transfer_id, account_id, amount, version, balance_after)
  select id, 6, -100000000, null, null from paid
  union all select id, user_account(user_id, 'cash'), 100000000, 1, 100000000 from paid;
  update accounts set balance = 100000000, version = 1 where version = 0 and kind = 'cash';`

const makeOrders = (shape: BlockShape, first: number, blocks: number, startMs: number): string => `
  create temp table made_orders on commit drop as
  select o.*, r.outcome, case r.outcome when 'won' then o.payout - o.stake when 'lost' then -o.stake else 0 end as gain
  from (
    select (select last_value from orders_id_seq) + row_number() over (order by k, p) as id, p as product_id,
      u.ids[1 + (k * ${PRODUCTS} + p) % cardinality(u.ids)] as user_id,
      case (k + p) % 2 when 0 then 'up' else 'down' end as direction, 1000::bigint as stake, 1850::bigint as payout,
      ${startMs} + k * ${BLOCK_MS} + ${START_AFTER_MS} as starts_at, k * ${shape.records} as seq_before,
      md5(k || '|' || p) as salt
    from generate_series(${first}::bigint, ${first + blocks - 1}) k, generate_series(1, ${PRODUCTS}) p,
      (select array_agg(id order by id) as ids from users) u
  ) o cross join lateral (
    select o.seq_before + ${shape.entry.place} as entry, o.seq_before + ${exitOf(shape)} as exit
  ) at cross join lateral recompute_result(o.direction, at.entry, made_price(at.entry), null, at.exit,
    made_price(at.exit), null, true) r;`

const makeTicks = (shape: BlockShape, first: number, blocks: number, startMs: number): string => `
  create temp table made_ticks on commit drop as
  select p as product_id, k * ${shape.records} + case n when 0 then 1 else n + 2 end as seq,
    ${startMs} + k * ${BLOCK_MS} + n * ${shape.tickMs} as time_ms, 0 as kind,
    made_price(k * ${shape.records} + case n when 0 then 1 else n + 2 end) as price, 1 as size, null::bytea as inputs
  from generate_series(${first}::bigint, ${first + blocks + QUIET - 1}) k, generate_series(1, ${PRODUCTS}) p,
    generate_series(0, ${shape.ticks - 1}) n
  union all
  -- Where no order is made, a heartbeat keeps the numbers alike.
  select p, k * ${shape.records} + 2, ${startMs} + k * ${BLOCK_MS}, case when o.id is null then 1 else 6 end, null,
    case when o.id is null then null else 1 end,
    merkle_root(array[sha256(convert_to('fairtick-commitment-1|' || o.salt || '|receipt ' || o.id, 'UTF8'))])
  from generate_series(${first}::bigint, ${first + blocks + QUIET - 1}) k cross join generate_series(1, ${PRODUCTS}) p
  left join made_orders o on o.product_id = p and o.seq_before = k * ${shape.records};
  update made_ticks set inputs = null where kind <> 6;
  select make_tick_day(day) from (select distinct tick_day(time_ms) as day from made_ticks) days;
  insert into ticks select * from chained_made();`

const store = (shape: BlockShape): string => `
  insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout, duration_ms, accepted_at,
    starts_at, expires_at, terms_id, rule_version, source, intent_key, receipt_text, receipt_signature, receipt_key_id,
    status, entry_seq, entry_time, entry_price, salt)
  select id, user_id, product_id, direction, stake, 8500, payout, 30000, starts_at - 1000, starts_at,
    starts_at + 30000, (select t.terms_id from product_terms t where t.product_id = o.product_id), 1, 'simulated',
    'made-intent-key-' || id, 'receipt ' || id, 'signature',
    'key', outcome, seq_before + ${shape.entry.place}, starts_at + ${shape.entry.atMs - START_AFTER_MS},
    made_price(seq_before + ${shape.entry.place}), salt
  from made_orders o;
  insert into order_records (order_id, product_id, seq, leaf) select id, product_id, seq_before + 2, 0 from made_orders;
  insert into settlements (order_id, outcome, entry_seq, exit_seq, exit_time, exit_price, profit_and_loss, settled_at,
    user_id, product_id, direction, duration_ms, stake, payout)
  select id, outcome, seq_before + ${shape.entry.place}, seq_before + ${exitOf(shape)},
    starts_at + ${30_000 + shape.exit.atMs - START_AFTER_MS}, made_price(seq_before + ${exitOf(shape)}), gain,
    starts_at + 31000, user_id, product_id, direction, 30000, stake, payout
  from made_orders;
  insert into idempotency (user_id, operation, key, body_hash, response)
  select user_id, 'order', 'made-intent-key-' || id, sha256(''), repeat('answer ', 80) from made_orders;
  select setval('orders_id_seq', (select max(id) from orders));

  create temp table made_transfers on commit drop as
  select (select coalesce(max(id), 0) from transfers) + row_number() over (order by at, order_id) as id, t.*
  from (
    select 'order_stake' as kind, id as order_id, starts_at - 1000 as at, user_id, -stake as cash, stake as staked,
      0 as own
    from made_orders
    union all
    select 'order_settle', id, starts_at + 31000, user_id, stake + gain, -stake, -gain from made_orders
  ) t;
  insert into transfers (id, kind, ref, user_id, at)
  select id, kind, order_id::text, user_id, to_timestamp(at / 1000.0) from made_transfers;
  select setval('transfers_id_seq', (select max(id) from transfers));
  create temp table made_entries on commit drop as
  select e.transfer_id, e.account_id, e.amount, a.version + row_number() over w as version,
    a.balance + sum(e.amount) over w as balance_after
  from (
    select id as transfer_id, user_account(user_id, 'cash') as account_id, cash as amount from made_transfers
    union all select id, user_account(user_id, 'stake'), staked from made_transfers
  ) e join accounts a on a.id = e.account_id where e.amount <> 0
  window w as (partition by e.account_id order by e.transfer_id);
  insert into entries (transfer_id, account_id, amount, version, balance_after) select * from made_entries;
  insert into entries (transfer_id, account_id, amount) select id, 1, own from made_transfers where own <> 0;
  update accounts a set version = e.version, balance = e.balance_after
  from (select distinct on (account_id) * from made_entries order by account_id, version desc) e
  where a.id = e.account_id;
  update user_results r set profit_and_loss = s.total, day = s.day, day_profit_and_loss = s.day_total
  from (
    select user_id, sum(profit_and_loss) as total, max(fund_day(settled_at)) as day,
      sum(profit_and_loss) filter (where fund_day(settled_at) = newest) as day_total
    from (
      select *, max(fund_day(settled_at)) over (partition by user_id) as newest from settlements
    ) own group by user_id
  ) s where s.user_id = r.user_id;`

/**
 * Adds orders to the history, which is then `orders` more. Only on a database without products of its own. `firstMs`:
 * the time of the first price that is added. By default the history continues where it ended, or starts with 2026.
 * `ticks`: prices per order, the same at each call, of which each takes a whole number of ms in 10 s.
 */
export async function addHistory(
  owner: Database<never>,
  orders: number,
  { firstMs, ticks = 10 }: { firstMs?: number; ticks?: number } = {},
): Promise<void> {
  const shape = shapeOf(ticks)
  await owner.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = 0; set local work_mem = '256MB'`)
    const [known] = await tx.query<{ newest: bigint | null; orders: bigint }>(
      'select (select max(seq) from ticks) as newest, (select count(*) from orders) as orders',
    )
    const newest = Number(known?.newest ?? 0)
    if (newest === 0) await tx.query(PREPARE)
    const first = newest / shape.records
    const startMs = firstMs === undefined ? START_MS : firstMs - first * BLOCK_MS
    const blocks = Math.ceil(orders / PRODUCTS)
    await tx.query(addUsers(Number(known?.orders ?? 0) + orders, startMs))
    // Triggers would refuse what is settled already, and add up row by row.
    await tx.query('set local session_replication_role = replica')
    await tx.query(makeOrders(shape, first, blocks, startMs))
    await tx.query(makeTicks(shape, first, blocks, startMs))
    await tx.query(MOVE_HEADS)
    await tx.query(store(shape))
  })
  await owner.query('analyze')
}
