/** A live session of a user without a log-in, for tests of what only the session's secret permits. */
import { addSessionEvidence } from '#support/credentials.ts'
import type { LimitOwner } from '#server/limits/limits-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export async function ownSession(owner: Queryable, userId: bigint): Promise<LimitOwner> {
  const secret = `the secret of ${userId}`
  await owner.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
      values (sha256(convert_to($1, 'UTF8')), $1, $2, now(), now(), 'infinity', '') on conflict do nothing`,
    [secret, userId],
  )
  await addSessionEvidence(owner)
  return { userId, secret }
}
