/** Opens identity: guests, registration, log-in, account security, and the sweep of what has expired. */
import { HOUR_MS } from '#contract/time.ts'
import { watchEndedElsewhere } from '#server/identity/ended-elsewhere.ts'
import { createCredentials, type Credentials } from '#server/identity/credentials.ts'
import { createGuests } from '#server/identity/guests.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { ALARM_FLUSH_MS, createLogInAlarm } from '#server/identity/log-in-alarm.ts'
import { createLogIns } from '#server/identity/log-ins.ts'
import { sweepChallenges } from '#server/identity/passkey-store.ts'
import { createPasswordHasher, type HashCost } from '#server/identity/password-hasher.ts'
import { createRegistration, type RegistrationDesk } from '#server/identity/registration.ts'
import { identityRoutes } from '#server/identity/routes.ts'
import { createSecurity } from '#server/identity/security.ts'
import { securityRoutes } from '#server/identity/security-routes.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { createThrottle, type Throttle } from '#server/identity/throttle.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'

export interface IdentityNeeds {
  config: Pick<Config, 'allowedOrigins' | 'guestsMax' | 'rateFactor' | 'secureCookies'>
  db: Database
  credentials: Database<'credentials'>
  hub: SocketHub
  clock: MarketClock
  log: Logger
  vault: Vault
  sessions: SessionKeeper
  cookies: LogInCookies
  hashCost?: HashCost | undefined
  /** How the app is called now. */
  brand(): { name: string; shortName: string }
}

/** The area, with what other areas check passwords and limits by. */
export interface IdentityArea extends Area {
  registration: RegistrationDesk
  passwords: Credentials
  throttle: Throttle
  stepUp: StepUp
}

const SWEEP_MS = HOUR_MS

export async function openIdentity(needs: IdentityNeeds): Promise<IdentityArea> {
  const { config, db, hub, clock, log, vault, sessions, cookies, credentials } = needs
  const { allowedOrigins, guestsMax, rateFactor, secureCookies: secure } = config
  const hasher = await createPasswordHasher(needs.hashCost)
  const passwords = createCredentials({ credentials, clock, hasher })
  const throttle = createThrottle(db, clock)
  const logIns = createLogIns(db, clock)
  const onLost = (err: unknown): void => log.warn({ err }, 'not written down')
  const onNotLooked = (err: unknown): void =>
    log.warn({ err }, 'ended sessions were not looked for')
  const common = { db, hub, clock, hasher, passwords, throttle, onLost }
  const names = (): string[] => [needs.brand().name, needs.brand().shortName]
  const appName = (): string => needs.brand().shortName
  const registration = createRegistration({ ...common, sessions, rateFactor, names })
  const guests = createGuests({ ...common, sessions, guestsMax, rateFactor })
  const security = createSecurity({ ...common, sessions, logIns, vault, allowedOrigins, appName })
  const { stepUp } = security
  const alarm = createLogInAlarm({ db, hub, clock })
  const identity = createIdentity({ ...common, sessions, logIns, alarm, stepUp })
  const sweep = (): void => {
    const sweeps = [
      throttle.sweep(),
      logIns.sweep(),
      alarm.sweep(),
      guests.sweep(),
      security.passkeys.sweep(),
      sweepChallenges(db, clock.now()),
    ]
    Promise.all(sweeps).catch((err: unknown) => log.warn({ err }, 'old rows were not swept'))
  }
  const stops: (() => void)[] = []
  return {
    registration,
    passwords,
    throttle,
    stepUp,
    routes: (http) => {
      identityRoutes(http, { identity, guests, registration, sessions, cookies })
      securityRoutes(http, { security, sessions, cookies, secure })
    },
    start: () => {
      stops.push(
        clock.every(SWEEP_MS, sweep),
        clock.every(ALARM_FLUSH_MS, () => void alarm.flush().catch(onLost)),
        watchEndedElsewhere({ db, clock, sessions, onLost: onNotLooked }),
      )
    },
    stop: async () => {
      for (const stop of stops) stop()
      await alarm.flush().catch(onLost)
    },
  }
}
