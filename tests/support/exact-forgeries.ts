/** Forgeries one step beyond a bound, a spelling or a form, and the honest receipts that are just within. */
import { DAY_MS } from '#contract/time.ts'
import { orderId, timeMs } from '#contract/scalars.ts'
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import { type CheckpointFacts, checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { bytesOfHex, commitmentOf, hexOfBytes } from '#rules/merkle-tree.ts'
import { SEALED_SINCE_MS } from '#rules/public-log.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import { undone } from '#support/device-forgeries.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  honest,
  longLog,
  other,
  put,
  RECORDED,
  UNSIGNED,
  without,
} from '#support/honest-receipts.ts'
import { AGAIN, BEFORE_EXIT, overExpiry, unfilledToTheEnd } from '#support/outage-forgeries.ts'
import { filled, gap, type Planned, rejected, tick } from '#support/records.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  inclusionOf,
  NUMBERS,
  ordinaryLog,
  seedProof,
  settledReceipt,
  signed,
  type Signing,
  SYMBOL,
  T0,
  TERMS,
  tools,
} from '#support/settled-receipt.ts'

type Forgery = Parameters<typeof settledReceipt>[1]
const LOG = ordinaryLog(100_010)
const TOO_LARGE = `${2 ** 53}`
const made = (signing: Signing) => (): SettledReceipt => settledReceipt(LOG, { signing })
const honestSigned = made({})
const at = (ms: number) => timeMs.parse(T0 + ms)
const until = (segment: LogSegment, last: number): LogSegment => ({
  ...segment,
  records: segment.records.slice(0, last),
})
const EARLY = { number: NUMBERS.inclusion - 5 }

/** The acceptance with another text, signed by the server and in the public log. */
const accepted = (receipt: SettledReceipt, change: (text: string) => string): SettledReceipt => {
  const acceptance = signed(change(receipt.acceptance.text))
  return other(receipt, () => ({ acceptance, inclusion: inclusionOf(acceptance.text) }))
}
/** The checkpoint of the result with another text, signed by the server. */
const exitText = (change: (text: string) => string) => (): SettledReceipt =>
  other(honest(), ({ exit }) => ({
    exit: { ...exit, checkpoint: signed(change(exit.checkpoint?.text ?? '')) },
  }))
/** The checkpoints of both slices with another text, signed by the server. */
const bothTexts =
  (change: (text: string) => string, forgery: Forgery = {}) =>
  (): SettledReceipt =>
    other(settledReceipt(LOG, forgery), ({ entry, exit }) => {
      const checkpoint = signed(change(exit.checkpoint?.text ?? ''))
      return { entry: { ...entry, checkpoint }, exit: { ...exit, checkpoint } }
    })
const given = (): SettledReceipt =>
  settledReceipt(LOG, {
    headMs: T0 - 1_000,
    order: { acceptedAt: at(-1_000), startsAt: at(0) },
  })
const termed = (from: string, to: string) => (): SettledReceipt =>
  settledReceipt(LOG, { terms: TERMS.replace(from, to) })

