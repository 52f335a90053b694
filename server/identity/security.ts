/** A user's account security: passwords, devices, the history of log-ins and second factors. */
import type { FactorProof } from '#contract/factors.ts'
import { timeMs } from '#contract/scalars.ts'
import { type Authenticator, createAuthenticator } from '#server/identity/authenticator.ts'
import { type ChangePassword, createChangePassword } from '#server/identity/change-password.ts'
import { deviceLabel } from '#server/identity/device-label.ts'
import { factorEvents } from '#server/identity/factor-events.ts'
import { setFactorAtLogIn } from '#server/identity/factor-store.ts'
import { setNickname } from '#server/identity/identity-store.ts'
import type { LogIns } from '#server/identity/log-ins.ts'
import { createLocks, type LockAccount } from '#server/identity/locks.ts'
import { createOwnPasskeys, type OwnPasskeys } from '#server/identity/own-passkeys.ts'
import { type AskedInSession, createPasswordCheck } from '#server/identity/password-check.ts'
import type { Credentials } from '#server/identity/credentials.ts'
import { profileChanged } from '#server/profile/profile.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { createStepUp, type StepUp } from '#server/identity/step-up.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Session } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What account security needs. */
export interface SecurityParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  passwords: Credentials
  throttle: Throttle
  sessions: SessionKeeper
  logIns: LogIns
  allowedOrigins: readonly string[]
  /** As the app is called now. */
  appName(): string
}

/** The account security of users. */
export interface Security {
  changePassword: ChangePassword
  lockAccount: LockAccount
  changeNickname(userId: bigint, nickname: string): Promise<void>
  devices(session: Session): Promise<Device[]>
  logIns: LogIns
  authenticator: Authenticator
  passkeys: OwnPasskeys
  stepUp: StepUp
  /** Sets whether a log-in requires a second factor. */
  askAtLogIn(asked: AskedInSession, on: boolean, proof: FactorProof | null): Promise<void>
}

/** The purpose that the proof for this change is bound to. */
const LOG_IN_FACTOR = 'log_in_factor'

type Device = Awaited<ReturnType<typeof devicesOf>>[number]

async function devicesOf(sessions: SessionKeeper, { userId, sessionId }: Session) {
  const lines = await sessions.list(userId)
  return lines.map((line) => ({
    handle: line.handle,
    current: line.id === sessionId,
    device: deviceLabel(line.user_agent),
    address: line.address,
    createdAt: timeMs.parse(Number(line.created_ms)),
    seenAt: timeMs.parse(Number(line.seen_ms)),
  }))
}

/** Creates account security. */
export function createSecurity(parts: SecurityParts): Security {
  const checkPassword = createPasswordCheck(parts)
  const stepUp = createStepUp({ ...parts, checkPassword })
  return {
    changePassword: createChangePassword({ ...parts, checkPassword, stepUp }),
    lockAccount: createLocks(parts),
    changeNickname: (userId, nickname) =>
      changeUser(parts, userId, async (tx) => {
        await setNickname(tx, userId, nickname)
        return { value: undefined, events: [await profileChanged(tx, userId)] }
      }),
    devices: (session) => devicesOf(parts.sessions, session),
    logIns: parts.logIns,
    authenticator: createAuthenticator({ ...parts, checkPassword, stepUp }),
    passkeys: createOwnPasskeys({ ...parts, checkPassword, stepUp }),
    stepUp,
    askAtLogIn: async (asked, on, proof) => {
      const { userId } = asked
      await checkPassword('login', asked)
      const attempt = { userId, proof, bound: LOG_IN_FACTOR, purpose: 'manage' } as const
      await stepUp.withProof(attempt, (use) =>
        changeUser(parts, userId, async (tx) => {
          const { events: used } = await use(tx)
          const atMs = parts.clock.now()
          await setFactorAtLogIn(tx, asked, { on, atMs })
          const change = on ? 'added' : 'removed'
          const changed = { userId, factor: 'log_in', change, atMs } as const
          return { value: undefined, events: [...used, ...(await factorEvents(tx, changed))] }
        }),
      )
    },
  }
}
