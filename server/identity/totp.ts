/** Codes of an authenticator app (RFC 6238): six digits, thirty seconds, SHA-1, which all apps support. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
const SECRET_BYTES = 20
const ISSUER = 'Fairtick'

const totpOf = (secret: Buffer, account = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label: account,
    period: STEP_MS / 1_000,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** Creates a secret. */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The secret for the app, as text to enter and as a URI for a QR code. */
export const totpHandover = (secret: Buffer, account: string): { secret: string; uri: string } => {
  const totp = totpOf(secret, account)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step that the code belongs to, at most one step from now. Null if the code is wrong. */
export function totpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta
}
