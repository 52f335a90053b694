/** The cookies of users and operators: secrets, kept by a browser for this host alone. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createHash, randomBytes } from 'node:crypto'

export interface Cookie {
  readonly name: string
  /** The secret in a `Cookie` header. Undefined if it is absent, malformed or sent twice, when neither is trusted. */
  read(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that stores a secret. */
  set(secret: string): string
  /** The `Set-Cookie` header that removes it. */
  clear(): string
}

/** What a browser holds after a log-in. */
export interface LogInCookies {
  /** The secret of the session. */
  session: Cookie
  /** Recognises a browser used before. It authenticates no one; it keeps the browser's failures apart from others'. */
  device: Cookie
}

/** The maximum that browsers allow: the server's own sliding expiry decides. */
const USER_COOKIE_MS = 400 * DAY_MS
/** Operators enter their password again after a shift and a half. */
export const DESK_SESSION_MS = 12 * HOUR_MS
/** How long a browser counts as one that the operator has used before. */
export const DESK_PLACE_MS = 90 * DAY_MS
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** A new secret: 32 random bytes as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** SHA-256 of a secret, as the database stores it. */
export const secretHash = (secret: string | Buffer): Buffer =>
  createHash('sha256').update(secret).digest()

function secretCookie(plainName: string, secure: boolean, lifeMs: number): Cookie {
  // Browsers keep a `__Host-` cookie for this host only, over HTTPS, for all paths.
  const name = secure ? `__Host-${plainName}` : plainName
  const line = (value: string, maxAgeMs: number): string => {
    const kept = `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeMs / 1_000}`
    return secure ? `${kept}; Secure` : kept
  }
  return {
    name,
    read: (header = '') => {
      const values = header
        .split(';')
        .map((part) => part.trim().split('='))
        .filter(([key]) => key === name)
        .map(([, value = '']) => value)
      const [value] = values
      return values.length === 1 && value !== undefined && SECRET.test(value) ? value : undefined
    },
    set: (secret) => line(secret, lifeMs),
    clear: () => line('', 0),
  }
}

/** The secret of the session that a request carries, for the database to check. Empty without one. */
export const sessionSecretIn = (
  { session }: LogInCookies,
  request: { headers: { cookie?: string | undefined } },
): string => session.read(request.headers.cookie) ?? ''

/** The cookies of users. `secure`: the server is reached by HTTPS. */
export const userCookies = (secure: boolean): LogInCookies => ({
  session: secretCookie('fairtick', secure, USER_COOKIE_MS),
  device: secretCookie('fairtick-device', secure, USER_COOKIE_MS),
})

/** The cookies of operators. `secure`: the server is reached by HTTPS. */
export const deskCookies = (secure: boolean): LogInCookies => ({
  session: secretCookie('fairtick-desk', secure, DESK_SESSION_MS),
  device: secretCookie('fairtick-desk-device', secure, DESK_PLACE_MS),
})
