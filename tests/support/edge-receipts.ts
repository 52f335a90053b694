/** Honest receipts at the edge of a rule: one step further, readers would refuse them. */
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { DEALER_EDGES } from '#support/dealer-forgeries.ts'
import { DETAIL_EDGES } from '#support/detail-forgeries.ts'
import { EXACT_EDGES } from '#support/exact-forgeries.ts'
import { EXACT_RESULT_EDGES } from '#support/exact-result-forgeries.ts'
import { longLog, other, put, RECORDED, without, withTerms } from '#support/honest-receipts.ts'
import { filled, gap, halt, heartbeat, type Planned, rejected, tick } from '#support/records.ts'
import { OUTAGE_EDGES } from '#support/outage-forgeries.ts'
import { SEALED_EDGES, UNDONE_WITHOUT_LOG } from '#support/sealed-forgeries.ts'
import { SILENCE_RECEIPTS } from '#support/silence-receipts.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  inclusionOf,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
  TERMS,
} from '#support/settled-receipt.ts'

type Forgery = Parameters<typeof settledReceipt>[1]
const LOG = ordinaryLog(100_010)
const LAST_MS = T0 + 40_400
const among = (...more: Parameters<typeof put>[1][]) => put(LOG, ...more)
const LATE: Forgery = { checkpointMs: T0 + 130_000 }
const FORMER: Forgery = { ...LATE, format: 1 }
const sealedAt = (receipt: SettledReceipt, atMs: number): SettledReceipt =>
  other(receipt, ({ acceptance }) => ({ inclusion: inclusionOf(acceptance.text, { atMs }) }))

/** The same checkpoint also names another product, whose record has a number that is among those of this one. */
const besideAnother = (): SettledReceipt =>
  other(settledReceipt(LOG), ({ entry }) => {
    const last = entry.records.at(-1)
    if (last === undefined) throw new Error('no records')
    const heads = [
      { symbol: 'BTCUSDT', seq: last.seq - 1, hash: GENESIS_HASH },
      { symbol: SYMBOL, seq: last.seq, hash: last.hash },
    ]
    const both = piece(entry, 1, { heads })
    return { entry: both, exit: both }
  })

/** Bought before there was a public log of orders, and settled after. */
function acrossFormats(): SettledReceipt {
  const receipt = settledReceipt(LOG, { ...RECORDED, ...LATE, format: 2 })
  const { inclusion: _, ...rest } = receipt
  const heads = receipt.entry.records
    .slice(-1)
    .map(({ seq, hash }) => ({ symbol: SYMBOL, seq, hash }))
  const facts = { number: NUMBERS.inclusion, timeMs: T0 + 50_000, previous: GENESIS_HASH, heads }
  return {
    ...rest,
    entry: { ...receipt.entry, checkpoint: signed(checkpointText({ ...facts, anchors: null })) },
  }
}

/** A halt lasted over the start, in a format from before outages were filled in. */
const formerVoid = (): SettledReceipt =>
  settledReceipt(among(gap(T0 + 200, 'restart')), { ...FORMER, ...RECORDED })

/** Three prices of one millisecond, of which the second is in neither piece. */
function ofOneTime(): SettledReceipt {
  const at = T0 + 20_400
  const receipt = settledReceipt(among(tick(at, 100_000), tick(at, 100_000)))
  const first = receipt.entry.records.findIndex(({ timeMs }) => timeMs === at) + 1
  const until = { ...receipt.entry, records: receipt.entry.records.slice(0, first) }
  return other(receipt, ({ exit }) => ({
    entry: piece(until, 1, { number: NUMBERS.inclusion - 5, timeMs: T0 + 46_000 }),
    exit: piece(exit, first + 2, {}),
  }))
}

