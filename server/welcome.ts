/** The first users of a new installation, whom the start message names. */
import { takePracticeMoney } from '#server/cashier/cashier-store.ts'
import { ensureDemoUser, houseOpeningCode } from '#server/identity/first-users.ts'
import type { RegistrationDesk } from '#server/identity/registration.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { changeUser } from '#server/platform/user-transaction.ts'

interface WelcomeNeeds {
  config: Config
  pools: Pools
  clock: MarketClock
}

/** Creates the first users if necessary. The demo user is null unless money is for practice. */
export async function welcome(
  { config, pools, clock }: WelcomeNeeds,
  registration: RegistrationDesk,
  hub: SocketHub,
) {
  const { app: db } = pools
  const { practice, dataFolder } = config
  const openingCode = await houseOpeningCode(db, clock)
  if (!practice) return { openingCode, demo: null }
  const giveMoney = (userId: bigint) =>
    changeUser({ db, hub }, userId, async (tx) => ({
      value: await takePracticeMoney(tx, userId, clock.now()),
      events: [],
    }))
  const users = { db, registration, openingCode, dataFolder, giveMoney }
  return { openingCode, demo: await ensureDemoUser(users) }
}
