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
import { StartRefused } from '#server/platform/start-refused.ts'

/** Signs with the server's key. */
export interface Signer {
  /** First 16 hex digits of the SHA-256 of the public key (SPKI DER). */
  readonly keyId: string
  /** SPKI PEM, for anyone who verifies signatures. */
  readonly publicKeyPem: string
  /** Signs the UTF-8 bytes of the text. Returns base64. */
  sign(text: string): string
}

const fileIn = (folder: string): string => join(folder, 'signing-key.pem')
const readKey = (file: string): KeyObject => createPrivateKey(readFileSync(file, 'utf8'))

/** The public half of the server's key. */
export type SigningKey = Pick<Signer, 'keyId' | 'publicKeyPem'>

/** The key of a start: that of the data folder, or a new one, which is stored if the database has none. */
export interface StartKey extends SigningKey {
  /** The path of the file that is missing. Null if the data folder has a key. */
  missing: string | null
}

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

/** Opens the server's signer. Throws `StartRefused` if the folder has no key. */
export function openSigner(folder: string): Signer {
  const file = fileIn(folder)
  if (!existsSync(file)) throw new StartRefused(`${file} is missing`)
  return signerOf(readKey(file))
}

/**
 * The key of a start, and `keep`, which stores a new one. Call it only after `offerKey` has found that the database
 * knows no other key. Creates the folder.
 */
export function startKeyOf(folder: string): { key: StartKey; keep(): void } {
  mkdirSync(folder, { recursive: true })
  const file = fileIn(folder)
  const isNew = !existsSync(file)
  const privateKey = isNew ? generateKeyPairSync('ed25519').privateKey : readKey(file)
  const { keyId, publicKeyPem } = signerOf(privateKey)
  return {
    key: { keyId, publicKeyPem, missing: isNew ? file : null },
    keep: () => {
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
      if (isNew) writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true })
    },
  }
}
