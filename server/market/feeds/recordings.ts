/**
 * Finds and reads the recordings of a folder: one file per product, ticks in preference to bars. A file that fits no
 * product, or has a row that does not fit its product, stops the start.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecording, type Recording, RecordingFault } from '#rules/csv-feed.ts'
import { type CatalogueProduct, PRODUCTS } from '#server/market/catalogue.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Symbols that other venues use for our products. */
const ALIASES: Readonly<Record<string, string>> = {
  BTCUSD: 'BTCUSDT',
  ETHUSD: 'ETHUSDT',
}

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

function candidate(folder: string, file: string): Candidate | undefined {
  const token = /^[A-Z0-9]+/.exec(file)?.[0] ?? ''
  const symbol = ALIASES[token] ?? token
  const product = PRODUCTS.find((each) => each.symbol === symbol)
  if (product === undefined) return undefined
  const bytes = readFileSync(join(folder, file))
  const isTicks = bytes.subarray(0, 64).toString('utf8').startsWith('time_ms,price')
  return { product, file, isTicks, isExact: token === symbol, bytes }
}

/** Ticks are preferred over bars, then the product's own symbol over an alias, then the file's name decides. */
const preferred = (a: Candidate, b: Candidate): number =>
  Number(b.isTicks) - Number(a.isTicks) ||
  Number(b.isExact) - Number(a.isExact) ||
  (a.file < b.file ? -1 : 1)

function load(folder: string, { product, file, bytes }: Candidate): LoadedRecording {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    return { product, file, sha256, ...parseRecording(bytes.toString('utf8'), product) }
  } catch (error) {
    if (error instanceof RecordingFault) {
      throw new StartRefused(`${join(folder, file)}: ${error.message}`)
    }
    throw error
  }
}

function csvFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.csv'))
      .sort()
  } catch {
    throw new StartRefused(`There is no folder ${folder} to replay.`)
  }
}

/** A file of the folder that is not played, because another one of the same product is. */
export interface UnusedFile {
  file: string
  reason: string
}

/** The recordings of a folder. */
export interface LoadedFolder {
  /** Ordered by product id. */
  recordings: LoadedRecording[]
  unused: UnusedFile[]
}

const symbolsText = (): string => PRODUCTS.map(({ symbol }) => symbol).join(', ')

function refuseUnknown(folder: string, files: readonly string[]): void {
  if (files.length === 0) return
  throw new StartRefused(
    `${folder} has files of no product on offer: ${files.join(', ')}. A file is named ` +
      `SYMBOL_anything.csv, with one of ${symbolsText()}, or ${Object.keys(ALIASES).join(', ')}. ` +
      'Rename these files, or move them out of the folder.',
  )
}

/**
 * Loads the recordings. Throws `StartRefused` with all files of unknown products, or with file, line and reason of the
 * first row that does not fit.
 */
export function loadRecordings(folder: string): LoadedFolder {
  const files = csvFiles(folder)
  if (files.length === 0) throw new StartRefused(`No file in ${folder} is of a product on offer.`)
  const found = files.map((file) => ({ file, fit: candidate(folder, file) }))
  refuseUnknown(
    folder,
    found.filter(({ fit }) => fit === undefined).map(({ file }) => file),
  )
  const chosen = new Map<number, Candidate>()
  const unused: UnusedFile[] = []
  for (const { fit } of found) {
    if (fit === undefined) continue
    const other = chosen.get(fit.product.id)
    const [best = fit, rest] = other === undefined ? [fit] : [fit, other].sort(preferred)
    chosen.set(fit.product.id, best)
    if (rest !== undefined) {
      unused.push({ file: rest.file, reason: `${fit.product.symbol} is played from another file` })
    }
  }
  const recordings = [...chosen.values()]
    .sort((a, b) => a.product.id - b.product.id)
    .map((each) => load(folder, each))
  return { recordings, unused }
}
