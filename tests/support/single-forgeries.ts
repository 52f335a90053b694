/** Receipts in which one check alone is left to find the fault: everything else about them is in order. */
import { timeMs } from '#contract/scalars.ts'
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { receiptText } from '#rules/receipt.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  honest,
  other,
  put,
  RECORDED,
} from '#support/honest-receipts.ts'
import { filled, gap, halt, heartbeat, type Planned, rejected, tick } from '#support/records.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  ANCHORS,
  inclusionOf,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
  TERMS,
} from '#support/settled-receipt.ts'

type Order = SettledReceipt['order']
const LOG = ordinaryLog(100_010)
/** A checkpoint after all others of the receipt. */
const EARLIER = { number: NUMBERS.inclusion - 5, timeMs: T0 + 29_000 }
const LATER = { number: NUMBERS.later, timeMs: T0 + 61_000 }
const recorded = (log: readonly Planned[] = LOG): SettledReceipt => settledReceipt(log, RECORDED)

/** The order void for a reason, and its stake returned. */
const voidFor = (receipt: SettledReceipt, voidReason: Order['voidReason']): SettledReceipt =>
  other(receipt, ({ order, transfers }) => ({
    order: { ...order, status: 'void', voidReason, entry: null, exit: null, profitAndLoss: 0n },
    transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
  }))
const ordered = (change: (order: Order) => Partial<Order>) => (): SettledReceipt =>
  other(honest(), ({ order }) => ({ order: { ...order, ...change(order) } }))

/** No price for 3.5 s after the start; before it, the market was halted and had opened again. */
const REOPENED: readonly Planned[] = put(
  LOG.filter(({ at }) => at < T0 - 2_000 || at > T0 - 1_000).filter(
    ({ at }) => at < T0 || at > T0 + 3_500,
  ),
  halt(T0 - 2_100),
  tick(T0 - 1_500, 100_000),
)
/** Gaps at the start, for which recorded prices may be void. */
const LOOPED = put(LOG, gap(T0 + 200, 'loop'))
/** A heartbeat after the last price before the expiry. */
const BEATING = put(LOG, heartbeat(T0 + 29_700))
const BEAT = 36

const OUTCOME: readonly ForgeryRow[] = [
  [
    'only a heartbeat from before the expiry is shown, and not the price before it',
    'outcome',
    () =>
      voidFor(
        other(recorded(BEATING), ({ exit }) => ({ exit: piece(exit, BEAT, LATER) })),
        'stale_exit',
      ),
    () => recorded(BEATING),
  ],
  [
    'the history of the start does not reach back',
    'outcome',
    () => other(honest(), ({ entry }) => ({ entry: piece(entry, 6, {}) })),
  ],
  [
    'another number of the price at the start',
    'outcome record 6',
    ordered(({ entry }) => ({ entry: entry && { ...entry, seq: entry.seq + 1 } })),
  ],
  [
    'another time of the price at the expiry',
    'outcome record 35',
    ordered(({ exit, expiresAt }) => ({ exit: exit && { ...exit, timeMs: expiresAt } })),
  ],
  [
    'a simulated market without prices at the start, after a halt that was over',
    'outcome',
    () => settledReceipt(REOPENED),
    () => recorded(REOPENED),
  ],
  [
    'void for another reason than the one that holds',
    'outcome',
    () => voidFor(recorded(LOOPED), 'late_entry'),
    () => recorded(LOOPED),
  ],
]

/** The history of the expiry ends before it, and the price before that decides. */
const endedEarly = (): SettledReceipt =>
  other(honest(), ({ order, exit, transfers }) => {
    const records = exit.records.slice(0, 34)
    const last = records.at(-1)
    if (last?.kind !== 'tick') throw new Error('no price')
    const { seq, timeMs: at, price } = last
    return {
      exit: piece({ ...exit, records }, 1, EARLIER),
      order: { ...order, status: 'draw', exit: { seq, timeMs: at, price }, profitAndLoss: 0n },
      transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
    }
  })
