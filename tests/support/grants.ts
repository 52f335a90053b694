/**
 * Every right of each role in the database: the worst that a person with the role's log-in can do by it, and what
 * prevents or finds that. Tests compare the list with PostgreSQL's catalogue, the scenario `insider` tries each row,
 * and `npm run docs` writes docs/GRANTS.md from it.
 */
import { APP_CALLS } from '#support/grants-calls.ts'
import { IDENTITY_RIGHTS } from '#support/grants-identity.ts'
import { APP_TABLES } from '#support/grants-tables.ts'
import { type Right, read } from '#support/right.ts'

const MARKET: readonly Right[] = [
  read(
    'market',
    [
      'candles',
      'chain_heads',
      'chain_records',
      'checkpoint_nodes',
      'checkpoints',
      'instance',
      'operator_log_head (hash seq)',
      'product_maintenance',
      'product_terms',
      'products',
      'signing_keys',
      'terms_schedule',
      'tick_day_ends',
      'tick_days',
      'tick_heads',
      'tick_inputs',
      'ticks',
    ],
    { worst: 'Reads the public log.', stays: 'it is public, or is the start of the next record' },
  ),
  read('market', ['seed_epochs'], {
    worst: 'Reads the promises of seeds.',
    stays: 'a seed is stored when its hour has ended; the master seed is a file of the server',
  }),
  {
    rights: ['market insert products', 'market insert product_terms'],
    worst: 'Takes the id of terms for another text before the server announces them.',
    end: { prevented: 'FT904' },
    tried: {
      sql: [
        ({ ids }) =>
          `insert into product_terms (terms_id, product_id, terms)
            values ('0123456789abcdef', ${ids.product}, '{}')`,
      ],
      twin: ({ ids }) =>
        `insert into product_terms (terms_id, product_id, terms)
          values (left(encode(sha256('{}'), 'hex'), 16), ${ids.product}, '{}')`,
    },
  },
  {
    rights: ['market insert terms_schedule'],
    worst: 'Announces other terms that are stored, for all users and a day ahead.',
    end: { prevented: 'FT900' },
    tried: { act: 'market changes terms without notice' },
  },
  {
    rights: ['market insert candles', 'market update candles'],
    worst: 'Draws a bar of a chart that the ticks do not give.',
    end: { stays: 'a chart decides nothing; the public ticks show that the bar is wrong' },
    tried: {
      sql: ['update candles set high = high + 1 where open_time = 0'],
      twin: 'select count(*) from candles',
    },
  },
  {
    rights: ['market insert seed_epochs'],
    worst: 'Stores an hour of simulated prices that was never promised.',
    end: { stays: 'the public chain of seeds has no promise of it, so every reader refuses it' },
    tried: {
      sql: [
        `insert into seed_epochs (epoch, starts_at, ends_at, chain, promise_seq) select max(epoch) + 1000,
          max(ends_at) + 3600000, max(ends_at) + 7200000, 1, 1000000 from seed_epochs`,
      ],
      twin: 'select max(epoch) from seed_epochs',
    },
  },
  {
    rights: ['market update seed_epochs (closed link randomness seed signature)'],
    worst: 'Shows a seed that the hour was not played by.',
    end: {
      stays:
        'the seed does not lead to the promised anchor, and every reader refuses it; a seed is stored once',
    },
    tried: {
      sql: [
        `update seed_epochs set seed = repeat('0', 64), link = repeat('0', 64)
          where epoch = (select min(epoch) from seed_epochs where seed is null)`,
      ],
      twin: 'select epoch from seed_epochs where seed is null limit 1',
    },
  },
  {
    rights: ['market update instance (feed_source feed_state)'],
    worst: 'Changes where the feed resumes, so that the next start is refused.',
    end: {
      stays: 'it stops the server, as a person who has its log-in can; the log stays as it is',
    },
    tried: {
      sql: ['update instance set feed_state = feed_state'],
      twin: 'select feed_source from instance',
    },
  },
  {
    rights: ['market call renew_lease'],
    worst: 'Ends the lease of the server, or keeps it from the next one.',
    end: {
      stays: 'a server whose lease was taken ends, and its writes are refused; no price changes',
    },
    tried: { sql: ['select renew_lease(1, true)'], twin: 'select symbol from products' },
  },
  {
    rights: ['market call append_ticks', 'market call append_ticks_and_inputs'],
    worst: 'Appends an invented price.',
    end: { found: 'another server writes to this tick log' },
    tried: { act: 'market appends an invented tick that continues the log' },
  },
  {
    rights: [
      'market call close_tick_day',
      'market call drop_tick_day',
      'market call note_archived_day',
    ],
    worst: 'Drops a day of old prices that no file has.',
    end: {
      stays:
        'it ended two days ago and its orders were checked; no price changes, and the audit names what is missing',
    },
    tried: {
      sql: [
        'select close_tick_day()',
        `do $$ begin perform note_archived_day('2000-01-01', ''); exception when sqlstate 'FT900' then null; end $$`,
        'select drop_tick_day(0)',
      ],
      twin: 'select count(*) from tick_days',
    },
  },
  {
    rights: ['market call append_checkpoint'],
    worst: 'Appends a checkpoint that the server’s key did not sign.',
    end: { found: 'checkpoint_signed' },
    tried: { act: 'market appends a checkpoint that the server’s key did not sign' },
  },
  {
    rights: ['market call append_seeds_record'],
    worst: 'Appends a promise that the server did not make.',
    end: { stays: 'the next start is refused, since the chain is not that of the master seed' },
    tried: {
      sql: [({ nowMs }) => `select append_seeds_record(${nowMs} - 90000000, 'invented')`],
      twin: 'select count(*) from chain_records',
    },
  },
  {
    rights: ['market call register_signing_key'],
    worst: 'Registers a key of its own.',
    end: { stays: 'it takes no key: it registers the one that the owner offered for this start' },
    tried: { sql: ['select register_signing_key()'], twin: 'select key_id from signing_keys' },
  },
  {
    rights: ['market call seal_orders', 'market call tree_holds_orders'],
    worst: 'Stores leaves of a tree that no checkpoint signs.',
    end: { stays: 'the database makes the leaves, each once; the next tree begins after them' },
    tried: {
      sql: ['select tree_holds_orders(1)'],
      twin: 'select number from checkpoints limit 1',
    },
  },
]

