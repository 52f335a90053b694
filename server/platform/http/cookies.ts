/** The two cookies of a browser: its session's secret, and a device mark that only exempts from strangers' failures. */
import { createHash, randomBytes } from 'node:crypto'

export interface CookieNames {
  session: string
  device: string
  secure: boolean
}

/** Browsers keep a `__Host-` cookie to this very host, over HTTPS, for all paths. */
export const cookieNames = (secure: boolean): CookieNames => ({
  session: secure ? '__Host-fairtick' : 'fairtick',
  device: secure ? '__Host-fairtick-device' : 'fairtick-device',
  secure,
})

/** As long as browsers allow: the server's own sliding expiry decides. */
const MAX_AGE_S = 400 * 86_400
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 32 random bytes, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Undefined: absent, twice, or not a secret of ours. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .filter(([key]) => key === name)
    .map(([, value = '']) => value)
  const [value] = values
  return values.length === 1 && value !== undefined && SECRET.test(value) ? value : undefined
}

export function setCookie(names: CookieNames, which: 'session' | 'device', value: string): string {
  const base = `${names[which]}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_S}`
  return names.secure ? `${base}; Secure` : base
}

export const clearCookie = (names: CookieNames): string =>
  `${names.session}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0${names.secure ? '; Secure' : ''}`
