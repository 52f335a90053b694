/** Everything that insiders try: the rows of the scenario `insider` and of the table in docs/SECURITY.md. */
import type { InsiderAct } from '#support/insider-acts.ts'
import { APP_ACTS } from '#support/insider-app.ts'
import { IDENTITY_ACTS } from '#support/insider-identity.ts'
import { AUDITOR_ACTS } from '#support/insider-auditor.ts'
import { MARKET_ACTS } from '#support/insider-market.ts'
import { OPERATOR_ACTS } from '#support/insider-operators.ts'
import { SETTLEMENT_ACTS } from '#support/insider-settlement.ts'

export const INSIDER_ACTS: readonly InsiderAct[] = [
  ...MARKET_ACTS,
  ...SETTLEMENT_ACTS,
  ...APP_ACTS,
  ...IDENTITY_ACTS,
  ...AUDITOR_ACTS,
  ...OPERATOR_ACTS,
]
