/** Checks a whole archive: signatures, the chain of manifests, all files, and the chain of records across the days. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignedText } from '#contract/signed-text.ts'
import { readBlock } from '#server/archive/block-reader.ts'
import { type DayFile, fileName, type Head, headOf } from '#server/archive/day-index.ts'
import { ArchiveFault, grouped } from '#server/archive/fault.ts'
import {
  isSealed,
  lengthFault,
  MANIFEST,
  NO_MANIFEST,
  readManifest,
  type SignedManifest,
} from '#server/archive/manifest.ts'

/** What was found in one day. */
export interface DayReport {
  day: string
  /** False for the newest day if it has no manifest yet. Its files are not checked. */
  isSealed: boolean
  files: number
  records: number
  /** A sentence for each fault, which names the file. */
  faults: string[]
}

/** What the days before left. Null if a day before could not be read. */
interface Before {
  hash: string | null
  heads: Map<string, Head> | null
}

const DAY_NAME = /^20\d\d-\d\d-\d\d$/

/** The sentence of a fault, or of a file that the system does not give. Throws anything else. */
function sentenceOf(path: string, error: unknown): string {
  if (error instanceof ArchiveFault) return error.message
  if (error instanceof Error && 'code' in error) return `${path}: cannot be read (${error.message})`
  throw error
}

/** The faults of the blocks of a file. Each block is read, because it can be read without the others. */
async function blockFaults(path: string, file: DayFile): Promise<string[]> {
  const faults: string[] = []
  for (const n of file.blocks.keys()) {
    await readBlock({ path, file, n }).catch((error: unknown) =>
      faults.push(sentenceOf(path, error)),
    )
  }
  return faults
}

/** Why a file does not continue the day before; null if it does. */
function headFault(path: string, { before }: DayFile, head: Head | undefined): string | null {
  const starts = `${path}: starts after record ${grouped(before.seq)}`
  if (head === undefined) {
    return before.seq === 0 && before.hash === NO_MANIFEST
      ? null
      : `${starts}, and no day before has a record of it`
  }
  if (before.seq !== head.seq) {
    return `${starts}, and the days before end with record ${grouped(head.seq)}`
  }
  return before.hash === head.hash
    ? null
    : `${starts} with another hash than the days before end with`
}

async function fileFaults(folder: string, file: DayFile, before: Before): Promise<string[]> {
  const path = join(folder, fileName(file.symbol))
  const head = before.heads?.get(file.symbol)
  const isFirst = before.heads === null || before.hash === NO_MANIFEST
  const start = isFirst && head === undefined ? null : headFault(path, file, head)
  const length = await lengthFault(folder, file)
  return [
    ...(start === null ? [] : [start]),
    ...(length === null ? [] : [length.sentence]),
    ...(length?.isThere === false ? [] : await blockFaults(path, file)),
  ]
}

/** Files that the manifest does not name. What a killed run left has a name that begins with a dot. */
async function strangersIn(folder: string, files: readonly DayFile[]): Promise<string[]> {
  const named = new Set([MANIFEST, ...files.map(({ symbol }) => fileName(symbol))])
  const names = await readdir(folder)
  return names
    .filter((name) => !named.has(name) && !name.startsWith('.'))
    .toSorted()
    .map((name) => `${join(folder, name)}: the manifest does not name it`)
}

async function manifestFaults(
  path: string,
  { manifest, signed }: SignedManifest,
  { before, isSigned }: { before: Before; isSigned: (signed: SignedText) => Promise<boolean> },
): Promise<string[]> {
  const isChained = before.hash === null || manifest.previous === before.hash
  const isOurs = await isSigned(signed)
  return [
    ...(isOurs ? [] : [`${path}: is not signed by a key that you trust`]),
    ...(isChained
      ? []
      : [
          before.hash === NO_MANIFEST
            ? `${path}: is not the first, and the manifest before it is missing`
            : `${path}: does not continue the manifest before it`,
        ]),
  ]
}

/**
 * Checks all days of an archive, oldest first, a report per day. Folders whose name is no day are left out. Only the
 * newest day may lack a manifest. The first day may start after any record.
 */
export async function* checkArchive(
  root: string,
  isSigned: (signed: SignedText) => Promise<boolean>,
): AsyncGenerator<DayReport> {
  const days = (await readdir(root)).filter((name) => DAY_NAME.test(name)).toSorted()
  let before: Before = { hash: NO_MANIFEST, heads: new Map() }
  for (const day of days) {
    const folder = join(root, day)
    const path = join(folder, MANIFEST)
    const isComplete = await isSealed(folder)
    if (!isComplete) {
      const faults = day === days.at(-1) ? [] : [`${path}: is missing`]
      yield { day, isSealed: false, files: 0, records: 0, faults }
      continue
    }
    const read = await readManifest(folder).catch((error: unknown) => sentenceOf(path, error))
    if (typeof read === 'string') {
      yield { day, isSealed: true, files: 0, records: 0, faults: [read] }
      before = { hash: null, heads: null }
      continue
    }
    const { manifest, hash } = read
    const faults = await manifestFaults(path, read, { before, isSigned })
    for (const file of manifest.files) faults.push(...(await fileFaults(folder, file, before)))
    faults.push(...(await strangersIn(folder, manifest.files)))
    const heads = new Map(before.heads)
    for (const file of manifest.files) heads.set(file.symbol, headOf(file))
    const records = manifest.files.reduce((sum, file) => sum + file.records, 0)
    yield { day, isSealed: true, files: manifest.files.length, records, faults }
    before = { hash, heads }
  }
}
