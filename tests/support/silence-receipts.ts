/** Receipts around the times in which a server was away, a millisecond below the limit, at it and above it. */
import { MINUTE_MS } from '#contract/time.ts'
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { FILL_MAX_MS, SILENCE_MAX_MS } from '#rules/outage.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, other, put, shared } from '#support/honest-receipts.ts'
import { away, holdsWithout } from '#support/receipt-readings.ts'
import { filled, gap, halt, heartbeat, type Planned, tick } from '#support/records.ts'
import {
  ANCHORS,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SOME_ROOT,
  SYMBOL,
  T0,
} from '#support/settled-receipt.ts'

type Told = readonly [name: string, receipt: SettledReceipt, words: string]

const LOG = ordinaryLog(100_010)
/** The last record of the log. */
const LAST = T0 + 40_400
/** The first record that is later than the expiry: what a signature must follow soon. */
const DUE = T0 + 30_400
/** The first record of the log. */
const FIRST = T0 - 4_600
const HOLDS = holdsWithout([])
const OFFSETS = [-1, 0, 1] as const

const written = (log: readonly Planned[], checkpointMs: number, format: 4 | 5 = 5) =>
  settledReceipt(log, { checkpointMs, format })
const said = (fromMs: number, toMs: number): string => away([{ fromMs, toMs }])
/** Three receipts around the limit, of which only the last one is not proved. */
const around = (
  name: string,
  make: (ms: number) => readonly [receipt: SettledReceipt, fromMs: number, toMs: number],
): Told[] =>
  OFFSETS.map((offset) => {
    const [receipt, fromMs, toMs] = make(SILENCE_MAX_MS + offset)
    return [`${name} ${30 + offset / 1_000} s`, receipt, offset > 0 ? said(fromMs, toMs) : HOLDS]
  })

/** The server was away over the expiry: the first record that it missed was due at 29.4 s. */
const BEFORE = T0 + 28_400
function overExpiry(lateMs: number, log = LOG): Planned[] {
  const again = T0 + 29_400 + lateMs
  const beats: Planned[] = []
  for (let at = LAST + 1_000; at < again; at += 1_000) beats.push(heartbeat(at))
  return put(log, ...beats, filled(again, BEFORE))
}

/** A slice from a record on, with a checkpoint of format 5. */
function pieceFrom(
  { records }: LogSegment,
  seq: number,
  { termsId, ...named }: { termsId: string; timeMs: number; number?: number },
) {
  const shown = records.slice(seq - 1)
  const before = records[seq - 2] ?? { seq: 0, hash: GENESIS_HASH }
  const heads = shown
    .slice(-1)
    .map((last) => ({ symbol: SYMBOL, seq: last.seq, hash: last.hash, terms: [termsId] }))
  const anchors = { ...ANCHORS, earlier: SOME_ROOT, starts: { seq: 0, hash: GENESIS_HASH } }
  const facts = { number: NUMBERS.later, previous: GENESIS_HASH, anchors, heads, ...named }
  return {
    before: { seq: before.seq, hash: before.hash },
    records: shown,
    checkpoint: signed(checkpointText(facts)),
  }
}
const withExit = (receipt: SettledReceipt, seq: number, timeMs: number): SettledReceipt =>
  other(receipt, ({ exit, order }) => ({
    exit: pieceFrom(exit, seq, { timeMs, termsId: order.termsId }),
  }))

/** The slice of the entry shows as much as that of the exit, and may be signed at another time. */
const lateEntry = (receipt: SettledReceipt, timeMs?: number): SettledReceipt =>
  other(receipt, ({ exit, order }) => ({
    entry: timeMs === undefined ? exit : pieceFrom(exit, 1, { timeMs, termsId: order.termsId }),
  }))

/** An outage of an hour over the expiry, of which only the beginning can be filled in. */
function beyondTheFill(): Planned[] {
  const [toMs, again] = [BEFORE + FILL_MAX_MS, BEFORE + 60 * MINUTE_MS]
  const beats: Planned[] = []
  for (let at = LAST + 1_000; at <= toMs; at += 1_000) beats.push(heartbeat(at))
  const end = [filled(toMs, BEFORE, again), gap(again, 'restart'), tick(again + 400, 100_000)]
  return [...LOG, ...beats, ...end]
}

/** A market that was halted for a minute before the log begins. */
const HALTED_AT = FIRST - MINUTE_MS
const halted = (...more: Planned[]): Planned[] =>
  put(LOG, tick(HALTED_AT - 200, 100_000), halt(HALTED_AT), ...more)
/** A server that started a second before the log begins, and was away before. */
const STARTED_AT = FIRST - 1_000
const restarted = (ms: number): Planned[] => [
  tick(STARTED_AT - ms, 100_000),
  gap(STARTED_AT, 'restart'),
  ...LOG,
]
const untilExpiry = LOG.filter(({ at }) => at <= T0 + 30_000)

