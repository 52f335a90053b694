/** The server's signature under receipts and checkpoints: Ed25519, its key kept beside the data. */
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

export interface Signer {
  /** First 16 hex digits of the SHA-256 of the public key (SPKI DER). */
  readonly keyId: string
  /** SPKI PEM, for anyone who checks. */
  readonly publicKeyPem: string
  /** Over the text's UTF-8 bytes; base64. */
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

export function signerOf(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 16),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  }
}

/** Made at the first start; registered so that signatures stay checkable when a new key follows. */
export async function openSigner(folder: string, db: Database): Promise<Signer> {
  const signer = signerOf(privateKeyIn(folder))
  await db.query(
    'insert into signing_keys (key_id, public_key) values ($1, $2) on conflict do nothing',
    [signer.keyId, signer.publicKeyPem],
  )
  return signer
}
