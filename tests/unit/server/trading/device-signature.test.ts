import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedBy } from '#server/trading/device-signature.ts'
import { type SigningDevice, signingDevice } from '#support/signing-device.ts'

/** Enough for numbers with a leading zero byte, which one signature in 128 has. */
const SIGNATURES = 1_500
const NUMBER_BYTES = 32
const BITS = 8 * 2 * NUMBER_BYTES
const ORDER_OF_P256 = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'

const device = signingDevice()
const keyOf = ({ publicKey }: SigningDevice) =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
const key = keyOf(device)
const bytesOf = (signature: string): Buffer => Buffer.from(signature, 'base64')
const textOf = (n: number): string => `fairtick-order-1\nkey ${n} £`
const text = textOf(0)
const signature = device.sign(text)

const signed = Array.from({ length: SIGNATURES }, (_, n) => ({
  text: textOf(n),
  signature: device.sign(textOf(n)),
}))
/** The first byte of r and of s. */
const firstBytes = signed.flatMap(({ signature }) => {
  const bytes = bytesOf(signature)
  return [bytes[0] ?? 0, bytes[NUMBER_BYTES] ?? 0]
})

it('accepts what the device signed, however its numbers begin', () => {
  expect(firstBytes.filter((byte) => byte === 0).length).toBeGreaterThan(0)
  expect(firstBytes.filter((byte) => byte >= 0x80).length).toBeGreaterThan(SIGNATURES / 2)
  expect(signed.filter(({ text, signature }) => !isSignedBy(key, text, signature))).toEqual([])
})

it('refuses a signature with any one bit changed, as Node does', () => {
  const changed = signed.slice(0, BITS).map(({ text, signature }, bit) => {
    const bytes = bytesOf(signature)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return { text, bytes }
  })
  const peer = { key, dsaEncoding: 'ieee-p1363' } as const
  for (const { text, bytes } of changed) {
    const byNode = verify('sha256', Buffer.from(text, 'utf8'), peer, bytes)
    expect([isSignedBy(key, text, bytes.toString('base64')), byNode]).toEqual([false, false])
  }
})

it('refuses numbers that no signature has, and another length', () => {
  const bytes = bytesOf(signature)
  const [r, s] = [bytes.subarray(0, NUMBER_BYTES), bytes.subarray(NUMBER_BYTES)]
  const zero = Buffer.alloc(NUMBER_BYTES)
  const order = Buffer.from(ORDER_OF_P256, 'hex')
  const wrong = [
    [zero, s],
    [r, zero],
    [zero, zero],
    [order, s],
    [r, order],
    [s, r],
    [r, s, Buffer.of(0)],
    [r, s.subarray(1)],
    [],
  ]
  for (const parts of wrong) {
    expect(isSignedBy(key, text, Buffer.concat(parts).toString('base64'))).toBe(false)
  }
})

it('refuses another text and another key', () => {
  expect(isSignedBy(key, `${text} `, signature)).toBe(false)
  expect(isSignedBy(keyOf(signingDevice()), text, signature)).toBe(false)
})
