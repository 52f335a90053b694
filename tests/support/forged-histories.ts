/** Tick histories and checkpoints that a hostile server forges with its own key, each with what must be named. */
import type { SignedText } from '#contract/signed-text.ts'
import { type CheckpointFacts, checkpointText } from '#rules/checkpoint.ts'
import type { History } from '#rules/history-check.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { chained, sha256 } from '#support/chained.ts'
import { put, strangerSigned } from '#support/honest-receipts.ts'
import { BEFORE_EXIT, overExpiry } from '#support/outage-forgeries.ts'
import { PRODUCT_HISTORIES, provenHistory } from '#support/product-forgeries.ts'
import { BAND_BPS, filled, logOf, recordOf, rejected, tick } from '#support/records.ts'
import { NO_ORDERS, ordinaryLog, signed, SYMBOL, T0 } from '#support/settled-receipt.ts'
import { rootOfTexts } from '#support/signed-history.ts'

/** One kind of forged history. */
export interface ForgedHistory {
  name: string
  /** What the command prints. */
  words: string
  make(): History
  twin(): History
}

type Records = History['records']
const HEADS = [15, 30, 46]
const honestRecords = (): Records => chained(SYMBOL, logOf(ordinaryLog(100_010)))

/** Three checkpoints over the records; `change` replaces what each states. */
function checkpointsOf(
  records: Records,
  change: (facts: CheckpointFacts) => Partial<CheckpointFacts> = () => ({}),
  seqs: readonly number[] = HEADS,
): SignedText[] {
  let previous = GENESIS_HASH
  const texts: string[] = []
  return seqs.map((seq, n) => {
    const { hash = GENESIS_HASH, timeMs = T0 } = records[seq - 1] ?? {}
    const isGrowing = n > 1
    const heads = [{ symbol: SYMBOL, seq, hash, ...(isGrowing && { terms: ['a'.repeat(16)] }) }]
    const anchors = { ...NO_ORDERS, earlier: isGrowing ? rootOfTexts(texts) : null }
    const facts = { number: n + 1, timeMs: timeMs + 1_000, previous, anchors, heads }
    const text = checkpointText({ ...facts, ...change(facts) })
    previous = sha256(text)
    texts.push(text)
    return signed(text)
  })
}

const historyOf = (records: Records, checkpoints = checkpointsOf(records)): History => ({
  symbol: SYMBOL,
  records,
  checkpoints,
  bandBps: BAND_BPS,
})
const honestHistory = (): History => historyOf(honestRecords())
const signedHead = () => checkpointsOf(honestRecords())

/** Other records under the checkpoints that the server has published. */
const withRecords = (change: (records: Records) => Records) => () =>
  historyOf(change(honestRecords()), signedHead())
/** Other checkpoints, all signed by the server. */
const stating = (change: (facts: CheckpointFacts) => Partial<CheckpointFacts>) => () =>
  historyOf(honestRecords(), checkpointsOf(honestRecords(), change))
const withCheckpoints = (change: (checkpoints: SignedText[]) => SignedText[]) => () =>
  historyOf(honestRecords(), change(signedHead()))
const second = (change: (facts: CheckpointFacts) => Partial<CheckpointFacts>) =>
  stating((facts) => (facts.number === 2 ? change(facts) : {}))

const altered = (records: Records, seq: number): Records =>
  records.map((each) =>
    each.seq === seq ? { ...recordOf(tick(each.timeMs, 100_001), seq), hash: each.hash } : each,
  )
const putAside = (records: Records): Records =>
  chained(
    SYMBOL,
    records.map((each) =>
      each.seq === 20 ? recordOf(rejected(each.timeMs, 100_000), each.seq) : each,
    ),
  )
