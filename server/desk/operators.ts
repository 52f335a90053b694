/** Logs operators in with two factors under a guard, and reads and ends their sessions, which also end when idle. */
import type { Operator, RefusedLogIns } from '#contract/desk.ts'
import type { OperatorProof } from '#contract/factors.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  type Attempt,
  createLogInGuard,
  deviceDigest,
  keepPlaces,
  refusedSince,
} from '#server/desk/log-in-guard.ts'
import type { OperatorFactors } from '#server/desk/operator-factors.ts'
import {
  lastDeskLogIn,
  liveDeskSession,
  openDeskSession,
  operatorById,
  operatorByName,
  type OperatorRow,
  revokeDeskSession,
  touchDeskSession,
} from '#server/desk/operator-store.ts'
import {
  DESK_SESSION_MS,
  type LogInCookies,
  newSecret,
  secretHash,
} from '#server/platform/http/cookies.ts'
import type { Credentials as Passwords } from '#server/identity/credentials.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Operators } from '#server/platform/session-reader.ts'

/** The latest activity is stored at most this often. An idle session may end earlier by this time. */
const TOUCH_MS = 5_000

/** What an operator enters first. */
interface Credentials {
  name: string
  password: string
}
/** Where a log-in comes from. */
interface LogInFrom {
  /** The address as `clientAddress` returns it. */
  address: string
  /** The secret of the browser's device cookie. */
  device: string | undefined
}
/** The result of a log-in. */
interface LoggedIn {
  /** For the cookies only. */
  secret: string
  device: string
  operator: Operator
  /** Null if no attempt was refused since the previous log-in. */
  refused: RefusedLogIns | null
}

/** Logs operators in and out. */
export interface OperatorKeeper {
  /** Throws `login_failed` whatever was wrong, `operator_not_enrolled` or `rate_limited`. */
  logIn(who: Credentials & { proof: OperatorProof }, from: LogInFrom): Promise<LoggedIn>
  /**
   * Options of a passkey's prompt, instead of a code. Throws as `logIn`, and `factor_required` if the operator has no
   * passkey.
   */
  challenge(who: Credentials, from: LogInFrom): Promise<Record<string, unknown>>
  /** Ends the session of this cookie, if any. */
  logOut(cookieHeader: string | undefined): Promise<void>
  find(operatorId: bigint): Promise<Operator>
}

/** What the log-in of operators needs. */
export interface OperatorParts {
  db: Database
  clock: MarketClock
  cookies: LogInCookies
  passwords: Pick<Passwords, 'isOperators'>
  throttle: Throttle
  factors: OperatorFactors
  /** Called when a session was ended in this process. */
  onEnded(sessionId: bigint): void
}

const operatorOf = (row: OperatorRow): Operator => ({
  name: row.name,
  createdAt: timeMs.parse(Number(row.created_at)),
})

/** The session reader for the route binder and the socket's handshake. */
export const readOperators = ({
  db,
  clock,
  cookies,
}: Pick<OperatorParts, 'db' | 'clock' | 'cookies'>): Operators => ({
  read: async (header, how) => {
    const secret = cookies.session.read(header)
    if (secret === undefined) return null
    const nowMs = clock.now()
    const row = await liveDeskSession(db, secret, nowMs)
    if (row === undefined) return null
    if (how?.byHand === true && nowMs - Number(row.active_at) >= TOUCH_MS) {
      await touchDeskSession(db, secret, nowMs)
    }
    return { operatorId: row.operator_id, sessionId: row.id, name: row.name, secret }
  },
})

/** Creates the functions that log operators in and out. */
export function createOperators(parts: OperatorParts): OperatorKeeper {
  const { db, clock, cookies, passwords, factors } = parts
  const guard = createLogInGuard(parts)

  /** Runs work under the guard if the password is right. Throws `login_failed`, `operator_not_enrolled`. */
  const known = async <T>(
    { name, password }: Credentials,
    { address, device }: LogInFrom,
    work: (row: OperatorRow, attempt: Attempt) => Promise<T>,
  ): Promise<T> => {
    const row = await operatorByName(db, name)
    const attempt = {
      name,
      operatorId: row?.id ?? null,
      address,
      device: device === undefined ? null : deviceDigest(device),
    }
    return guard.guard(attempt, async () => {
      const known = row?.disabled_at === null ? row.id : null
      const matches = await passwords.isOperators(known, password)
      if (row === undefined || !matches) throw new Rejected('login_failed')
      if (!(await factors.enrolled(row.id))) throw new Rejected('operator_not_enrolled')
      return work(row, attempt)
    })
  }
  const begin = (
    row: OperatorRow,
    proof: OperatorProof,
    from: Pick<Attempt, 'address'>,
    device: string,
  ) =>
    db.transaction(async (tx) => {
      const evidence = await factors.verify(tx, row.id, proof)
      if (evidence === null) throw new Rejected('login_failed')
      const secret = newSecret()
      const nowMs = clock.now()
      const refused = await refusedSince(tx, row.id, await lastDeskLogIn(tx, row.id))
      await keepPlaces(tx, row.id, {
        address: from.address,
        device: deviceDigest(device),
        atMs: nowMs,
      })
      const opened = await openDeskSession(tx, {
        operatorId: row.id,
        secretHash: secretHash(secret),
        nowMs,
        expiresMs: nowMs + DESK_SESSION_MS,
        proof: evidence,
      })
      if (!opened) throw new Rejected('login_failed')
      return { secret, device, operator: operatorOf(row), refused }
    })
  return {
    logIn: ({ proof, ...who }, from) =>
      known(who, from, (row) => begin(row, proof, from, from.device ?? newSecret())),
    challenge: (who, from) => known(who, from, ({ id }) => factors.challenge(id)),
    logOut: async (header) => {
      const secret = cookies.session.read(header)
      if (secret === undefined) return
      const ended = await revokeDeskSession(db, secret, clock.now())
      if (ended !== undefined) parts.onEnded(ended)
    },
    find: async (operatorId) => {
      const row = await operatorById(db, operatorId)
      if (row === undefined) throw new Rejected('not_found')
      return operatorOf(row)
    },
  }
}