export const SILENCE_RECEIPTS: readonly Told[] = [
  ...around('signed, and written on meanwhile, after', (ms) => [
    written(LOG, DUE + ms),
    DUE,
    DUE + ms,
  ]),
  ...around('signed after', (ms) => [
    written([...untilExpiry, tick(DUE, 100_000)], DUE + ms),
    DUE,
    DUE + ms,
  ]),
  ...around('running again after', (ms) => [
    written(restarted(ms), T0 + MINUTE_MS),
    STARTED_AT - ms,
    STARTED_AT,
  ]),
  ...around('filled in after', (ms) => {
    const again = T0 + 29_400 + ms
    return [written(overExpiry(ms), again + 5_000), BEFORE, again]
  }),
  ...around('signed after a halt for', (ms) => [
    written([...untilExpiry, halt(DUE)], DUE + ms),
    DUE,
    DUE + ms,
  ]),
  ...around('signed after an outage for', (ms) => {
    const again = T0 + 41_000
    return [written(put(LOG, filled(again, BEFORE)), again + ms), again, again + ms]
  }),
  ['signed an hour late', written(LOG, DUE + 60 * MINUTE_MS), said(DUE, DUE + 60 * MINUTE_MS)],
  ['in the former format, signed two minutes late', written(LOG, LAST + 120_000, 4), HOLDS],
  [
    'in the former format, silent for a minute',
    written(restarted(MINUTE_MS), T0 + MINUTE_MS, 4),
    HOLDS,
  ],
  ['the market was halted for a minute', written(halted(), T0 + MINUTE_MS), HOLDS],
  [
    'the server started again while the market was halted',
    written(halted(gap(HALTED_AT + 50_000, 'restart')), T0 + MINUTE_MS),
    HOLDS,
  ],
  [
    'the server started while the market was halted, long before its next price',
    written(halted(gap(HALTED_AT + 5_000, 'restart')), T0 + MINUTE_MS),
    HOLDS,
  ],
  [
    'the price at the moment of the expiry is older than what must be signed',
    written(put(LOG, tick(T0 + 30_000, 100_010)), T0 + 60_001),
    HOLDS,
  ],
  [
    'the last record before the server was away is no price',
    written(
      [heartbeat(STARTED_AT - MINUTE_MS), ...restarted(MINUTE_MS + 1_000).slice(1)],
      T0 + MINUTE_MS,
    ),
    said(STARTED_AT - MINUTE_MS, STARTED_AT),
  ],
  [
    'the server was away after the market was halted',
    written(halted(tick(HALTED_AT + 10_000, 100_000), gap(STARTED_AT, 'restart')), T0 + MINUTE_MS),
    said(HALTED_AT + 10_000, STARTED_AT),
  ],
  [
    'two slices show one outage, of which the second has no beginning',
    withExit(written(overExpiry(40_000), T0 + 75_000), 32, T0 + 76_000),
    said(BEFORE, T0 + 69_400),
  ],
  [
    'away twice, and each slice shows a time of its own',
    withExit(written(restarted(40_000), T0 + MINUTE_MS), 33, DUE + MINUTE_MS),
    away([
      { fromMs: STARTED_AT - 40_000, toMs: STARTED_AT },
      { fromMs: DUE, toMs: DUE + MINUTE_MS },
    ]),
  ],
  [
    'the slice of the entry is as long as that of the exit',
    lateEntry(written(LOG, T0 + MINUTE_MS)),
    said(T0 + 400, T0 + MINUTE_MS),
  ],
  [
    'the slice of the exit was signed before that of the entry',
    lateEntry(written(LOG, DUE + MINUTE_MS), DUE + 2 * MINUTE_MS),
    said(T0 + 400, DUE + 2 * MINUTE_MS),
  ],
  [
    'away, and signed late after it',
    written(overExpiry(40_000), T0 + 69_400 + MINUTE_MS),
    said(BEFORE, T0 + 69_400 + MINUTE_MS),
  ],
  [
    'away for an hour, which is filled in as far as an order may last',
    written(beyondTheFill(), BEFORE + 60 * MINUTE_MS + 1_000),
    said(BEFORE, BEFORE + 60 * MINUTE_MS),
  ],
  [
    'away, and the other checkpoint is not signed yet',
    other(lateEntry(written(LOG, LAST + MINUTE_MS)), ({ exit }) => ({
      exit: { ...exit, checkpoint: null },
    })),
    'waits',
  ],
]

const signedAt = (ms: number) => () => written(LOG, LAST + ms)
/** The slice of the entry has no record after the start, and was signed a minute after it. */
const beforeStart = (): SettledReceipt =>
  other(written(LOG, T0 + 2 * MINUTE_MS), ({ entry, order: { termsId } }) => {
    const records = entry.records.filter(({ timeMs }) => timeMs < T0)
    const named = { termsId, number: NUMBERS.entry, timeMs: T0 + MINUTE_MS }
    return { entry: pieceFrom({ ...entry, records }, 1, named) }
  })
/** What fails although the server says that it was away. */
export const SILENCE_FORGERIES: readonly ForgedReceipt[] = forgedBy([
  [
    'a slice ends before the start, and is signed a minute later',
    'outcome',
    beforeStart,
    signedAt(0),
  ],
  [
    'a checkpoint of the newest format is dated before its record',
    'checkpoint record 47',
    signedAt(-1),
    signedAt(0),
  ],
  [
    'a checkpoint of the former format is overdue by a millisecond',
    'checkpoint record 47',
    () => written(LOG, LAST + 120_001, 4),
    () => written(LOG, LAST + 120_000, 4),
  ],
  [
    'no one signed the checkpoint after an outage',
    'checkpoint',
    () =>
      other(written(LOG, LAST + MINUTE_MS), ({ exit }) => ({
        exit: {
          ...exit,
          checkpoint: exit.checkpoint && { ...exit.checkpoint, keyId: '0'.repeat(16) },
        },
      })),
    signedAt(0),
  ],
  [
    'two checkpoints contradict each other after an outage',
    'checkpoint',
    () => withExit(lateEntry(written(LOG, LAST + MINUTE_MS)), 30, LAST + MINUTE_MS - 1),
    signedAt(0),
  ],
])

/** Nothing of an outage is lost in a receipt that is shared. */
export const sharedAfterOutage = () => shared(written(LOG, LAST + MINUTE_MS))
