/** A ledger with an order of each fate and documents of each, and the faults that the invariants must find in it. */
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import {
  addProduct,
  addTicks,
  addUser,
  enterRaw,
  grant,
  placeRaw,
  settleRaw,
} from '#support/ledger-room.ts'
import { setPassword } from '#support/credentials.ts'
import { addSession } from '#support/killable-server.ts'
import { addPayoutAccount, depositRaw, withdrawRaw } from '#support/cashier-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { gap, heartbeat, tick } from '#support/records.ts'
import { seatOperator } from '#support/seats.ts'

export const T0 = 1_700_000_000_000
const GOLD = 1

/** The ledger. */
export interface PlantRoom {
  database: TestDatabase
  user: bigint
  other: bigint
  /** The id of an order by its fate, as SQL. */
  id(name: string): string
}

let database: TestDatabase
let user: bigint
let other: bigint
const order: Record<string, bigint> = {}
const deposit: Record<string, bigint> = {}
const withdrawal: Record<string, bigint> = {}

async function place(
  name: string,
  startsAt: number,
  direction: 'up' | 'down' = 'up',
): Promise<bigint> {
  const key = `intent-of-${name}`.padEnd(16, '0')
  const id = await placeRaw(database.db, {
    userId: user,
    productId: GOLD,
    key,
    stake: 1_001n,
    at: startsAt - UNSIGNED_LEAD_MS,
    direction,
  })
  if (id === null) throw new Error('replayed')
  order[name] = id
  return id
}

/** One order of each fate, on a log that the rule decides so. */
export async function openPlantRoom(): Promise<PlantRoom> {
  database = await testDatabase()
  const { db, owner, pools } = database
  await addProduct(owner, GOLD, 'GC')
  user = await addUser(db)
  other = await addUser(db)
  await grant(owner, user, 1_000_000n)
  await grant(owner, other, 5_000n)
  await addTicks(owner, GOLD, [tick(T0 - 1_000, 100)])
  const won = await place('won', T0)
  const lost = await place('lost', T0, 'down')
  const draw = await place('draw', T0 + 31_000)
  const voided = await place('void', T0 + 70_000)
  const live = await place('live', T0 + 100_600)
  await place('open', T0 + 101_000)
  await addTicks(owner, GOLD, [
    tick(T0 + 500, 100),
    heartbeat(T0 + 1_500),
    tick(T0 + 29_500, 101),
    tick(T0 + 31_500, 100),
    tick(T0 + 60_000, 100),
    tick(T0 + 62_000, 101),
    gap(T0 + 70_500),
    tick(T0 + 71_000, 100),
    tick(T0 + 100_500, 100),
    tick(T0 + 101_000, 102),
  ])
  const entry = { seq: 2, at: T0 + 500, price: 100 }
  const exit = { seq: 4, at: T0 + 29_500, price: 101 }
  await enterRaw(pools.settlement, [won, lost], entry)
  const stake = 1_001n
  await settleRaw(pools.settlement, [
    { id: won, outcome: 'won', stake, entrySeq: 2, exit, at: T0 + 31_500 },
    { id: lost, outcome: 'lost', stake, entrySeq: 2, exit, at: T0 + 31_500 },
  ])
  await enterRaw(pools.settlement, [draw], { seq: 5, at: T0 + 31_500, price: 100 })
  const still = { seq: 6, at: T0 + 60_000, price: 100 }
  await settleRaw(pools.settlement, [
    { id: draw, outcome: 'draw', stake, entrySeq: 5, exit: still, at: T0 + 62_000 },
  ])
  const reason = 'gap_at_entry'
  await settleRaw(pools.settlement, [
    { id: voided, outcome: 'void', stake, reason, at: T0 + 100_500 },
  ])
  await enterRaw(pools.settlement, [live], { seq: 11, at: T0 + 101_000, price: 102 })
  await addDocuments()
  await addCredentials()
  return { database, user, other, id }
}

