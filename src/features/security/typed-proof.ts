/** A second factor's code as people type it, read into a proof; null while it is not complete. */
import { type FactorProof, recoveryCode, totpCode } from '#contract/factors.ts'

export type CodeKind = 'totp' | 'recovery'

/** Digits alone, of whatever script a keyboard writes. */
const tidyTotp = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, 6)

/** Upper case, the dash where it belongs, letters that the alphabet leaves out as the digits they look like. */
function tidyRecovery(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 10)
  return bare.length > 5 ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}

/** What the field shows of what was typed. */
export const tidyCode = (kind: CodeKind, text: string): string =>
  kind === 'totp' ? tidyTotp(text) : tidyRecovery(text)

export function typedProof(kind: CodeKind, text: string): FactorProof | null {
  const code = tidyCode(kind, text)
  const known = kind === 'totp' ? totpCode.safeParse(code) : recoveryCode.safeParse(code)
  return known.success ? { kind, code } : null
}
