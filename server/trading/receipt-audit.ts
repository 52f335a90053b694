/**
 * Verifies the signatures of receipts and checkpoints once more, from what the database stores. SQL cannot verify them,
 * so an order or a checkpoint that was written without the server's key is detected here and not prevented.
 */
import { readReceipt } from '#rules/receipt.ts'
import type { LedgerFault } from '#server/ledger/ledger-store.ts'
import { readCheckpointsFrom, readKeys } from '#server/market/checkpoint-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isSignedBy, type Signer } from '#server/platform/signer.ts'
import {
  ORDER_COLUMNS,
  ORDER_TABLES,
  type OrderRow,
  orderOfRow,
} from '#server/trading/order-row.ts'

export interface ReceiptAuditParts {
  db: Database<'auditor'>
  signer: Pick<Signer, 'keyId' | 'publicKeyPem'>
}

interface ReceiptRow extends OrderRow {
  transfer_id: bigint
  receipt_text: string
  receipt_signature: string
  receipt_key_id: string
}

/** How far the first round after a start looks back, and how many receipts and checkpoints a round verifies. */
const LOOK_BACK = 2_000n
const LOOK_BACK_MS = 600_000
const PER_ROUND = 2_000
const CHECKPOINTS_PER_ROUND = 100
/** Postings that commit after later ones are found for so long. */
const OVERLAP = 200n

/** By their postings, whose numbers no caller chooses. */
const SELECT = `
  select t.id as transfer_id, ${ORDER_COLUMNS}, o.receipt_text, o.receipt_signature, o.receipt_key_id
  from ${ORDER_TABLES}
  join transfers t on o.id = case when t.kind = 'order_stake' then t.ref::bigint end
  where t.id > $1 and t.kind = 'order_stake' order by t.id limit ${PER_ROUND}`

/**
 * Creates the audit. Each call verifies the receipts and checkpoints that are new since the one before. It stores which
 * receipts are invalid, so that the invariants report them, and returns faults of checkpoints, which concern everyone.
 * Only keys that were registered at the first call count, which is before the server listens.
 */
export function createReceiptAudit({ db, signer }: ReceiptAuditParts) {
  let keys: ReadonlyMap<string, string> | null = null
  let verified = 0n
  let checkpointMs = 0

  const begin = async (): Promise<ReadonlyMap<string, string>> => {
    const known = new Map((await readKeys(db)).map(({ keyId, publicKey }) => [keyId, publicKey]))
    const [row] = await db.query<{ newest: bigint; time_ms: number }>(
      `select (select coalesce(max(id), 0) from transfers) as newest,
        (select coalesce(max(time_ms), 0) from checkpoints)::float8 as time_ms`,
    )
    verified = (row?.newest ?? 0n) - LOOK_BACK
    checkpointMs = (row?.time_ms ?? 0) - LOOK_BACK_MS
    return known.set(signer.keyId, signer.publicKeyPem)
  }
  const isSigned = async (text: string, signature: string, keyId: string): Promise<boolean> => {
    const key = keys?.get(keyId)
    return key !== undefined && isSignedBy(key, { text, signature })
  }
  const isValid = (row: ReceiptRow): Promise<boolean> =>
    readReceipt(row.receipt_text, orderOfRow(row)) === null
      ? Promise.resolve(false)
      : isSigned(row.receipt_text, row.receipt_signature, row.receipt_key_id)

  const verifyReceipts = async (): Promise<void> => {
    const rows = await db.query<ReceiptRow>(SELECT, [verified - OVERLAP])
    for (const row of rows) {
      if (!(await isValid(row))) await db.query('select refuse_receipt($1)', [row.id])
    }
    const newest = rows.at(-1)?.transfer_id ?? verified
    if (newest > verified) verified = newest
  }

  return async (): Promise<LedgerFault[]> => {
    keys ??= await begin()
    await verifyReceipts()
    const page = { timeMs: checkpointMs, limit: CHECKPOINTS_PER_ROUND }
    for (const { number, timeMs, text, signature, keyId } of await readCheckpointsFrom(db, page)) {
      if (!(await isSigned(text, signature, keyId))) {
        return [{ invariant: 'checkpoint_signed', detail: `checkpoint ${number}` }]
      }
      checkpointMs = timeMs
    }
    return []
  }
}
