/** Receipts and histories whose markers of outages are false, each with an honest twin that has a true one. */
import { HOUR_MS } from '#contract/time.ts'
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { FILL_MAX_MS } from '#rules/outage.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  other,
  put,
  RECORDED,
  without,
} from '#support/honest-receipts.ts'
import { filled, gap, halt, heartbeat, type Planned, tick } from '#support/records.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  ANCHORS,
  inclusionOf,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
} from '#support/settled-receipt.ts'

/** The last record before the outage over the expiry: number 34. */
export const BEFORE_EXIT = T0 + 28_400
/** The server runs again: the marker is number 47. */
export const AGAIN = T0 + 41_000
/** The last record before the outage over the start: number 5. */
const BEFORE_START = T0 - 600

const LOG = ordinaryLog(100_010)
/** The server was away at the expiry. */
export const overExpiry = (): Planned[] => put(LOG, filled(AGAIN, BEFORE_EXIT))
/** The server was away at the start. */
const overStart = (fromMs = BEFORE_START): Planned[] =>
  [...LOG.filter(({ at }) => at <= T0 + 20_000), filled(T0 + 20_000, fromMs)].concat(
    LOG.filter(({ at }) => at > T0 + 20_000),
  )

/** An outage that was too long to be filled to its end. */
function longOutage(toMs = BEFORE_EXIT + FILL_MAX_MS, next: Planned[] = []): Planned[] {
  const again = BEFORE_EXIT + 2 * HOUR_MS
  const beats: Planned[] = []
  for (let at = LOG.at(-1)?.at ?? 0; at + 1_000 <= toMs; ) beats.push(heartbeat((at += 1_000)))
  return [...LOG, ...beats, filled(toMs, BEFORE_EXIT, again), ...next]
}
const AGAIN_LATER = BEFORE_EXIT + 2 * HOUR_MS
const cutAt = (...cuts: Parameters<typeof gap>) => [gap(...cuts), tick(AGAIN_LATER + 400, 100_000)]
const CUT = cutAt(AGAIN_LATER, 'restart')
const cut = (log: Planned[]) => settledReceipt(log, { checkpointMs: AGAIN_LATER + 60_000 })

const atExit = (): SettledReceipt => settledReceipt(overExpiry())
const atStart = (): SettledReceipt => settledReceipt(overStart())
const tooLong = (): SettledReceipt => cut(longOutage(undefined, CUT))
/** Nothing follows the marker of a long outage yet. */
export const unfilledToTheEnd = (): SettledReceipt => cut(longOutage())
const withMarker =
  (...more: Planned[]) =>
  () =>
    settledReceipt(put(LOG, ...more))

/** The entry's segment ends earlier, with a checkpoint of its own. */
const entryUntil =
  (seq: number, timeMs: number, make = atExit) =>
  (): SettledReceipt =>
    other(make(), ({ entry }): { entry: LogSegment } => {
      const records = entry.records.slice(0, seq)
      const heads = records.slice(-1).map(({ hash }) => ({ symbol: SYMBOL, seq, hash }))
      const facts = {
        number: NUMBERS.inclusion - 5,
        timeMs,
        previous: GENESIS_HASH,
        anchors: ANCHORS,
        heads,
      }
      return { entry: { ...entry, records, checkpoint: signed(checkpointText(facts)) } }
    })
const logged = (atMs: number) => (): SettledReceipt =>
  other(settledReceipt(overStart(), { checkpointMs: T0 + 150_000 }), ({ acceptance }) => ({
    inclusion: inclusionOf(acceptance.text, { atMs }),
  }))
const signing = (log: Planned[]) => () =>
  settledReceipt(log, { signing: {}, headMs: BEFORE_START - 2_000 })

/** A gap among the records that were filled. */
const filledOver = (...cuts: Parameters<typeof gap>) =>
  settledReceipt(put(LOG, gap(...cuts), filled(AGAIN, BEFORE_EXIT)), RECORDED)
/** The server was away before the tap, and what the device saw is the newest record of a time. */
const seenAfter = (writtenAt: number, seenMs: number) => (): SettledReceipt =>
  settledReceipt(put(LOG, filled(writtenAt, BEFORE_START - 2_000), tick(T0 - 400, 100_000)), {
    signing: { seenMs },
  })

/** A record that its time puts among the filled ones, and its number behind the marker. */
const filledByTimeAlone = (): SettledReceipt => {
  const log = put(LOG, filled(T0 - 979, BEFORE_START - 2_000))
  const behind = log.findIndex(({ at }) => at > T0)
  return settledReceipt(log.toSpliced(behind, 0, tick(T0 - 1_401, 100_000)), { signing: {} })
}

