/** More forgeries one step beyond what is allowed: of results, seeds and live prices, and what is just within. */
import type { IndexInput } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import type { LogSegment, SeedProof, SettledReceipt } from '#contract/settlement-receipt.ts'
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import { SEALED_SINCE_MS } from '#rules/public-log.ts'
import { SEED_HOUR_MS, type SeedChain } from '#rules/seed-chain.ts'
import type { Tick } from '#rules/spot.ts'
import { DEALER } from '#support/dealer-receipts.ts'
import { undone } from '#support/device-forgeries.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  honest,
  other,
  put,
  RECORDED,
  without,
} from '#support/honest-receipts.ts'
import { LIVE, LIVE_TERMS, liveInputs, liveReceipt } from '#support/live-receipts.ts'
import { gap, halt, heartbeat, type Planned, rejected, tick } from '#support/records.ts'
import { inRealRound, UNSIGNED_ROUND } from '#support/seed-forgeries.ts'
import { type SeedForgery, seedRecords } from '#support/seed-promises.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  ANCHORS,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  seedProof,
  settledReceipt,
  signed,
  T0,
  TERMS,
} from '#support/settled-receipt.ts'

type Forgery = Parameters<typeof settledReceipt>[1]
const LOG = ordinaryLog(100_010)
const recorded = (log: readonly Planned[]): SettledReceipt => settledReceipt(log, RECORDED)
const NO_SEEDS = { ...ANCHORS, seeds: NO_ORDERS.seeds }
const SEEDED = { number: NUMBERS.inclusion - 5 }
/** Before all others of a receipt on prices without seeds. */
const EARLY = { ...SEEDED, anchors: NO_SEEDS }
const LATER = { number: NUMBERS.later, timeMs: T0 + 61_000 }
const until = (segment: LogSegment, last: number): LogSegment => ({
  ...segment,
  records: segment.records.slice(0, last),
})
/** Names a record of the history as the price at a moment. */
const naming = (receipt: SettledReceipt, spot: 'entry' | 'exit', atMs: number): SettledReceipt => {
  const record = receipt.entry.records.find(({ timeMs: at }) => at === atMs)
  if (record?.kind !== 'tick') throw new Error('no price')
  const { seq, timeMs: at, price } = record
  return other(receipt, ({ order }) => ({
    order: { ...order, [spot]: { seq, timeMs: at, price } },
  }))
}
/** Recorded prices and a shorter duration. */
const lasting = (durationMs: number, log: readonly Planned[]): SettledReceipt =>
  settledReceipt(log, {
    terms: TERMS.replace('[[30000,', `[[${durationMs},`),
    seeds: [],
    order: { source: 'recorded', durationMs, expiresAt: timeMs.parse(T0 + durationMs) },
  })

/** The first price comes 3.4 s after the start, and a heartbeat exactly 3 s after it. */
const beatAtThree = (): SettledReceipt => recorded(without(T0, T0 + 3_000, heartbeat(T0 + 3_000)))
/** Both moments are within a halt of prices, with one tick in the millisecond of the start. */
const tickAtStart = (): SettledReceipt =>
  lasting(2_000, without(T0 - 600, T0 + 2_500, tick(T0, 100_000)))
const afterExpiry = (): SettledReceipt => lasting(1_000, without(T0, T0 + 2_000))
const looped = (ms: number, ...more: Planned[]): SettledReceipt =>
  recorded(put(LOG, gap(T0 + ms, 'loop'), ...more))

/** The market jumps to another level after these prices were rejected. */
const jumpedAfter = (...prices: readonly number[]): SettledReceipt =>
  recorded(
    put(
      LOG.filter(({ at }) => at < T0 + 20_000 || at > T0 + 24_000).map((each) =>
        each.at > T0 + 24_000 ? tick(each.at, 110_000) : each,
      ),
      ...prices.map((price, n) => rejected(T0 + 21_000 + n * 500, price)),
      gap(T0 + 23_900, 'jump'),
    ),
  )
