import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { deviceKeyId, devicePublicKey, deviceSignature } from '#contract/signed-order.ts'
import { type SigningKeys, signingKeys, signText } from '#device/signing-keys.ts'
import { storedTable } from '#support/stored-table.ts'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

let table: ReturnType<typeof storedTable>
let keys: SigningKeys
beforeEach(() => {
  table = storedTable()
  keys = signingKeys(table)
})

describe('the key with which a device signs', () => {
  it('has the shapes of the contract, and its public part verifies what it signed', async () => {
    const key = await keys.create('someone')
    expect(deviceKeyId.safeParse(key.keyId).success).toBe(true)
    expect(devicePublicKey.safeParse(key.publicKey).success).toBe(true)
    const text = 'fairtick-order-1\nkey é'
    const signature = await signText(key, text)
    expect(deviceSignature.safeParse(signature).success).toBe(true)
    const spki = bytes(key.publicKey)
    const verifier = await crypto.subtle.importKey('spki', spki, CURVE, false, ['verify'])
    const verify = (of: string) =>
      crypto.subtle.verify(SIGNING, verifier, bytes(signature), new TextEncoder().encode(of))
    expect(await verify(text)).toBe(true)
    expect(await verify(`${text} `)).toBe(false)
    expect(key.keyId).toBe(hash('sha256', key.publicKey).slice(0, 16))
  })

  it('cannot be read, not even by the app', async () => {
    const { privateKey } = await keys.create('someone')
    expect(privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
  })

  it('is found again by its account alone, also after it was registered', async () => {
    const made = await keys.create('someone')
    expect(made.registered).toBe(false)
    await keys.confirm('someone', made)
    expect(await keys.find('someone')).toMatchObject({ keyId: made.keyId, registered: true })
    expect(await keys.find('another')).toBeNull()
  })

  it('is replaced by a new one, so that an account has one on a device', async () => {
    await keys.create('someone')
    const second = await keys.create('someone')
    expect(table.rows.size).toBe(1)
    expect((await keys.find('someone'))?.keyId).toBe(second.keyId)
  })

  it('is deleted when its user logs out or another logs in', async () => {
    await keys.create('someone')
    await keys.belongTo('someone')
    expect(table.rows.size).toBe(1)
    await keys.belongTo('another')
    expect(table.rows.size).toBe(0)
    await keys.create('someone')
    await keys.belongTo(null)
    expect(table.rows.size).toBe(0)
  })

  it('counts as lost where the stored row is not a key', async () => {
    await keys.create('someone')
    for (const row of table.rows.values()) row.value = { keyId: '0123456789abcdef' }
    expect(await keys.find('someone')).toBeNull()
  })
})
