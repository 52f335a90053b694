/** Changes of an archive on the disk, by someone without a key, with a key of their own, and with the server's. */
import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TickRecord } from '#contract/tick-log.ts'
import { decodeBlock, encodeBlock } from '#server/archive/block.ts'
import { type DayFile, fileName, headOf } from '#server/archive/day-index.ts'
import { MANIFEST, NO_MANIFEST, readManifest } from '#server/archive/manifest.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import type { Signer } from '#server/platform/signer.ts'
import { DAYS, LIVE_PRODUCT, LONG_PRODUCT } from '#support/archive-history.ts'
import { forgeRecords, type OpenFile, openFile, signAgain, writeFile } from '#support/archive.ts'
import { chained, sha256 } from '#support/chained.ts'

const [FIRST = '', SECOND = '', THIRD = ''] = DAYS
const LIVE = LIVE_PRODUCT.symbol
const LONG = LONG_PRODUCT.symbol

/** An archive to change. */
interface Changed {
  root: string
  /** Who signs what is changed, if the change is signed. */
  signer: Signer
  pick: (count: number) => number
}

/** A change, and where it is found. */
export interface Tampering {
  name: string
  /** Who signs the manifest of the changed day. */
  signedBy: 'no one' | 'another key' | 'the server'
  apply: (changed: Changed) => Promise<void> | void
  /** The day that the server's reader names. */
  day: string
  /** The day that the command names. Null if files and keys alone do not show the change. */
  command: string | null
}

/** Edits the records of the live product; `n` is the place of a tick among them. */
type Edit = (archived: readonly ArchivedRecord[], n: number) => ArchivedRecord[]

const dearer: Edit = (archived, n) =>
  archived.map((each, at) => {
    const { record } = each
    if (at !== n || record.kind !== 'tick') return each
    return { ...each, record: { ...record, price: (record.price + 1) as typeof record.price } }
  })
const without: Edit = (archived, n) => archived.toSpliced(n, 1)
const swapped: Edit = (archived, n) => {
  const [one, other] = archived.slice(n, n + 2)
  if (one === undefined || other === undefined) throw new Error('too few records')
  return archived.toSpliced(
    n,
    2,
    { ...other, record: at(other, one) },
    { ...one, record: at(one, other) },
  )
}
/** A record with the time of another, because times do not go back. */
const at = ({ record }: ArchivedRecord, { record: { timeMs } }: ArchivedRecord): TickRecord => ({
  ...record,
  timeMs,
})
const otherTrade: Edit = (archived, n) =>
  archived.map((each, place) => {
    const { record } = each
    if (place !== n || record.kind !== 'tick' || each.inputs === undefined) return each
    const inputs = each.inputs.replace('|2290000000-', '|2290000001-')
    return { record: { ...record, inputs: sha256(inputs) }, inputs }
  })

async function openLive(root: string): Promise<{ open: OpenFile; archived: ArchivedRecord[] }> {
  const open = await openFile(join(root, FIRST), LIVE)
  const [block] = open.blocks
  if (block === undefined) throw new Error('no block')
  return { open, archived: (await decodeBlock(LIVE, block)).records }
}

/** The records after an edit, numbered and chained as if they had always been so. */
function rechained(open: OpenFile, archived: readonly ArchivedRecord[]): ArchivedRecord[] {
  const { seq, hash } = open.file.before
  const numbered = archived.map(({ record }, n) => ({ ...record, seq: seq + n + 1 }))
  return chained(LIVE, numbered, hash).map((record, n) => ({ ...archived[n], record }))
}

/** A tick that the receipt shows, somewhere between the first and the last. */
const tickOf = (archived: readonly ArchivedRecord[], pick: Changed['pick']): number =>
  2 + pick(archived.length - 6)

const edited = async ({ root, pick }: Changed, edit: Edit) => {
  const { open, archived } = await openLive(root)
  return { open, records: rechained(open, edit(archived, tickOf(archived, pick))) }
}

/** The file alone has other records. */
const inFile = (edit: Edit) => async (changed: Changed) => {
  const { open, records } = await edited(changed, edit)
  writeFile(open, [await encodeBlock(records, open.file.before.hash)])
}

/** File and manifest have other records, and the last hash is still that of the log. */
const keepingHash = (edit: Edit) => async (changed: Changed) => {
  const { open, records } = await edited(changed, edit)
  await forgeRecords(open, records, { signer: changed.signer })
}

/** File and manifest have other records, and all hashes follow from them. */
const consistent = (edit: Edit) => async (changed: Changed) => {
  const { open, records } = await edited(changed, edit)
  const hash = records.at(-1)?.record.hash ?? ''
  await forgeRecords(open, records, { signer: changed.signer, entry: { hash } })
}

