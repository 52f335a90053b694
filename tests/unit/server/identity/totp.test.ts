import { createHash } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
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
    const { secret: text, uri } = totpHandover(secret, {
      account: 'ada_01',
      issuer: 'Gold: Tick & Co',
    })
    expect(text).toMatch(/^[A-Z2-7]{32}$/)
    const link = new URL(uri)
    expect(decodeURIComponent(link.pathname)).toBe('/Gold Tick & Co:ada_01')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      issuer: 'Gold Tick & Co',
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

  it('are kept under their user: the same code of another is another', async () => {
    const vault = { digest: (text: string) => createHash('sha256').update(text).digest() }
    const digest = (userId: bigint) => recoveryDigest(vault, userId, '00000-00000')
    expect(await digest(1n)).toEqual(await digest(1n))
    expect(await digest(1n)).not.toEqual(await digest(2n))
  })

  it('are kept as hashes of 19 MiB of work, under a salt that the database does not hold', async () => {
    const salts: string[] = []
    const vault = {
      digest: (text: string) => {
        salts.push(text)
        return Buffer.alloc(32, 7)
      },
    }
    const stored = await recoveryDigest(vault, 5n, '00000-00000')
    expect(salts).toEqual(['recovery-salt|5'])
    const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
    expect(stored).toEqual(await hashRaw('00000-00000', { ...cost, salt: Buffer.alloc(16, 7) }))
  })
})
