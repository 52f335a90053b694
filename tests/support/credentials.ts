/** Passwords and sessions that no one entered or logged in for, with the evidence that the invariants ask for. */
import { randomBytes } from 'node:crypto'
import type { PasswordKind } from '#server/identity/credential-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Gives a user a password by its hash: the first one as a registration does, a later one as the newest session. */
export async function setPassword(
  owner: Queryable,
  { userId, kind, hash }: { userId: bigint; kind: PasswordKind; hash: string },
): Promise<void> {
  const column = kind === 'login' ? 'password_hash' : 'trading_password_hash'
  const [before] = await owner.query<{ digest: Buffer | null; same: boolean }>(
    `select case when ${column} <> '' then hash_digest(${column}) end as digest, ${column} = $2 as same
      from users where id = $1`,
    [userId, hash],
  )
  if (before === undefined || before.same) return
  const { digest } = before
  await owner.query(
    `with set as (
        update users set ${column} = $2 where id = $1
      ), ticket as (
        insert into password_tickets (secret_hash, act, user_id, kind, digest, at)
          values ($3, case when $4::bytea is null then 'register' else 'change' end,
            case when $4 is not null then $1::bigint end, case when $4 is not null then $5 end, $4, 1)
          returning id
      )
      insert into password_changes (user_id, kind, old_digest, new_digest, at, ticket_id, session_id)
        select $1, $5, $4, hash_digest($2), 1, id, case when $4 is not null then (
          select max(s.id) from sessions s where s.user_id = $1) end
        from ticket`,
    [userId, hash, randomBytes(32), digest, kind],
  )
}

/** Stores, for each session that was inserted as a row, that a password opened it. Several may do so at once. */
export const addSessionEvidence = (owner: Queryable): Promise<unknown> =>
  owner.query(
    `with ticket as (
        insert into password_tickets (secret_hash, act, user_id, digest, at)
          select secret_hash, 'log_in', user_id, '', (extract(epoch from created_at) * 1000)::bigint
          from sessions where id not in (select session_id from session_evidence)
          on conflict do nothing returning id, secret_hash
      )
      insert into session_evidence (session_id, opened_by, ticket_id)
        select s.id, 'password', t.id from ticket t join sessions s on s.secret_hash = t.secret_hash`,
  )
