/**
 * Compares the operator log with the signed checkpoints in turn, so that an act that was removed, inserted, changed or
 * dated back behind the server is found wherever it is. The chain itself is checked in server/ledger/invariants.sql.
 */
import { createPublicKey, verify } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SignedText } from '#contract/signed-text.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import { checkOperatorChain, type OperatorFault } from '#rules/operator-chain.ts'
import { readChain, readChainHead } from '#server/market/chain-store.ts'
import { readCheckpoints, readKeys } from '#server/market/checkpoint-store.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import { type MarketClock, placeAt } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Checkpoints per call besides the newest. With one call per minute, a day takes about 15 minutes. */
const SLICE = 600
/** The newest checkpoints, which each call compares: those of ten minutes. */
const NEWEST = 60

/** An act or a checkpoint that does not fit the others. */
export interface OperatorAuditFault {
  invariant: 'operator_log_checkpoints'
  detail: string
}

const detailOf = (fault: OperatorFault): string => {
  const act = 'seq' in fault ? `act ${fault.seq}` : 'checkpoints'
  const at = 'checkpoint' in fault ? `, checkpoint ${fault.checkpoint}` : ''
  return `${act} (${fault.kind}${at})`
}

async function faultOf(db: Database, checkpoints: readonly Checkpoint[], isNewest: boolean) {
  const heads = checkpoints.flatMap(({ anchors }) => anchors?.operators ?? [])
  const [first, last] = [heads[0], heads.at(-1)]
  if (first === undefined || last === undefined) return null
  const afterSeq = Math.max(0, first.seq - 1)
  const until = isNewest ? (await readChainHead(db, 'operators')).seq : last.seq
  const limit = Math.max(last.seq, until) - afterSeq
  const records = await readChain(db, 'operators', { afterSeq, limit })
  const keys = new Map(
    (await readKeys(db)).map(({ keyId, publicKey }) => [keyId, createPublicKey(publicKey)]),
  )
  const isSigned = ({ text, signature, keyId }: SignedText): boolean => {
    const key = keys.get(keyId)
    return (
      key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    )
  }
  const verifyOne = async (signed: SignedText): Promise<boolean> => {
    // Lets other work run between two signatures.
    await nextTurn()
    return isSigned(signed)
  }
  const tools = { sha256, sha256Bytes, verify: verifyOne }
  return (await checkOperatorChain({ records, checkpoints }, tools)).fault
}

/**
 * Creates the audit. Each call compares the newest acts and the next slice of older ones, and returns the first fault
 * or an empty list. A slice with a fault is compared again at the next call.
 */
export function createOperatorAudit({
  db,
  clock,
}: {
  db: Database
  clock: Pick<MarketClock, 'now'>
}): () => Promise<OperatorAuditFault[]> {
  const place = placeAt(clock.now())
  /** The next slice ends before this checkpoint; null before the first call. */
  let before: number | null = null

  const page = async (limit: number, until: number): Promise<Checkpoint[]> =>
    (await readCheckpoints(db, { before: until, limit })).toReversed()

  return async () => {
    const newest = await page(NEWEST, Number.MAX_SAFE_INTEGER)
    const last = newest.at(-1)?.number ?? 0
    before ??= Math.ceil(last * place) + 1
    const slice = await page(SLICE, before)
    const fault = (await faultOf(db, newest, true)) ?? (await faultOf(db, slice, false))
    if (fault !== null) {
      return [{ invariant: 'operator_log_checkpoints', detail: detailOf(fault) }]
    }
    // Slices share a checkpoint, because the acts between two of them are dated by both.
    const oldest = slice[0]?.number ?? 1
    before = oldest > 1 ? oldest + 1 : last + 1
    return []
  }
}
