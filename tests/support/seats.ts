/** Operators with live sessions, made in the database alone, for tests of what operators decide. */
import type { Queryable } from '#server/platform/db/database.ts'
import { secretHash } from '#server/platform/http/cookies.ts'
import type { Actor } from '#server/platform/session-reader.ts'

const FOR_EVER = 9_000_000_000_000_000n

/** The operator whom `seatOperator` made, or will have made by the time of the act. */
export const seated = (name: string): Actor & { secret: string } => ({
  name,
  secret: `secret-of-${name}`,
})

/** Makes an operator unless the database has one of this name; the session never ends. As the owner of the tables. */
export async function seatOperator(owner: Queryable, name: string, atMs = 0): Promise<Actor> {
  const actor = seated(name)
  const proof = { kind: 'totp', code: '000000', step: Math.floor(atMs / 30_000) + 1 }
  await owner.query(
    `with made as (
      insert into operators (name, password_hash, created_at) values ($1, '', $2)
      on conflict do nothing returning id
    ) insert into operator_factors (operator_id, secret_sealed, enrolled_at) select id, '', $2 from made`,
    [name, atMs],
  )
  const opened = await owner.query(
    `select open_desk_session(id, $2, $3::bigint, $3 + 43200000, $4) from operators
      where name = $1 and not exists (select 1 from operator_sessions where secret_hash = $2)`,
    [name, secretHash(actor.secret), atMs, JSON.stringify(proof)],
  )
  if (opened.length > 0) {
    await owner.query(
      'update operator_sessions set expires_at = $2, active_at = $2 where secret_hash = $1',
      [secretHash(actor.secret), FOR_EVER],
    )
  }
  return actor
}
