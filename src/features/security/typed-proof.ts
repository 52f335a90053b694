/** Parses a typed code of a second factor into a proof; null while it is not complete. */
import { type FactorProof, recoveryCode, totpCode } from '#contract/factors.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'

export type CodeKind = 'totp' | 'recovery'

/** Only digits, from any script that a keyboard produces. */
const tidyTotp = (text: string): string => asciiDigits(text).replace(/\D/g, '').slice(0, 6)

/** Upper case, with the dash in its place. Letters that the alphabet omits become the digits that they resemble. */
function tidyRecovery(text: string): string {
  const bare = asciiDigits(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 10)
  return bare.length > 5 ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}

/** What the field shows of the typed text. */
export const tidyCode = (kind: CodeKind, text: string): string =>
  kind === 'totp' ? tidyTotp(text) : tidyRecovery(text)

export function typedProof(kind: CodeKind, text: string): FactorProof | null {
  const code = tidyCode(kind, text)
  const known = kind === 'totp' ? totpCode.safeParse(code) : recoveryCode.safeParse(code)
  return known.success ? { kind, code } : null
}
