/** What can be tried with the log-in of the market, which writes the public log. */
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
import { recordOf } from '#support/records.ts'

/** How the next record of the log is written: by default as the market writes it. */
interface NextTick {
  /** Added to the number and time that continue the log, and to the price of the last tick. */
  seq?: number
  ms?: number
  price?: number
  /** In place of the hash that covers the record. */
  hash?: string
  /** Rejects the price by this band. */
  bandBps?: number
  /** What the price is said to follow from. The hash covers the honest text. */
  inputs?: string
}

const HONEST_INPUTS = 'fairtick-inputs-1\nbinance|7|1.5|1000|\nbybit|a|1.5|1000|\nokx|7|1.5|1000|'

/** The published band of virtual currencies, and a step that is further. */
const BAND_BPS = 1_000
const FAR = 100_000_000

async function appendTick({ database, ids }: InsiderScene, next: NextTick = {}): Promise<void> {
  const tail = await readTail(database.pools.market, ids.product, 10)
  const head = tail.at(-1)
  const last = tail.findLast(({ kind }) => kind === 'tick')
  if (head === undefined || last?.kind !== 'tick') throw new Error('the log has no tick')
  const { bandBps } = next
  const planned = { at: head.timeMs + (next.ms ?? 100), price: last.price + (next.price ?? 0) }
  const number = head.seq + (next.seq ?? 1)
  const inputs = next.inputs === undefined ? {} : { inputs: sha256(HONEST_INPUTS) }
  const record =
    bandBps === undefined
      ? { ...recordOf({ kind: 'tick', ...planned }, number), ...inputs }
      : { ...recordOf({ kind: 'rejected', ...planned }, number), bandBps }
  const hash = next.hash ?? sha256(recordText(SYMBOL, record, head.hash))
  await appendRecords(database.pools.market, [
    { productId: ids.product, record: { ...record, hash }, inputs: next.inputs },
  ])
}

const byTick = (what: string, next: NextTick): InsiderAct => ({
  who: 'market',
  what,
  expected: NOT_IN_LOG,
  attempt: (scene) => appendTick(scene, next),
  twin: (scene) => appendTick(scene),
})

/** A record that says that it holds the live order, which started before. */
async function holdStarted({ database, ids }: InsiderScene): Promise<void> {
  const { market } = database.pools
  const [head] = await readTail(market, ids.product, 1)
  if (head === undefined) throw new Error('the log is empty')
  const held = recordOf(
    { kind: 'orders', at: head.timeMs, size: 1, root: sha256('anything') },
    head.seq + 1,
  )
  const record = { ...held, hash: sha256(recordText(SYMBOL, held, head.hash)) }
  await appendRecords(market, [{ productId: ids.product, record, inputs: `${ids.live}` }])
}

/** The next checkpoint, with what an insider writes: heads, a signature, how many the tree has, and its products. */
const checkpointSql = (
  heads: string,
  signature: string,
  { size = 'number', products = heads } = {},
): string =>
  `select append_checkpoint((select jsonb_build_object('number', number + 1, 'time_ms', time_ms + 60000,
      'heads', ${heads}, 'previous', encode(sha256(convert_to(text, 'UTF8')), 'hex'),
      'text', regexp_replace(regexp_replace(text, 'earlier [0-9a-f]{64}', 'earlier ' || checkpoint_root(${size})),
        'products .*$', products_line(${products})),
      'signature', ${signature}, 'key_id', key_id)
    from checkpoints order by number desc limit 1))`

/** The next checkpoint, with what follows the word `operators`. */
const checkpointNaming = (head: string): string => `
  select append_checkpoint(jsonb_build_object('number', last.number + 1, 'time_ms', last.time_ms + 60000,
    'heads', '[]'::jsonb, 'signature', '', 'key_id', last.key_id,
    'previous', encode(sha256(convert_to(last.text, 'UTF8')), 'hex'),
    'text', e'fairtick-checkpoint-3\\noperators ' || ${head}))
  from (select * from checkpoints order by number desc limit 1) last cross join operator_log_head`

/** Announces the terms of all products again, for a while after the newest record. */
const announced = (afterMs: string): string =>
  `insert into terms_schedule select s.product_id, max(t.time_ms) + ${afterMs}, min(s.terms_id)
    from terms_schedule s join ticks t on t.product_id = s.product_id group by s.product_id`