const TEXTS: readonly ForgeryRow[] = [
  [
    'the signature of the acceptance is in another spelling',
    'acceptance',
    () =>
      other(honest(), ({ acceptance }) => ({
        acceptance: {
          ...acceptance,
          // The four bits that are left over are one and not zero.
          signature: acceptance.signature.replace(/[AQgw]==$/, (end) =>
            end.replace(/[AQgw]/, (last) => ({ A: 'B', Q: 'R', g: 'h', w: 'x' })[last] ?? ''),
          ),
        },
      })),
  ],
  [
    'the number of the head is beyond what is exact',
    'terms',
    () => accepted(honest(), (text) => text.replace(/head \d+/, `head ${TOO_LARGE}`)),
  ],
  [
    'a device marks a purchase without a start of its own',
    'terms',
    () =>
      accepted(honest(), (text) =>
        text.replace('\nhead', `\nintent ${GENESIS_HASH}\ndevice ${'a'.repeat(16)}\nhead`),
      ),
  ],
  [
    'the number of what the device saw is beyond what is exact',
    'moment',
    made({ text: (text) => text.replace(/head \d+/, `head ${TOO_LARGE}`) }),
    honestSigned,
  ],
  [
    'the refusal names a head beyond what is exact',
    'outcome',
    () => undone({ text: (text) => text.replace(/head \d+/, `head ${TOO_LARGE}`) }),
    undone,
  ],
  [
    'the hash chain has more hours than are exact',
    'seed',
    () =>
      settledReceipt(LOG, {
        seeds: [
          seedProof({
            records: (all) =>
              all.map((each) => (each.kind === 'chain' ? { ...each, hours: 2 ** 53 } : each)),
          }),
        ],
      }),
  ],
  [
    'the number of a checkpoint is beyond what is exact',
    'checkpoint',
    exitText((text) => text.replace(/\n\d+\n/, `\n${TOO_LARGE}\n`)),
    exitText((text) => text.replace(/\n\d+\n/, `\n${2 ** 53 - 1}\n`)),
  ],
  [
    'checkpoints of format 2 name operators',
    'checkpoint',
    bothTexts((text) => text.replace(/\nseeds .*/, `$&\noperators 0 ${GENESIS_HASH}`), {
      format: 2,
    }),
    () => settledReceipt(LOG, { format: 2 }),
  ],
  [
    'checkpoints of format 3 name no operators',
    'checkpoint',
    bothTexts((text) => text.replace(/\noperators .*/, '')),
  ],
  [
    'checkpoints of format 3 name terms in force',
    'checkpoint',
    bothTexts((text) => `${text} 0123456789abcdef`),
  ],
  [
    'checkpoints of format 4 have a line without terms',
    'checkpoint',
    bothTexts((text) => text.replace(/ [0-9a-f]{16}$/, ''), { format: 4 }),
    () => settledReceipt(LOG, { format: 4 }),
  ],
  [
    'checkpoints of format 5 name no starts',
    'checkpoint',
    bothTexts((text) => text.replace(/\nstarts .*/, ''), { format: 5 }),
    () => settledReceipt(LOG, { format: 5 }),
  ],
  [
    'checkpoints of format 4 name starts',
    'checkpoint',
    bothTexts((text) => text.replace('checkpoint-5', 'checkpoint-4'), { format: 5 }),
    () => settledReceipt(LOG, { format: 5 }),
  ],
  [
    'the purchase of a given start has another line',
    'terms, moment',
    () => accepted(given(), (text) => text.replace('tie', 'a tie')),
    given,
  ],
  [
    'the purchase that a device signed has another line',
    'terms, moment',
    () => accepted(honestSigned(), (text) => text.replace('tie', 'a tie')),
    honestSigned,
  ],
  [
    'the terms are of another version of the rule',
    'terms',
    termed('"ruleVersion":1', '"ruleVersion":2'),
  ],
  [
    'the most stake has three digits after the point',
    'terms',
    termed('"5000.00"', '"5000.000"'),
    termed('"5000.00"', '"5000.0"'),
  ],
  [
    'the least stake has three digits after the point',
    'terms',
    termed('"1.00"', '"1.000"'),
    termed('"1.00"', '"1.0"'),
  ],
  ['the least stake is below zero', 'terms', termed('"1.00"', '"-1.00"'), termed('"1.00"', '"1"')],
]

const signedAt = (checkpointMs: number) => (): SettledReceipt =>
  other(settledReceipt(LOG, { checkpointMs }), ({ acceptance }) => ({
    inclusion: inclusionOf(acceptance.text, { atMs: T0 + 30_000 }),
  }))

const MOMENTS: readonly ForgeryRow[] = [
  [
    'the checkpoint is a millisecond older than the record that it names',
    'checkpoint record 46',
    signedAt(T0 + 40_399),
    signedAt(T0 + 40_400),
  ],
  [
    'the head was not the newest for more than five seconds before the acceptance',
    'chain record 60',
    () => settledReceipt(put(longLog(), tick(T0 - 5_001, 100_000)), { headMs: T0 - 5_050 }),
    () => settledReceipt(put(longLog(), tick(T0 - 5_000, 100_000)), { headMs: T0 - 5_050 }),
  ],
  [
    'what the device saw was not the newest for more than two seconds before the tap',
    'moment record 2',
    () => settledReceipt(put(LOG, tick(T0 - 3_021, 100_000)), { signing: { seenMs: T0 - 3_100 } }),
    () => settledReceipt(put(LOG, tick(T0 - 3_020, 100_000)), { signing: { seenMs: T0 - 3_100 } }),
  ],
  [
    'a silence of a second and a millisecond among the filled records',
    'chain record 47',
    () =>
      settledReceipt(
        put(
          without(T0 + 34_000, T0 + 34_400, tick(T0 + 34_401, 100_000)),
          filled(AGAIN, BEFORE_EXIT),
        ),
      ),
    () => settledReceipt(overExpiry()),
  ],
  [
    'a silence between the last record before the outage and the first that was filled',
    'chain record 46',
    () => settledReceipt(put(without(T0 + 21_000, T0 + 22_000), filled(AGAIN, T0 + 20_400))),
    () => settledReceipt(put(LOG, filled(AGAIN, T0 + 20_400))),
  ],
  [
    'an order of the last moment of November 2026 may be in no record, and is dated after its prices',
    'terms, outcome',
    () =>
      other(honest(), ({ order }) => ({
        order: { ...order, acceptedAt: timeMs.parse(SEALED_SINCE_MS - 1) },
        inclusion: null,
      })),
  ],
]

