/** What the server checks each minute beside the invariants in SQL: the histories, signatures and second factors. */
import { createProofAudit } from '#server/desk/proof-audit.ts'
import type { CheckerParts } from '#server/ledger/checker.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { Vault } from '#server/platform/vault.ts'
import { createOperatorAudit } from '#server/records/operator-audit.ts'
import { createReceiptAudit } from '#server/trading/receipt-audit.ts'

/** Creates the audits as one. What does not verify is stored as such by the auditor's role. */
export function createAudits(
  { config, pools, clock }: { config: Config; pools: Pools; clock: MarketClock },
  { room, signer, vault }: { room: Pick<CheckerParts, 'audit'>; signer: Signer; vault: Vault },
): NonNullable<CheckerParts['audit']> {
  const { app: db, auditor } = pools
  const { allowedOrigins } = config
  const auditOperators = createOperatorAudit({ db, clock })
  const verifyProofs = createProofAudit({ db: auditor, vault, allowedOrigins })
  const auditReceipts = createReceiptAudit({ db: auditor, signer })
  return async () => {
    await verifyProofs()
    const found = [...((await room.audit?.()) ?? []), ...(await auditOperators())]
    return [...found, ...(await auditReceipts())]
  }
}