export const MARKET_ACTS: readonly InsiderAct[] = [
  {
    who: 'market',
    what: 'holds an order in a record from after its start',
    expected: NOT_IN_LOG,
    attempt: holdStarted,
    twin: (scene) => appendTick(scene),
  },
  ...bySql('market', [
    {
      what: 'changes the price of a stored tick',
      sql: 'update ticks set price = price + 1',
      expected: NOT_GRANTED,
      twin: 'select price from ticks limit 1',
    },
    {
      what: 'changes what a price follows from',
      sql: "update tick_inputs set inputs = replace(inputs, '1', '2')",
      expected: NOT_GRANTED,
      twin: 'select inputs from tick_inputs limit 1',
    },
    {
      what: 'adds trades to a price that has none',
      sql: "insert into tick_inputs select product_id, seq, e'fairtick-inputs-1\\nokx|1|1|1|' from ticks limit 1",
      expected: NOT_GRANTED,
      twin: 'select count(*) from tick_inputs',
    },
    {
      what: 'deletes ticks',
      sql: 'delete from ticks where seq > 100',
      expected: NOT_GRANTED,
      twin: 'select seq from ticks where seq > 100 limit 1',
    },
    {
      what: 'inserts a tick without the checks',
      sql: `insert into ticks select product_id, seq + 1000000, time_ms, 0, 1, 0, null, hash from ticks`,
      expected: NOT_GRANTED,
      twin: 'select max(seq) from ticks',
    },
    {
      what: 'replaces a checkpoint',
      sql: "update checkpoints set text = 'another'",
      expected: NOT_GRANTED,
      twin: 'select text from checkpoints',
    },
    {
      what: 'appends a checkpoint over records that the log does not have',
      sql: checkpointSql(
        `jsonb_build_array(jsonb_build_object('symbol', '${SYMBOL}', 'seq', 1, 'hash', repeat('0', 64)))`,
        'signature',
      ),
      expected: NOT_IN_LOG,
      twin: 'select number from checkpoints',
    },
    {
      what: 'appends a checkpoint whose tree lacks the one before it',
      sql: checkpointSql('heads', 'signature', { size: 'number - 1' }),
      expected: NOT_IN_LOG,
      twin: 'select checkpoint_root(max(number)) from checkpoints',
    },
    {
      what: 'appends a checkpoint whose text has the tree of other products',
      sql: checkpointSql('heads - 0', 'signature', { products: 'heads' }),
      expected: NOT_IN_LOG,
      twin: 'select products_line(heads) from checkpoints',
    },
    {
      what: 'changes the tree of checkpoints',
      sql: "update checkpoint_nodes set hash = sha256('another')",
      expected: NOT_GRANTED,
      twin: 'select hash from checkpoint_nodes',
    },
    {
      what: 'appends a checkpoint that names another act',
      sql: checkpointNaming("'1 ' || repeat('a', 64)"),
      expected: NOT_IN_LOG,
      twin: 'select seq, hash from operator_log_head',
    },
    {
      what: 'appends a checkpoint that the server’s key did not sign',
      sql: checkpointSql('heads', "repeat('A', 86) || '=='"),
      expected: { detected: 'checkpoint_signed' },
      twin: 'select signature from checkpoints',
    },
    {
      what: 'changes published terms',
      sql: "update product_terms set terms = ''",
      expected: NOT_GRANTED,
      twin: 'select terms from product_terms limit 1',
    },
    {
      what: 'changes terms without notice',
      sql: announced('60000'),
      expected: { prevented: 'FT900' },
      twin: announced('2 * 86400000'),
    },
    {
      what: 'changes terms that were announced',
      sql: 'update terms_schedule set valid_from = valid_from - 1',
      expected: NOT_GRANTED,
      twin: 'select valid_from from terms_schedule limit 1',
    },
    {
      what: 'changes what was promised of a seed',
      sql: 'update seed_epochs set promise_seq = promise_seq + 1',
      expected: NOT_GRANTED,
      twin: 'select promise_seq from seed_epochs limit 1',
    },
    {
      what: 'settles an order',
      sql: "select settle_orders('[]')",
      expected: NOT_GRANTED,
      twin: 'select seq from chain_heads',
    },
    {
      what: 'reads who placed orders, and on what',
      sql: 'select user_id, direction from orders',
      expected: NOT_GRANTED,
      twin: 'select symbol from products',
    },
    {
      what: 'reads what operators did',
      sql: 'select actor from operator_log',
      expected: NOT_GRANTED,
      twin: 'select seq, hash from operator_log_head',
    },
    {
      what: 'reads password hashes',
      sql: 'select password_hash from users',
      expected: NOT_GRANTED,
      twin: 'select key_id from signing_keys',
    },
  ]),
  byTick('leaves a number of the log out', { seq: 2 }),
  byTick('dates a tick before the newest one', { ms: -60_000 }),
  byTick('appends a tick whose hash covers another price', { hash: '00'.repeat(32) }),
  {
    ...byTick('rejects a price by a band of its own', { price: FAR, bandBps: 1 }),
    twin: (scene) => appendTick(scene, { price: FAR, bandBps: BAND_BPS }),
  },
  {
    ...byTick('stores another trade than the one that a price commits to', {
      inputs: HONEST_INPUTS.replace('okx|7|1.5', 'okx|7|1.6'),
    }),
    twin: (scene) => appendTick(scene, { inputs: HONEST_INPUTS }),
  },
  {
    who: 'market',
    what: 'appends an invented tick that continues the log',
    expected: { detected: 'another server writes to this tick log' },
    attempt: async (scene) => {
      const { play } = await scene.server()
      await play(2_000)
      await appendTick(scene, { price: 1 })
      await play(5_000)
    },
    twin: async (scene) => {
      const { play } = await scene.server()
      await play(7_000)
    },
  },
  ...actsOfEveryRole('market'),
]