type Registration = NonNullable<SettledReceipt['device']>['registration']
const registered = (change: Partial<Registration>) => (): SettledReceipt =>
  other(honestSigned(), ({ device }) => ({
    device: device && { ...device, registration: { ...device.registration, ...change } },
  }))
/** One of the two slices of the seeds has a checkpoint of its own. */
const promised = (slice: 'anchor' | 'promise', change: Partial<CheckpointFacts>) => () => {
  const proof = seedProof()
  const facts = readCheckpointText(proof[slice].checkpoint?.text ?? '')
  if (facts === null) throw new Error('no checkpoint')
  const checkpoint = signed(checkpointText({ ...facts, ...change }))
  return settledReceipt(LOG, { seeds: [{ ...proof, [slice]: { ...proof[slice], checkpoint } }] })
}
const PROMISED_MS = Math.floor(T0 / SEED_HOUR_MS) * SEED_HOUR_MS - 30 * SEED_HOUR_MS

/** The tree is said to have one leaf, and the acceptance is another one, or has a path of one hash to its root. */
const ofOneLeaf = (at: number, path: readonly string[]) => (): SettledReceipt =>
  other(honest(), ({ acceptance }) => {
    const proof = inclusionOf(acceptance.text)
    const facts = readCheckpointText(proof.checkpoint.text)
    if (facts === null || facts.anchors === null) throw new Error('no tree')
    const hashed = (...parts: readonly string[]): string =>
      hexOfBytes(tools.sha256Bytes(bytesOfHex(parts.join(''))))
    const leaf = hashed('00', commitmentOf(proof.salt, acceptance.text, sha256))
    const root = path.reduce((below, neighbour) => hashed('01', neighbour, below), leaf)
    const orders = { size: 1, root }
    const anchors = { ...facts.anchors, orders }
    const checkpoint = signed(checkpointText({ ...facts, anchors }))
    return { inclusion: { ...proof, leaf: at, size: 1, path: [...path], checkpoint } }
  })

const CHAINS: readonly ForgeryRow[] = [
  [
    'the registration continues another number',
    'moment',
    registered({ before: { seq: 7, hash: GENESIS_HASH } }),
    honestSigned,
  ],
  [
    'the registration is named by a checkpoint from before there were chains',
    'moment, checkpoint',
    () =>
      other(honestSigned(), ({ device }) => {
        const facts = readCheckpointText(device?.registration.checkpoint?.text ?? '')
        if (device === undefined || facts === null) throw new Error('no device signed')
        const checkpoint = signed(checkpointText({ ...facts, anchors: null }))
        return { device: { ...device, registration: { ...device.registration, checkpoint } } }
      }),
    honestSigned,
  ],
  [
    'the registration is named by a text that is no checkpoint',
    'moment',
    registered({ checkpoint: signed('none') }),
    honestSigned,
  ],
  ['the registration has no record', 'moment', registered({ records: [] }), honestSigned],
  [
    'the hash chain is named by another text of the same checkpoint',
    'checkpoint',
    promised('anchor', { timeMs: PROMISED_MS + 1 }),
    promised('anchor', { timeMs: PROMISED_MS - 1, number: 2 }),
  ],
  [
    'the promise is named by another text of the same checkpoint',
    'checkpoint',
    promised('promise', { timeMs: PROMISED_MS + 1 }),
    promised('promise', { timeMs: PROMISED_MS - 1, number: 2 }),
  ],
  [
    'the path is longer than a tree of its size has',
    'log',
    ofOneLeaf(0, [GENESIS_HASH]),
    ofOneLeaf(0, []),
  ],
  ['the leaf is beyond the end of its tree', 'log', ofOneLeaf(1, []), ofOneLeaf(0, [])],
]

