/** Users with long histories, written straight into the tables, and the records' endpoints over HTTP. */
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { createExports } from '#server/records/exports.ts'
import { recordsRoutes } from '#server/records/routes.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { makeUser, START_MS, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'
import { AMPLE_SPACE } from '#support/ample-space.ts'

export interface RecordsRoom extends TradingFixture {
  http: FastifyInstance
  dataFolder: string
  /** Who asks, by the cookie's number. */
  as(userId: bigint): { cookie: string }
}

export async function recordsRoom(dataFolder: string): Promise<RecordsRoom> {
  const room = await tradingRoom()
  const sessions = {
    read: async (cookie?: string) =>
      cookie === undefined
        ? null
        : { userId: BigInt(cookie), sessionId: 1n, handle: 'handle', guest: false },
  }
  const http = await createHttp({
    config: readConfig([], { RATE_FACTOR: '1000' }, dataFolder),
    log: pino({ level: 'silent' }),
    sessions,
    operators: { read: async () => null },
    metrics: new Registry(),
    space: AMPLE_SPACE,
  })
  tradingRoutes(http, room.trading)
  const { db, clock } = room
  recordsRoutes(http, { db, clock, exports: createExports({ db, clock, dataFolder }) })
  return {
    ...room,
    http,
    dataFolder,
    as: (userId) => ({ cookie: `${userId}` }),
    close: async () => {
      await http.close()
      await room.close()
    },
  }
}

const STAKE = 1_000

/**
 * Settled orders a second apart, two records each, as the ledger's functions would have written them: every tenth
 * void, every hundredth a draw, the others lost and won in turn.
 */
export async function addHistory(owner: Database, orders: number): Promise<bigint> {
  const userId = await makeUser(owner, BigInt(orders * STAKE * 2))
  await owner.query(
    `insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout, duration_ms,
        accepted_at, expires_at, terms_id, rule_version, source, intent_key, receipt_text,
        receipt_signature, receipt_key_id, status, entry_seq, entry_time, entry_price)
      select nextval('orders_id_seq'), $1, case when n % 50 = 0 then 1 else 9 end, 'up', $2::int, 8500,
        $2::int * 185 / 100, 30000, at, at + 30000, '00000000000000aa', 1, 'simulated',
        'history-' || n, '=text ' || n, 'signature', 'key',
        case when n % 10 = 0 then 'void' when n % 100 = 1 then 'draw' when n % 2 = 0 then 'won' else 'lost' end,
        1, at + 1, 100
      from (select n, $3::bigint + n * 1000 as at from generate_series(1, $4::int) n order by n) s`,
    [userId, STAKE, START_MS, orders],
  )
  await owner.query(
    `insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout,
        outcome, void_reason, entry_seq, profit_and_loss, settled_at)
      select id, user_id, product_id, direction, duration_ms, stake, payout,
        status, case status when 'void' then 'late_entry' end, 1,
        case status when 'won' then stake * 85 / 100 when 'lost' then -stake else 0 end, expires_at
      from orders where user_id = $1`,
    [userId],
  )
  await owner.query(
    `with moved as (
       select o.id, o.accepted_at, o.stake, s.profit_and_loss, k.kind, k.n
       from orders o join settlements s on s.order_id = o.id,
         (values ('order_stake', 0), ('order_settle', 1)) k (kind, n) where o.user_id = $1
     ), made as (
       insert into transfers (kind, ref, user_id, at)
       select kind, id::text, $1, to_timestamp((accepted_at + n * 30000) / 1000.0 + 0.0004)
       from moved order by accepted_at + n * 30000, id returning id, kind, ref
     ), legs as (
       select made.id, l.account, l.amount from made
       join moved m on m.id = made.ref::bigint and m.kind = made.kind,
         lateral (values
           (user_account($1, 'cash'), case n when 0 then -stake else stake + profit_and_loss end),
           (user_account($1, 'stake'), case n when 0 then stake else -stake end),
           (1, case n when 0 then 0 else -profit_and_loss end)) l (account, amount)
       where l.amount <> 0
     )
     insert into entries (transfer_id, account_id, amount, version, balance_after)
     select id, account, amount,
       case when account > 15 then 1 + row_number() over (partition by account order by id) end,
       case when account > 15 then case when account % 16 = 1 then $2::bigint else 0 end
         + sum(amount) over (partition by account order by id) end
     from legs`,
    [userId, orders * STAKE * 2],
  )
  await owner.query(
    `update accounts a set balance = last.balance_after, version = last.version
      from (select distinct on (account_id) account_id, balance_after, version from entries
        where account_id in (user_account($1, 'cash'), user_account($1, 'stake'))
        order by account_id, version desc) last
      where a.id = last.account_id`,
    [userId],
  )
  await owner.query('analyze transfers, entries, orders, settlements')
  return userId
}