const SETTLEMENT: readonly Right[] = [
  read(
    'settlement',
    [
      'frozen (amount ended_at id scope since status subject)',
      'order_refusals (direction expires_at id payout_rate product_id stake starts_at)',
      'orders (accepted_at direction duration_ms entry_price entry_seq entry_time ' +
        'expires_at id payout payout_rate product_id rule_version source stake starts_at ' +
        'status terms_id)',
      'products',
      'refusal_outcomes',
      'settlements (entry_seq exit_price exit_seq exit_time order_id outcome product_id ' +
        'profit_and_loss settled_at void_reason)',
    ],
    { worst: 'Reads what is bet on.', stays: 'it reads no user, and writes no price' },
  ),
  {
    rights: ['settlement call settle_orders'],
    worst: 'Settles an order otherwise than the log says.',
    end: { prevented: 'FT904' },
    tried: { act: 'settlement turns a win into a loss' },
  },
  {
    rights: ['settlement call enter_orders'],
    worst: 'Enters an order at another price.',
    end: { prevented: 'FT904' },
    tried: { act: 'settlement takes another tick as the entry' },
  },
  {
    rights: ['settlement call undo_late_order'],
    worst: 'Undoes an order that the log holds.',
    end: { prevented: 'FT903' },
    tried: { act: 'settlement undoes a live order as if it had been stored too late' },
  },
  {
    rights: ['settlement call decide_refusal'],
    worst: 'Stores another result of a refused order than the log gives.',
    end: { prevented: 'P0002' },
    tried: {
      sql: ["select decide_refusal(1, 'won', 1)"],
      twin: 'select count(*) from refusal_outcomes',
    },
  },
  {
    rights: ['settlement call waiting_orders'],
    worst: 'Reads which open orders are of one user.',
    end: { stays: 'it does not say of which user' },
    tried: { sql: ['select * from waiting_orders()'], twin: 'select count(*) from orders' },
  },
]

const AUDITOR: readonly Right[] = [
  read(
    'auditor',
    [
      'act_proofs',
      'checkpoints',
      'frozen (amount ended_at id scope since subject)',
      'operator_factors (enrolled_at operator_id secret_sealed)',
      'operator_passkeys (id operator_id public_key)',
      'orders (accepted_at direction duration_ms entry_price entry_seq entry_time ' +
        'expires_at id payout payout_rate product_id receipt_key_id receipt_signature ' +
        'receipt_text rule_version source stake starts_at status terms_id)',
      'passkeys (id public_key user_id)',
      'products',
      'settlements (exit_price exit_seq exit_time order_id profit_and_loss settled_at void_reason)',
      'signing_keys',
      'tick_days',
      'totp_factors (confirmed_at key_id secret_sealed user_id)',
      'transfers (id kind ref)',
      'user_keys (id wrapped)',
    ],
    {
      worst: 'Reads what it verifies.',
      stays: 'secrets are sealed with the vault’s key, and it writes nothing of this',
    },
  ),
  {
    rights: ['auditor call refuse_receipt'],
    worst: 'Freezes an order whose receipt is valid.',
    end: { found: 'receipt_signed' },
    tried: { act: 'auditor freezes an order whose receipt is valid' },
  },
  {
    rights: ['auditor call refuse_proof'],
    worst: 'Freezes an operator or a withdrawal whose second factor is valid.',
    end: { found: 'act_proof' },
    tried: { act: 'auditor freezes an operator whose second factor is valid' },
  },
  {
    rights: ['auditor call check_tick_day'],
    worst: 'Says of a day that its orders were checked.',
    end: { stays: 'it takes no day: the function checks the orders itself' },
    tried: { sql: ['select check_tick_day()'], twin: 'select 1' },
  },
  {
    rights: ['auditor call check_ledger'],
    worst: 'Moves the marks of the checks past what is faulty, so that they leave it out.',
    end: { stays: 'it takes no mark: the function moves them past what it has checked itself' },
    tried: {
      sql: [
        `do $$ begin perform check_ledger(null); exception when sqlstate 'FT903' then null; end $$`,
      ],
      twin: 'select 1',
    },
  },
  {
    rights: ['auditor call halt_money', 'auditor call present_checkpoint'],
    worst: 'Halts all money writes, by itself or by a checkpoint that no device has.',
    end: { stays: 'it moves nothing, every page shows it at once, and the command line ends it' },
    tried: {
      sql: [
        `do $$ begin perform halt_money('x'); raise exception using errcode = 'FT000';
          exception when sqlstate 'FT000' then null; end $$`,
      ],
      twin: 'select 1',
    },
  },
]

/** Every right of every role. */
export const RIGHTS: readonly Right[] = [
  ...MARKET,
  ...SETTLEMENT,
  ...AUDITOR,
  ...APP_TABLES,
  ...APP_CALLS,
  ...IDENTITY_RIGHTS,
]

/** The functions that do more than their callers may. */
export const FUNCTIONS: readonly string[] = RIGHTS.flatMap(({ rights }) => rights).flatMap(
  (right) => /^\w+ call (\w+)$/.exec(right)?.[1] ?? [],
)
