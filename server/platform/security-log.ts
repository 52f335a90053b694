/** The security log: one line for each refusal that an attack would cause; docs/OPERATIONS.md lists them. */
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
])

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
}
export type SecurityLog = (event: SecurityEvent) => void

const PER_SECOND = 20
const BURST = 200

export const isLogged = (code: string): boolean => LOGGED.has(code)

/** A flood of refusals must not fill the disk: lines beyond the limit are counted in the next one. */
export function createSecurityLog(log: Logger): SecurityLog {
  const bucket = createRateBucket(() => performance.now(), PER_SECOND, BURST)
  let unlogged = 0
  return ({ code, about, ...where }) => {
    if (!bucket.take()) {
      unlogged += 1
      return
    }
    log.warn({ security: code, ...where, ...about, ...(unlogged > 0 && { unlogged }) }, 'refused')
    unlogged = 0
  }
}