const rejectedOften = (times: number) => (): SettledReceipt =>
  recorded(put(LOG, ...Array.from({ length: times }, (_, n) => rejected(T0 + 20_500 + n, 110_000))))

/** The server started again after three prices were rejected, and the market jumped. */
function jumpedAfterRestart(): SettledReceipt {
  const log = [21_000, 22_000, 23_000].map((ms) => rejected(T0 + ms, 110_000))
  return recorded(
    put(
      without(T0 + 20_000, T0 + 24_000).map((each) =>
        each.at > T0 + 24_000 ? tick(each.at, 110_000) : each,
      ),
      ...log,
      gap(T0 + 23_800, 'restart'),
      gap(T0 + 23_900, 'jump'),
    ),
  )
}
/** A price after a gap for a jump, and the three before it that were rejected. */
const jumpTo = (price: number, aside: number): SettledReceipt =>
  recorded(
    put(
      without(T0 + 20_000, T0 + 24_400, tick(T0 + 24_400, price)),
      ...[21_000, 22_000, 23_000].map((ms) => rejected(T0 + ms, aside)),
      gap(T0 + 24_300, 'jump'),
    ).map((each) => (each.at > T0 + 24_400 && each.kind === 'tick' ? tick(each.at, price) : each)),
  )
/** The market jumps at the start. */
const jumpedAtStart = (prices: Forgery): SettledReceipt =>
  settledReceipt(
    put(
      LOG.map((each) => (each.at > T0 ? tick(each.at, 110_000) : each)),
      ...[-500, -400, -300].map((ms) => rejected(T0 + ms, 110_000)),
      gap(T0 + 300, 'jump'),
    ),
    prices,
  )

/** The fault is in the history of the expiry alone, because that of the start ends before it. */
const late =
  (log: readonly Planned[], prices: Forgery = {}) =>
  (): SettledReceipt =>
    other(settledReceipt(log, prices), ({ entry }) => ({
      entry: piece(until(entry, 20), 1, {
        ...(prices === RECORDED ? EARLY : SEEDED),
        timeMs: T0 + 46_000,
      }),
    }))
const dear = LOG.map((each, n) => (n === 40 ? tick(each.at, 999_900) : each))
const rejectedLate = put(LOG, rejected(T0 + 25_000, 999_900))
/** The checkpoint of the start is from before outages were filled in, and that of the result is not. */
const acrossFormats = (gapMs: number): SettledReceipt =>
  other(recorded(put(LOG, gap(T0 + gapMs, 'restart'))), ({ entry }) => ({
    entry: piece(entry, 1, {
      ...EARLY,
      timeMs: T0 + 50_000,
      anchors: { ...NO_SEEDS, operators: null },
    }),
  }))
const tickAtExpiry = (): SettledReceipt => settledReceipt(put(LOG, tick(T0 + 30_000, 100_010)))
/** The slice of the start has a price after it, and that of the result is of a history without any. */
const ofTwoHistories = (): SettledReceipt =>
  other(lasting(2_000, LOG), ({ order, transfers }) => ({
    exit: piece(
      lasting(2_000, without(T0 - 600, T0 + 2_500, heartbeat(T0 - 100), tick(T0, 100_000))).exit,
      1,
      {
        ...LATER,
        anchors: NO_SEEDS,
      },
    ),
    order: {
      ...order,
      status: 'void',
      voidReason: 'too_few_ticks',
      entry: null,
      exit: null,
      profitAndLoss: 0n,
    },
    transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
  }))

/** No price comes until the expiry, by a history of its own. */
const withoutPrices = (): SettledReceipt =>
  other(recorded(LOG), ({ order, transfers }) => {
    const silent = recorded([heartbeat(T0 - 600), ...LOG.filter((each) => each.at > T0 + 30_000)])
    const voided = { status: 'void', voidReason: 'stale_exit', profitAndLoss: 0n } as const
    return {
      exit: piece(silent.exit, 1, { ...LATER, anchors: NO_SEEDS }),
      order: { ...order, ...voided, entry: null, exit: null },
      transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
    }
  })
