/** The server's key pair for web push (VAPID). It is created once, and its private half is encrypted. */
import webPush from 'web-push'
import type { Database } from '#server/platform/db/database.ts'
import type { Vault } from '#server/platform/vault.ts'
import { insertKey, selectKey } from '#server/push/push-store.ts'

/** The key pair. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Opens the key pair, and creates it at the first start. */
export async function openPushKeys(db: Database, vault: Vault, atMs: number): Promise<PushKeys> {
  if ((await selectKey(db)) === undefined) {
    const made = webPush.generateVAPIDKeys()
    const sealed = vault.sealOwn(Buffer.from(made.privateKey))
    await insertKey(db, { public_key: made.publicKey, private_key: sealed }, atMs)
  }
  const row = await selectKey(db)
  if (row === undefined) throw new Error('the push key was not kept')
  return { publicKey: row.public_key, privateKey: vault.openOwn(row.private_key).toString() }
}
