/** The tick history, changed by someone who can write anywhere: every change is found and named. */
import { generateKeyPairSync } from 'node:crypto'
import type { SignedText } from '#contract/signed-text.ts'
import { timeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { checkHistory, type History, type HistoryFault } from '#rules/history-check.ts'
import { GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import { signerOf } from '#server/platform/signer.ts'
import { chained, sha256 } from '#support/chained.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { BAND_BPS, filled, type Planned, recordOf, rejected, tick } from '#support/records.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'
import type { FaultScenario } from './runner.ts'

const EDITS = { short: 120, ci: 1_000, full: 10_000 } as const
const RECORDS = 600
const SYMBOL = 'EURUSD'
const CHECKPOINT_EVERY = 50
/** Of each piece up to a checkpoint, these records were filled in after an outage; the marker is after them. */
const FILLED = { from: 20, until: 28 }
/** One of this many records is a tick, and the band is known from there on. */
const FIRST_TICKS = 20
const START_MS = 1_700_000_000_000

const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit)

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const tools = toolsOf([{ keyId: signer.keyId, publicKey: signer.publicKeyPem }])

/** As real feeds have them: a digit too many, or no price at all. */
const wrongPrice = (chance: Chance): number =>
  chance() < 0.5 ? -below(chance, 1_000) : 1_000_000 + below(chance, 9_000_000)

function planned(chance: Chance): Planned[] {
  let at = START_MS
  let fromMs = 0
  return Array.from({ length: RECORDS }, (_, n) => {
    // So that a millisecond before a record there is none.
    at += 2 + below(chance, 900)
    const place = n % CHECKPOINT_EVERY
    if (place < FILLED.from) fromMs = at
    if (place === FILLED.until) return filled(at, fromMs)
    if (place >= FILLED.from && place < FILLED.until) {
      return { kind: 'tick', at, price: 100_000 + below(chance, 50) }
    }
    const kind = chance()
    if (kind < 0.8) return { kind: 'tick', at, price: 100_000 + below(chance, 50) }
    if (kind < 0.85) return { kind: 'rejected', at, price: wrongPrice(chance) }
    return { kind: kind < 0.95 ? 'heartbeat' : kind < 0.98 ? 'gap' : 'halt', at }
  })
}

const headsOf = (records: readonly TickRecord[]): TickRecord[] =>
  records.filter((_, n) => n % CHECKPOINT_EVERY === CHECKPOINT_EVERY - 1)
function checkpointsOf(heads: readonly TickRecord[]): SignedText[] {
  let previous = GENESIS_HASH
  return heads.map(({ seq, hash, timeMs }, n) => {
    const text = checkpointText({
      number: n + 1,
      timeMs,
      previous,
      anchors: null,
      heads: [{ symbol: SYMBOL, seq, hash }],
    })
    previous = sha256(text)
    return { text, signature: signer.sign(text), keyId: signer.keyId }
  })
}

const signedHistory = (records: readonly TickRecord[]): History => ({
  symbol: SYMBOL,
  records,
  checkpoints: checkpointsOf(headsOf(records)),
  bandBps: BAND_BPS,
})

function wholeHistory(chance: Chance): History {
  const records = chained(
    SYMBOL,
    planned(chance).map((each, n) => recordOf(each, n + 1)),
  )
  return signedHistory(records)
}

/** A history that someone changed, and what must be said of it. */
interface Edit {
  history: History
  /** Nothing is wrong with what is left. */
  harmless?: true
  named: (fault: HistoryFault) => boolean
}

const recordAt =
  (...seqs: number[]) =>
  (fault: HistoryFault): boolean =>
    fault.kind === 'record' && seqs.includes(fault.seq)
const headFrom =
  (seq: number) =>
  (fault: HistoryFault): boolean =>
    fault.kind === 'head' && fault.seq >= seq && fault.seq < seq + CHECKPOINT_EVERY
const checkpointAt =
  (number: number) =>
  (fault: HistoryFault): boolean =>
    'checkpoint' in fault && fault.checkpoint === number

function otherwise(record: TickRecord, chance: Chance): TickRecord {
  const by = 1 + below(chance, 5)
  if (record.kind === 'rejected' && chance() < 0.5) {
    return { ...record, price: record.price + by }
  }
  if (record.kind !== 'tick') {
    const { seq, timeMs, hash } = record
    return { ...recordOf({ kind: 'tick', at: timeMs, price: 100_000 + by }, seq), hash }
  }
  const other = recordOf({ kind: 'tick', at: record.timeMs, price: record.price + by }, record.seq)
  return chance() < 0.7
    ? { ...other, hash: record.hash }
    : { ...recordOf({ kind: 'halt', at: record.timeMs }, record.seq), hash: record.hash }
}

/** Another record in the place of a tick from `index` on, chained and signed as if it had always been so. */
function madeSo(
  { records }: History,
  index: number,
  make: (tick: { at: number; price: number }) => Planned,
): Edit {
  const at = records.findIndex(({ kind }, n) => n >= index && kind === 'tick')
  const good = records[at]
  if (good?.kind !== 'tick') throw new Error('no tick')
  const instead = make({ at: good.timeMs, price: good.price })
  const other = records.map((old, n) => (n === at ? recordOf(instead, old.seq) : old))
  return {
    history: signedHistory(chained(SYMBOL, other)),
    named: (fault) => fault.kind === 'band' && fault.seq === at + 1,
  }
}

/** Another marker in the place of the next one, chained and signed as if it had always been so. */
function markedSo(
  { records }: History,
  index: number,
  change: (marker: Marker) => Partial<Marker>,
): Edit {
  const marker = records.find(({ kind }, n) => n >= index && kind === 'filled')
  if (marker?.kind !== 'filled') throw new Error('no marker')
  const other = records.map((each) => (each === marker ? { ...marker, ...change(marker) } : each))
  return {
    history: signedHistory(chained(SYMBOL, other)),
    named: (fault) => fault.kind === 'outage' && fault.seq === marker.seq,
  }
}

/** A checkpoint names a record that was not written yet, and all that follow name it. */
function runningMeanwhile({ records }: History, index: number): Edit {
  const marker = records.find(({ kind }, n) => n >= index && kind === 'filled')
  if (marker === undefined) throw new Error('no marker')
  const heads = records.filter(({ seq }) => seq % CHECKPOINT_EVERY === 0 || seq === marker.seq - 2)
  return {
    history: { ...signedHistory(records), checkpoints: checkpointsOf(heads) },
    named: (fault) => fault.kind === 'running' && fault.seq === marker.seq,
  }
}

type Maker = (history: History, index: number, chance: Chance) => Edit
const withRecords = (history: History, records: TickRecord[]): History => ({ ...history, records })

type Marker = Extract<TickRecord, { kind: 'filled' }>

/** The last record of all has nothing after it, so makers get an index before it. */
const MAKERS: Record<string, Maker> = {
  'a record with other content': (history, i, chance) => {
    const records = history.records.map((old, n) => (n === i ? otherwise(old, chance) : old))
    return { history: withRecords(history, records), named: recordAt(i + 1) }
  },
  'a record with other content and its own new hash': (history, i, chance) => {
    const records = [...history.records]
    const edited = records[i]
    if (edited === undefined) throw new Error('no record')
    const made = otherwise(edited, chance)
    const before = records[i - 1]?.hash ?? GENESIS_HASH
    records[i] = { ...made, hash: sha256(recordText(SYMBOL, made, before)) }
    return { history: withRecords(history, records), named: recordAt(i + 2) }
  },
  'a record with other content and everything after it chained again': (history, i, chance) => {
    const records = history.records.map((old, n) => (n === i ? otherwise(old, chance) : old))
    return {
      history: withRecords(history, chained(SYMBOL, records)),
      named: headFrom(i + 1),
    }
  },
  'a record left out': (history, i) => {
    const records = history.records.filter((_, n) => n !== i)
    return { history: withRecords(history, records), named: recordAt(i + 2) }
  },
  'two records that changed places': (history, i) => {
    const records = [...history.records]
    const [one, other] = [records[i], records[i + 1]]
    if (one === undefined || other === undefined) throw new Error('no records')
    records[i] = other
    records[i + 1] = one
    return { history: withRecords(history, records), named: recordAt(i + 1, i + 2) }
  },
  'a record twice': (history, i) => {
    const records = history.records.flatMap((old, n) => (n === i ? [old, old] : [old]))
    return { history: withRecords(history, records), named: recordAt(i + 1) }
  },
  'an earlier time': (history, i) => {
    const records = history.records.map((old, n) =>
      n === i ? recordOf({ kind: 'heartbeat', at: old.timeMs - 3_600_000 }, old.seq) : old,
    )
    return {
      history: withRecords(history, chained(SYMBOL, records)),
      named: recordAt(i + 1),
    }
  },
  'a good tick put aside by whoever keeps the log': (history, i) =>
    madeSo(history, i + FIRST_TICKS, ({ at, price }) => rejected(at, price)),
  'a tick a digit too long that was not put aside': (history, i) =>
    madeSo(history, i + FIRST_TICKS, ({ at, price }) => tick(at, price * 10)),
  'an outage that was not filled to its end': (history, i) =>
    markedSo(history, i, (marker) => ({ writtenAt: timeMs.parse(marker.timeMs + 1) })),
  'an outage that started when there was no record': (history, i) =>
    markedSo(history, i, (marker) => ({ fromMs: timeMs.parse(marker.fromMs - 1) })),
  'a checkpoint that names what was not written yet': runningMeanwhile,
  'a checkpoint with another head': (history, _index, chance) => {
    const n = below(chance, history.checkpoints.length)
    const checkpoints = history.checkpoints.map((checkpoint, at) =>
      at === n
        ? {
            ...checkpoint,
            text: checkpoint.text.replace(/[0-9a-f]$/, (c) => (c === '0' ? '1' : '0')),
          }
        : checkpoint,
    )
    return { history: { ...history, checkpoints }, named: checkpointAt(n + 1) }
  },
  'a checkpoint left out': (history, _index, chance) => {
    const n = below(chance, history.checkpoints.length - 1)
    const checkpoints = history.checkpoints.filter((_, at) => at !== n)
    const left = { ...history, checkpoints }
    // Without the first one the piece begins later, and that is no fault.
    if (n === 0) return { history: left, harmless: true, named: () => false }
    return { history: left, named: checkpointAt(n + 2) }
  },
}

export const run: FaultScenario = async ({ seed, scale, count, check }) => {
  const chance = chanceOf(seed)
  const names = Object.keys(MAKERS)
  let history = wholeHistory(chance)
  for (let n = 0; n < EDITS[scale]; n++) {
    if (n % 100 === 0) {
      history = wholeHistory(chance)
      check((await checkHistory(history, tools)) === null, `history ${n} is whole and was doubted`)
    }
    const name = names[n % names.length] ?? ''
    const edit = MAKERS[name]?.(history, 1 + below(chance, RECORDS - CHECKPOINT_EVERY - 2), chance)
    if (edit === undefined) throw new Error('no edit')
    const fault = await checkHistory(edit.history, tools)
    count(name)
    const right = fault === null ? edit.harmless === true : edit.named(fault)
    check(right, `edit ${n}, ${name}: ${JSON.stringify(fault)}`)
  }
}