const LONGER = put(
  LOG,
  ...Array.from({ length: 9 }, (_, n) => tick(T0 + 41_400 + n * 1_000, 100_010)),
)

/** Terms that offer two durations at one rate. */
const TWO_DURATIONS = TERMS.replace('[[30000,8500]]', '[[30000,8500],[60000,8500]]')
const twoDurations = (): SettledReceipt => settledReceipt(LOG, { terms: TWO_DURATIONS })

/** The purchase names another head, and the public log has it like that. */
const headed = (seq: number, hash: string) => (): SettledReceipt =>
  other(honest(), ({ order }) => {
    const acceptance = signed(receiptText(order, { seq, hash }))
    return { acceptance, inclusion: inclusionOf(acceptance.text) }
  })

/** The fault is in the history of the start alone, because that of the expiry begins after it. */
const early =
  (log: readonly Planned[], of = settledReceipt) =>
  (): SettledReceipt =>
    other(of(log), ({ exit }) => ({ exit: piece(exit, exit.records.length - 15, LATER) }))
const dear = LOG.map((each, at) => (at === 2 ? tick(each.at, 999_900) : each))

/** Both checkpoints name the end under another number. */
const renumbered = (): SettledReceipt =>
  other(honest(), ({ entry, exit }) => {
    const again = (segment: LogSegment): LogSegment => {
      const facts = readCheckpointText(segment.checkpoint?.text ?? '')
      if (facts === null) throw new Error('no checkpoint')
      const heads = facts.heads.map((head) => ({ ...head, seq: head.seq + 1 }))
      return { ...segment, checkpoint: signed(checkpointText({ ...facts, heads })) }
    }
    return { entry: again(entry), exit: again(exit) }
  })
const transferred =
  (change: (all: SettledReceipt['transfers']) => SettledReceipt['transfers']) => () =>
    other(honest(), ({ transfers }) => ({ transfers: change(transfers) }))

const termed = (from: string, to: string) => (): SettledReceipt =>
  settledReceipt(LOG, { terms: TERMS.replace(from, to) })

const PARTS: readonly ForgeryRow[] = [
  ['terms of another product', 'terms', termed(SYMBOL, 'GBPUSD')],
  [
    'a stake below the least one',
    'terms',
    termed('"1.00"', '"10.01"'),
    termed('"1.00"', '"10.00"'),
  ],
  [
    'a stake above the most one',
    'terms',
    termed('"5000.00"', '"9.99"'),
    termed('"5000.00"', '"10.00"'),
  ],
  ['an offer of three numbers', 'terms', termed('[30000,8500]', '[30000,8500,0]')],
  ['the history of the result ends before the expiry', 'outcome', endedEarly],
  [
    'a duration that the terms do not offer',
    'terms',
    () =>
      settledReceipt(LONGER, {
        order: { durationMs: 45_000, expiresAt: timeMs.parse(T0 + 45_000) },
      }),
  ],
  [
    'another duration, which the terms offer at the same rate',
    'terms',
    () => settledReceipt(LOG, { terms: TWO_DURATIONS, order: { durationMs: 60_000 } }),
    twoDurations,
  ],
  ['the head has the hash of another number', 'chain record 999', headed(999, GENESIS_HASH)],
  ['a price far from those before it, early in the history', 'band record 3', early(dear)],
  [
    'a simulated price is rejected early in the order',
    'band record 7',
    early(put(LOG, rejected(T0 + 600, 999_900))),
    early(put(LOG, rejected(T0 + 600, 999_900)), recorded),
  ],
  [
    'a false marker of an outage, early in the history',
    'chain record 4',
    early(put(LOG, filled(T0 - 2_500, T0 - 2_300))),
  ],
  ['the checkpoints name the end under another number', 'checkpoint record 46', renumbered],
  [
    'the stake was moved as something else',
    'ledger',
    transferred((all) => all.map((each) => ({ ...each, kind: 'order_settle' }))),
  ],
  [
    'another stake was moved than the result returned',
    'ledger',
    transferred((all) => all.map((each, n) => (n === 0 ? { ...each, amount: 999n } : each))),
  ],
]

