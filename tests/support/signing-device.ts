/** A device that signs orders as the app does. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { OrderSignature } from '#contract/signed-order.ts'
import { intentText, type SignedIntent } from '#rules/signed-order.ts'
import { sha256 } from '#server/market/product-log.ts'

export interface SigningDevice {
  /** SPKI in base64. */
  publicKey: string
  keyId: string
  /** Over any text, base64. */
  sign(text: string): string
  /** Signs an order. The wire's part of it. */
  signOrder(intent: Omit<SignedIntent, 'deviceKeyId'>): OrderSignature
}

export function signingDevice(): SigningDevice {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.export({ format: 'der', type: 'spki' }).toString('base64')
  const keyId = sha256(publicKey).slice(0, 16)
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  const signText = (text: string): string =>
    sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64')
  return {
    publicKey,
    keyId,
    sign: signText,
    signOrder: (intent) => {
      const { head, tappedAt, uncertaintyMs, startsAt } = intent
      const signature = signText(intentText({ ...intent, deviceKeyId: keyId }))
      return { deviceKeyId: keyId, head, tappedAt, uncertaintyMs, startsAt, signature }
    },
  }
}
