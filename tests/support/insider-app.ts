/** What can be tried with the log-in of the app, which serves all requests. */
import { placeRaw } from '#support/ledger-room.ts'
import {
  actsOfEveryRole,
  bySql,
  type InsiderAct,
  NOT_GRANTED,
  NOT_IN_LOG,
} from '#support/insider-acts.ts'
import type { InsiderScene } from '#support/insider-scene.ts'

/** An order that no device and no server signed, as if the user had placed it now or earlier. */
const place = async (
  { database, ids, nowMs }: InsiderScene,
  agoMs: number,
  aheadBy = 0n,
): Promise<void> => {
  await placeRaw(database.db, {
    aheadBy,
    userId: ids.other,
    productId: ids.product,
    key: 'insider-intent-key-0001',
    stake: 1_000n,
    at: nowMs - agoMs,
  })
}
/** A second order of the user, by the server itself. */
const placeHonestly = async (scene: InsiderScene): Promise<void> => {
  const { place: order, play } = await scene.server()
  await play(2_000)
  await order()
}

export const APP_ACTS: readonly InsiderAct[] = [
  {
    who: 'app',
    what: 'places an order that the server did not accept',
    expected: { detected: 'receipt_signed' },
    attempt: (scene) => place(scene, 0),
    twin: placeHonestly,
  },
  {
    who: 'app',
    what: 'places an order that is dated two minutes back',
    expected: { prevented: 'FT503' },
    attempt: (scene) => place(scene, 125_000),
    twin: placeHonestly,
  },
  {
    who: 'app',
    what: 'gives an order a number that hides all later ones from the public log',
    expected: NOT_IN_LOG,
    attempt: (scene) => place(scene, 0, 1_000_000n),
    twin: placeHonestly,
  },
  ...bySql('app', [
    {
      what: 'stores an order without a debit',
      sql: 'insert into orders select * from orders limit 1',
      expected: NOT_GRANTED,
      twin: 'select stake from orders',
    },
    {
      what: 'changes the terms of a live order',
      sql: ({ live }) => `update orders set payout = payout * 2 where id = ${live}`,
      expected: NOT_GRANTED,
      twin: ({ live }) => `select payout from orders where id = ${live}`,
    },
    {
      what: 'settles an order',
      sql: "select settle_orders('[]')",
      expected: NOT_GRANTED,
      twin: 'select outcome from settlements',
    },
    {
      what: 'appends a tick',
      sql: `select append_ticks('{1}', '{1}', '{1}', '{0}', '{1}', '{1}', '{null}', '{null}', '{null}',
        '{null}', '{""}')`,
      expected: NOT_GRANTED,
      twin: 'select price from ticks limit 1',
    },
    {
      what: 'deletes a settlement',
      sql: 'delete from settlements',
      expected: NOT_GRANTED,
      twin: 'select count(*) from settlements',
    },
    {
      what: 'raises a balance',
      sql: ({ user }) => `update accounts set balance = balance + 1 where user_id = ${user}`,
      expected: NOT_GRANTED,
      twin: ({ user }) => `select balance from accounts where user_id = ${user}`,
    },
    {
      what: 'writes an entry of the ledger',
      sql: 'insert into entries select * from entries limit 1',
      expected: NOT_GRANTED,
      twin: 'select amount from entries limit 1',
    },
    {
      what: 'moves money without a document',
      sql: ({
        user,
      }) => `select post(array['deposit'], array['0'], array[${user}::bigint], array[1, 1],
        array[4, user_account(${user}, 'cash')], array[-100, 100])`,
      expected: NOT_GRANTED,
      twin: ({ deposit }) => `select status from deposits where id = ${deposit}`,
    },
    {
      what: 'writes an event that the ledger does not have',
      sql: ({ user }) => `insert into outbox values (${user}, 'balance', 1, '{}')`,
      expected: NOT_GRANTED,
      twin: ({ user }) => `select payload from outbox where user_id = ${user} limit 1`,
    },
    {
      what: 'lifts the hold of a withdrawal',
      sql: ({ withdrawal }) =>
        `update withdrawals set status = 'cancelled' where id = ${withdrawal}`,
      expected: NOT_GRANTED,
      twin: ({ withdrawal }) => `select status from withdrawals where id = ${withdrawal}`,
    },
    {
      what: 'lifts a halt of money writes',
      sql: 'update ledger_halts set lifted_at = now()',
      expected: NOT_GRANTED,
      twin: 'select reason from ledger_halts',
    },
    {
      what: 'makes a desk session',
      sql: 'insert into operator_sessions (operator_id) select id from operators',
      expected: NOT_GRANTED,
      twin: 'select expires_at from operator_sessions',
    },
    {
      what: 'makes an operator',
      sql: "insert into operators (name, password_hash) values ('mallory', '')",
      expected: NOT_GRANTED,
      twin: 'select name from operators',
    },
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
      what: 'changes a checkpoint',
      sql: "update checkpoints set signature = ''",
      expected: NOT_GRANTED,
      twin: 'select signature from checkpoints',
    },
    {
      what: 'registers a signing key',
      sql: "insert into signing_keys (key_id, public_key) values ('mine', '')",
      expected: NOT_GRANTED,
      twin: 'select public_key from signing_keys',
    },
    {
      what: 'shows a seed too early',
      sql: "update seed_epochs set seed = 'x'",
      expected: NOT_GRANTED,
      twin: 'select link from seed_epochs limit 1',
    },
    {
      what: 'changes a password without knowing the old one',
      sql: "update users set password_hash = 'mine'",
      expected: NOT_GRANTED,
      twin: ({ user }) => `update users set nickname = 'new' where id = ${user}`,
    },
  ]),
  ...actsOfEveryRole('app'),
]
