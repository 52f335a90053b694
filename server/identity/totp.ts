/** Codes of an authenticator app (RFC 6238): six digits, thirty seconds, SHA-1, which all apps support. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
const SECRET_BYTES = 20
/** What an authenticator app shows beside a code. */
interface Labels {
  account: string
  /** The name of the app. Without colons, which separate it from the account. */
  issuer: string
}

const totpOf = (secret: Buffer, { account, issuer }: Labels = { account: '', issuer: '' }): TOTP =>
  new TOTP({
    issuer: issuer.replaceAll(':', ''),
    label: account,
    period: STEP_MS / 1_000,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The secret for the app, as text to enter and as a URI for a QR code. */
export const totpHandover = (secret: Buffer, labels: Labels): { secret: string; uri: string } => {
  const totp = totpOf(secret, labels)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step that the code belongs to, at most one step from now. Null if the code is wrong. */
export function totpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta
}
