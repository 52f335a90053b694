/** What the server checks each minute beside the invariants in SQL: the histories, signatures and second factors. */
import { ArchiveFault } from '#server/archive/fault.ts'
import { createProofAudit } from '#server/desk/proof-audit.ts'
import type { CheckerParts } from '#server/ledger/checker.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { Vault } from '#server/platform/vault.ts'
import { createOperatorAudit } from '#server/records/operator-audit.ts'
import { createOldResultsAudit } from '#server/trading/old-results-audit.ts'
import { createReceiptAudit } from '#server/trading/receipt-audit.ts'

interface AuditNeeds {
  config: Config
  pools: Pools
  clock: MarketClock
  log: Logger
}
interface Audited {
  room: Pick<CheckerParts, 'audit'> & { market: Market }
  signer: Signer
  vault: Vault
}

/** Creates the audits as one. What does not verify is stored as such by the auditor's role. */
export function createAudits(
  { config, pools, clock, log }: AuditNeeds,
  { room, signer, vault }: Audited,
): NonNullable<CheckerParts['audit']> {
  const { app: db, auditor } = pools
  const { allowedOrigins } = config
  const auditOperators = createOperatorAudit({ db, clock })
  const verifyProofs = createProofAudit({ db: auditor, vault, allowedOrigins })
  const auditReceipts = createReceiptAudit({ db: auditor, signer })
  const auditOldResults = createOldResultsAudit({ db: auditor, clock, market: room.market })
  /** A file of old prices that is missing or was changed stops nothing: the log names it, and orders do not need it. */
  const withFiles = <T>(audit: Promise<T>, without: T): Promise<T> =>
    audit.catch((err: unknown) => {
      if (!(err instanceof ArchiveFault)) throw err
      log.error({ err }, 'old prices cannot be read from their files')
      return without
    })
  return async () => {
    await verifyProofs()
    await withFiles(auditOldResults(), undefined)
    const history = await withFiles(room.audit?.() ?? Promise.resolve([]), [])
    return [...history, ...(await auditOperators()), ...(await auditReceipts())]
  }
}