const tickAtTheStart = (): SettledReceipt => recorded(put(LOG, tick(T0, 100_000)))

const RESULTS: readonly ForgeryRow[] = [
  [
    'void for a late entry by a slice that ends with a price in the millisecond of the start',
    'outcome',
    () =>
      other(tickAtTheStart(), ({ entry, order, transfers }) => ({
        entry: piece(until(entry, 6), 1, { ...EARLY, timeMs: T0 + 100 }),
        order: {
          ...order,
          status: 'void',
          voidReason: 'late_entry',
          entry: null,
          profitAndLoss: 0n,
        },
        transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
      })),
    tickAtTheStart,
  ],
  [
    'an order of December 2026 that is undone as too late is in a tree',
    'terms, moment, log',
    () =>
      other(undone(), ({ order }) => ({
        order: { ...order, acceptedAt: timeMs.parse(SEALED_SINCE_MS) },
      })),
    undone,
  ],
  ['a price far from those before it, late in the history', 'band record 41', late(dear)],
  [
    'a simulated price is rejected late in the order',
    'band record 31',
    late(rejectedLate),
    late(rejectedLate, RECORDED),
  ],
  [
    'an outage voids at the expiry, and the start alone is from before that was wrong',
    'outcome record 36',
    () => acrossFormats(30_200),
    () => acrossFormats(200),
  ],
  [
    'the slice of the result ends in the millisecond of the expiry',
    'outcome',
    () =>
      other(tickAtExpiry(), ({ exit }) => ({
        exit: piece(until(exit, 36), 1, { ...SEEDED, timeMs: T0 + 30_000 }),
      })),
    tickAtExpiry,
  ],
  [
    'the slice of the start ends with the head',
    'outcome',
    () =>
      other(honest(), ({ entry }) => ({
        entry: piece(until(entry, 5), 1, { ...SEEDED, timeMs: T0 + 1_000 }),
      })),
  ],
  [
    'the history of the start is empty',
    'chain record 5, checkpoint, outcome',
    () => other(honest(), ({ entry }) => ({ entry: { ...entry, records: [] } })),
  ],
  [
    'too few prices, by two histories of which one has none',
    'chain record 6, checkpoint',
    ofTwoHistories,
  ],
  [
    'no price until the expiry, by two histories of which one has none at all',
    'chain record 1, checkpoint',
    withoutPrices,
    () => recorded(LOG),
  ],
  [
    'the result names no price at the start',
    'outcome record 6',
    () => other(honest(), ({ order }) => ({ order: { ...order, entry: null } })),
  ],
  [
    'the result is a compensation',
    'outcome, payout',
    () =>
      other(honest(), ({ order, transfers }) => ({
        order: { ...order, status: 'compensated', profitAndLoss: 0n },
        transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
      })),
  ],
  [
    'a jump to a price that the band allowed without it',
    'band record 29',
    () => jumpTo(100_600, 101_050),
    () => jumpTo(101_100, 101_050),
  ],
  [
    'void for a late entry by a slice that ends exactly three seconds after the start',
    'outcome',
    () =>
      other(beatAtThree(), ({ entry }) => ({
        entry: piece(until(entry, 6), 1, { ...EARLY, timeMs: T0 + 3_100 }),
      })),
    beatAtThree,
  ],
  [
    'a void order names an entry from after its expiry',
    'outcome',
    () => naming(afterExpiry(), 'entry', T0 + 2_400),
    afterExpiry,
  ],
  [
    'a void order names an exit of the millisecond of its start',
    'outcome',
    () => naming(tickAtStart(), 'exit', T0),
    tickAtStart,
  ],
  [
    'the result has no amount',
    'payout, ledger',
    () => other(honest(), ({ order }) => ({ order: { ...order, profitAndLoss: null } })),
  ],
  [
    'a jump after three prices of which the first two do not agree',
    'band record 29',
    () => jumpedAfter(109_000, 110_100, 109_500),
    () => jumpedAfter(109_100, 110_100, 109_500),
  ],
  [
    'four prices in a row that agree are rejected',
    'band record 30',
    rejectedOften(4),
    rejectedOften(3),
  ],
  [
    'the deciding prices are said to be of an hour that mixes in a round',
    'outcome record 6',
    inRealRound,
  ],
]

