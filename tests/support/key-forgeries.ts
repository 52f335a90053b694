/** Signatures and keys in a spelling that no reader may take, and the edges of the arithmetic of P-256. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { readReceipt, receiptText } from '#rules/receipt.ts'
import { sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other } from '#support/honest-receipts.ts'
import {
  ANCHORS,
  inclusionOf,
  ordinaryLog,
  settledReceipt,
  signed,
} from '#support/settled-receipt.ts'

/** The number of points on P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** The order of the base point of Ed25519. */
const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SPKI = publicKey.export({ type: 'spki', format: 'der' })
/** Where the point is in the key: one byte that says how it is written, then x and y. */
const POINT_AT = 26
const asText = (spki: Uint8Array): string => Buffer.from(spki).toString('base64')
const with32 = (number: bigint): string => number.toString(16).padStart(64, '0')
const pair = (r: bigint, s: bigint): string =>
  Buffer.from(with32(r) + with32(s), 'hex').toString('base64')

const signedTruly = (text: string): string =>
  sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64',
  )

/** An order that a device with this key signed. */
const byKey =
  (key: string, signing: (text: string) => string = signedTruly) =>
  (): SettledReceipt => {
    const keyId = sha256(key).slice(0, 16)
    const signedBy = { intent: { deviceKeyId: keyId }, registered: `key ${keyId} ${key}` }
    const receipt = settledReceipt(ordinaryLog(100_010), { signing: signedBy })
    return other(receipt, ({ order, acceptance: { text }, device }) => {
      const facts = readReceipt(text, order)
      if (device === undefined || facts === null) throw new Error('no device signed')
      const mark = { intent: sha256(device.text), deviceKeyId: keyId }
      const acceptance = signed(receiptText(order, facts.head, mark))
      const signature = signing(device.text)
      const known = readCheckpointText(device.registration.checkpoint?.text ?? '')
      const anchors = known?.anchors ?? ANCHORS
      return {
        acceptance,
        inclusion: inclusionOf(acceptance.text, { anchors }),
        device: { ...device, keyId, publicKey: key, signature },
      }
    })
  }
const KEY = asText(SPKI)
const signedAs = (make: (text: string) => string) => byKey(KEY, make)
const spelled = (change: (spki: Buffer) => void) => {
  const spki = Buffer.from(SPKI)
  change(spki)
  return byKey(asText(spki))
}

/** Of the two sums that a reader adds, one is the other with a minus: there is no point that could have an x. */
function atInfinity(text: string): string {
  const jwk = privateKey.export({ format: 'jwk' })
  const secret = BigInt(`0x${Buffer.from(jwk.d ?? '', 'base64url').toString('hex')}`)
  const digest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  let [inverse, base, power] = [1n, secret, P256_ORDER - 2n]
  for (; power > 0n; power >>= 1n) {
    if (power % 2n === 1n) inverse = (inverse * base) % P256_ORDER
    base = (base * base) % P256_ORDER
  }
  const r = ((P256_ORDER - (digest % P256_ORDER)) * inverse) % P256_ORDER
  return pair(r, 1n)
}

/** The S of the server's signature, with the order of the group added, which gives the same point. */
function withLargeS({ text, signature, keyId }: SignedText): SignedText {
  const bytes = Buffer.from(signature, 'base64')
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`)
  const larger = Buffer.from(with32(s + ED25519_ORDER), 'hex').reverse()
  return { text, signature: asText(Buffer.concat([bytes.subarray(0, 32), larger])), keyId }
}

const ROWS: readonly ForgeryRow[] = [
  [
    'the key of the device says of its point how it could be compressed',
    'moment',
    spelled((spki) => (spki[POINT_AT] = 6 + ((spki.at(-1) ?? 0) & 1))),
  ],
  [
    'the key of the device is no point of the curve',
    'moment',
    spelled((spki) => (spki[90] = (spki[90] ?? 0) ^ 1)),
  ],
  [
    'the key of the device is of another curve',
    'moment',
    spelled((spki) => (spki[22] = (spki[22] ?? 0) ^ 1)),
  ],
  ['the signature of the device is of zeros', 'moment', signedAs(() => pair(0n, 0n))],
  ['the signature of the device has an r of 0', 'moment', signedAs(() => pair(0n, 1n))],
  ['the signature of the device has an s of 0', 'moment', signedAs(() => pair(1n, 0n))],
  ['the r of the device is the order of the curve', 'moment', signedAs(() => pair(P256_ORDER, 1n))],
  ['the s of the device is the order of the curve', 'moment', signedAs(() => pair(1n, P256_ORDER))],
  ['the signature of the device leads to no point', 'moment', signedAs(atInfinity)],
]
const SERVER: readonly ForgeryRow[] = [
  [
    'the signature of the server has a larger S',
    'acceptance',
    () => other(honest(), ({ acceptance }) => ({ acceptance: withLargeS(acceptance) })),
  ],
]

/** Every kind of signature that only some programs would take. */
export const KEY_FORGERIES: readonly ForgedReceipt[] = [
  ...forgedBy(ROWS, byKey(KEY)),
  ...forgedBy(SERVER),
]
