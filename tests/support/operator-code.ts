/** Codes of an operator's authenticator. Each is used once; the next one is what the desk takes, for any operator. */
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
const used = new Map<string, number>()

/** Base 32, as the command line prints it. At most two per secret within half a minute. */
export function operatorCode(secret: string, nowMs: number): string {
  const now = Math.floor(nowMs / STEP_MS)
  const step = Math.max((used.get(secret) ?? 0) + 1, now)
  if (step > now + 1) throw new Error('no code is left for now: each works once')
  used.set(secret, step)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * STEP_MS })
}

/** What the desk is sent. */
export const codeProof = (secret: string, nowMs: number) =>
  ({ kind: 'totp', code: operatorCode(secret, nowMs) }) as const

/** After the desk forgot which codes were used. */
export const forgetUsedCodes = (): void => used.clear()
