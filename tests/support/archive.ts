/** Archives of price logs on real files, for tests that read, change and check them. */
import { DAY_MS } from '#contract/time.ts'
import { generateKeyPairSync, hash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Day, Price, TimeMs } from '#contract/scalars.ts'
import { day as daySchema } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { dayStart } from '#rules/business-day.ts'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { type ChainStart, GENESIS_HASH } from '#rules/tick-chain.ts'
import { encodeBlock } from '#server/archive/block.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import {
  type BlockEntry,
  type DayFile,
  type DayManifest,
  fileName,
} from '#server/archive/day-index.ts'
import { type DayFileSource, writeDayFile } from '#server/archive/day-writer.ts'
import { MANIFEST, NO_MANIFEST, readManifest, writeManifest } from '#server/archive/manifest.ts'
import { isSignedBy, type Signer, signerOf } from '#server/platform/signer.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { chained, sha256 } from '#support/chained.ts'
import {
  filled,
  gap,
  halt,
  heartbeat,
  type Planned,
  recordOf,
  rejected,
  tick,
} from '#support/records.ts'

export const newSigner = (): Signer => signerOf(generateKeyPairSync('ed25519').privateKey)
export const isSignedWith =
  (signer: Signer) =>
  (signed: SignedText): Promise<boolean> =>
    isSignedBy(signer.publicKeyPem, signed)

export const DAYS = ['2026-11-28', '2026-11-29'].map((text) => daySchema.parse(text))
export const GENESIS: ChainStart = { seq: 0, hash: GENESIS_HASH, timeMs: null }

/** Planned records as a chain after `before`. */
export function chainAfter(
  symbol: string,
  before: ChainStart,
  planned: readonly Planned[],
): TickRecord[] {
  const records = planned.map((plan, n) => recordOf(plan, before.seq + n + 1))
  return chained(symbol, records, before.hash)
}

/** One record of each kind with each reason, and numbers at their bounds. */
export const everyKind = (fromMs: number): Planned[] => [
  tick(fromMs, 1),
  tick(fromMs, Number.MAX_SAFE_INTEGER),
  tick(fromMs + 1, 1),
  heartbeat(fromMs + 1_001),
  { kind: 'orders', at: fromMs + 1_001, size: 1, root: sha256('one order') },
  gap(fromMs + 1_002, 'restart'),
  gap(fromMs + 1_002, 'feed'),
  gap(fromMs + 1_003, 'loop'),
  gap(fromMs + 1_003, 'jump'),
  halt(fromMs + 1_004, 'closed'),
  halt(fromMs + 1_005, 'maintenance'),
  halt(fromMs + 1_006, 'ended'),
  rejected(fromMs + 1_007, 0, 0),
  rejected(fromMs + 1_007, -1, 100_000),
  rejected(fromMs + 1_007, -Number.MAX_SAFE_INTEGER),
  rejected(fromMs + 1_007, Number.MAX_SAFE_INTEGER),
  filled(fromMs + 1_008, fromMs - 1_000, Number.MAX_SAFE_INTEGER),
  { kind: 'orders', at: fromMs + 1_008, size: Number.MAX_SAFE_INTEGER, root: 'f'.repeat(64) },
  tick(fromMs + DAY_MS - 1, 139_471),
]

/** Ticks and heartbeats, half a second apart. */
export const plainDay = (day: Day, count: number): Planned[] =>
  Array.from({ length: count }, (_, n) => {
    const at = dayStart(day) + 500 * n
    return n % 5 === 4 ? heartbeat(at) : tick(at, 100_000 + ((n * 7_919) % 41))
  })

/** The inputs of a live price, as rules/index-price.ts writes them, with digits that no number would keep. */
const inputsText = (n: number): string =>
  [
    'fairtick-inputs-2',
    `binance|${4_567_812_345 + n}|97000.10|1764374400123|1764374400100|0`,
    `bybit|0f9ab3c1-00${n}|097000.000000000001|1764374400123|1764374400100|2000`,
    `coinbase|000${n}|97000.|1764374400123||1`,
  ].join('\n')

/** Ticks with inputs, and one without between them. */
export function liveDay(symbol: string, before: ChainStart, day: Day): ArchivedRecord[] {
  const texts = [0, 1, 2, 3].map((n) => (n === 2 ? undefined : inputsText(n)))
  const records = texts.map((inputs, n): TickRecord => {
    const link = { seq: before.seq + n + 1, timeMs: (dayStart(day) + n) as TimeMs, hash: '' }
    const made = { kind: 'tick', ...link, price: (9_700_010 + n) as Price, size: n } as const
    return inputs === undefined ? made : { ...made, inputs: sha256(inputs) }
  })
  return chained(symbol, records, before.hash).map((record, n) => {
    const inputs = texts[n]
    return inputs === undefined ? { record } : { record, inputs }
  })
}

/** The records of hours of the simulated feed, with its heartbeats. */
export function simulatedHours(symbol: string, day: Day, hours: number): TickRecord[] {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  const planned: { plan: Planned; size: number }[] = []
  let [price, atMs] = [parameters.anchor, dayStart(day)]
  for (let hour = 0; hour < hours; hour++) {
    const startsAt = dayStart(day) + hour * 3_600_000
    const epoch = { startsAt, endsAt: startsAt + 3_600_000, startPrice: price, parameters }
    const next = simulatedSeries({ ...epoch, seed: sha256(`${symbol} ${hour}`) })
    for (let made = next(); made !== null; made = next()) {
      for (; made.timeMs - atMs > 1_000; atMs += 1_000) {
        planned.push({ plan: heartbeat(atMs + 1_000), size: 0 })
      }
      ;({ timeMs: atMs, price } = made)
      planned.push({ plan: tick(atMs, price), size: made.size })
    }
  }
  const records = planned.map(({ plan, size }, n) => {
    const record = recordOf(plan, n + 1)
    return record.kind === 'tick' ? { ...record, size } : record
  })
  return chained(symbol, records)
}

