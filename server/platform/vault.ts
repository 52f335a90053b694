/**
 * Encrypts data that must stay secret even if the database is stolen. Each user has one key per purpose, wrapped with a
 * master key that is stored outside the database.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** What a user's key encrypts. Destroying one key does not affect the other purposes. */
export type KeyPurpose = 'photos' | 'proofs' | 'identity' | 'payout' | 'totp' | 'mail'

/** Encrypts and decrypts secrets. */
export interface Vault {
  /** The id of the user's key for a purpose. Creates the key if there is none. */
  keyFor(
    tx: Queryable,
    owner: { userId: bigint; purpose: KeyPurpose; atMs: number },
  ): Promise<bigint>
  /**
   * Encrypts with AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag. Throws when the key is destroyed.
   */
  seal(tx: Queryable, keyId: bigint, plain: Buffer): Promise<Buffer>
  /** Decrypts. Null if the key is destroyed, so the data cannot be recovered. Throws when the bytes were changed. */
  open(tx: Queryable, keyId: bigint, sealed: Buffer): Promise<Buffer | null>
  /** Destroys a key, and with it everything that it encrypted. Repeated calls have no effect. */
  destroy(tx: Queryable, keyId: bigint, atMs: number): Promise<void>
  /** As `seal` and `open`, for secrets of the platform itself, whose key is never destroyed. */
  sealOwn(plain: Buffer): Buffer
  openOwn(sealed: Buffer): Buffer
  /** Encrypts with a new key of its own, which is encrypted as `sealOwn` does. Without it nothing can be decrypted. */
  sealApart(plain: Buffer): { keySealed: Buffer; sealed: Buffer }
  /** Decrypts what `sealApart` encrypted. Null if either was changed. */
  openApart(stored: { keySealed: Buffer; sealed: Buffer }): Buffer | null
  /** A keyed digest, so that numbers cannot be guessed without the master key. */
  digest(text: string): Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FILE = 'vault-key'

function sealWith(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openWith(key: Buffer, sealed: Buffer): Buffer {
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
}

/**
 * Reads the master key. It is created at the first start, readable by the server's user only. Without it nothing
 * encrypted can be recovered.
 */
async function masterKey(dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, FILE)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
  try {
    // The link is atomic and never replaces an existing key.
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  const key = await readFile(path)
  if (key.length !== KEY_BYTES) throw new Error(`${path} is not a key of ${KEY_BYTES} bytes`)
  return key
}

/**
 * Opens the vault of a database. Throws `StartRefused` if the database has what a key encrypted and the file of the
 * master key is missing: another key could decrypt nothing of it.
 */
export async function openVaultOf(db: Queryable, dataFolder: string): Promise<Vault> {
  const file = join(dataFolder, FILE)
  if (!existsSync(file)) {
    const [row] = await db.query<{ known: boolean }>(
      `select exists (select from push_keys) or exists (select from user_keys)
        or exists (select from operator_factors) as known`,
    )
    if (row?.known === true) {
      throw new StartRefused(
        `${file} is missing, and the database has data that only this key decrypts: names, numbers, photos and ` +
          'authenticator secrets. Put the file back from a backup.',
      )
    }
  }
  return openVault(dataFolder)
}

/** Opens the vault with the master key in the data folder. Throws when the key file has the wrong length. */
export async function openVault(dataFolder: string): Promise<Vault> {
  const master = await masterKey(dataFolder)
  const ownKey = createHmac('sha256', master).update('fairtick-own-1').digest()
  const indexKey = createHmac('sha256', master).update('fairtick-index-1').digest()

  const unwrapped = async (tx: Queryable, keyId: bigint): Promise<Buffer | null> => {
    const [row] = await tx.query<{ wrapped: Buffer | null }>(
      'select wrapped from user_keys where id = $1',
      [keyId],
    )
    if (row === undefined) throw new Error(`no key ${keyId}`)
    return row.wrapped === null ? null : openWith(master, row.wrapped)
  }
  return {
    keyFor: async (tx, { userId, purpose, atMs }) => {
      // Another transaction may insert the key at the same time. The second one then uses the first one's key.
      const [row] = await tx.query<{ id: bigint }>(
        `with made as (
           insert into user_keys (user_id, purpose, wrapped, created_at) values ($1, $2, $3, $4)
           on conflict (user_id, purpose) where wrapped is not null
             do update set wrapped = user_keys.wrapped
           returning id
         ) select id from made`,
        [userId, purpose, sealWith(master, randomBytes(KEY_BYTES)), atMs],
      )
      if (row === undefined) throw new Error('a key was made without a row')
      return row.id
    },
    seal: async (tx, keyId, plain) => {
      const key = await unwrapped(tx, keyId)
      if (key === null) throw new Error(`key ${keyId} is destroyed`)
      return sealWith(key, plain)
    },
    open: async (tx, keyId, sealed) => {
      const key = await unwrapped(tx, keyId)
      return key === null ? null : openWith(key, sealed)
    },
    destroy: async (tx, keyId, atMs) => {
      await tx.query(
        'update user_keys set wrapped = null, destroyed_at = $2 where id = $1 and wrapped is not null',
        [keyId, atMs],
      )
    },
    sealOwn: (plain) => sealWith(ownKey, plain),
    openOwn: (sealed) => {
      try {
        return openWith(ownKey, sealed)
      } catch (cause) {
        const file = join(dataFolder, FILE)
        throw new StartRefused(`${file} is not the key that this database was sealed with`, {
          cause,
        })
      }
    },
    sealApart: (plain) => {
      const key = randomBytes(KEY_BYTES)
      return { keySealed: sealWith(ownKey, key), sealed: sealWith(key, plain) }
    },
    openApart: ({ keySealed, sealed }) => {
      try {
        return openWith(openWith(ownKey, keySealed), sealed)
      } catch {
        return null
      }
    },
    digest: (text) => createHmac('sha256', indexKey).update(text).digest(),
  }
}