const withFalseMarker = (): SettledReceipt =>
  other(settledReceipt(put(LOG, filled(AGAIN, BEFORE_EXIT - 300))), ({ entry }) => ({
    entry: piece(until(entry, 20), 1, { ...EARLY, timeMs: T0 + 46_000 }),
  }))
/** The server was away after the expiry. The slice of the result ends before, and that of the start after it. */
const longerEntry = (signedMs: number) => (): SettledReceipt =>
  other(settledReceipt(put(LOG, filled(AGAIN, T0 + 35_400))), ({ exit }) => ({
    exit: piece(until(exit, 41), 1, { ...EARLY, timeMs: signedMs }),
  }))

const WIDE: Forgery = { terms: TERMS.replace(/"bandBps":\d+/, '"bandBps":10000') }
const asideAt = (...seconds: number[]): Planned[] =>
  seconds.map((second) => rejected(T0 + second * 1_000, 110_000))
/** The history ends with a jump after so many rejected prices. */
const endsWithJump =
  (...seconds: number[]) =>
  (): SettledReceipt =>
    settledReceipt([...LOG, ...asideAt(...seconds), gap(T0 + 44_000, 'jump')], RECORDED)

/** Two records of a slice changed places. */
const swapped = (slice: 'entry' | 'exit', seq: number) => (): SettledReceipt =>
  other(honest(), (receipt) => {
    const { records } = receipt[slice]
    const pair = records.slice(seq - 1, seq + 1).reverse()
    const changed = [...records.slice(0, seq - 1), ...pair, ...records.slice(seq + 1)]
    return { [slice]: { ...receipt[slice], records: changed } }
  })
/** Before the checkpoints of both slices. */
const FIRST = { number: NUMBERS.inclusion - 8, timeMs: T0 + 45_000 }
/** The checkpoint of the tree names another record than one of the slices has, which do not overlap. */
const namedApart =
  (seq: number, hash: string, facts: Partial<CheckpointFacts> = {}) =>
  (): SettledReceipt =>
    other(honest(), ({ acceptance, entry, exit }) => ({
      entry: piece(until(entry, 20), 1, { ...EARLY, timeMs: T0 + 46_000 }),
      exit: piece(exit, 31, {}),
      inclusion: inclusionOf(acceptance.text, {
        facts: { heads: [{ symbol: SYMBOL, seq, hash }], ...facts },
      }),
    }))
const hashAt = (seq: number): string => honest().exit.records[seq - 1]?.hash ?? ''
const held = (by: number) => (): SettledReceipt =>
  other(settledReceipt(LOG, { format: 4 }), ({ inclusion }) => {
    if (!inclusion || !('record' in inclusion)) throw new Error('no record holds it')
    return { inclusion: { ...inclusion, record: inclusion.record + by } }
  })

const PARTS: readonly ForgeryRow[] = [
  ['the first two prices after the start changed places', 'chain record 7', swapped('entry', 6)],
  ['the last two prices before the expiry changed places', 'chain record 35', swapped('exit', 34)],
  [
    'a checkpoint names another record than the slice of the start has',
    'checkpoint',
    namedApart(10, 'a'.repeat(64), FIRST),
    namedApart(10, hashAt(10), FIRST),
  ],
  [
    'a checkpoint names another record than the slice of the result has',
    'checkpoint',
    namedApart(40, 'a'.repeat(64)),
    namedApart(40, hashAt(40)),
  ],
  ['the proof names a price from before the start', 'log', held(-1), held(0)],
  ['a false marker of an outage, late in the history', 'chain record 47', withFalseMarker],
  [
    'the checkpoint of the result was signed in an outage that the slice of the start shows',
    'checkpoint record 41',
    longerEntry(T0 + 40_401),
    longerEntry(T0 + 40_400),
  ],
  [
    'a price one further than a wide band allows',
    'band record 35',
    () => settledReceipt(ordinaryLog(200_001), WIDE),
    () => settledReceipt(ordinaryLog(200_000), WIDE),
  ],
  [
    'the history ends with a jump after two rejected prices',
    'band record 49',
    endsWithJump(42, 43),
    endsWithJump(41, 42, 43),
  ],
]

/** An order of which the buyer kept the receipt of the purchase. It has a number of its own. */
const kept = (): SettledReceipt => settledReceipt(LOG, { order: { id: orderId.parse('45') } })
type Acceptance = SettledReceipt['acceptance']
const keptWith = (change: (acceptance: Acceptance) => Partial<Acceptance>) => (): SettledReceipt =>
  other(kept(), ({ acceptance }) => ({ acceptance: { ...acceptance, ...change(acceptance) } }))
