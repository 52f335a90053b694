/** Opens the cashier: practice money, deposits and withdrawals with their topics and endpoints. */
import { balanceTopic, createCashier } from '#server/cashier/cashier.ts'
import { openDepositMethods } from '#server/cashier/deposit-methods.ts'
import { createDeposits } from '#server/cashier/deposits.ts'
import { cashierRoutes } from '#server/cashier/routes.ts'
import { createWithdrawals } from '#server/cashier/withdrawals.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import type { Documents } from '#server/documents/move.ts'
import { ownTopic } from '#server/documents/own-documents.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

export interface CashierNeeds {
  config: Pick<Config, 'practice' | 'cashierMethods'>
  db: Database
  hub: SocketHub
  clock: MarketClock
  deskChanges: DeskChanges
  documents: Documents
  stepUp: StepUp
}

/** Opens the cashier. Throws `StartRefused` when the file of deposit methods is unusable. */
export async function openCashier(needs: CashierNeeds): Promise<Area> {
  const { config, db, hub, clock } = needs
  const methods = await openDepositMethods(config)
  const edge = {
    cashier: createCashier({ db, hub, clock, practice: config.practice }),
    deposits: createDeposits({ ...needs, methods }),
    withdrawals: createWithdrawals(needs),
  }
  return {
    routes: (http) => cashierRoutes(http, edge),
    topics: () => {
      hub.addPrivate(balanceTopic(db, clock))
      hub.addPrivate(ownTopic(db, 'deposit'))
      hub.addPrivate(ownTopic(db, 'withdrawal'))
    },
  }
}
