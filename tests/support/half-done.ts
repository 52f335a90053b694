/** Recoveries and closings of which a part was carried out and another part was not. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'

/** Each line is a thing that one transaction does or does not do as a whole. */
const HALF_DONE = `
  select 'pictures' as what, r.id from account_recoveries r
    where case r.status when 'pictures' then 2 > (select count(*) from recovery_pictures where recovery_id = r.id)
      when 'lapsed' then true else 2 = (select count(*) from recovery_pictures where recovery_id = r.id) end is false
  union all select 'a proposal and its line in the log', r.id from account_recoveries r
    where exists (select from recovery_proposals where recovery_id = r.id) <> exists (select from operator_log
      where act = 'account_recovery_propose' and ref = r.id::text)
  union all select 'an approval and its line in the log', r.id from account_recoveries r
    where (r.ready_at is not null) <> exists (select from operator_log
      where act = 'account_recovery_approve' and ref = r.id::text)
  union all select 'a new password', r.id from account_recoveries r
    where (r.status = 'done' and r.lost = 'login_password')::int
      <> (select count(*) from password_changes where recovery_id = r.id)
  union all select 'a hold', r.id from account_recoveries r where (r.status = 'done')::int
      <> (select count(*) from withdrawal_holds where factor = 'recovery ' || r.id)
  union all select 'a session from before', r.id from account_recoveries r where r.status = 'done'
    and exists (select from sessions where user_id = r.user_id and revoked_at is null
      and created_at <= to_timestamp(r.ended_at / 1000.0))
  union all select 'a lock from before', r.id from account_recoveries r where r.status = 'done'
    and exists (select from account_locks where user_id = r.user_id and unlocked_at is null and locked_at < r.ended_at)
  union all select 'a veto and its lock', u.id from users u
    where (select count(distinct ended_at) from account_recoveries where user_id = u.id and status = 'vetoed')
      <> (select count(*) from account_locks where user_id = u.id and reason = 'veto')
  union all select 'a session of a locked account', s.id from sessions s
    where s.revoked_at is null and is_locked(s.user_id)
  union all select 'messages', u.id from users u where not is_closed(u.id) and array[
      (select count(*) from account_recoveries where user_id = u.id and ready_at is not null),
      (select count(*) from account_recoveries where user_id = u.id and status = 'done'),
      (select count(distinct ended_at) from account_recoveries where user_id = u.id and status = 'vetoed'),
      (select count(*) from account_closings where user_id = u.id),
      (select count(*) from account_closings where user_id = u.id and kept_at is not null)]
    is distinct from array(select (select count(*) from messages m where m.user_id = u.id and m.kind = k)
      from unnest(array['recovery_approved', 'recovery_done', 'recovery_vetoed', 'account_closing', 'account_kept'])
        with ordinality as kinds (k, n) order by n)
  union all select 'a name', u.id from users u where u.account <> $1 and is_closed(u.id) is distinct from
    (u.account like 'c\\_%' and u.phone = '' and u.password_hash = '' and u.trading_password_hash = '')
  union all select 'what a closed account kept', u.id from users u where is_closed(u.id) and (
    exists (select from sessions where user_id = u.id and revoked_at is null)
    or exists (select from messages where user_id = u.id)
    or exists (select from photos where user_id = u.id and deleted_at is null)
    or exists (select from user_keys where user_id = u.id and wrapped is not null))`

/** What was found; empty if nothing is half done. `house`: the account that no one logs in to. */
export async function halfDone(owner: Database<never>, house: string): Promise<string[]> {
  const rows = await owner.query<{ what: string; id: bigint }>(HALF_DONE, [house])
  return rows.map(({ what, id }) => `${what} of ${id}`)
}

/** The files of photos that are listed as deleted. */
export async function filesLeft(owner: Database<never>, dataFolder: string): Promise<string[]> {
  const rows = await owner.query<{ id: bigint }>(
    'select id from photos where deleted_at is not null',
  )
  const names = rows.map(({ id }) => `${id}.sealed`)
  return names.filter((name) => existsSync(join(dataFolder, 'photos', name)))
}
