import { describe, expect, it } from 'vitest'
import { deviceTools } from '#proof/device-tools.ts'
import { keysOf, newSigner } from '#support/signed-history.ts'

const signer = newSigner()
const stranger = newSigner()

describe('signatures on this device', () => {
  const statement = { text: 'a text', signature: signer.sign('a text'), keyId: signer.keyId }
  const holds = (given: typeof statement, keys = keysOf(signer)) => deviceTools(keys).verify(given)

  it('hold for the text and the key that made them', async () => {
    expect(await holds(statement)).toBe(true)
    expect(await holds({ ...statement, text: 'another text' })).toBe(false)
    expect(await holds(statement, [])).toBe(false)
    expect(await holds({ ...statement, signature: 'AAAA' })).toBe(false)
    expect(await holds({ ...statement, signature: '!' })).toBe(false)
  })

  it('do not hold under a key that only bears the name', async () => {
    const [named] = keysOf(stranger)
    const keys = [{ keyId: signer.keyId, publicKey: named?.publicKey ?? '' }]
    expect(await holds(statement, keys)).toBe(false)
  })

  it('are found right where the browser does not know Ed25519', async () => {
    const { importKey } = crypto.subtle
    crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))
    try {
      expect(await holds(statement)).toBe(true)
      expect(await holds({ ...statement, text: 'another text' })).toBe(false)
    } finally {
      crypto.subtle.importKey = importKey
    }
  })
})
