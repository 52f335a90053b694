/** What the command, the server and the readers of receipts say of an archive. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkArchive } from '#server/archive/check-archive.ts'
import { headOf } from '#server/archive/day-index.ts'
import { ArchiveFault } from '#server/archive/fault.ts'
import { readManifest } from '#server/archive/manifest.ts'
import { ArchivedDays } from '#server/archive/old-days.ts'
import { openOldDays } from '#server/archive/open-archive.ts'
import { LogReader } from '#server/market/log-reader.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { isSignedBy } from '#server/platform/signer.ts'
import { LIVE_PRODUCT, PRODUCTS } from '#support/archive-history.ts'
import { type Log, otherIn, readLog } from '#support/archive-world.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'verify-archive.ts')

/** What the check of `npm run verify-archive` finds. */
export async function faultsOfArchive(root: string, publicKeyPem: string): Promise<string[]> {
  const faults: string[] = []
  for await (const report of checkArchive(root, (signed) => isSignedBy(publicKeyPem, signed))) {
    faults.push(...report.faults)
  }
  return faults
}

/** What the command prints, and its status. */
export function byCommand(root: string, keyFile: string): { text: string; status: number | null } {
  const args = [SCRIPT, root, '--key', keyFile]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { text: stdout + stderr, status }
}

/** What the server's reader says of each product: a fault, or what it returned that the log had otherwise. */
export async function byServer(
  db: Queryable,
  dataFolder: string,
  before: readonly Log[],
): Promise<{ faults: string[]; wrong: string[] }> {
  const reader = new LogReader(db, await openOldDays(db, dataFolder))
  const [faults, wrong]: [string[], string[]] = [[], []]
  for (const log of before) {
    try {
      wrong.push(...otherIn(log, await readLog(reader, log)))
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      faults.push(error.message)
    }
  }
  return { faults, wrong }
}

/** The days of an archive as a server that trusts any manifest would have them in its database. */
async function trusting(root: string, days: readonly string[]): Promise<ArchivedDays> {
  const oldDays = new ArchivedDays(root, () => Promise.resolve(true))
  for (const name of days) {
    const { manifest, hash } = await readManifest(join(root, name))
    const ends = manifest.files.flatMap((file) => {
      const [first, last] = [file.blocks[0], file.blocks.at(-1)]
      const product = PRODUCTS.find(({ symbol }) => symbol === file.symbol)
      if (first === undefined || last === undefined || product === undefined) return []
      const { seq, hash: lastHash } = headOf(file)
      const span = { firstMs: first.firstMs, lastMs: last.lastMs, firstSeq: first.firstSeq }
      const hashes = { hashBefore: file.before.hash, lastHash }
      return [{ productId: product.id, symbol: file.symbol, lastSeq: seq, ...span, ...hashes }]
    })
    oldDays.add({ day: manifest.day, manifest: hash, ends })
  }
  return oldDays
}

/**
 * The receipt as a server would write it that takes the files for the log, whatever its database says. Null if they
 * cannot be read at all.
 */
export async function receiptFrom(
  db: Queryable,
  { root, days, receipt }: { root: string; days: readonly string[]; receipt: SettledReceipt },
): Promise<SettledReceipt | null> {
  try {
    const reader = new LogReader(db, await trusting(root, days))
    const { id } = LIVE_PRODUCT
    const shown = async ({ records }: SettledReceipt['entry']) =>
      reader.after(id, (records[0]?.seq ?? 1) - 1, records.length)
    const venues = receipt.venues ?? []
    return {
      ...receipt,
      entry: { ...receipt.entry, records: await shown(receipt.entry) },
      exit: { ...receipt.exit, records: await shown(receipt.exit) },
      venues: (
        await reader.inputsOf(
          id,
          venues.map(({ seq }) => seq),
        )
      ).flatMap((each) => ('inputs' in each ? [each] : [])),
    }
  } catch (error) {
    if (error instanceof ArchiveFault || (error instanceof Error && 'code' in error)) return null
    throw error
  }
}
