/** Checks restored data whole, before a server may start on them: chains, signatures, invariants, and the keys. */
import { chainName } from '#contract/record-chain.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import { type ChainStart, findChainFault } from '#rules/tick-chain.ts'
import { ArchiveFault } from '#server/archive/fault.ts'
import { openOldDays } from '#server/archive/open-archive.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'
import { readChain } from '#server/market/chain-store.ts'
import { readCheckpoints, readKeys } from '#server/market/checkpoint-store.ts'
import { findMissingHead } from '#server/market/checkpoints.ts'
import { sha256 } from '#server/market/product-log.ts'
import { LogReader } from '#server/market/log-reader.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSignedByOneOf, openSigner } from '#server/platform/signer.ts'
import { openVaultOf } from '#server/platform/vault.ts'
import { openPushKeys } from '#server/push/push-keys.ts'

const PAGE = 5_000
const FAULTS_SHOWN = 20

type Owner = Database<never>
type Start = ChainStart | undefined

/** Reads a chain page by page. Returns its first fault in words, or null. */
async function faultOfChain<Link extends { seq: number; hash: string; timeMs: number }>(
  name: string,
  read: (afterSeq: number) => Promise<Link[]>,
  find: (links: Link[], start: Start) => { seq: number; fault: string } | null,
): Promise<string | null> {
  let start: Start
  try {
    for (;;) {
      const links = await read(start?.seq ?? 0)
      const fault = find(links, start)
      if (fault !== null) return `${name}: record ${fault.seq} (${fault.fault})`
      const last = links.at(-1)
      if (last === undefined) return null
      start = { seq: last.seq, hash: last.hash, timeMs: last.timeMs }
    }
  } catch (error) {
    if (error instanceof ArchiveFault) return `${name}: ${error.message}`
    throw error
  }
}

const withStart = (start: Start) => ({ sha256, ...(start !== undefined && { start }) })

async function faultsOfChains(owner: Owner, dataFolder: string): Promise<string[]> {
  const faults: (string | null)[] = []
  const log = new LogReader(owner, await openOldDays(owner, dataFolder))
  const products = await owner.query<{ id: number; symbol: string }>(
    'select id, symbol from products order by id',
  )
  for (const { id, symbol } of products) {
    const read = (afterSeq: number) => log.after(id, afterSeq, PAGE)
    faults.push(
      await faultOfChain(`tick log of ${symbol}`, read, (links, start) =>
        findChainFault(symbol, links, withStart(start)),
      ),
    )
  }
  for (const chain of chainName.options) {
    const read = (afterSeq: number) => readChain(owner, chain, { afterSeq, limit: PAGE })
    faults.push(
      await faultOfChain(`chain of ${chain}`, read, (links, start) =>
        findRecordFault(chain, links, withStart(start)),
      ),
    )
  }
  if (faults.some((fault) => fault !== null)) return faults.filter((fault) => fault !== null)
  const missing = await findMissingHead(owner, log, products)
  if (missing !== undefined) faults.push(`tick log of ${missing}: its signed end is missing`)
  return faults.filter((fault) => fault !== null)
}

async function faultsOfSignatures(owner: Owner): Promise<string[]> {
  const keys = await readKeys(owner)
  const faults: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER; faults.length < FAULTS_SHOWN; ) {
    const page = await readCheckpoints(owner, { before, limit: PAGE })
    for (const checkpoint of page) {
      if (await isSignedByOneOf(keys, checkpoint)) continue
      faults.push(`checkpoint ${checkpoint.number}: its signature does not verify`)
    }
    const last = page.at(-1)
    if (last === undefined) break
    before = last.number
  }
  return faults
}

/** What is wrong with restored data, in words. Things that were frozen for a fault before the backup are no fault. */
export async function faultsOfRestored(owner: Owner, dataFolder: string): Promise<string[]> {
  const { keyId } = openSigner(dataFolder)
  const isKnown = (await readKeys(owner)).some((key) => key.keyId === keyId)
  await openPushKeys(owner, await openVaultOf(owner, dataFolder), Date.now())
  const { first } = await selectFaults(owner, FAULTS_SHOWN)
  return [
    ...(isKnown ? [] : [`signing-key.pem: the database does not know the key ${keyId}`]),
    ...first
      .filter(({ is_frozen }) => !is_frozen)
      .map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...(await faultsOfChains(owner, dataFolder)),
    ...(await faultsOfSignatures(owner)),
  ]
}