const ROWS: readonly ForgeryRow[] = [
  [
    'the filled records end before the outage does',
    'chain record 47',
    withMarker(filled(AGAIN, BEFORE_EXIT, AGAIN + 9_000)),
    atExit,
  ],
  [
    'the marker is dated before what it filled',
    'chain record 47',
    withMarker(filled(AGAIN, BEFORE_EXIT, AGAIN - 9_000)),
    atExit,
  ],
  [
    'the outage starts at a time of which there is no record',
    'chain record 47',
    withMarker(filled(AGAIN, BEFORE_EXIT - 300)),
    atExit,
  ],
  [
    'the outage ends before it starts',
    'chain record 47',
    withMarker(filled(AGAIN, AGAIN + 1_000)),
    atExit,
  ],
  [
    'nothing was filled',
    'chain record 47',
    () => settledReceipt([...LOG, filled(AGAIN, T0 + 40_400)]),
    atExit,
  ],
  [
    'a silence among the filled records',
    'chain record 46',
    () => settledReceipt(overExpiry().filter(({ at }) => at !== T0 + 35_400)),
    atExit,
  ],
  [
    'a gap among the filled records',
    'chain record 48',
    withMarker(gap(T0 + 36_000, 'restart'), filled(AGAIN, BEFORE_EXIT)),
    atExit,
  ],
  [
    'a loss of prices among the filled records',
    'chain record 48',
    () => filledOver(T0 + 36_000, 'feed'),
    () => filledOver(T0 + 36_000, 'loop'),
  ],
  [
    'an outage within an outage',
    'chain record 48',
    withMarker(filled(T0 + 36_000, BEFORE_EXIT), filled(AGAIN, BEFORE_EXIT)),
    atExit,
  ],
  [
    'a record after the outage is older than its end',
    'chain record 37',
    withMarker(filled(T0 + 30_500, BEFORE_EXIT, T0 + 36_000)),
    atExit,
  ],
  [
    'the marker was altered',
    'chain record 47',
    () =>
      other(atExit(), ({ exit }) => ({
        exit: {
          ...exit,
          records: exit.records.map((each) =>
            each.kind === 'filled'
              ? { ...each, fromMs: exit.records[32]?.timeMs ?? each.fromMs }
              : each,
          ),
        },
      })),
    atExit,
  ],
  [
    'a long outage was filled further than its limit',
    'chain record 947',
    () => cut(longOutage(BEFORE_EXIT + FILL_MAX_MS + 1_000, CUT)),
    tooLong,
  ],
  [
    'a long outage was filled less far than its limit',
    'chain record 936',
    () => cut(longOutage(BEFORE_EXIT + FILL_MAX_MS - 10_000, CUT)),
    tooLong,
  ],
  [
    'no gap follows what could be filled of a long outage',
    'chain record 946',
    () => cut(longOutage(undefined, CUT.slice(1))),
    tooLong,
  ],
  [
    'the gap after what could be filled of a long outage is no loss',
    'chain record 946',
    () => cut(longOutage(undefined, cutAt(AGAIN_LATER, 'loop'))),
    () => cut(longOutage(undefined, cutAt(AGAIN_LATER, 'feed'))),
  ],
  [
    'the gap after what could be filled of a long outage is dated before its end',
    'chain record 946',
    () => cut(longOutage(undefined, cutAt(AGAIN_LATER - 1, 'restart'))),
    tooLong,
  ],
  [
    'the purchase names the first record that was written after it',
    'chain record 5',
    () => settledReceipt(overStart(BEFORE_START - 1_000)),
    atStart,
  ],
  [
    'the purchase names a record that was written after it',
    'chain record 5',
    () => settledReceipt(overStart(BEFORE_START - 2_000)),
    atStart,
  ],
  [
    'the device is said to have seen a record that was written after its tap',
    'moment record 4',
    signing(overStart(BEFORE_START - 2_000)),
    signing(overStart()),
  ],
  [
    'the device is said to have seen a marker that was written after its tap',
    'moment record 5',
    seenAfter(T0 - 979, T0 - 979),
    seenAfter(T0 - 979, T0 - 400),
  ],
  [
    'the device is said to have seen a marker of an outage that starts after it',
    'moment record 5, chain record 5',
    () =>
      settledReceipt(put(LOG, filled(T0 - 1_100, T0 + 5_000, T0 - 979)), {
        signing: { seenMs: T0 - 1_100 },
      }),
    seenAfter(T0 - 979, T0 - 400),
  ],
  [
    'the device is said to have seen a record that was filled, as its time alone says',
    'moment record 7, chain record 7',
    filledByTimeAlone,
    seenAfter(T0 - 979, T0 - 400),
  ],
  [
    'a checkpoint names a filled record as the newest',
    'checkpoint record 35',
    entryUntil(35, AGAIN + 1_000),
    entryUntil(34, BEFORE_EXIT + 5_000),
  ],
  [
    'a checkpoint was signed during the outage',
    'checkpoint record 34',
    entryUntil(34, BEFORE_EXIT + 5_001),
    entryUntil(34, BEFORE_EXIT + 5_000),
  ],
  [
    'a checkpoint was signed in the last millisecond of the outage',
    'checkpoint record 34',
    entryUntil(34, AGAIN - 1),
    entryUntil(34, AGAIN),
  ],
  [
    'a checkpoint names a filled record that only the other slice has',
    'checkpoint record 8',
    () =>
      other(entryUntil(8, T0 + 2_500, atStart)(), ({ exit }) => ({ exit: piece(exit, 15, {}) })),
    atStart,
  ],
  [
    'the checkpoint after the outage is overdue',
    'checkpoint record 47',
    () => settledReceipt(overExpiry(), { checkpointMs: AGAIN + 120_001 }),
    () => settledReceipt(overExpiry(), { checkpointMs: AGAIN + 120_000 }),
  ],
  [
    'a filled outage excuses more than it lasted',
    'log',
    logged(T0 + 140_001),
    logged(T0 + 140_000),
  ],
]

/** Every kind of false marker in a receipt. */
export const OUTAGE_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)

const LATER = { number: NUMBERS.later, timeMs: T0 + 61_000 }
/** Honest receipts of outages that readers may not refuse. */
export const OUTAGE_EDGES: readonly (readonly [string, SettledReceipt])[] = [
  [
    'the market halted among the filled records',
    settledReceipt([
      ...without(T0 + 33_000, T0 + 39_000, halt(T0 + 33_400)),
      filled(AGAIN, BEFORE_EXIT),
    ]),
  ],
  [
    'a slice that begins within what was filled',
    other(settledReceipt(put(LOG, filled(AGAIN, T0 + 20_400))), ({ exit }) => ({
      exit: piece(exit, 30, LATER),
    })),
  ],
]
