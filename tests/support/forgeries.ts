/** Receipts that a hostile server forges with its own key. Each has the steps that must fail, and an honest twin. */
import { inTree, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { type SignedText } from '#contract/signed-text.ts'
import { CHAIN_FORGERIES } from '#support/chain-forgeries.ts'
import { DEVICE_FORGERIES } from '#support/device-forgeries.ts'
import { EXACT_FORGERIES } from '#support/exact-forgeries.ts'
import { EXACT_RESULT_FORGERIES } from '#support/exact-result-forgeries.ts'
import { SEALED_FORGERIES } from '#support/sealed-forgeries.ts'
import { SEED_FORGERIES } from '#support/seed-forgeries.ts'
import {
  alteredText,
  forgedBy,
  type ForgeryRow,
  honest,
  jumped,
  lateCheckpoint,
  longLog,
  jumpedLog,
  lostByRejected,
  other,
  put,
  RECORDED,
  reSigned,
  strangerKey,
  strangerSigned,
  UNSIGNED,
  withTerms,
} from '#support/honest-receipts.ts'
import { OUTAGE_FORGERIES } from '#support/outage-forgeries.ts'
import { PRODUCT_FORGERIES } from '#support/product-forgeries.ts'
import { gap, rejected, tick } from '#support/records.ts'
import {
  ANCHORS,
  DURATION_MS,
  inclusionOf,
  NUMBERS,
  ordinaryLog,
  otherPurchase,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
  TERMS,
} from '#support/settled-receipt.ts'
import { DETAIL_FORGERIES } from '#support/detail-forgeries.ts'
import { KEY_FORGERIES } from '#support/key-forgeries.ts'
import { SILENCE_FORGERIES } from '#support/silence-receipts.ts'
import { SINGLE_FORGERIES } from '#support/single-forgeries.ts'
import { SEQUENCE_FORGERIES } from '#support/sequence-forgeries.ts'
import { DEALER_FORGERIES } from '#support/dealer-forgeries.ts'
import { VENUE_FORGERIES } from '#support/venue-forgeries.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { orderId } from '#contract/scalars.ts'
import { VOID_FORGERIES } from '#support/void-forgeries.ts'

/** One kind of forgery. */
export interface ForgedReceipt {
  name: string
  /** All steps that fail, with the record at fault where readers name one: `chain record 5, outcome`. */
  fails: string
  make(): SettledReceipt
  twin(): SettledReceipt
  /** The receipt of the purchase, for readers who kept it. Its order has a number of its own. */
  kept?: SignedText
}

/** Kinds with one twin. */
const withTwin = (twin: () => SettledReceipt, rows: readonly ForgeryRow[]): ForgedReceipt[] =>
  forgedBy(rows, twin)

const last = T0 + DURATION_MS
const wrongTick = () => settledReceipt(ordinaryLog(999_900))
const NO_BAND = TERMS.replace(/,"bandBps":\d+/, '')

const BAND: ForgedReceipt[] = [
  ...withTwin(honest, [
    ['a wrong tick decides', 'band record 35', wrongTick],
    [
      'the terms are not those that were agreed',
      'terms',
      () => withTerms(honest(), '{"bandBps":10000}'),
    ],
    ['the terms are left out, and their band with them', 'terms', () => withTerms(wrongTick())],
    [
      'the terms have no band',
      'terms',
      () => settledReceipt(ordinaryLog(999_900), { terms: NO_BAND }),
    ],
    [
      'a line break hides the band of the terms',
      'terms',
      () => settledReceipt(ordinaryLog(999_900), { terms: `${TERMS}\n` }),
    ],
    [
      'the number of the terms fits any terms',
      'terms',
      () => settledReceipt(ordinaryLog(100_010), { order: { termsId: '' } }),
    ],
  ]),
  {
    name: 'a good tick is put aside',
    fails: 'band record 36',
    make: () => settledReceipt(put(ordinaryLog(100_010), rejected(last - 100, 99_990)), RECORDED),
    twin: lostByRejected,
  },
  {
    name: 'a jump that was none',
    fails: 'band record 36',
    make: () => settledReceipt(put(ordinaryLog(100_010), gap(T0 + 29_900, 'jump')), RECORDED),
    twin: jumped,
  },
  {
    name: 'a simulated price is put aside',
    fails: 'band record 36',
    make: () => settledReceipt(put(ordinaryLog(99_990), rejected(last - 100, 999_900))),
    twin: lostByRejected,
  },
  {
    name: 'a simulated market jumps',
    fails: 'band record 26',
    make: () => settledReceipt(jumpedLog()),
    twin: jumped,
  },
]

const honestLong = () => settledReceipt(longLog())
const dated = (forgery: Parameters<typeof settledReceipt>[1]) => () =>
  settledReceipt(longLog(), forgery)
const AFTER_THE_FACT = withTwin(honestLong, [
  ['the head is of a moment after the expiry', 'chain record 96', dated({ headMs: last + 762 })],
  ['the head is of a moment after the acceptance', 'chain record 66', dated({ headMs: T0 + 500 })],
  ['the head is a minute old', 'chain record 6', dated({ headMs: T0 - 60_000 })],
  [
    'the payout rate is not in the published terms',
    'terms',
    dated({ order: { payoutRate: 9_000, payout: 1_900n } }),
  ],
  [
    'the stake is above the published maximum',
    'terms',
    dated({ order: { stake: 600_000n, payout: 1_110_000n } }),
  ],
  ['the payout is below what the rate gives', 'payout', dated({ order: { payout: 1_700n } })],
  ['the rule is of another version', 'terms, outcome', dated({ order: { ruleVersion: 2 } })],
  [
    'the checkpoint is dated before its record',
    'checkpoint record 106',
    dated({ checkpointMs: 0 }),
  ],
  ['the checkpoint is overdue', 'checkpoint record 106', dated({ checkpointMs: T0 + 161_000 })],
])

const ACCEPTANCE = withTwin(honest, [
  [
    'the acceptance was altered',
    'acceptance, terms, log',
    () => alteredText(honest(), 'direction up', 'direction down'),
  ],
  [
    'a stranger signed the acceptance',
    'acceptance',
    () => other(honest(), ({ acceptance }) => ({ acceptance: strangerSigned(acceptance.text) })),
  ],
  [
    'a stranger signed the acceptance in the name of the server',
    'acceptance',
    () =>
      other(honest(), ({ acceptance }) => ({
        acceptance: { ...acceptance, signature: strangerSigned(acceptance.text).signature },
      })),
  ],
  [
    'the receipt brings its own key',
    'acceptance, checkpoint, log',
    () => ({ ...reSigned(honest(), strangerSigned), keys: [strangerKey] }),
  ],
  [
    'the number of the head is not canonical',
    'terms',
    () => reSigned(alteredText(honest(), 'head ', 'head 0'), signed),
  ],
  [
    'the hash of the head is cut',
    'terms',
    () =>
      reSigned(
        other(honest(), ({ acceptance }) => ({
          acceptance: { ...acceptance, text: acceptance.text.slice(0, -1) },
        })),
        signed,
      ),
  ],
  [
    'the order lasts longer than was agreed',
    'terms',
    () => other(honest(), ({ order }) => ({ order: { ...order, durationMs: DURATION_MS * 2 } })),
  ],
  [
    'another payout rate than was agreed',
    'terms',
    () =>
      other(honest(), ({ order, transfers: [stake, back] }) => ({
        order: { ...order, payoutRate: 9_000, payout: 1_900n, profitAndLoss: 900n },
        transfers: stake && back ? [stake, { ...back, amount: 1_900n }] : [],
      })),
  ],
])

type Segment = SettledReceipt['exit']
const withExit = (change: (exit: Segment) => Partial<Segment>) => (): SettledReceipt =>
  other(honest(), ({ exit }) => ({ exit: { ...exit, ...change(exit) } }))
/** The checkpoint of the exit with another text, signed by the server. */
const exitText = (change: (text: string) => string): (() => SettledReceipt) =>
  withExit(({ checkpoint }) => ({ checkpoint: signed(change(checkpoint?.text ?? '')) }))

type HeadOfChain = { seq: number; hash: string }
type Operators = HeadOfChain | null
/** Both checkpoints with what they say about the chain of operators. */
function anchored(entry: Operators, exit: Operators): SettledReceipt {
  const segment = (one: Segment, number: number, operators: Operators): Segment => {
    const facts = readCheckpointText(one.checkpoint?.text ?? '')
    if (facts === null || facts.anchors === null) throw new Error('no anchors')
    const anchors = { ...facts.anchors, operators }
    return { ...one, checkpoint: signed(checkpointText({ ...facts, number, anchors })) }
  }
  return other(honest(), (receipt) => ({
    entry: segment(receipt.entry, NUMBERS.segments, entry),
    exit: segment(receipt.exit, NUMBERS.later, exit),
    inclusion: inclusionOf(receipt.acceptance.text, {
      anchors: { ...ANCHORS, operators: entry && NO_ACT },
    }),
  }))
}
const NO_ACT = { seq: 0, hash: GENESIS_HASH }
const act = (seq: number, digit = 'b') => ({ seq, hash: digit.repeat(64) })
const OPERATORS = [
  ...withTwin(
    () => anchored(act(5), act(7, 'c')),
    [
      [
        'the chain of operators is shorter at the result',
        'checkpoint',
        () => anchored(act(5), act(4)),
      ],
      [
        'the chain of operators has another act at the result',
        'checkpoint',
        () => anchored(act(5), act(5, 'c')),
      ],
      [
        'the chain of operators is gone at the result',
        'checkpoint',
        () => anchored(act(5), act(0, '0')),
      ],
    ],
  ),
  ...withTwin(
    () => anchored(null, act(5)),
    [
      [
        'the checkpoint of the result names no operators any more',
        'checkpoint',
        () => anchored(act(5), null),
      ],
    ],
  ),
]

/** Both checkpoints, of format 5, with what they say about the chain of starts. */
function started(entry: HeadOfChain, exit: HeadOfChain): SettledReceipt {
  const segment = (one: Segment, number: number, { seq, hash }: HeadOfChain): Segment => {
    const [first, , ...rest] = (one.checkpoint?.text ?? '').split('\n')
    const text = [first, number, ...rest].join('\n')
    return {
      ...one,
      checkpoint: signed(text.replace(/\nstarts .*/, `\nstarts ${seq} ${hash}`)),
    }
  }
  return other(settledReceipt(ordinaryLog(100_010), { format: 5 }), (receipt) => ({
    entry: segment(receipt.entry, NUMBERS.segments, entry),
    exit: segment(receipt.exit, NUMBERS.later, exit),
  }))
}
const STARTS = withTwin(
  () => started(act(5), act(7, 'c')),
  [
    ['the chain of starts is shorter at the result', 'checkpoint', () => started(act(5), act(4))],
    [
      'the chain of starts has another start at the result',
      'checkpoint',
      () => started(act(5), act(5, 'c')),
    ],
  ],
)

const CHECKPOINT = withTwin(honest, [
  [
    'the checkpoint of the result is not signed',
    'checkpoint',
    withExit(({ checkpoint }) => ({ checkpoint: checkpoint && { ...checkpoint, ...UNSIGNED } })),
  ],
  [
    'a stranger signed the checkpoint of the result',
    'checkpoint',
    withExit(({ checkpoint }) => ({ checkpoint: strangerSigned(checkpoint?.text ?? '') })),
  ],
  [
    'the checkpoint is of another product',
    'checkpoint',
    exitText((text) => text.replace(SYMBOL, 'GBPUSD')),
  ],
  [
    'the checkpoint has two heads of the product',
    'checkpoint',
    exitText((text) => `${text}\n${SYMBOL} 46 ${'a'.repeat(64)}`),
  ],
  [
    'the checkpoint has the head of the product after another one',
    'checkpoint',
    exitText((text) => text.replace(`${SYMBOL} `, `${SYMBOL} 46 ${'a'.repeat(64)}\n${SYMBOL} `)),
  ],
  [
    'the format of the checkpoints goes back',
    'checkpoint',
    withExit(({ records }) => {
      const heads = records.slice(-1).map(({ seq, hash }) => ({ symbol: SYMBOL, seq, hash }))
      const facts = {
        number: NUMBERS.later,
        timeMs: T0 + 60_000,
        previous: GENESIS_HASH,
        heads,
      }
      return { checkpoint: signed(checkpointText({ ...facts, anchors: null })) }
    }),
  ],
  [
    'the checkpoint has another head',
    'checkpoint record 46',
    exitText((text) => text.replace(/[0-9a-f]{64}$/, 'a'.repeat(64))),
  ],
  [
    'the time of the checkpoint is not canonical',
    'checkpoint',
    exitText((text) => text.replace(`\n${T0 + 60_000}\n`, `\n+${T0 + 60_000}\n`)),
  ],
  [
    'the time of the checkpoint is no number',
    'checkpoint',
    exitText((text) => text.replace(`\n${T0 + 60_000}\n`, '\nNaN\n')),
  ],
  [
    'the history ends before the checkpoint',
    'checkpoint record 45',
    withExit(({ records }) => ({ records: records.slice(0, -1) })),
  ],
  ['the history of the result is empty', 'checkpoint, outcome', withExit(() => ({ records: [] }))],
])

const proof = ({ inclusion }: SettledReceipt) => {
  const found = inTree(inclusion)
  if (found === undefined) throw new Error('no inclusion')
  return found
}
const included =
  (change: (receipt: SettledReceipt) => SettledReceipt['inclusion']) => (): SettledReceipt =>
    other(lateCheckpoint(), (receipt) => ({ inclusion: change(receipt) }))
const includedBy = (change: Parameters<typeof inclusionOf>[1]) =>
  included(({ acceptance }) => inclusionOf(acceptance.text, change))
const rootText = (change: (text: string) => string) =>
  included((receipt) => {
    const { checkpoint } = proof(receipt)
    return { ...proof(receipt), checkpoint: signed(change(checkpoint.text)) }
  })
const restart = T0 + 39_000
const afterOutage = (atMs: number): SettledReceipt =>
  other(
    settledReceipt(put(ordinaryLog(100_010), gap(restart, 'restart')), {
      checkpointMs: T0 + 160_000,
    }),
    ({ acceptance }) => ({ inclusion: inclusionOf(acceptance.text, { atMs }) }),
  )
const NUMBERED = (text: string) => text.replace(/^orders 5/m, 'orders 05')

const PUBLIC_LOG: ForgedReceipt[] = [
  ...withTwin(includedBy({ atMs: T0 + 120_000 }), [
    ['the acceptance is not in the tree', 'log', included(() => inclusionOf('another acceptance'))],
    [
      'the path is of another leaf',
      'log',
      included((receipt) => ({ ...proof(receipt), leaf: proof(receipt).leaf === 0 ? 1 : 0 })),
    ],
    [
      'a hash of the path is missing',
      'log',
      included((receipt) => ({ ...proof(receipt), path: proof(receipt).path.slice(0, -1) })),
    ],
    [
      'the path has a hash too many',
      'log',
      included((receipt) => ({
        ...proof(receipt),
        path: [...proof(receipt).path, 'a'.repeat(64)],
      })),
    ],
    [
      'the root is of another checkpoint',
      'log',
      included((receipt) => ({
        ...proof(receipt),
        checkpoint: receipt.entry.checkpoint ?? signed(''),
      })),
    ],
    [
      'the root is another',
      'log',
      rootText((text) => text.replace(/^orders 5 .*/m, `orders 5 ${'a'.repeat(64)}`)),
    ],
    ['the checkpoint of the tree is not signed', 'log', includedBy({ signs: false })],
    ['the checkpoint of the tree is overdue', 'log', includedBy({ atMs: T0 + 120_001 })],
    [
      'the checkpoint of the tree is from before the acceptance',
      'log',
      includedBy({ atMs: T0 - 1 }),
    ],
    [
      'the size of the tree is another',
      'log',
      included((receipt) => ({ ...proof(receipt), size: 6 })),
    ],
    ['the size of the tree is not canonical', 'log', rootText(NUMBERED)],
    [
      'the checkpoint of the tree has a line twice',
      'log',
      rootText((text) => text.replace(/^operators .*$/m, '$&\n$&')),
    ],
    [
      'the salt is another',
      'log',
      included((receipt) => ({ ...proof(receipt), salt: 'f'.repeat(32) })),
    ],
    ['it was left out of the log', 'log', included(() => null)],
    ['it was left out of the log as if it were older', 'log', included(() => undefined)],
  ]),
  {
    name: 'an outage excuses more than it lasted',
    fails: 'log',
    make: () => afterOutage(restart + 120_001),
    twin: () => afterOutage(restart + 120_000),
  },
]

const recordAt = (receipt: SettledReceipt, seq: number) => {
  const record = receipt.exit.records.find((each) => each.seq === seq)
  if (record?.kind !== 'tick') throw new Error(`no tick ${seq}`)
  return record
}
const withEntry = (change: (records: Segment['records']) => Segment['records']) => () =>
  other(honest(), ({ entry }) => ({ entry: { ...entry, records: change(entry.records) } }))
/** The history before the purchase at another price, chained and signed again. */
const chainedAgain = (): SettledReceipt => {
  const log = ordinaryLog(100_010).map((each) => (each.at < T0 ? tick(each.at, 99_500) : each))
  const { entry, exit } = settledReceipt(log)
  return { ...honest(), entry, exit }
}

const CHAIN = withTwin(honest, [
  [
    'the price of the exit was altered',
    'chain record 35, outcome record 35',
    () => {
      const receipt = honest()
      Object.assign(recordAt(receipt, 35), { price: 100_011 })
      return receipt
    },
  ],
  ['the history was chained again after the purchase', 'chain record 5', chainedAgain],
  ['a record is left out', 'chain record 22', withEntry((all) => all.filter((_, n) => n !== 20))],
  [
    'a record is there twice',
    'chain record 21',
    withEntry((all) => all.flatMap((each, n) => (n === 20 ? [each, each] : [each]))),
  ],
  [
    'two records changed places',
    'chain record 22',
    withEntry((all) => [...all.slice(0, 20), ...all.slice(20, 22).reverse(), ...all.slice(22)]),
  ],
])

type Order = SettledReceipt['order']
const ordered = (change: (order: Order, receipt: SettledReceipt) => Partial<Order>) => () =>
  other(honest(), (receipt) => ({ order: { ...receipt.order, ...change(receipt.order, receipt) } }))
/** The result and the money that goes with it. */
const paidAs = (change: Partial<Order>, amount: bigint) => () =>
  other(ordered(() => change)(), ({ transfers }) => ({
    transfers: transfers.map((each) => (each.kind === 'order_settle' ? { ...each, amount } : each)),
  }))
const transferred =
  (change: (all: SettledReceipt['transfers']) => SettledReceipt['transfers']) => () =>
    other(honest(), ({ transfers }) => ({ transfers: change(transfers) }))

const RESULT = withTwin(honest, [
  ['the result is another', 'outcome', paidAs({ status: 'lost', profitAndLoss: -1_000n }, 0n)],
  [
    'the order was voided for a reason that there was not',
    'outcome',
    paidAs({ status: 'void', voidReason: 'too_few_ticks', profitAndLoss: 0n }, 1_000n),
  ],
  [
    'the entry and the exit are swapped',
    'outcome record 6',
    ordered(({ entry, exit }) => ({ entry: exit, exit: entry })),
  ],
  [
    'the exit is later than the rule takes',
    'outcome record 35',
    ordered((_, receipt) => {
      const { seq, timeMs: at, price } = recordAt(receipt, 36)
      return { exit: { seq, timeMs: at, price } }
    }),
  ],
  [
    'the exit has another price',
    'outcome record 35',
    ordered(({ exit }) => ({ exit: exit && { ...exit, price: recordAt(honest(), 34).price } })),
  ],
  [
    'the history of the result does not reach back',
    'outcome',
    withExit(({ records }) => ({
      before: { seq: 34, hash: records[33]?.hash ?? '' },
      records: records.slice(34),
    })),
  ],
  ['a cent less than was agreed', 'payout, ledger', ordered(() => ({ profitAndLoss: 849n }))],
  ['the payout was changed', 'terms, payout', ordered(() => ({ payout: 1_700n }))],
  [
    'nothing was staked',
    'terms, payout',
    () =>
      other(ordered(() => ({ stake: 0n, payout: 0n, profitAndLoss: 0n }))(), ({ transfers }) => ({
        transfers: transfers.map((each) => ({ ...each, amount: 0n })),
      })),
  ],
  ['the settlement is missing', 'ledger', transferred((all) => all.slice(0, 1))],
  ['the stake is missing', 'ledger', transferred((all) => all.slice(1))],
  ['the money moved twice', 'ledger', transferred((all) => [...all, ...all])],
  ['the settlement moved twice', 'ledger', transferred((all) => [...all, ...all.slice(1)])],
  [
    'another amount moved',
    'ledger',
    transferred((all) => all.map((each) => ({ ...each, amount: each.amount + 1n }))),
  ],
])

/** The one order whose buyer kept the receipt of the purchase. */
const keptOrder = () => settledReceipt(ordinaryLog(100_010), { order: { id: orderId.parse('43') } })
const KEPT: ForgedReceipt = {
  name: 'other terms were signed after the purchase',
  fails: 'kept',
  make: () => otherPurchase(keptOrder()),
  twin: keptOrder,
  kept: keptOrder().acceptance,
}

/** Every kind of forged receipt. To add one, add a row with the steps that fail. */
export const FORGED_RECEIPTS: readonly ForgedReceipt[] = [
  ...BAND,
  ...AFTER_THE_FACT,
  ...ACCEPTANCE,
  ...CHECKPOINT,
  ...OPERATORS,
  ...STARTS,
  ...PUBLIC_LOG,
  ...CHAIN,
  ...RESULT,
  KEPT,
  ...DEVICE_FORGERIES,
  ...EXACT_FORGERIES,
  ...EXACT_RESULT_FORGERIES,
  ...OUTAGE_FORGERIES,
  ...PRODUCT_FORGERIES,
  ...SEALED_FORGERIES,
  ...SEED_FORGERIES,
  ...SILENCE_FORGERIES,
  ...SINGLE_FORGERIES,
  ...CHAIN_FORGERIES,
  ...KEY_FORGERIES,
  ...DETAIL_FORGERIES,
  ...SEQUENCE_FORGERIES,
  ...DEALER_FORGERIES,
  ...VENUE_FORGERIES,
  ...VOID_FORGERIES,
]