type Row = readonly [name: string, words: string, make: () => History]
const ROWS: readonly Row[] = [
  ['an empty history', 'the file has no records', withRecords(() => [])],
  [
    'half a history',
    'ends before record 30, which a checkpoint signed',
    withRecords((all) => all.slice(0, 23)),
  ],
  [
    'a history that no signed head covers',
    'no signed head covers any of these records',
    stating(({ heads }) => ({ heads: heads.map((head) => ({ ...head, symbol: 'GBPUSD' })) })),
  ],
  [
    'a history without checkpoints',
    'no signed head covers any of these records',
    withCheckpoints(() => []),
  ],
  [
    'checkpoints that a stranger signed',
    'checkpoint 1 is not signed by a known key',
    withCheckpoints((all) => all.map(({ text }) => strangerSigned(text))),
  ],
  [
    'an old record that was altered',
    'record 12 of EURUSD does not continue the chain (hash)',
    withRecords((all) => altered(all, 12)),
  ],
  [
    'an old record that was altered, and all after it chained again',
    'record 15 of EURUSD is not the head that checkpoint 1 signed',
    withRecords((all) => chained(SYMBOL, altered(all, 12))),
  ],
  [
    'two records that changed places',
    'record 21 of EURUSD does not continue the chain (sequence)',
    withRecords((all) => [...all.slice(0, 19), ...all.slice(19, 21).reverse(), ...all.slice(21)]),
  ],
  [
    'a record left out',
    'record 21 of EURUSD does not continue the chain (sequence)',
    withRecords((all) => all.filter(({ seq }) => seq !== 20)),
  ],
  [
    'a good tick that was put aside',
    'record 20 of EURUSD is not what the product',
    () => historyOf(putAside(honestRecords())),
  ],
  [
    'a checkpoint that names another one before it',
    'checkpoint 2 does not name the one before it',
    second(() => ({ previous: 'a'.repeat(64) })),
  ],
  [
    'a checkpoint left out',
    'checkpoint 3 does not name the one before it',
    withCheckpoints((all) => all.filter((_, n) => n !== 1)),
  ],
  [
    'a second checkpoint of the first number',
    'checkpoint 1 does not name the one before it',
    withCheckpoints((all) => [...all.slice(0, 1).flatMap((each) => [each, each]), ...all.slice(1)]),
  ],
  [
    'a checkpoint that goes back to the first format',
    'checkpoint 2 goes back behind the one before it',
    second(() => ({ anchors: null })),
  ],
  [
    'a checkpoint that does not name the chain of operators any more',
    'checkpoint 2 goes back behind the one before it',
    second(() => ({ anchors: { ...NO_ORDERS, operators: null } })),
  ],
  [
    'a checkpoint whose chain of operators is shorter',
    'checkpoint 3 goes back behind the one before it',
    second(() => ({ anchors: { ...NO_ORDERS, operators: { seq: 3, hash: 'b'.repeat(64) } } })),
  ],
  [
    'a checkpoint whose tree has another checkpoint in it',
    'checkpoint 3 does not name the one before it',
    stating(({ anchors, number }) =>
      number === 3 && anchors !== null
        ? { anchors: { ...anchors, earlier: rootOfTexts(['one', 'two']) } }
        : {},
    ),
  ],
  [
    'a checkpoint with another head',
    'record 30 of EURUSD is not the head that checkpoint 2 signed',
    second(({ heads }) => ({ heads: heads.map((head) => ({ ...head, hash: 'a'.repeat(64) })) })),
  ],
  [
    'a checkpoint with two heads of the product',
    'checkpoint 2 is not signed by a known key',
    second(({ heads }) => ({
      heads: [...heads, { symbol: SYMBOL, seq: 30, hash: 'a'.repeat(64) }],
    })),
  ],
]

/** With an outage over records 35 to 47, whose marker the last checkpoint names. */
const OUTAGE_HEADS = [15, 30, 47]
const withOutage = (log = overExpiry(), seqs = OUTAGE_HEADS): History => {
  const records = chained(SYMBOL, logOf(log))
  return historyOf(records, checkpointsOf(records, undefined, seqs))
}
const signedInOutage = (): History => {
  const records = chained(SYMBOL, logOf(overExpiry()))
  const timeMs = BEFORE_EXIT + 5_001
  const change = ({ number }: CheckpointFacts) => (number === 2 ? { timeMs } : {})
  return historyOf(records, checkpointsOf(records, change, OUTAGE_HEADS))
}
const OUTAGE_ROWS: readonly Row[] = [
  [
    'an outage among whose filled records is a silence',
    'record 46 of EURUSD says of an outage what the records contradict',
    () =>
      withOutage(
        overExpiry().filter(({ at }) => at !== T0 + 35_400),
        [15, 30, 46],
      ),
  ],
  [
    'an outage that started at another time than the last record before it',
    'record 47 of EURUSD says of an outage what the records contradict',
    () => withOutage(put(ordinaryLog(100_010), filled(T0 + 41_000, BEFORE_EXIT - 300))),
  ],
  [
    'a checkpoint that names a record before it was filled in',
    'checkpoint 2 was signed in the outage that record 47 of EURUSD states',
    () => withOutage(overExpiry(), [15, 36, 47]),
  ],
  [
    'a checkpoint that was signed in an outage',
    'checkpoint 2 was signed in the outage that record 47 of EURUSD states',
    signedInOutage,
  ],
]

const withTwin = (rows: readonly Row[], twin: () => History): ForgedHistory[] =>
  rows.map(([name, words, make]) => ({ name, words, make, twin }))

/** Every kind of forged history. To add one, add a row with the words of the command. */
export const FORGED_HISTORIES: readonly ForgedHistory[] = [
  ...withTwin(ROWS, honestHistory),
  ...withTwin(OUTAGE_ROWS, withOutage),
  ...withTwin(PRODUCT_HISTORIES, provenHistory),
]
