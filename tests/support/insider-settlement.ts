/** What can be tried with the log-in of the settlement, which enters and settles orders. */
import type { TickRecord } from '#contract/tick-log.ts'
import { recordText } from '#rules/tick-chain.ts'
import { sha256 } from '#server/market/product-log.ts'
import { appendRecords, readTail } from '#server/market/tick-log-store.ts'
import {
  actsOfEveryRole,
  bySql,
  type InsiderAct,
  NOT_GRANTED,
  NOT_IN_LOG,
} from '#support/insider-acts.ts'
import { type InsiderScene, SYMBOL } from '#support/insider-scene.ts'
import { recordOf, tick } from '#support/records.ts'

/** Continues the log until after the live order's expiry, so that it is won. */
async function letExpire({ database, ids }: InsiderScene): Promise<void> {
  const { market } = database.pools
  const [order] = await database.owner.query<{ expires: number; price: number }>(
    'select expires_at::float8 as expires, entry_price::float8 as price from orders where id = $1',
    [ids.live],
  )
  const [tail] = await readTail(market, ids.product, 1)
  if (order === undefined || tail === undefined) throw new Error('the scene has no live order')
  const { expires, price } = order
  const records: TickRecord[] = []
  for (const at of [expires - 1_000, expires - 500, expires + 500]) {
    const head = records.at(-1) ?? tail
    const unhashed = recordOf(tick(at, price + 1), head.seq + 1)
    records.push({ ...unhashed, hash: sha256(recordText(SYMBOL, unhashed, head.hash)) })
  }
  await appendRecords(
    market,
    records.map((record) => ({ productId: ids.product, record })),
  )
}

type Outcome = Record<string, string | number | null>

/** Settles the live order as the log says, with what an insider changes. */
async function settle({ database, ids }: InsiderScene, change: Outcome): Promise<void> {
  const [row] = await database.owner.query<{ outcome: Outcome }>(
    `select jsonb_build_object('id', o.id::text, 'outcome', r.outcome, 'void_reason', r.reason,
        'entry_seq', r.entry_seq, 'exit_seq', r.exit_seq, 'exit_time', r.exit_time,
        'exit_price', r.exit_price, 'profit_and_loss', o.payout - o.stake,
        'settled_at', o.expires_at + 600, 'message', null,
        'event', jsonb_build_object('id', o.id::text)::text) as outcome
      from orders o join results_recomputed r on r.id = o.id where o.id = $1`,
    [ids.live],
  )
  const outcome = JSON.stringify([{ ...row?.outcome, ...change }])
  await database.pools.settlement.query('select * from settle_orders($1)', [outcome])
}

const byResult = (what: string, change: Outcome): InsiderAct => ({
  who: 'settlement',
  what,
  expected: NOT_IN_LOG,
  attempt: async (scene) => {
    await letExpire(scene)
    await settle(scene, change)
  },
  twin: async (scene) => {
    await letExpire(scene)
    await settle(scene, {})
  },
})

export const SETTLEMENT_ACTS: readonly InsiderAct[] = [
  byResult('settles an order by a tick that the log does not have', {
    exit_seq: 999_999,
    exit_price: 1,
  }),
  byResult('takes an earlier tick as the exit', { exit_seq: 3 }),
  byResult('takes another tick as the entry', { entry_seq: 1 }),
  byResult('turns a win into a loss', { outcome: 'lost', profit_and_loss: -1_000 }),
  byResult('pays another amount', { profit_and_loss: 1_000_000 }),
  byResult('voids an order without a gap', {
    outcome: 'void',
    void_reason: 'gap_at_exit',
    profit_and_loss: 0,
  }),
  byResult('dates a settlement before the expiry', { settled_at: 1 }),
  {
    who: 'settlement',
    what: 'settles an order before its expiry',
    expected: NOT_IN_LOG,
    attempt: (scene) => settle(scene, { outcome: 'won' }),
    twin: async (scene) => {
      await letExpire(scene)
      await settle(scene, {})
    },
  },
  {
    who: 'settlement',
    what: 'settles an order again with another result',
    expected: NOT_IN_LOG,
    attempt: async (scene) => {
      await letExpire(scene)
      await settle(scene, {})
      await settle(scene, { outcome: 'lost', profit_and_loss: -1_000 })
    },
    twin: async (scene) => {
      await letExpire(scene)
      await settle(scene, {})
      await settle(scene, {})
    },
  },
  ...bySql('settlement', [
    {
      what: 'undoes a live order as if it had been stored too late',
      sql: ({ live }) => `select undo_late_order(
        jsonb_build_array(jsonb_build_object('id', '${live}', 'outcome', 'void', 'void_reason', 'too_late',
          'profit_and_loss', 0)), '{"reason": "too_late"}')`,
      expected: { prevented: 'FT903' },
      twin: ({ live }) => `select status from orders where id = ${live}`,
    },
    {
      what: 'stores a result by hand',
      sql: ({ live }) => `insert into settlements (order_id, outcome) values (${live}, 'won')`,
      expected: NOT_GRANTED,
      twin: ({ settled }) => `select outcome from settlements where order_id = ${settled}`,
    },
    {
      what: 'changes a stored result',
      sql: "update settlements set outcome = 'won'",
      expected: NOT_GRANTED,
      twin: 'select profit_and_loss from settlements',
    },
    {
      what: 'changes the terms of a live order',
      sql: ({ live }) => `update orders set payout = payout * 2 where id = ${live}`,
      expected: NOT_GRANTED,
      twin: ({ live }) => `select payout from orders where id = ${live}`,
    },
    {
      what: 'reads whose an order is',
      sql: 'select user_id from orders',
      expected: NOT_GRANTED,
      twin: 'select id, stake from orders',
    },
    {
      what: 'reads sealed data',
      sql: 'select form_sealed from payout_accounts',
      expected: NOT_GRANTED,
      twin: 'select symbol from products',
    },
    {
      what: 'moves money without an order',
      sql: ({
        user,
      }) => `select post(array['order_settle'], array['0'], array[${user}::bigint], array[1, 1],
        array[1, user_account(${user}, 'cash')], array[-100, 100])`,
      expected: NOT_GRANTED,
      twin: ({ live }) => `select payout from orders where id = ${live}`,
    },
  ]),
  ...actsOfEveryRole('settlement'),
]
