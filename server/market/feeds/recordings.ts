/**
 * Finds and reads the recordings of a folder: one file per product, ticks in preference to bars. Files that are not
 * used are logged.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecording, type Recording, RecordingFault } from '#rules/csv-feed.ts'
import { type CatalogueProduct, PRODUCTS } from '#server/market/catalogue.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import type { Logger } from '#server/platform/logging.ts'

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

/**
 * Loads the recordings, ordered by product id. Throws `StartRefused` with file, line and reason at the first bad row.
 */
export function loadRecordings(folder: string, log: Logger): LoadedRecording[] {
  const chosen = new Map<number, Candidate>()
  const leaveOut = (file: string, reason: string): void =>
    log.info({ file, reason }, 'recording left out')
  for (const file of csvFiles(folder)) {
    const found = candidate(folder, file)
    if (found === undefined) {
      leaveOut(file, 'no product of this name')
      continue
    }
    const other = chosen.get(found.product.id)
    const [best = found, rest] = other === undefined ? [found] : [found, other].sort(preferred)
    chosen.set(found.product.id, best)
    if (rest !== undefined) leaveOut(rest.file, `${best.file} has this product too`)
  }
  if (chosen.size === 0) throw new StartRefused(`No file in ${folder} is of a product on offer.`)
  return [...chosen.values()]
    .sort((a, b) => a.product.id - b.product.id)
    .map((each) => load(folder, each))
}