const EPOCH = Math.floor(T0 / SEED_HOUR_MS)
const STARTS_AT = EPOCH * SEED_HOUR_MS
const seeded = (proof: SeedProof) => (): SettledReceipt => settledReceipt(LOG, { seeds: [proof] })
const proved = (forgery: SeedForgery) => seeded(seedProof(forgery))
/** What is public of the hour is changed, and nothing else. */
const shown = (change: Partial<Record<keyof SeedEpoch, unknown>>, proof = seedProof()) =>
  seeded({ ...proof, hour: seedEpoch.parse({ ...proof.hour, ...change }) })
/** The hour is promised ten minutes after it started, and its series starts at a moment within it. */
const PROMISED_MS = STARTS_AT + 600_000 - 1_000
const startsWithin = (from: number) => proved({ leadMs: -600_000, from })
/** The hash chain begins so many hours before the hour, whose seed is not published yet. */
const chainFrom = (before: number) =>
  proved({
    records: (all) =>
      all.map((each) =>
        each.kind === 'chain' ? ({ ...each, first: EPOCH - before } satisfies SeedChain) : each,
      ),
    hour: { link: null, seed: null },
  })
/** The hash chain says that it fixes so many hours. */
const ofHours = (hours: number) =>
  proved({
    records: (all) =>
      all.map((each) => (each.kind === 'chain' ? ({ ...each, hours } satisfies SeedChain) : each)),
  })
/** The second record of the chain of promises has another time than the first. */
function promisedLater(byMs: number): SeedProof {
  const proof = seedProof()
  const [first, second] = proof.anchor.records
  if (first === undefined || second === undefined) throw new Error('no promise')
  const times = [first, { ...second, timeMs: first.timeMs + byMs }]
  const records = seedRecords(times.map(({ timeMs: at, text }) => ({ timeMs: at, record: text })))
  const last = records.slice(1)
  const text = proof.promise.checkpoint?.text ?? ''
  const checkpoint = signed(text.replace(second.hash, last[0]?.hash ?? ''))
  return {
    ...proof,
    anchor: { ...proof.anchor, records, checkpoint },
    promise: { ...proof.promise, records: last, checkpoint },
  }
}
const rounded = seedProof({ drand: UNSIGNED_ROUND })

