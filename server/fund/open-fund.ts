/** Opens the balance fund: its endpoints, topics, rates and daily job. */
import type { FastifyInstance } from 'fastify'
import { createFundDays } from '#server/fund/days.ts'
import { fundTopic } from '#server/fund/state.ts'
import { createFund } from '#server/fund/fund.ts'
import { createRates } from '#server/fund/rates.ts'
import { fundRoutes } from '#server/fund/routes.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What the fund needs. */
export interface FundNeeds {
  config: Pick<Config, 'practice'>
  db: Database
  hub: SocketHub
  clock: MarketClock
  log: Logger
  stepUp: StepUp
}

/** The life cycle of the fund. */
export interface FundArea {
  /** Publishes the example curve in practice mode, then starts the daily job. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Opens the fund and registers its endpoints. */
export function openFund(http: FastifyInstance, needs: FundNeeds): FundArea {
  const { config, db, hub, clock } = needs
  const rates = createRates({ ...needs, practice: config.practice })
  const days = createFundDays({ ...needs, rates })
  hub.addPrivate(fundTopic(db, clock))
  fundRoutes(http, { db, rates, fund: createFund(needs) })
  return {
    start: async () => {
      await rates.publishCurve()
      days.start()
    },
    stop: () => days.stop(),
  }
}
