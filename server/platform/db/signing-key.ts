/** Registers the public key of a starting server: the owner of the tables offers it, and the market publishes it. */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { SigningKey, StartKey } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/**
 * Offers the key of this start, as the owner of the tables. No page shows it before `registerKey`. Throws
 * `StartRefused` for a new key if the database knows another one, because the file of that key is then lost.
 */
export async function offerKey(
  owner: Queryable,
  { keyId, publicKeyPem, missing }: StartKey,
): Promise<void> {
  if (missing !== null && (await owner.query('select from signing_keys limit 1')).length > 0) {
    throw new StartRefused(
      `${missing} is missing, and the database knows the key that it had. Put the file back from a backup. ` +
        'If it is lost, create another key, which is registered beside the old one:\n' +
        `  openssl genpkey -algorithm ed25519 -out ${missing}`,
    )
  }
  await owner.query(
    `insert into offered_key (key_id, public_key) values ($1, $2)
      on conflict (one) do update set key_id = $1, public_key = $2`,
    [keyId, publicKeyPem],
  )
}

/**
 * Registers the offered key in public, so that old signatures can still be verified after a change of key. Call it when
 * everything else of the start was checked: a key that is lost or another server's leaves no trace then.
 */
export async function registerKey(db: Database<'market'>, { keyId }: SigningKey): Promise<void> {
  const [row] = await db.query<{ registered: string | null }>(
    'select register_signing_key() as registered',
  )
  if (row?.registered !== keyId) throw new Error('the database was offered another signing key')
}
