/** The server's Ed25519 signature of receipts and checkpoints. The key is stored in the data folder. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Signs with the server's key. */
export interface Signer {
  /** First 16 hex digits of the SHA-256 of the public key (SPKI DER). */
  readonly keyId: string
  /** SPKI PEM, for anyone who verifies signatures. */
  readonly publicKeyPem: string
  /** Signs the UTF-8 bytes of the text. Returns base64. */
  sign(text: string): string
}

function privateKeyIn(folder: string): KeyObject {
  const file = join(folder, 'signing-key.pem')
  if (existsSync(file)) return createPrivateKey(readFileSync(file, 'utf8'))
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  return privateKey
}

/** The public half of the server's key. */
export type SigningKey = Pick<Signer, 'keyId' | 'publicKeyPem'>

/** Creates a signer from an Ed25519 private key. */
export function signerOf(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 16),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

const verifyAside = promisify(verify)
/** Whether the key, as SPKI PEM, signed a text. It is verified in a thread of its own. */
export const isSignedBy = (
  publicKeyPem: string,
  { text, signature }: { text: string; signature: string },
): Promise<boolean> =>
  verifyAside(null, Buffer.from(text), publicKeyPem, Buffer.from(signature, 'base64'))

/** Whether the key with the signature's id is among the keys, and signed the text. */
export async function isSignedByOneOf(
  keys: readonly { keyId: string; publicKey: string }[],
  signed: { text: string; signature: string; keyId: string },
): Promise<boolean> {
  const key = keys.find(({ keyId }) => keyId === signed.keyId)
  return key !== undefined && isSignedBy(key.publicKey, signed)
}

/** Opens the server's signer. Creates the folder and the key at the first start. */
export function openSigner(folder: string): Signer {
  mkdirSync(folder, { recursive: true })
  return signerOf(privateKeyIn(folder))
}