export async function* inBatches(
  archived: readonly ArchivedRecord[],
  length = 1_000,
): AsyncGenerator<readonly ArchivedRecord[]> {
  for (let at = 0; at < archived.length; at += length) yield archived.slice(at, at + length)
}

export const bare = (records: readonly TickRecord[]): ArchivedRecord[] =>
  records.map((record) => ({ record }))

/** The source of a file with these records. */
export function sourceOf(
  symbol: string,
  day: Day,
  { before, archived }: { before: ChainStart; archived: readonly ArchivedRecord[] },
): DayFileSource {
  const head = archived.at(-1)?.record ?? before
  return { symbol, day, before, head, batches: inBatches(archived) }
}

/** The records of GC in each day of `writeArchive`: two blocks, and one. */
const PLAIN_RECORDS = [10_010, 300]

/** An archive of two days: a plain log, every kind, a live product, and one without records. */
export async function writeArchive(root: string, signer: Signer): Promise<void> {
  const heads = new Map<string, ChainStart>()
  let previous = NO_MANIFEST
  for (const [n, day] of DAYS.entries()) {
    const folder = join(root, day)
    const add = async (
      symbol: string,
      make: (before: ChainStart) => ArchivedRecord[],
    ): Promise<DayFile> => {
      const before = heads.get(symbol) ?? GENESIS
      const archived = make(before)
      heads.set(symbol, archived.at(-1)?.record ?? before)
      return writeDayFile(folder, sourceOf(symbol, day, { before, archived }))
    }
    const plan = (symbol: string, planned: readonly Planned[]) =>
      add(symbol, (before) => bare(chainAfter(symbol, before, planned)))
    const files = [
      await plan('GC', plainDay(day, PLAIN_RECORDS[n] ?? 0)),
      await plan('EURUSD', everyKind(dayStart(day))),
      await add('BTCUSDT', (before) => liveDay('BTCUSDT', before, day)),
      await plan('NG', []),
    ]
    ;({ hash: previous } = await writeManifest(folder, { day, previous, files }, signer))
  }
}

/** A file of the archive of a test. */
export interface OpenFile {
  folder: string
  file: DayFile
  /** The bytes of each block. */
  blocks: Buffer[]
}

export async function openFile(folder: string, symbol: string): Promise<OpenFile> {
  const { manifest } = await readManifest(folder)
  const file = manifest.files.find((each) => each.symbol === symbol)
  if (file === undefined) throw new Error(`${folder} has no ${symbol}`)
  const bytes = readFileSync(join(folder, fileName(symbol)))
  const blocks = file.blocks.map(({ offset, bytes: length }) =>
    bytes.subarray(offset, offset + length),
  )
  return { folder, file, blocks }
}

/** Writes a file with these blocks. The manifest stays as it is. */
export const writeFile = ({ folder, file }: OpenFile, blocks: readonly Buffer[]): void =>
  writeFileSync(join(folder, fileName(file.symbol)), Buffer.concat(blocks))

/** Writes another manifest, signed. */
export async function signAgain(
  folder: string,
  change: (manifest: DayManifest) => DayManifest,
  signer: Signer,
): Promise<void> {
  const { manifest } = await readManifest(folder)
  rmSync(join(folder, MANIFEST))
  await writeManifest(folder, change(manifest), signer)
}

/** Replaces the last block of a file, and has the server sign what it is then. */
export async function forgeBlock(
  open: OpenFile,
  bytes: Buffer,
  { signer, entry }: { signer: Signer; entry?: Partial<BlockEntry> },
): Promise<void> {
  const last = open.file.blocks.at(-1)
  if (last === undefined) throw new Error('a file without blocks')
  writeFile(open, [...open.blocks.slice(0, -1), bytes])
  const forged = { ...last, bytes: bytes.length, sha256: hash('sha256', bytes), ...entry }
  const change = (manifest: DayManifest): DayManifest => ({
    ...manifest,
    files: manifest.files.map((file) => {
      if (file.symbol !== open.file.symbol) return file
      const blocks = [...file.blocks.slice(0, -1), forged]
      return { ...file, blocks, records: forged.lastSeq - file.before.seq }
    }),
  })
  await signAgain(open.folder, change, signer)
}

/** As `forgeBlock`, with a block of these records. */
export async function forgeRecords(
  open: OpenFile,
  archived: readonly ArchivedRecord[],
  { signer, entry }: { signer: Signer; entry?: Partial<BlockEntry> },
): Promise<void> {
  const last = open.file.blocks.at(-1)
  const end = archived.at(-1)?.record
  if (last === undefined || end === undefined) throw new Error('a file without records')
  const hashBefore = open.file.blocks.at(-2)?.hash ?? open.file.before.hash
  const lastSeq = last.firstSeq + archived.length - 1
  await forgeBlock(open, await encodeBlock(archived, hashBefore), {
    signer,
    entry: { lastSeq, lastMs: end.timeMs, ...entry },
  })
}
