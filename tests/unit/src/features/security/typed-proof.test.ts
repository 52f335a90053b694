import { describe, expect, it } from 'vitest'
import { tidyCode, typedProof } from '#features/security/typed-proof.ts'

describe('a typed code', () => {
  it('is six digits, of any script, with whatever stood between them', () => {
    expect(typedProof('totp', '123 456')).toEqual({ kind: 'totp', code: '123456' })
    expect(typedProof('totp', '１２３４５６')).toEqual({ kind: 'totp', code: '123456' })
    expect(typedProof('totp', '٠١٢ ๓४5')).toEqual({ kind: 'totp', code: '012345' })
    expect(tidyCode('totp', '12ab34567')).toBe('123456')
    expect(typedProof('totp', '12345')).toBeNull()
  })
  it('is a recovery code however it was copied', () => {
    const proof = { kind: 'recovery', code: '0A1B2-C3D4E' }
    expect(typedProof('recovery', 'oa1b2c3d4e')).toEqual(proof)
    expect(typedProof('recovery', ' 0aib2 - c3d4e ')).toEqual(proof)
    expect(typedProof('recovery', '0A1B2-C3D4')).toBeNull()
    expect(typedProof('recovery', '0A1B2-C3D4U')).toBeNull()
  })
})