const NO_SEEDS = { ...ANCHORS, seeds: NO_ORDERS.seeds }
const asideAt = (...prices: readonly [ms: number, price: number][]): Planned[] =>
  prices.map(([ms, price]) => rejected(T0 + ms, price))
/** From 24 s after the purchase on, prices are a tenth higher, and a gap says that they jumped. */
const jumpedAfter = (aside: readonly Planned[], ...more: readonly Planned[]): Planned[] =>
  put(
    LOG.filter(({ at }) => at < T0 + 20_000 || at > T0 + 24_000).map((each) =>
      each.at > T0 + 24_000 ? tick(each.at, 110_000) : each,
    ),
    ...aside,
    gap(T0 + 23_900, 'jump'),
    ...more,
  )
const AGREE = asideAt([21_000, 110_000], [22_000, 110_000], [23_000, 110_000])
const jumpsHold = () => recorded(jumpedAfter(AGREE))

const BANDS: readonly ForgeryRow[] = [
  [
    'a jump after three prices that do not agree',
    'band record 29',
    () => recorded(jumpedAfter(asideAt([21_000, 110_000], [22_000, 150_000], [23_000, 200_000]))),
    jumpsHold,
  ],
  [
    'a jump that no price follows',
    'band record 29',
    () => recorded(jumpedAfter(AGREE, heartbeat(T0 + 24_100))),
    jumpsHold,
  ],
  [
    'a jump after a restart, without a rejected price',
    'band record 27',
    () => recorded(jumpedAfter([gap(T0 + 20_500, 'restart')])),
    () => recorded(jumpedAfter([gap(T0 + 20_500, 'restart'), ...AGREE])),
  ],
  [
    'a simulated market jumps after the start to a level from before it',
    'band record 8, outcome record 8',
    () =>
      settledReceipt(
        put(
          LOG.filter(({ at }) => at < T0 - 2_000).concat(
            LOG.filter(({ at }) => at > T0 + 400).map(({ at }) => tick(at, 110_000)),
          ),
          ...asideAt([-1_600, 110_000], [-1_100, 110_000], [-600, 110_000]),
          tick(T0 - 1_700, 100_000),
          gap(T0 + 300, 'jump'),
          tick(T0 + 400, 110_000),
        ),
      ),
    honest,
  ],
  [
    'a simulated price is rejected in the millisecond of the expiry',
    'band record 36',
    () => settledReceipt(put(LOG, rejected(T0 + 30_000, 999_900))),
    () => recorded(put(LOG, rejected(T0 + 30_000, 999_900))),
  ],
]

/** Later than the acceptance may be sealed, unless a restart says why. */
const LATE_MS = T0 + 131_000
const sealedLate = (reason: 'restart' | 'loop') => (): SettledReceipt =>
  other(
    settledReceipt(put(LOG, gap(T0 + 20_000, reason)), { ...RECORDED, checkpointMs: T0 + 150_000 }),
    ({ acceptance }) => ({
      inclusion: inclusionOf(acceptance.text, { atMs: LATE_MS, anchors: NO_SEEDS }),
    }),
  )
const SEALED: readonly ForgeryRow[] = [
  ['sealed late, after a gap that is no restart', 'log', sealedLate('loop'), sealedLate('restart')],
]

/** Forgeries that one check finds. */
export const SINGLE_FORGERIES: readonly ForgedReceipt[] = [
  ...forgedBy(OUTCOME),
  ...forgedBy(PARTS),
  ...forgedBy(BANDS),
  ...forgedBy(SEALED),
]