const SEEDS: readonly ForgeryRow[] = [
  [
    'the promise is of the next hour, at whose start the hour is said to start',
    'seed',
    proved({
      records: (all) =>
        all.map((each) => (each.kind === 'hour' ? { ...each, epoch: EPOCH + 1 } : each)),
      hour: { startsAt: timeMs.parse(STARTS_AT + SEED_HOUR_MS), link: null, seed: null },
    }),
  ],
  [
    'the promise and what is public are of another hash chain than is shown',
    'seed',
    proved({
      records: (all) => all.map((each) => (each.kind === 'hour' ? { ...each, chain: 2 } : each)),
      hour: { chain: 2 },
    }),
  ],
  [
    'the hour had prices and is said to be closed for its round',
    'seed',
    shown({ closed: 'round', seed: null, link: null }),
  ],
  [
    'the time of the chain of promises goes back',
    'seed',
    seeded(promisedLater(-1)),
    seeded(promisedLater(0)),
  ],
  [
    'the series starts a millisecond before it was promised',
    'seed',
    startsWithin(PROMISED_MS - 1),
    startsWithin(PROMISED_MS),
  ],
  [
    'the series is said to start within the hour, and starts with it',
    'seed',
    proved({ from: STARTS_AT }),
  ],
  [
    'the series is said to start within the hour, and starts at its end',
    'seed',
    proved({ from: STARTS_AT + SEED_HOUR_MS }),
    proved({ from: STARTS_AT + SEED_HOUR_MS - 1 }),
  ],
  [
    'the hash chain begins an hour late, and its seed is not published',
    'seed',
    chainFrom(-1),
    chainFrom(0),
  ],
  [
    'the hash chain ended with the hour before, and its seed is not published',
    'seed',
    chainFrom(8_760),
    chainFrom(8_759),
  ],
  ['the hash chain fixes an hour more than ten years', 'seed', ofHours(87_661), ofHours(87_660)],
  [
    'the signature of the round is left out',
    'seed',
    shown({ drand: { ...UNSIGNED_ROUND, signature: null } }, rounded),
  ],
  [
    'the seed is lost, and its link is shown',
    'seed',
    shown({ closed: 'lost', seed: null }),
    shown({ closed: 'lost', seed: null, link: null }),
  ],
  [
    'the seed is lost, and shown',
    'seed',
    shown({ closed: 'lost', link: null }),
    shown({ closed: 'lost', seed: null, link: null }),
  ],
]

type Inputs = readonly IndexInput[]
/** Live prices whose trades are changed before the ticks commit to them. */
const live =
  (change: (inputs: Inputs, tick: Tick) => IndexInput[], terms = LIVE_TERMS) =>
  (): SettledReceipt =>
    settledReceipt(LOG, { ...LIVE, terms, inputsOf: (one) => change(liveInputs(one), one) })
/** The trade of OKX is another. */
const okx = (change: (tick: Tick) => Partial<Record<keyof IndexInput, unknown>>, terms?: string) =>
  live(
    (inputs, one) =>
      inputs.map((each) =>
        each.venue === 'okx' ? ({ ...each, ...change(one) } as IndexInput) : each,
      ),
    terms,
  )
const ENTRY = 'venues record 6'
/** Terms from before stamps decided. */
const FORMER_TERMS = LIVE_TERMS.replace('"lateMs":750,', '')
const unstamped = (change: Partial<Record<keyof IndexInput, unknown>> = {}) =>
  live(
    (inputs) => inputs.map((each) => ({ ...each, aheadMs: undefined, ...change }) as IndexInput),
    FORMER_TERMS,
  )
const arrived = (ago: number) =>
  okx(
    ({ timeMs: at }) => ({ receivedAt: at - ago, tradedAt: null, aheadMs: undefined }),
    FORMER_TERMS,
  )

/** The highest price is 50 basis points of the lowest and so many units above it. */
const farApart = (more: number) => (): SettledReceipt => {
  const lowest = 4_000_000
  const highest = lowest + lowest / 200 + more
  return settledReceipt(
    LOG.map((each) => tick(each.at, lowest)),
    {
      ...LIVE,
      inputsOf: (one) =>
        liveInputs(one).map((each) => ({
          ...each,
          price: `${(each.venue === 'okx' ? highest : lowest) / 100_000}`,
        })),
    },
  )
}

