/** The manifest of an archived day: which files it has, signed by the server and chained to the day before. */
import { DAY_MS } from '#contract/time.ts'
import { access, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Day } from '#contract/scalars.ts'
import { type SignedText, signedText } from '#contract/signed-text.ts'
import { dayStart } from '#rules/business-day.ts'
import { strictJson } from '#rules/strict-json.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import {
  brokenBlock,
  bytesOf,
  type DayFile,
  type DayManifest,
  dayManifest,
  fileName,
} from '#server/archive/day-index.ts'
import { sha256 } from '#server/archive/digest.ts'
import { ArchiveFault, grouped } from '#server/archive/fault.ts'
import type { Signer } from '#server/platform/signer.ts'
import { isMissing, writeWhole } from '#server/platform/whole-files.ts'

const FORMAT = 'fairtick-archive-1'
/** The manifest's name in the folder of its day. */
export const MANIFEST = 'manifest.json'
/** What the first manifest names as the hash of the one before. */
export const NO_MANIFEST = GENESIS_HASH

/** A manifest with its signed text. `hash` is what the next day's manifest names. */
export interface SignedManifest {
  manifest: DayManifest
  signed: SignedText
  hash: string
}

/** What is wrong with the length of a file. */
interface LengthFault {
  /** False if there is no such file. */
  isThere: boolean
  sentence: string
}

/** Whether a day has its manifest, and so all its files. */
export async function isSealed(folder: string): Promise<boolean> {
  try {
    await access(join(folder, MANIFEST))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** The text that is signed: the format, a line break, and the manifest as JSON without blanks. */
function textOf({ day, fromMs, untilMs, previous, files }: DayManifest): string {
  const listed = files.map(({ symbol, before, records, blocks }) => ({
    symbol,
    before: { seq: before.seq, hash: before.hash },
    records,
    blocks: blocks.map((block) => ({
      offset: block.offset,
      bytes: block.bytes,
      firstSeq: block.firstSeq,
      lastSeq: block.lastSeq,
      firstMs: block.firstMs,
      lastMs: block.lastMs,
      hash: block.hash,
      sha256: block.sha256,
    })),
  }))
  return `${FORMAT}\n${JSON.stringify({ day, fromMs, untilMs, previous, files: listed })}`
}

const isOrdered = (files: readonly DayFile[]): boolean =>
  files.every(({ symbol }, n) => n === 0 || (files[n - 1]?.symbol ?? '') < symbol)

/** What contradicts itself in a manifest, as the rest of a sentence; null if nothing does. */
function contradictionIn(manifest: DayManifest): string | null {
  const { day, fromMs, untilMs, files } = manifest
  if (fromMs !== dayStart(day) || untilMs !== fromMs + DAY_MS)
    return 'names another span than its day'
  if (!isOrdered(files)) return 'does not list each product once, in order'
  for (const file of files) {
    const broken = brokenBlock(file, manifest)
    if (broken !== null) return `has a block ${broken + 1} of ${file.symbol} that follows no other`
    const last = file.blocks.at(-1)?.lastSeq ?? file.before.seq
    if (file.records !== last - file.before.seq) {
      return `counts ${grouped(file.records)} records of ${file.symbol}, and its blocks have others`
    }
  }
  return null
}

/** What a manifest is made of. */
export interface ManifestSource {
  day: Day
  /** The hash of the manifest before; `NO_MANIFEST` for the first. */
  previous: string
  /** The entries that `writeDayFile` returned, in any order. */
  files: readonly DayFile[]
}

/**
 * Writes the manifest of a day, after which the day is complete. Throws `ArchiveFault` if the folder has one, or if a
 * file is missing or has another length. Returns the manifest with its hash.
 */
export async function writeManifest(
  folder: string,
  { day, previous, files }: ManifestSource,
  signer: Signer,
): Promise<SignedManifest> {
  if (await isSealed(folder)) throw new ArchiveFault(`${folder} has a manifest already`)
  const sorted = files.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))
  const fromMs = dayStart(day)
  const manifest = dayManifest.parse({
    day,
    fromMs,
    untilMs: fromMs + DAY_MS,
    previous,
    files: sorted,
  })
  const wrong = contradictionIn(manifest)
  if (wrong !== null) throw new ArchiveFault(`the manifest of ${day} ${wrong}`)
  for (const file of sorted) {
    const fault = await lengthFault(folder, file)
    if (fault !== null) throw new ArchiveFault(fault.sentence)
  }
  const text = textOf(manifest)
  const signed = { text, signature: signer.sign(text), keyId: signer.keyId }
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(signed)}\n`)
  return { manifest, signed, hash: sha256(text) }
}

/** Why a file of a day has not the length that the manifest names; null if it has. */
export async function lengthFault(folder: string, file: DayFile): Promise<LengthFault | null> {
  const path = join(folder, fileName(file.symbol))
  const named = bytesOf(file)
  try {
    const { size } = await stat(path)
    const sentence = `${path}: has ${grouped(size)} bytes, and the manifest names ${grouped(named)}`
    return size === named ? null : { isThere: true, sentence }
  } catch (error) {
    if (isMissing(error)) return { isThere: false, sentence: `${path}: is missing` }
    throw error
  }
}

/** The only manifest with a signed text; null if there is none. */
function manifestIn(text: string): DayManifest | null {
  if (!text.startsWith(`${FORMAT}\n`)) return null
  const { data } = dayManifest.safeParse(strictJson(text.slice(FORMAT.length + 1)))
  return data === undefined || textOf(data) !== text ? null : data
}

/**
 * Reads the manifest in the folder of a day. Throws `ArchiveFault` if it is none, if it contradicts itself, or if it
 * is that of another day. Its signature is not verified.
 */
export async function readManifest(folder: string): Promise<SignedManifest> {
  const path = join(folder, MANIFEST)
  const signed = signedText.safeParse(strictJson(await readFile(path, 'utf8')))
  const manifest = signed.success ? manifestIn(signed.data.text) : null
  if (!signed.success || manifest === null) throw new ArchiveFault(`${path}: is no manifest`)
  if (manifest.day !== basename(folder)) {
    throw new ArchiveFault(`${path}: is the manifest of ${manifest.day}`)
  }
  const wrong = contradictionIn(manifest)
  if (wrong !== null) throw new ArchiveFault(`${path}: ${wrong}`)
  return { manifest, signed: signed.data, hash: sha256(signed.data.text) }
}