/** A password that was changed, in the one session. */
async function addCredentials(): Promise<void> {
  const { owner } = database
  await addSession(owner, user, 'the-session')
  for (const hash of ['first', 'second'])
    await setPassword(owner, { userId: user, kind: 'login', hash })
}

/** One deposit and one withdrawal of each fate. */
async function addDocuments(): Promise<void> {
  const { db, owner } = database
  const { name, secret } = await seatOperator(owner, 'anna', T0)
  const payout = await addPayoutAccount(owner, user)
  const change = { user_id: `${user}`, form_sealed: '00', why: 'a test', proposed_at: T0 }
  await owner.query(
    `select propose_payout_change($1, $2, $3::jsonb || jsonb_build_object('key_id', key_id))
      from payout_accounts where user_id = $4`,
    [name, secret, JSON.stringify(change), user],
  )
  await addPayoutAccount(owner, other)
  const deposits = { submitted: [], cancelled: ['cancelled'], review: ['review'] }
  const decided = { approved: ['review', 'approved'], rejected: ['review', 'rejected'] }
  for (const [name, steps] of Object.entries({ ...deposits, ...decided })) {
    deposit[name] = await depositRaw(db, { userId: user, amount: 5_000n, steps })
  }
  const sent = ['review', 'approved', 'paying']
  const withdrawals = {
    requested: [],
    cancelled: ['cancelled'],
    rejected: ['review', 'rejected'],
    paid: [...sent, 'paid'],
    bounced: [...sent, 'bounced'],
    review: ['review'],
    paying: sent,
  }
  for (const [name, steps] of Object.entries(withdrawals)) {
    const fee = name === 'paying' ? 0n : 200n
    withdrawal[name] = await withdrawRaw(db, { userId: user, amount: 3_000n, fee, payout, steps })
  }
}
const id = (name: string): string => `${order[name]}`
/** The first checkpoint, with this text. */
const checkpoint = (text: string): string =>
  `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
    values (1, ${T0}, '[]', '', '${text}', '', '')`
/** Two parts of a `with`: a record of this time, and that it holds the order. */
const heldAt = (time: string, name: string): string => `held as (
    insert into ticks (product_id, seq, time_ms, kind, size, hash, inputs)
      select product_id, 1000, ${time}, 6, 1, '', '' from orders where id = ${id(name)} returning product_id, seq
  ), sealed as (
    insert into order_records (order_id, product_id, seq, leaf) select ${id(name)}, product_id, seq, 0 from held
  )`
/** A record of this time holds the won order, whose terms have a lead of 400 ms. */
export const heldLive = (time: string): string => `with ${heldAt(time, 'won')}, live as (
    insert into product_terms (terms_id, product_id, terms)
      select terms_id, product_id, '{"index":{"leadMs":400},"bandBps":100}' from orders where id = ${id('won')}
  )
  update orders set salt = repeat('0', 32) where id = ${id('won')}`
export const moved = (name: string, change: string): string =>
  `update orders set ${change} where id = ${id(name)}`
const depositMoved = (name: string, change: string): string =>
  `update deposits set ${change} where id = ${deposit[name]}`
const withdrawalMoved = (name: string, change: string): string =>
  `update withdrawals set ${change} where id = ${withdrawal[name]}`
const documentTransfer = (kind: string, id: bigint | undefined): string =>
  `(select id from transfers where kind = '${kind}' and ref = '${id}')`
const result = (name: string, change: string): string =>
  `update settlements set ${change} where order_id = ${id(name)}`
const transferOf = (kind: string, name: string): string =>
  `(select id from transfers where kind = '${kind}' and ref = '${id(name)}')`

