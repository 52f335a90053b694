/** The security log: one line per refusal that an attack would cause, and per log-in; docs/OPERATIONS.md lists them. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createRateBucket } from '#server/platform/rate-bucket.ts'

/** Codes of the error catalogue that are logged wherever they occur. */
const LOGGED: ReadonlySet<string> = new Set<ErrorCode>([
  'not_logged_in',
  'registration_required',
  'login_failed',
  'origin_refused',
  'host_refused',
  'rate_limited',
  'old_password_wrong',
  'trading_password_wrong',
  'factor_wrong',
  'opening_code_unknown',
  // The app validates its own requests, so such a request comes from another program.
  'validation_failed',
  'key_reused',
  'photo_unsupported',
  'photo_unknown',
  'same_operator',
])

/** Changes of users and operators to their own access, by row of the contract. */
const ACCESS_EVENTS: ReadonlyMap<string, string> = new Map([
  ['POST /guest', 'guest_opened'],
  ['POST /registration', 'registered'],
  ['POST /session', 'logged_in'],
  ['DELETE /session', 'logged_out'],
  ['DELETE /sessions', 'sessions_ended'],
  ['DELETE /sessions/:handle', 'sessions_ended'],
  ['POST /password', 'password_changed'],
  ['POST /recoveries/complete', 'account_recovered'],
  ['POST /recoveries/:id/veto', 'recovery_vetoed'],
  ['POST /factors/totp/confirm', 'factor_added'],
  ['POST /factors/totp/remove', 'factor_removed'],
  ['POST /factors/passkeys', 'factor_added'],
  ['POST /factors/passkeys/:id/remove', 'factor_removed'],
  ['POST /factors/log-in', 'log_in_factor_changed'],
  ['POST /mail/confirmation', 'mail_confirmed'],
  ['DELETE /mail', 'mail_removed'],
  ['POST /desk/session', 'logged_in'],
  ['DELETE /desk/session', 'logged_out'],
  ['POST /desk/passkeys', 'factor_added'],
  ['POST /desk/passkeys/:id/remove', 'factor_removed'],
])

/** The event of a row. Undefined if the row changes no access. */
export const accessEvent = ({ method, path }: { method: string; path: string }) =>
  ACCESS_EVENTS.get(`${method} ${path}`)

/** A line of the security log. It never contains input of the caller, which may be a password. */
export interface SecurityEvent {
  /**
   * A code of the catalogue, or one of `desk_refused`, `socket_refused` and `content_policy`, which have no answer of
   * their own.
   */
  code: string
  method?: string
  /** The path as the contract writes it, without ids of documents. */
  route?: string
  address?: string
  /** The id of the user whose session sent the request. */
  user?: string
  /** The id of the operator. */
  operator?: string
  /** Details of this kind of event. */
  about?: Readonly<Record<string, string>>
  /** True if the event succeeded. Absent: it was refused. */
  done?: true
}
/** Writes a line to the security log. */
export type SecurityLog = (event: SecurityEvent) => void

const PER_SECOND = 20
const BURST = 200

/** Whether a refusal is logged. A logged-in caller who requests missing documents may be probing other users' ids. */
export const isLogged = (code: string, { user, operator }: Partial<SecurityEvent>): boolean =>
  LOGGED.has(code) || (code === 'not_found' && (user ?? operator) !== undefined)

/**
 * Creates the security log. Lines beyond the limit are only counted in the next line, so that a flood cannot fill the
 * disk.
 */
export function createSecurityLog(log: Logger): SecurityLog {
  const bucket = createRateBucket(() => performance.now(), PER_SECOND, BURST)
  let unlogged = 0
  return ({ code, about, done, ...where }) => {
    // Every log-in and password change has its own throttle, so these lines need no limit.
    if (done) return log.info({ security: code, ...where, ...about }, 'done')
    if (!bucket.take()) {
      unlogged += 1
      return
    }
    log.warn({ security: code, ...where, ...about, ...(unlogged > 0 && { unlogged }) }, 'refused')
    unlogged = 0
  }
}
