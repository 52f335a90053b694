/** Opens the balance fund: its endpoints, topics, rates and daily job. */
import { createFundDays } from '#server/fund/days.ts'
import { fundTopic } from '#server/fund/state.ts'
import { createFund } from '#server/fund/fund.ts'
import { createRates } from '#server/fund/rates.ts'
import { fundRoutes } from '#server/fund/routes.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'

export interface FundNeeds {
  config: Pick<Config, 'practice'>
  db: Database
  hub: SocketHub
  clock: MarketClock
  log: Logger
  stepUp: StepUp
}

/** Opens the fund. It starts by publishing the example curve in practice mode. */
export function openFund(needs: FundNeeds): Area {
  const { config, db, hub, clock } = needs
  const rates = createRates({ ...needs, practice: config.practice })
  const days = createFundDays({ ...needs, rates })
  return {
    routes: (http) => fundRoutes(http, { db, rates, fund: createFund(needs) }),
    topics: () => hub.addPrivate(fundTopic(db, clock)),
    start: async () => {
      await rates.publishCurve()
      days.start()
    },
    stop: () => days.stop(),
  }
}