/** All manifests follow from what was changed too: the live product has no record on the days after. */
const rewritten = (edit: Edit) => async (changed: Changed) => {
  await consistent(edit)(changed)
  const { file: first } = await openFile(join(changed.root, FIRST), LIVE)
  let previous = NO_MANIFEST
  for (const day of readdirSync(changed.root).toSorted()) {
    const [folder, hashBefore] = [join(changed.root, day), previous]
    const follow = (file: DayFile): DayFile =>
      file.symbol === LIVE && day !== FIRST ? { ...file, before: headOf(first) } : file
    await signAgain(
      folder,
      (manifest) => ({ ...manifest, previous: hashBefore, files: manifest.files.map(follow) }),
      changed.signer,
    )
    ;({ hash: previous } = await readManifest(folder))
  }
}

const exchange = (one: string, other: string): void => {
  renameSync(one, `${one}.aside`)
  renameSync(other, one)
  renameSync(`${one}.aside`, other)
}

async function shorter({ root, signer }: Changed): Promise<void> {
  const open = await openFile(join(root, FIRST), LONG)
  writeFile(open, open.blocks.slice(0, 1))
  const change: Parameters<typeof signAgain>[1] = (manifest) => ({
    ...manifest,
    files: manifest.files.map((file) => {
      const [block] = file.blocks
      if (file.symbol !== LONG || block === undefined) return file
      return { ...file, blocks: [block], records: block.lastSeq - file.before.seq }
    }),
  })
  await signAgain(open.folder, change, signer)
}

const blocks =
  (change: (of: readonly Buffer[]) => readonly Buffer[]) =>
  async ({ root }: Changed): Promise<void> => {
    const open = await openFile(join(root, FIRST), LONG)
    writeFile(open, change(open.blocks))
  }

const pathOf = (root: string, day: string, symbol: string = LIVE): string =>
  join(root, day, fileName(symbol))

function otherByte({ root, pick }: Changed): void {
  const path = pathOf(root, FIRST)
  const bytes = readFileSync(path)
  const place = pick(bytes.length)
  bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << pick(8)), place)
  writeFileSync(path, bytes)
}

const EDITS: Record<string, Edit> = {
  'an edited price': dearer,
  'a record that was dropped': without,
  'two records in the wrong order': swapped,
  'another trade among the inputs of a price': otherTrade,
}

/** By someone who can write files and sign nothing. */
const UNSIGNED: Record<string, Tampering['apply']> = {
  'one bit of a block': otherByte,
  ...Object.fromEntries(Object.entries(EDITS).map(([name, edit]) => [name, inFile(edit)])),
  'a block that is missing': blocks((all) => all.slice(1)),
  'two blocks in the wrong order': blocks((all) => all.toReversed()),
  'a file that was cut': ({ root, pick }) => truncateSync(pathOf(root, FIRST), pick(60)),
  'a file that is missing': ({ root }) => rmSync(pathOf(root, FIRST)),
  'files of two products, exchanged': ({ root }) =>
    exchange(pathOf(root, FIRST, 'MADE1'), pathOf(root, FIRST, 'MADE2')),
  'files of two days, exchanged': ({ root }) =>
    exchange(pathOf(root, FIRST, 'MADE1'), pathOf(root, THIRD, 'MADE1')),
  'two days, exchanged': ({ root }) => exchange(join(root, FIRST), join(root, SECOND)),
  'a manifest that is missing': ({ root }) => rmSync(join(root, FIRST, MANIFEST)),
}

/** By someone who signs the manifest again. The server's own signature leaves the next manifest to show it. */
const SIGNED: Record<string, { apply: Tampering['apply']; isNamed: boolean }> = {
  ...Object.fromEntries(
    Object.entries(EDITS).flatMap(([name, edit]) => [
      [`${name} under the old hash`, { apply: keepingHash(edit), isNamed: true }],
      [`${name}, chained again`, { apply: consistent(edit), isNamed: false }],
    ]),
  ),
  'a block less': { apply: shorter, isNamed: false },
}

/** All changes. */
export const TAMPERINGS: readonly Tampering[] = [
  ...Object.entries(UNSIGNED).map(
    ([name, apply]): Tampering => ({ name, signedBy: 'no one', apply, day: FIRST, command: FIRST }),
  ),
  {
    name: 'a day that is missing',
    signedBy: 'no one',
    apply: ({ root }) => rmSync(join(root, FIRST), { recursive: true }),
    day: FIRST,
    command: SECOND,
  },
  ...Object.entries(SIGNED).flatMap(([name, { apply, isNamed }]): Tampering[] => [
    { name, signedBy: 'another key', apply, day: FIRST, command: FIRST },
    { name, signedBy: 'the server', apply, day: FIRST, command: isNamed ? FIRST : SECOND },
  ]),
  ...Object.entries(EDITS).map(
    ([name, edit]): Tampering => ({
      name: `${name}, with all manifests written again`,
      signedBy: 'the server',
      apply: rewritten(edit),
      day: FIRST,
      command: null,
    }),
  ),
]