const KEPT: readonly ForgedReceipt[] = [
  {
    name: 'the text of the kept purchase was altered',
    fails: 'kept, acceptance, terms, log',
    make: keptWith(({ text }) => ({ text: text.replace('tie', 'a tie') })),
  },
  {
    name: 'the kept purchase has another signature',
    fails: 'kept, acceptance',
    make: keptWith(() => UNSIGNED),
  },
  {
    name: 'the kept purchase is of another key',
    fails: 'kept, acceptance',
    make: keptWith(() => ({ keyId: 'a'.repeat(16) })),
  },
].map((each) => ({ ...each, twin: kept, kept: kept().acceptance }))

/** Forgeries that are one step beyond what is allowed. */
export const EXACT_FORGERIES: readonly ForgedReceipt[] = [
  ...KEPT,
  ...forgedBy(TEXTS),
  ...forgedBy(MOMENTS),
  ...forgedBy(CHAINS),
  ...forgedBy(PARTS),
]

/** The next checkpoint names the one before. */
const consecutive = (): SettledReceipt =>
  other(honest(), ({ entry, exit }) => ({
    exit: piece(exit, 1, {
      number: NUMBERS.segments + 1,
      timeMs: T0 + 60_001,
      previous: sha256(entry.checkpoint?.text ?? ''),
    }),
  }))
const promisedAhead = (leadMs: number): SettledReceipt =>
  settledReceipt(LOG, { seeds: [seedProof({ leadMs })] })
const NO_BAND = TERMS.replace(/,"bandBps":\d+/, '')
const unsealed = (receipt: SettledReceipt): SettledReceipt =>
  other(receipt, () => ({ inclusion: null }))
const unsigned = <T extends { checkpoint: unknown }>(slice: T) => ({ ...slice, checkpoint: null })

/** Honest receipts just within a bound, each with what every reader says of it. */
export const EXACT_EDGES: readonly (readonly [string, SettledReceipt, string])[] = [
  ['tapped exactly 300 ms before the start', made({ intent: { tappedAt: at(-300) } })(), 'holds'],
  [
    'tapped exactly three seconds before the start',
    made({ intent: { tappedAt: at(-3_000) }, seenMs: T0 - 3_000 })(),
    'holds',
  ],
  ['a clock uncertain by two seconds', made({ intent: { uncertaintyMs: 2_000 } })(), 'holds'],
  [
    'the first price comes a millisecond after three seconds',
    settledReceipt(without(T0, T0 + 3_000, tick(T0 + 3_001, 100_000)), RECORDED),
    'holds',
  ],
  [
    'the last price is a millisecond older than three seconds',
    settledReceipt(without(T0 + 26_900, T0 + 30_000, tick(T0 + 26_999, 100_010)), RECORDED),
    'holds',
  ],
  ['promised exactly a day ahead', promisedAhead(DAY_MS), 'holds'],
  ['promised a millisecond less than a day ahead', promisedAhead(DAY_MS - 1), 'holds'],
  ['promised in the millisecond of the start of the hour', promisedAhead(0), 'holds'],
  ['the registration is signed in its millisecond', made({ registeredMs: T0 - 30_000 })(), 'holds'],
  ['two checkpoints of which one follows the other', consecutive(), 'holds'],
  ['the history ends with the marker of a long outage', unfilledToTheEnd(), 'holds'],
  [
    'undone as too late, and the history of the start ends with the head',
    other(undone({}, made({ seenMs: T0 - 600 })()), ({ entry }) => ({
      entry: piece(until(entry, 5), 1, { ...EARLY, timeMs: T0 - 100 }),
    })),
    'holds',
  ],
  ['the registration waits for a checkpoint', registered({ checkpoint: null })(), 'waits'],
  [
    'signed by a device, and the result waits for a checkpoint',
    other(honestSigned(), ({ exit }) => ({ exit: unsigned(exit) })),
    'waits',
  ],
  [
    'waits for all checkpoints',
    unsealed(
      other(honest(), ({ entry, exit }) => ({ entry: unsigned(entry), exit: unsigned(exit) })),
    ),
    'waits',
  ],
  [
    'from before there were bands',
    settledReceipt(LOG, { terms: NO_BAND, format: 1, checkpointMs: T0 + 130_000 }),
    'holds without log',
  ],
]
