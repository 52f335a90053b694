/** The server's Ed25519 signature of receipts and checkpoints. The key is stored in the data folder. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'

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

/**
 * Opens the server's signer, and creates its key at the first start. Each public key is registered in the database, so
 * that old signatures can still be verified after a change of key.
 */
export async function openSigner(folder: string, db: Database<'market'>): Promise<Signer> {
  const signer = signerOf(privateKeyIn(folder))
  await db.query(
    'insert into signing_keys (key_id, public_key) values ($1, $2) on conflict do nothing',
    [signer.keyId, signer.publicKeyPem],
  )
  return signer
}