const HOLDS: readonly (readonly [string, SettledReceipt])[] = [
  ['a draw', settledReceipt(ordinaryLog(100_000))],
  [
    'signed in the millisecond of the last record',
    sealedAt(settledReceipt(LOG, { checkpointMs: LAST_MS }), T0 + 30_000),
  ],
  ['sealed in the millisecond of the acceptance', sealedAt(settledReceipt(LOG), T0)],
  [
    'the head was filled in, and written before the acceptance',
    settledReceipt(among(filled(T0 - 300, T0 - 2_600)), { headMs: T0 - 400 }),
  ],
  [
    'the head was filled in, and written in the millisecond of the acceptance',
    settledReceipt(among(filled(T0, T0 - 2_600)), { headMs: T0 - 400 }),
  ],
  [
    'what the device saw was filled in, and written before the tap',
    settledReceipt(among(filled(T0 - 1_500, T0 - 2_600)), { signing: { seenMs: T0 - 1_600 } }),
  ],
  [
    'what the device saw was written at the last moment of the tap',
    settledReceipt(among(filled(T0 - 980, T0 - 2_600)), { signing: { seenMs: T0 - 1_600 } }),
  ],
  [
    'what the device saw was the newest until two seconds before the tap',
    settledReceipt(among(tick(T0 - 3_020, 100_000)), { signing: { seenMs: T0 - 3_100 } }),
  ],
  ['the checkpoints also name another product', besideAnother()],
  ['two pieces that a price of the same millisecond parts', ofOneTime()],
  ['the head is of the millisecond of the acceptance', settledReceipt(among(tick(T0, 100_000)))],
  [
    'the head was the newest until five seconds before the acceptance',
    settledReceipt(put(longLog(), tick(T0 - 5_000, 100_000)), { headMs: T0 - 5_050 }),
  ],
  [
    'bought before the first price of the market',
    settledReceipt([heartbeat(T0 - 600), ...LOG.filter(({ at }) => at > T0)]),
  ],
  [
    'what the device saw is of the millisecond of the start',
    settledReceipt(among(tick(T0, 100_000)), { signing: { seenMs: T0 } }),
  ],
]
/** Prices from a moment on are another level. */
const levelFrom = (from: number, price: number, ...more: Planned[]): Planned[] =>
  put(
    LOG.map((each) => (each.at >= from ? tick(each.at, price) : each)),
    ...more,
  )
const asideAt = (...seconds: number[]): Planned[] =>
  seconds.map((second) => rejected(T0 + second * 1_000 + 500, 110_000))
const WIDE = { ...RECORDED, terms: TERMS.replace(/"bandBps":\d+/, '"bandBps":10000') }
const BANDS: readonly (readonly [string, SettledReceipt])[] = [
  [
    'a price exactly as far from the one before as the band allows',
    settledReceipt(ordinaryLog(101_000)),
  ],
  [
    'a price of zero, which even the widest band rejects',
    settledReceipt(among(rejected(T0 + 10_000, 0, 10_000)), WIDE),
  ],
  [
    'a jump after three prices with a heartbeat between them',
    settledReceipt(
      levelFrom(
        T0 + 23_400,
        110_000,
        ...asideAt(19, 20, 21),
        heartbeat(T0 + 21_100),
        gap(T0 + 22_900, 'jump'),
      ).filter(({ at, kind }) => kind !== 'tick' || at < T0 + 19_500 || at > T0 + 22_900),
      RECORDED,
    ),
  ],
  [
    'the history ends with a jump',
    settledReceipt(
      [
        ...LOG,
        ...[41, 42, 43].map((s) => rejected(T0 + s * 1_000, 110_000)),
        gap(T0 + 44_000, 'jump'),
      ],
      RECORDED,
    ),
  ],
  [
    'a wider band, which a rejected price states',
    settledReceipt(levelFrom(T0 + 15_400, 103_000, rejected(T0 + 15_000, 110_000, 500)), RECORDED),
  ],
  [
    'another level after a restart',
    settledReceipt(levelFrom(T0 + 15_400, 103_000, gap(T0 + 15_000, 'restart')), RECORDED),
  ],
  [
    'a simulated price is rejected after the expiry',
    settledReceipt(among(rejected(T0 + 35_000, 999_900))),
  ],
  [
    'a simulated price is rejected before the start',
    settledReceipt(among(rejected(T0 - 3_000, 999_900))),
  ],
  [
    'a simulated price is rejected in the millisecond of the start',
    settledReceipt(among(rejected(T0, 999_900))),
  ],
]