const VENUES: readonly ForgeryRow[] = [
  [
    'the terms need no venue at all',
    'terms, venues record 6',
    live((inputs) => [...inputs], LIVE_TERMS.replace('"needed":3', '"needed":0')),
  ],
  [
    'the price at the start is of no record that is shown',
    'outcome record 6, venues record 999',
    () =>
      other(liveReceipt(), ({ order, venues = [] }) => ({
        order: { ...order, entry: order.entry && { ...order.entry, seq: 999 } },
        venues: venues.map((each, n) => (n === 0 ? { ...each, seq: 999 } : each)),
      })),
  ],
  [
    'the ticks of a recording commit to trades, and the receipt has none',
    ENTRY,
    () => {
      const { venues: _, ...receipt } = settledReceipt(LOG, { ...RECORDED, inputsOf: liveInputs })
      return receipt
    },
    liveReceipt,
  ],
  [
    'the price of a venue is so low that none of its digits count',
    ENTRY,
    okx(() => ({ price: '0.000001' })),
    liveReceipt,
  ],
  [
    'a trade arrived more than the terms allow before its price, by terms from before stamps decided',
    ENTRY,
    arrived(5_001),
    arrived(5_000),
  ],
  [
    'a clock is ahead by a millisecond more than is corrected',
    ENTRY,
    okx(({ timeMs: at }) => ({ tradedAt: at - 900 + 2_001, aheadMs: 2_001 })),
    okx(({ timeMs: at }) => ({ tradedAt: at - 900 + 2_000, aheadMs: 2_000 })),
  ],
  [
    'a clock is behind by a millisecond',
    ENTRY,
    okx(({ timeMs: at }) => ({ tradedAt: at - 1_000, aheadMs: -1 })),
    okx(({ timeMs: at }) => ({ tradedAt: at - 900, aheadMs: 0 })),
  ],
  [
    'a trade was made a millisecond too early',
    ENTRY,
    okx(({ timeMs: at }) => ({ receivedAt: at - 4_500, tradedAt: at - 5_001 })),
    okx(({ timeMs: at }) => ({ receivedAt: at - 4_500, tradedAt: at - 5_000 })),
  ],
  [
    'a trade was a millisecond too long on its way',
    ENTRY,
    okx(({ timeMs: at }) => ({ tradedAt: at - 1_651 })),
    okx(({ timeMs: at }) => ({ tradedAt: at - 1_650 })),
  ],
  [
    'the venues were further apart than the terms allow by less than a basis point',
    ENTRY,
    farApart(1),
    farApart(0),
  ],
]

/** Forgeries of results, seeds and live prices that are one step beyond what is allowed. */
export const EXACT_RESULT_FORGERIES: readonly ForgedReceipt[] = [
  ...forgedBy(RESULTS),
  ...forgedBy(SEEDS),
  ...forgedBy(VENUES, liveReceipt),
]

const CENT: Forgery = {
  terms: TERMS.replace('"1.00"', '"0.01"'),
  order: { stake: 1n, payout: 1n },
}
const withoutCheckpoint = (slice: 'anchor' | 'promise') => (): SettledReceipt => {
  const proof = seedProof()
  return settledReceipt(LOG, {
    seeds: [{ ...proof, [slice]: { ...proof[slice], checkpoint: null } }],
  })
}
const THREE_VENUES = LIVE_TERMS.replace('"kraken",', '')

