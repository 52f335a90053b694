/**
 * Finds and reads the recordings of a folder: one file per product, ticks in preference to bars. Files that fit no
 * product, or have rows that do not fit theirs, stop the start, which names all of them at once.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecording, type Recording, RecordingFault, recordingKind } from '#rules/csv-feed.ts'
import { type CatalogueProduct, PRODUCTS } from '#server/market/catalogue.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** A recording with the file that it was read from. */
export interface LoadedRecording extends Recording {
  product: CatalogueProduct
  file: string
  /** SHA-256 of the file's bytes. */
  sha256: string
}

interface Candidate {
  product: CatalogueProduct
  file: string
  isTicks: boolean
  /** True if the file uses the product's own symbol. */
  isExact: boolean
  bytes: Buffer
}

/** The product of a symbol in a file's name: also `BTCUSD` for BTCUSDT, as venues in dollars call it. */
const productOf = (symbol: string): CatalogueProduct | undefined =>
  PRODUCTS.find((each) => each.symbol === symbol) ??
  PRODUCTS.find((each) => each.class === 'virtual' && each.symbol === `${symbol}T`)

/** The product of a file: its name starts with the symbol, which may be in two parts, as in `eur-usd_1m.csv`. */
function namedProduct(file: string): { product: CatalogueProduct; isExact: boolean } | undefined {
  const [first = '', second = ''] = file.toUpperCase().split(/[^A-Z0-9]+/)
  for (const symbol of [first, first + second]) {
    const product = productOf(symbol)
    if (product !== undefined) return { product, isExact: product.symbol === symbol }
  }
  return undefined
}

/** The start of a file, with the names of its columns. */
const HEAD_BYTES = 256

/** Ticks are preferred over bars, then the product's own symbol over an alias, then the file's name decides. */
const preferred = (a: Candidate, b: Candidate): number =>
  Number(b.isTicks) - Number(a.isTicks) ||
  Number(b.isExact) - Number(a.isExact) ||
  (a.file < b.file ? -1 : 1)

function load({ product, file, bytes }: Candidate): LoadedRecording {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { product, file, sha256, ...parseRecording(bytes.toString('utf8'), product) }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    throw new StartRefused(`There is no folder ${folder} to replay.`)
  }
}

/** A file of the folder that is not played, because it is no CSV file, or another one of the same product is. */
export interface UnusedFile {
  file: string
  reason: string
}

export interface LoadedFolder {
  /** Ordered by product id. */
  recordings: LoadedRecording[]
  unused: UnusedFile[]
}

const NAMING =
  `A file is named SYMBOL_anything.csv, with one of ${PRODUCTS.map(({ symbol }) => symbol).join(', ')}; ` +
  'BTCUSD and its like stand for BTCUSDT. Rename these files, or move them out of the folder.'

/** Why a file cannot be read or played; anything else is our own fault. */
function problemOf(error: unknown): string {
  if (error instanceof RecordingFault) return error.message
  if (error instanceof Error && 'code' in error) return `cannot be read (${String(error.code)})`
  throw error
}

/** Loads the recordings. Throws `StartRefused` with everything that is wrong with the folder and its files. */
export function loadRecordings(folder: string): LoadedFolder {
  const problems: string[] = []
  /** Notes what is wrong with a file, so that the others are read as well. */
  const tried = <T>(file: string, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      const lines = problemOf(error).split('\n')
      problems.push(...lines.map((line) => `${join(folder, file)}: ${line}`))
      return undefined
    }
  }
  const files = filesOf(folder)
  const isCsv = (file: string): boolean => /\.csv$/i.test(file)
  const unused: UnusedFile[] = files
    .filter((file) => !isCsv(file))
    .map((file) => ({ file, reason: 'only files whose name ends in .csv are read' }))
  const unknown: string[] = []
  const chosen = new Map<number, Candidate>()
  for (const file of files.filter(isCsv)) {
    const named = namedProduct(file)
    if (named === undefined) unknown.push(file)
    const bytes = named && tried(file, () => readFileSync(join(folder, file)))
    if (named === undefined || bytes === undefined) continue
    const isTicks = recordingKind(bytes.subarray(0, HEAD_BYTES).toString('utf8')) === 'ticks'
    const fit = { ...named, file, isTicks, bytes }
    const other = chosen.get(fit.product.id)
    const [best = fit, rest] = other === undefined ? [fit] : [fit, other].sort(preferred)
    chosen.set(fit.product.id, best)
    if (rest !== undefined) {
      unused.push({ file: rest.file, reason: `${fit.product.symbol} is played from another file` })
    }
  }
  const recordings = [...chosen.values()]
    .sort((a, b) => a.product.id - b.product.id)
    .flatMap((each) => tried(each.file, () => load(each)) ?? [])
  if (unknown.length > 0) {
    problems.unshift(`${folder} has files of no product on offer: ${unknown.join(', ')}. ${NAMING}`)
  }
  if (problems.length > 0) throw new StartRefused(problems.join('\n'))
  if (recordings.length === 0) {
    const found = files.length === 0 ? 'It is empty.' : `It has ${files.join(', ')}.`
    throw new StartRefused(`${folder} has no .csv file to replay. ${found}`)
  }
  return { recordings, unused }
}