/** Recorded prices and a shorter duration. */
const lasting = (durationMs: number): Forgery => ({
  terms: TERMS.replace('[[30000,', `[[${durationMs},`),
  seeds: [],
  order: { source: 'recorded', durationMs, expiresAt: timeMs.parse(T0 + durationMs) },
})
const MOMENTS: readonly (readonly [string, SettledReceipt])[] = [
  [
    'a halt has the time of the start',
    settledReceipt(without(T0 - 600, T0 + 300, halt(T0)), RECORDED),
  ],
  [
    'a halt has the time of the expiry',
    settledReceipt(without(T0 + 29_400, T0 + 30_300, halt(T0 + 30_000)), RECORDED),
  ],
  [
    'the market halted before the start, and a price came before it',
    settledReceipt(
      without(T0 - 1_600, T0 - 600, halt(T0 - 1_200), tick(T0 - 700, 100_000)),
      RECORDED,
    ),
  ],
  [
    'the first price comes exactly three seconds after the start',
    settledReceipt(without(T0, T0 + 3_000, tick(T0 + 3_000, 100_000))),
  ],
  [
    'the last price is exactly three seconds older than the expiry',
    settledReceipt(without(T0 + 26_900, T0 + 30_000, tick(T0 + 27_000, 100_010))),
  ],
  ['the last price has the time of the expiry', settledReceipt(among(tick(T0 + 30_000, 100_010)))],
  ['a gap has the time of the start', settledReceipt(among(gap(T0, 'loop')), RECORDED)],
  [
    'the first price comes after the expiry',
    settledReceipt(without(T0, T0 + 2_000), lasting(1_000)),
  ],
  [
    'one price is both the first and the last',
    settledReceipt(without(T0, T0 + 7_000, tick(T0 + 2_500, 100_010)), lasting(5_000)),
  ],
]

const HOLDS_WITHOUT_LOG: readonly (readonly [string, SettledReceipt])[] = [
  ['from before there were terms', withTerms(settledReceipt(LOG, FORMER))],
  [
    'from before simulated prices were never rejected',
    settledReceipt(among(rejected(T0 + 10_000, 999_900)), FORMER),
  ],
  ['from before outages were filled in', formerVoid()],
  ['bought before there was a log, and settled after', acrossFormats()],
]

/** Each with its name, and with what every reader says of it. */
export const EDGE_RECEIPTS: readonly (readonly [string, SettledReceipt, string])[] = [
  ...EXACT_EDGES,
  ...EXACT_RESULT_EDGES,
  ...SILENCE_RECEIPTS,
  ...DETAIL_EDGES,
  ...[...HOLDS, ...BANDS, ...MOMENTS, ...OUTAGE_EDGES, ...SEALED_EDGES].map(
    ([name, receipt]) => [name, receipt, 'holds'] as const,
  ),
  ...DEALER_EDGES.map(([name, receipt]) => [name, receipt, 'holds without look-up'] as const),
  [
    'not sealed, and no checkpoint is later than it had to be',
    other(settledReceipt(LOG, { checkpointMs: T0 + 120_000 }), () => ({ inclusion: null })),
    'waits',
  ],
  ...[...HOLDS_WITHOUT_LOG, ...UNDONE_WITHOUT_LOG].map(
    ([name, receipt]) => [name, receipt, 'holds without log'] as const,
  ),
]
