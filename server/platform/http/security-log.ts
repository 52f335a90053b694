/** The security log: one line per refusal that an attack would cause, and per log-in; docs/OPERATIONS.md lists them. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createRateBucket } from '#server/platform/rate-bucket.ts'

/** Refusals of the catalogue that are worth a line, wherever they come from. */
const LOGGED: ReadonlySet<string> = new Set<ErrorCode>([
  'not_logged_in',
  'login_failed',
  'origin_refused',
  'host_refused',
  'rate_limited',
  'old_password_wrong',
  'trading_password_wrong',
  'factor_wrong',
  'opening_code_unknown',
  // The app checks what it sends: these come from programs that try what is possible.
  'validation_failed',
  'key_reused',
  'photo_unsupported',
  'photo_unknown',
  'same_operator',
])

/** What users and operators do about their own access, by the row of the contract. */
const ACCESS_EVENTS: ReadonlyMap<string, string> = new Map([
  ['POST /registration', 'registered'],
  ['POST /session', 'logged_in'],
  ['DELETE /session', 'logged_out'],
  ['DELETE /sessions', 'sessions_ended'],
  ['DELETE /sessions/:handle', 'sessions_ended'],
  ['POST /password', 'password_changed'],
  ['POST /factors/totp/confirm', 'factor_added'],
  ['POST /factors/totp/remove', 'factor_removed'],
  ['POST /factors/passkeys', 'factor_added'],
  ['POST /factors/passkeys/:id/remove', 'factor_removed'],
  ['POST /factors/log-in', 'log_in_factor_changed'],
  ['POST /desk/session', 'logged_in'],
  ['DELETE /desk/session', 'logged_out'],
  ['POST /desk/passkeys', 'factor_added'],
  ['POST /desk/passkeys/:id/remove', 'factor_removed'],
])

/** Undefined: the row changes nobody's access. */
export const accessEvent = ({ method, path }: { method: string; path: string }) =>
  ACCESS_EVENTS.get(`${method} ${path}`)

/** Never with what somebody typed: it may be a password. */
export interface SecurityEvent {
  /** Of the catalogue, or what has no answer of its own: `desk_refused`, `socket_refused`, `content_policy`. */
  code: string
  method?: string
  /** As the contract writes it, so without numbers of documents. */
  route?: string
  address?: string
  /** Number of the user whose session asked. */
  user?: string
  /** Of an operator. */
  operator?: string
  /** More, of this kind of event. */
  about?: Readonly<Record<string, string>>
  /** It was done, and nothing was refused. */
  done?: true
}
export type SecurityLog = (event: SecurityEvent) => void

const PER_SECOND = 20
const BURST = 200

/** A known caller who asks for what is not there may be trying numbers that belong to others. */
export const isLogged = (code: string, { user, operator }: Partial<SecurityEvent>): boolean =>
  LOGGED.has(code) || (code === 'not_found' && (user ?? operator) !== undefined)

/** A flood of refusals must not fill the disk: lines beyond the limit are counted in the next one. */
export function createSecurityLog(log: Logger): SecurityLog {
  const bucket = createRateBucket(() => performance.now(), PER_SECOND, BURST)
  let unlogged = 0
  return ({ code, about, done, ...where }) => {
    // Every log-in and password change has a throttle of its own.
    if (done) return log.info({ security: code, ...where, ...about }, 'done')
    if (!bucket.take()) {
      unlogged += 1
      return
    }
    log.warn({ security: code, ...where, ...about, ...(unlogged > 0 && { unlogged }) }, 'refused')
    unlogged = 0
  }
}
