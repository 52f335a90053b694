import { describe, expect, it } from 'vitest'
import { recoveryCode } from '#contract/factors.ts'
import { newRecoveryCodes, recoveryDigest } from '#server/identity/recovery-codes.ts'
import { newTotpSecret, totpHandover, totpStep } from '#server/identity/totp.ts'

/** RFC 6238, appendix B: the last six digits of its SHA-1 rows. */
const SECRET = Buffer.from('12345678901234567890')
const VECTORS: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

describe('codes of an authenticator app', () => {
  it.each(VECTORS)('at second %i are those of the standard: %s', (second, code) => {
    expect(totpStep(SECRET, code, second * 1_000)).toBe(Math.floor(second / 30))
  })

  it.each(VECTORS)('at second %i name their own step, one before and one after', (second, code) => {
    const step = Math.floor(second / 30)
    for (const late of [-30, 30]) {
      expect(totpStep(SECRET, code, (second + late) * 1_000)).toBe(step)
    }
    for (const late of [-90, 90]) {
      expect(totpStep(SECRET, code, (second + late) * 1_000)).toBeNull()
    }
  })

  it('come from a secret of 160 bits, handed over in base 32 and as a link', () => {
    const secret = newTotpSecret()
    expect(secret).toHaveLength(20)
    const { secret: text, uri } = totpHandover(secret, 'ada_01')
    expect(text).toMatch(/^[A-Z2-7]{32}$/)
    const link = new URL(uri)
    expect(decodeURIComponent(link.pathname)).toContain('Fairtick:ada_01')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      issuer: 'Fairtick',
      secret: text,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  it('are ten different ones of the form that the contract takes', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(recoveryCode.safeParse(code).success).toBe(true)
  })

  it('are kept under their user: the same code of another is another', () => {
    const vault = { digest: (text: string) => Buffer.from(text) }
    const [one, other] = [1n, 2n].map((userId) => recoveryDigest(vault, userId, '00000-00000'))
    expect(one).not.toEqual(other)
  })
})
