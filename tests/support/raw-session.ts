/** Somebody logged in, without a log-in: for tests that need many people at once. */
import { randomBytes } from 'node:crypto'
import { secretHash } from '#server/identity/cookies.ts'
import type { Queryable } from '#server/platform/database.ts'

/** The cookie of a new session; `handle` is its name in the table. */
export async function addSession(
  owner: Queryable,
  userId: bigint,
  handle: string,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
      values ($1, $2, $3, now(), now(), now() + interval '30 days', '')`,
    [secretHash(secret), handle, userId],
  )
  return `fairtick=${secret}`
}