/** Honest receipts just within what is allowed, each with what every reader says of it. */
export const EXACT_RESULT_EDGES: readonly (readonly [string, SettledReceipt, string])[] = [
  [
    'the slice of the start ends with its price',
    other(honest(), ({ entry }) => ({
      entry: piece(until(entry, 6), 1, { ...SEEDED, timeMs: T0 + 1_000 }),
    })),
    'holds',
  ],
  ['the least amount that there is', settledReceipt(LOG, CENT), 'holds'],
  ['the history begins with a jump', recorded([gap(T0 - 5_600, 'jump'), ...LOG]), 'holds'],
  [
    'void at the expiry, with a price in the millisecond of the expiry',
    looped(30_200, tick(T0 + 30_000, 100_010)),
    'holds',
  ],
  [
    'void at the start, and the slice of the result begins later',
    other(looped(200), ({ exit }) => ({ exit: piece(exit, 31, LATER) })),
    'holds',
  ],
  [
    'void at the expiry, and the slice of the start ends earlier',
    other(looped(30_200), ({ entry }) => ({
      entry: piece(until(entry, 20), 1, { ...EARLY, timeMs: T0 + 20_000 }),
    })),
    'holds',
  ],
  [
    'one price in the millisecond of the expiry is both the first and the last',
    lasting(2_000, without(T0, T0 + 2_000, tick(T0 + 2_000, 100_000))),
    'holds',
  ],
  [
    'void at the start, and prices were lost later',
    looped(200, gap(T0 + 20_000, 'restart')),
    'holds',
  ],
  [
    'a void order on live prices names no prices, and lists their trades',
    other(settledReceipt(put(LOG, gap(T0 + 200)), LIVE), ({ order }) => ({
      order: { ...order, entry: null, exit: null },
    })),
    'holds',
  ],
  [
    'the history begins with a rejected price',
    recorded([rejected(T0 - 5_600, 1), ...LOG]),
    'holds',
  ],
  ['a jump after a restart, before a band is known again', jumpedAfterRestart(), 'holds'],
  [
    'the market was closed at the start, and a heartbeat came after that',
    settledReceipt(without(T0 - 1_000, T0 + 500, halt(T0 - 550), heartbeat(T0 - 300))),
    'holds',
  ],
  [
    'live prices were lost at the start by a restart',
    settledReceipt(put(LOG, gap(T0 + 200, 'restart')), LIVE),
    'holds',
  ],
  [
    'void, and waits for all checkpoints',
    other(looped(200), ({ entry, exit }) => ({
      entry: { ...entry, checkpoint: null },
      exit: { ...exit, checkpoint: null },
    })),
    'waits',
  ],
  [
    'closed at the expiry, and only the price at the start is named',
    other(settledReceipt(without(T0 + 28_000, T0 + 33_000, halt(T0 + 28_800))), ({ order }) => ({
      order: { ...order, exit: null },
    })),
    'holds',
  ],
  [
    'four venues, of which the lower of the two in the middle counts',
    live((inputs, { price }) =>
      inputs.flatMap((each) =>
        each.venue === 'okx'
          ? [{ ...each, venue: 'kraken', price: `${(price + 1) / 100_000}` }, each]
          : [each],
      ),
    )(),
    'holds',
  ],
  ['a live market jumped at the start', jumpedAtStart(LIVE), 'holds'],
  ["a dealer's market jumped at the start", jumpedAtStart(DEALER), 'holds without look-up'],
  ['a recording jumped at the start', jumpedAtStart(RECORDED), 'holds'],
  [
    'the market was closed at the start, and halted for another reason after it',
    settledReceipt(without(T0 - 1_000, T0 + 500, halt(T0 - 550), halt(T0 + 100, 'maintenance'))),
    'holds',
  ],
  [
    'void for a late entry by a slice that ends with a heartbeat after three seconds',
    other(recorded(without(T0, T0 + 4_000, heartbeat(T0 + 3_001))), ({ entry }) => ({
      entry: piece(until(entry, 6), 1, { ...EARLY, timeMs: T0 + 3_100 }),
    })),
    'holds',
  ],
  [
    'the proof of another hour comes first',
    settledReceipt(LOG, {
      seeds: [
        { ...seedProof(), hour: { ...seedProof().hour, epoch: EPOCH + 1, seed: null } },
        seedProof(),
      ],
    }),
    'holds',
  ],
  [
    'a live price of the least unit',
    settledReceipt(
      LOG.map((each) => tick(each.at, 1)),
      {
        ...LIVE,
        inputsOf: (one) => liveInputs(one).map((each) => ({ ...each, price: '0.00001' })),
      },
    ),
    'holds',
  ],
  [
    'a live market was closed at the start',
    settledReceipt(without(T0 - 1_000, T0 + 500, halt(T0 - 550)), LIVE),
    'holds',
  ],
  ['the hash chain waits for its checkpoint', withoutCheckpoint('anchor')(), 'waits'],
  ['the promise waits for its checkpoint', withoutCheckpoint('promise')(), 'waits'],
  ['trades from before stamps decided', unstamped()(), 'holds'],
  ['trades without a stamp, from before stamps decided', unstamped({ tradedAt: null })(), 'holds'],
  ['all venues of the terms have a trade', live((inputs) => [...inputs], THREE_VENUES)(), 'holds'],
]