/** Invariant, what was done, the statement that does it. */
type Plant = readonly [invariant: string, what: string, sql: () => string]
export const PLANTS: readonly Plant[] = [
  [
    'transfer_balanced',
    'an amount is altered',
    () => `update entries set amount = amount + 1 where transfer_id = 1 and account_id = 6`,
  ],
  [
    'transfer_balanced',
    'a transfer has no entries',
    () => `insert into transfers (kind, ref, user_id) values ('practice_issue', 'x', ${user})`,
  ],
  [
    'entry_has_owner',
    'an entry belongs to no transfer',
    () => `insert into entries values (999999, 6, 5), (999999, 1, -5)`,
  ],
  [
    'entry_has_owner',
    'a transfer moves another user’s money',
    () => `update transfers set user_id = ${other} where id = ${transferOf('order_stake', 'won')}`,
  ],
  [
    'versions_gapless',
    'a version is skipped',
    () =>
      `update entries set version = version + 100 where account_id = user_account(${user}, 'cash')
      and version = 5`,
  ],
  [
    'running_balance',
    'a balance after is altered',
    () =>
      `update entries set balance_after = balance_after + 1 where account_id =
      user_account(${user}, 'cash') and version = 2`,
  ],
  [
    'balance_is_sum',
    'a balance is altered',
    () => `update accounts set balance = balance + 1 where id = user_account(${user}, 'cash')`,
  ],
  [
    'balance_is_sum',
    'a version is altered',
    () => `update accounts set version = version + 1 where id = user_account(${other}, 'cash')`,
  ],
  [
    'user_has_accounts',
    'an account is missing',
    () => `delete from accounts where id = user_account(${other}, 'fund_pending')`,
  ],
  [
    'user_has_accounts',
    'a mutex is missing',
    () => `delete from user_mutex where user_id = ${other}`,
  ],
  ['stake_is_orders', 'an order’s stake is altered', () => moved('open', 'stake = stake + 1')],
  [
    'hold_is_withdrawals',
    'a hold stands for nothing',
    () => `update accounts set balance = 5 where id = user_account(${other}, 'withdrawal_hold')`,
  ],
  [
    'hold_is_withdrawals',
    'a withdrawal in review is altered',
    () => withdrawalMoved('review', 'amount = amount + 1'),
  ],
  [
    'hold_is_withdrawals',
    'a withdrawal is approved and its hold stays',
    () => withdrawalMoved('requested', "status = 'approved', decided_at = 1"),
  ],
  [
    'documents_posted',
    'an approved deposit put nothing on the account',
    () => `delete from transfers where id = ${documentTransfer('deposit', deposit['approved'])}`,
  ],
  [
    'documents_posted',
    'a rejected deposit is paid out',
    () =>
      `update transfers set ref = '${deposit['rejected']}' where id =
      ${documentTransfer('deposit', deposit['approved'])}`,
  ],
  [
    'documents_posted',
    'a deposit is marked approved without its money',
    () => depositMoved('review', "status = 'approved', decided_at = 1"),
  ],
  [
    'documents_posted',
    'a deposit goes to another user',
    () => depositMoved('approved', `user_id = ${other}`),
  ],
  [
    'documents_posted',
    'a deposit was more than it says',
    () => depositMoved('approved', 'amount = amount - 1'),
  ],
  [
    'documents_posted',
    'a withdrawal was never held',
    () =>
      `delete from transfers where id =
      ${documentTransfer('withdrawal_hold', withdrawal['requested'])}`,
  ],
  [
    'documents_posted',
    'a hold has no withdrawal',
    () => `delete from withdrawals where id = ${withdrawal['requested']}`,
  ],
  [
    'documents_posted',
    'a cancelled withdrawal is not released',
    () =>
      `delete from transfers where id =
      ${documentTransfer('withdrawal_release', withdrawal['cancelled'])}`,
  ],
  [
    'documents_posted',
    'a withdrawal in review is released',
    () =>
      `update transfers set ref = '${withdrawal['review']}' where id =
      ${documentTransfer('withdrawal_release', withdrawal['rejected'])}`,
  ],
  [
    'documents_posted',
    'a paid withdrawal did not leave',
    () =>
      `delete from transfers where id = ${documentTransfer('withdrawal_pay', withdrawal['paid'])}`,
  ],
  [
    'documents_posted',
    'a fee is not what was agreed',
    () => withdrawalMoved('paid', 'fee = fee - 1'),
  ],
  [
    'documents_posted',
    'a payout without a fee is said to have one',
    () => withdrawalMoved('paying', 'fee = 1'),
  ],
  [
    'documents_posted',
    'what came back was not given back',
    () =>
      `delete from transfers where id =
      ${documentTransfer('withdrawal_refund', withdrawal['bounced'])}`,
  ],
  [
    'documents_posted',
    'a paid withdrawal is given back too',
    () =>
      `update transfers set ref = '${withdrawal['paid']}' where id =
      ${documentTransfer('withdrawal_refund', withdrawal['bounced'])}`,
  ],
  [
    'fees_are_withdrawals',
    'the house took a fee of nobody',
    () => `update entries set account_id = 3 where transfer_id = 1 and account_id = 6`,
  ],
  [
    'fees_are_withdrawals',
    'a bounced withdrawal’s fee was kept',
    () =>
      `update entries set amount = amount / 2 where account_id = 3 and transfer_id =
      ${documentTransfer('withdrawal_refund', withdrawal['bounced'])}`,
  ],
  [
    'withdrawal_destination',
    'a withdrawal goes to another user’s account',
    () =>
      withdrawalMoved(
        'requested',
        `payout_account = (select id from payout_accounts where user_id = ${other})`,
      ),
  ],
  [
    'withdrawal_destination',
    'a withdrawal shows another number than it goes to',
    () => withdrawalMoved('review', "destination_number = '•••• 0000'"),
  ],
  [
    'results_are_settlements',
    'a running result is altered',
    () => `update user_results set profit_and_loss = profit_and_loss + 1 where user_id = ${user}`,
  ],
  [
    'results_are_settlements',
    'a day’s result is altered',
    () => `update user_results set day_profit_and_loss = 0 where user_id = ${user}`,
  ],
  [
    'results_are_settlements',
    'a user without orders has a result',
    () => `update user_results set profit_and_loss = 5 where user_id = ${other}`,
  ],
  [
    'operator_log_chain',
    'an act is altered',
    () => `update operator_log set actor = 'somebody' where seq = 2`,
  ],
  ['operator_log_chain', 'an act is missing', () => `delete from operator_log where seq = 2`],
  [
    'operator_log_chain',
    'the newest act is missing',
    () => `delete from operator_log where seq = (select max(seq) from operator_log)`,
  ],
  ['operator_log_chain', 'all acts are missing', () => `delete from operator_log`],
  [
    'operator_log_chain',
    'an altered act is hashed anew',
    () =>
      `update operator_log line set reason = '',
        hash = act_digest(jsonb_populate_record(line, '{"reason": ""}')) where act = 'deposit_reject'`,
  ],
  [
    'operator_log_chain',
    'an act has another minute',
    () => `update operator_log set minute = minute + 60000 where seq = 2`,
  ],
  [
    'operator_log_chain',
    'an altered act is hashed anew, and the public chain does not follow',
    () =>
      `update operator_log line set salt = repeat('0', 32),
        hash = act_digest(jsonb_populate_record(line, jsonb_build_object('salt', repeat('0', 32))))
        where seq = (select max(seq) from operator_log)`,
  ],
  [
    'operator_log_chain',
    'an act is dated back, and all hashes are made again',
    () =>
      `with dated as (
        select jsonb_populate_record(line, '{"at": ${T0 - 3_600_000}}') as line from operator_log line
        where seq = (select max(seq) from operator_log)
      )
      update operator_log l set at = (d.line).at, hash = act_digest(d.line),
        link = act_link(jsonb_populate_record(d.line, jsonb_build_object('hash', act_digest(d.line))), b.link)
        from dated d, operator_log b where l.seq = (d.line).seq and b.seq = l.seq - 1`,
  ],
  [
    'acts_are_documents',
    'a deposit was approved and nobody logged it',
    () => `update operator_log set act = 'photo_viewed' where act = 'deposit_approve'`,
  ],
  [
    'acts_are_documents',
    'an act is logged that did not happen',
    () => depositMoved('rejected', "status = 'review', reason = null, decided_at = null"),
  ],
  [
    'acts_are_documents',
    'an act is logged for another user',
    () => `update operator_log set user_id = ${other} where act = 'withdrawal_bounce'`,
  ],
  [
    'acts_are_documents',
    'an act gives another reason',
    () => `update operator_log set reason = 'amount_unusual' where act = 'withdrawal_reject'`,
  ],
  [
    'documents_posted',
    'a stake’s transfer is missing',
    () => `delete from transfers where id = ${transferOf('order_stake', 'open')}`,
  ],
  ['documents_posted', 'a stake has no order', () => `delete from orders where id = ${id('open')}`],
  [
    'documents_posted',
    'a settlement’s transfer is missing',
    () => `delete from transfers where id = ${transferOf('order_settle', 'won')}`,
  ],
  [
    'documents_posted',
    'a live order is paid out',
    () =>
      `update transfers set ref = '${id('live')}' where id = ${transferOf('order_settle', 'won')}`,
  ],
  [
    'documents_posted',
    'a win pays a cent more',
    () =>
      `update entries set amount = amount + sign(amount)::int
      where transfer_id = ${transferOf('order_settle', 'won')} and account_id <>
      user_account(${user}, 'stake')`,
  ],
  [
    'order_settled_once',
    'a final order has no settlement',
    () => `delete from settlements where order_id = ${id('draw')}`,
  ],
  ['order_settled_once', 'a final order is reopened', () => moved('won', "status = 'live'")],
  ['order_settled_once', 'status and settlement differ', () => moved('won', "status = 'lost'")],
  [
    'order_settled_once',
    'profit and loss is altered',
    () => result('won', 'profit_and_loss = profit_and_loss + 1'),
  ],
  [
    'order_settled_once',
    'a settlement repeats another stake than the order’s',
    () => result('lost', 'stake = stake + 1'),
  ],
  [
    'order_compensated',
    'an order is closed without a result and without a compensation',
    () => moved('live', "status = 'compensated'"),
  ],
  ['order_terms', 'a payout is not what the rate says', () => moved('open', 'payout = payout + 1')],
  [
    'order_too_late',
    'a bought order has a refusal',
    () => `insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate,
      duration_ms, starts_at, expires_at, refused_at, reason, intent_text, refusal_text,
      refusal_signature, refusal_key_id)
      select user_id, intent_key, product_id, direction, stake, payout_rate, duration_ms, starts_at,
        expires_at, accepted_at, 'too_late', '-', '-', '-', '-' from orders where id = ${id('won')}`,
  ],
  [
    'practice_issue',
    'practice money comes from the trading house',
    () => `update entries set account_id = 1 where transfer_id = 1 and account_id = 6`,
  ],
  [
    'practice_issue',
    'practice money names no day',
    () => `update transfers set ref = 'bonus' where id = 1`,
  ],
  [
    'transfer_kind',
    'a transfer of an unknown kind',
    () => `update transfers set kind = 'bonus' where id = 1`,
  ],
  [
    'result_recomputed',
    'the exit’s price is altered in the log',
    () => `update ticks set price = 99 where seq = 4`,
  ],
  [
    'result_recomputed',
    'the entry tick is altered in the log',
    () => `update ticks set time_ms = ${T0} where seq = 2`,
  ],
  [
    'result_recomputed',
    'another exit tick is recorded',
    () => result('won', `exit_seq = 2, exit_time = ${T0 + 500}`),
  ],
  [
    'result_recomputed',
    'another reason is recorded',
    () => result('void', "void_reason = 'stale_exit'"),
  ],
  ['result_recomputed', 'a gap was passed over', () => `update ticks set kind = 2 where seq = 5`],
  ['result_recomputed', 'a halt was passed over', () => `update ticks set kind = 3 where seq = 6`],
  ['result_recomputed', 'a tick was stale', () => `update ticks set kind = 1 where seq = 6`],
  [
    'result_recomputed',
    'an order settled before the log decides it',
    () => `delete from ticks where seq >= 5`,
  ],
  [
    'result_recomputed',
    'a live order got a later entry',
    () => moved('live', 'entry_price = entry_price + 1'),
  ],
  [
    'tick_put_aside',
    'a good tick was put aside',
    () => `insert into ticks (product_id, seq, time_ms, kind, price, band_bps, hash)
      values (${GOLD}, 1000, ${T0 + 101_000}, 4, 101, 100, '')`,
  ],
  [
    'tick_in_band',
    'a tick outside of the band of its terms decided',
    () => `insert into product_terms (terms_id, product_id, terms)
      select distinct terms_id, product_id, '{"symbol":"GC","bandBps":50}' from orders`,
  ],
  [
    'checkpoint_lost',
    'a device has a checkpoint that the log lacks',
    () => `insert into checkpoints_presented (text_hash, number, time_ms, text, signature, key_id)
      values (sha256(''), 1000, ${T0}, 'fairtick-checkpoint-6', '', '')`,
  ],
  [
    'tick_band_of_terms',
    'a tick was put aside by a band of its own',
    () => `with terms as (
        insert into product_terms (terms_id, product_id, terms)
          values ('of-a-wider-band', ${GOLD}, '{"symbol":"GC","bandBps":300}') returning terms_id
      ), schedule as (
        insert into terms_schedule (product_id, valid_from, terms_id) select ${GOLD}, 0, terms_id from terms
      )
      insert into ticks (product_id, seq, time_ms, kind, price, band_bps, hash)
        values (${GOLD}, 1000, ${T0 + 101_000}, 4, 200, 100, '')`,
  ],
  ...[3, 4, 5, 6].map(
    (format): Plant => [
      'void_permitted',
      `a gap voided an order on simulated prices, under checkpoints of format ${format}`,
      () => checkpoint(`fairtick-checkpoint-${format}`),
    ],
  ),
  [
    'order_sealed',
    'an acceptance is kept out of the public log',
    () => `delete from unsealed where order_id = ${id('won')}`,
  ],
  [
    'order_sealed',
    'an order is entered that no record of the price log holds',
    () => `update orders set salt = repeat('0', 32) where id = ${id('won')}`,
  ],
  [
    'order_sealed',
    'an order is held by a record from after its start',
    () => `with ${heldAt('starts_at', 'won')}
      update orders set salt = repeat('0', 32) where id = ${id('won')}`,
  ],
  [
    'order_sealed',
    'the record of an order on live prices is nearer to its start than the lead of its terms',
    () => heldLive('starts_at - 399'),
  ],
  [
    'order_sealed',
    'an order from after such records began does without one',
    () => checkpoint('fairtick-checkpoint-4'),
  ],
  [
    'order_sealed',
    'an order that no record holds stays open',
    () => `with late as (
        update orders set salt = repeat('0', 32) where id = ${id('open')} returning starts_at
      )
      insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
        select 1, starts_at + 600001, '[]', '', '', '', '' from late`,
  ],
  [
    'order_sealed',
    'an order that was undone is in a record all the same',
    () => `with ${heldAt('starts_at - 1', 'void')}, undone as (
        update settlements set void_reason = 'too_late' where order_id = ${id('void')}
      )
      update orders set salt = repeat('0', 32) where id = ${id('void')}`,
  ],
  [
    'tick_orders',
    'a record of orders has another root',
    () => `insert into ticks (product_id, seq, time_ms, kind, size, hash, inputs)
      values (${GOLD}, 1000, ${T0 + 101_000}, 6, 1, '', '')`,
  ],
  ['tick_heads', 'a head is behind', () => `update tick_heads set seq = seq - 1`],
  ['tick_heads', 'a log has no head', () => `delete from tick_heads`],
  [
    'tick_heads',
    'the newest record is gone',
    () => `delete from ticks where seq = (select max(seq) from ticks)`,
  ],
  ['checkpoint_tree', 'the tree lacks a checkpoint', () => checkpoint('')],
  [
    'checkpoint_tree',
    'a checkpoint names another tree',
    () => `with node as (
        insert into checkpoint_nodes values (0, 0, sha256('\\x00'::bytea || sha256(e'\nearlier ${'a'.repeat(64)}'))))
      ${checkpoint(`\nearlier ${'a'.repeat(64)}`)}`,
  ],
  ['tick_jump', 'a jump was none', () => `update ticks set reason = 'jump' where kind = 2`],
  [
    'reviewer_is_actor',
    'another operator is named than the one who decided',
    () => depositMoved('approved', "reviewer = 'anna'"),
  ],
  [
    'reviewer_is_actor',
    'a payout account’s change was decided and never logged',
    () => `update payout_changes set status = 'rejected', decided_by = 'anna', decided_at = 1`,
  ],
  [
    'reviewer_is_actor',
    'a payout account’s change is logged that does not exist',
    () => `update operator_log set ref = '77' where act = 'payout_change_propose'`,
  ],
  [
    'actor_exists',
    'an operator who does not exist approved a deposit',
    () => `update operator_log set actor = 'nobody-at-all' where act = 'deposit_approve'`,
  ],
  [
    'act_in_session',
    'an operator acts whose sessions have ended',
    () => `update operator_sessions set revoked_at = created_at - 60001`,
  ],
  [
    'act_in_session',
    'an act is dated to before the operator’s log-in',
    () => `update operator_log set at = at - 1 where act = 'payout_change_propose'`,
  ],
  ['desk_session_proof', 'a session has no proof', () => `delete from act_proofs`],
  [
    'desk_session_proof',
    'a session comes out of nothing',
    () => `insert into operator_sessions (operator_id, secret_hash, created_at, active_at, expires_at)
      select id, 'x', ${T0}, ${T0}, ${T0} + 1000 from operators`,
  ],
  [
    'desk_session_proof',
    'a proof belongs to another operator',
    () => `update act_proofs set owner_id = owner_id + 1`,
  ],
  [
    'desk_session_proof',
    'a log-in is not in the log',
    () => `update operator_log set act = 'photo_viewed' where act = 'logged_in'`,
  ],
  ['desk_session_proof', 'a session is missing', () => `delete from operator_sessions`],
  [
    'receipt_signed',
    'the server’s key did not sign a receipt',
    () => 'insert into refused_receipts select o.id, order_digest(o) from orders o limit 1',
  ],
  [
    'act_proof',
    'a session was opened by a code that does not verify',
    () => 'insert into refused_proofs select id from act_proofs',
  ],
  [
    'act_proof',
    'a user’s second factor was used by a code that does not verify',
    () => `with used as (
        insert into act_proofs (act, ref, owner_id, at, kind, code)
          values ('factor', 1, ${user}, 1, 'totp', '123456') returning id)
      insert into refused_proofs select id from used`,
  ],
  ['session_evidence', 'a session has no evidence', () => 'delete from session_evidence'],
  [
    'session_evidence',
    'a session is said to be from before there was evidence',
    () => "update session_evidence set opened_by = 'before', ticket_id = null",
  ],
  [
    'session_evidence',
    'a session was opened by the password of another user',
    () => `update password_tickets set user_id = ${other} where act = 'log_in'`,
  ],
  [
    'session_evidence',
    'a session was opened long after the password was compared',
    () => "update password_tickets set at = at - 60001 where act = 'log_in'",
  ],
  [
    'session_evidence',
    'a session is of a guest who is none',
    () => "update session_evidence set opened_by = 'guest', ticket_id = null",
  ],
  [
    'session_evidence',
    'a session was opened by the second factor of another user',
    () => `with used as (
        insert into act_proofs (act, ref, owner_id, at, kind, code)
          values ('factor', 1, ${other}, 1, 'totp', '123456') returning id)
      update session_evidence set proof_id = used.id from used`,
  ],
  [
    'password_changed',
    'a password was replaced by hand',
    () => `update users set password_hash = 'swapped' where id = ${user}`,
  ],
  [
    'password_changed',
    'a user without a password got one',
    () => `update users set trading_password_hash = 'given' where id = ${other}`,
  ],
  [
    'password_changed',
    'a change was made without a session of the user',
    () => `update password_changes set session_id = null where old_digest is not null`,
  ],
  [
    'password_changed',
    'a change does not follow from the one before it',
    () => `update password_changes set old_digest = 'other' where old_digest is not null`,
  ],
  [
    'password_changed',
    'a change has no ticket',
    () => 'update password_changes set ticket_id = null',
  ],
  [
    'withdrawal_proof',
    'a withdrawal went past the second factor',
    () => `insert into passkeys (id, user_id, name, public_key, counter, origin, created_at)
      values ('x', ${user}, 'x', '', 0, 'x', 1)`,
  ],
  [
    'payout_account_source',
    'a payout account was swapped without a change',
    () => `with gone as (update payout_accounts set replaced_at = ${T0} where user_id = ${user} returning *)
      insert into payout_accounts (user_id, kind, nationality, key_id, form_sealed, holder_mask, bank,
        number_mask, set_at)
      select user_id, kind, nationality, key_id, 'swapped', holder_mask, bank, '•••• 6666', ${T0} from gone`,
  ],
  [
    'payout_account_source',
    'an approved change was not applied',
    () => `update payout_changes set status = 'approved', decided_by = 'berta', decided_at = ${T0}`,
  ],
  [
    'payout_account_source',
    'a payout account ended for none that follows',
    () => `update payout_accounts set replaced_at = ${T0} where user_id = ${other}`,
  ],
  [
    'hold_kept',
    'a withdrawal was asked for while withdrawals were held',
    () => `insert into withdrawal_holds (user_id, since, until) values (${user}, 1, ${2 * T0})`,
  ],
  [
    'hold_kept',
    'a withdrawal goes to an account before its hold ended',
    () => `update payout_accounts set held_until = ${2 * T0}`,
  ],
  [
    'practice_day',
    'practice money of an old day is given once more',
    () => `with taken as (
        insert into transfers (kind, ref, user_id) values ('practice_issue', '${user}:1999-12-31', ${user})
        returning id)
      insert into entries select id, account, amount, null, null
      from taken, (values (6, -5), (16 * ${user} + 1, 5)) leg (account, amount)`,
  ],
  [
    'practice_day',
    'practice money is given for another day than that of its moment',
    () => `update practice_issues set at = at + 86400000`,
  ],
  [
    'practice_day',
    'practice money was given on a day that was over',
    () => `update practice_issues set checkpoint_ms = at + 86400000`,
  ],
  [
    'outbox_gapless',
    'an event is missing',
    () => `delete from outbox where user_id = ${user} and topic = 'positions' and seq = 3`,
  ],
  [
    'outbox_gapless',
    'the newest event is missing',
    () =>
      `delete from outbox where (topic, seq) in (select topic, max(seq) from outbox group by topic)`,
  ],
  ['outbox_gapless', 'a head stands alone', () => `insert into outbox_heads values (1, 'fund', 1)`],
  [
    'key_answered',
    'a key has no answer',
    () => `update idempotency set response = null where key like 'intent-of-won%'`,
  ],
]
