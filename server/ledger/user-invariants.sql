-- The invariants of each user, as a part of the view in invariants.sql, which is recreated after this file at every start.
-- Those of the entries of accounts are the function account_faults (server/sql/functions/marks.sql), and those of the fund
-- fund_faults_of (fund-checks.sql).

drop view if exists user_faults cascade;
drop view if exists session_faults cascade;

create view user_faults (invariant, scope, subject, detail, user_id) as

select 'user_has_accounts', 'user', u.id, format('user %s: %s accounts, %s mutex', u.id, count(a.id), count(m.user_id)), u.id
from users u
left join accounts a on a.user_id = u.id and a.id = user_account(u.id, a.kind)
left join user_mutex m on m.user_id = u.id
group by u.id
having count(a.id) <> 5 or count(m.user_id) <> 5

-- The stake account holds the stakes of the user's open and live orders.
union all
select 'stake_is_orders', 'user', a.user_id, format('user %s: stake account %s, orders %s',
  a.user_id, a.balance, coalesce(alive.stake, 0)), a.user_id
from accounts a left join (
  select user_id, sum(stake) as stake from orders where status in ('open', 'live') group by user_id
) alive on alive.user_id = a.user_id
where a.kind = 'stake' and a.balance <> coalesce(alive.stake, 0)

-- The hold account holds the amounts of the user's withdrawals that await a decision.
union all
select 'hold_is_withdrawals', 'user', a.user_id, format('user %s: hold %s, withdrawals %s',
  a.user_id, a.balance, coalesce(waiting.amount, 0)), a.user_id
from accounts a left join (
  select user_id, sum(amount) as amount from withdrawals where status in ('requested', 'review') group by user_id
) waiting on waiting.user_id = a.user_id
where a.kind = 'withdrawal_hold' and a.balance <> coalesce(waiting.amount, 0)

-- A user's password hashes are those of the newest changes, and each change follows from the one before it, by a ticket
-- and in a session of that user.
union all
select 'password_changed', 'user', u.id, format('%s password of user %s, change %s', p.kind, u.id, c.id), u.id
from users u
cross join lateral (values ('login', u.password_hash), ('trading', u.trading_password_hash)) p (kind, hash)
left join lateral (
  select * from password_changes c where c.user_id = u.id and c.kind = p.kind order by c.id desc limit 1
) c on true
where c.new_digest is distinct from case when p.hash <> '' then hash_digest(p.hash) end
  -- Only close_account closes, and it removes the hashes.
  and (p.hash <> '' or not is_closed(u.id))
union all
select 'password_changed', 'user', c.user_id, format('change %s of the %s password of user %s', c.id, c.kind, c.user_id),
  c.user_id
from (
  select p.*, lag(new_digest) over (partition by user_id, kind order by id) as digest_before from password_changes p
) c cross join credential_start start
left join password_tickets t on t.id = c.ticket_id and c.at between t.at and t.at + 60000
left join sessions s on s.id = c.session_id and s.user_id = c.user_id
where c.id > start.change_id and case t.act
    when 'register' then c.digest_before is null and c.old_digest is null and c.session_id is null
    when 'change' then (t.user_id, t.kind, t.digest, c.digest_before, s.id)
      is not distinct from (c.user_id, c.kind, c.old_digest, c.old_digest, c.session_id) and s.id is not null
    when 'recover' then (t.user_id, t.kind, t.digest, c.digest_before) is not distinct from
      (c.user_id, c.kind, c.old_digest, c.old_digest) and c.session_id is null
      and exists (select 1 from account_recoveries r where r.id = c.recovery_id and r.user_id = c.user_id
        and r.lost = c.kind || '_password' and r.status = 'done' and r.ended_at = c.at)
  end is not true
  or c.id <= start.change_id and c.digest_before is not null;

create view session_faults (invariant, scope, subject, detail, user_id, session_id) as

-- Every session of a user was opened by a password that was compared for this session, or begins as the one of a guest.
select 'session_evidence', 'user', s.user_id, format('session %s of user %s: %s, ticket %s of user %s',
  s.id, s.user_id, e.opened_by, t.id, t.user_id), s.user_id, s.id
from sessions s cross join credential_start start
cross join lateral (select (extract(epoch from s.created_at) * 1000)::bigint as at) began
left join session_evidence e on e.session_id = s.id
left join password_tickets t on t.id = e.ticket_id and t.act = 'log_in'
left join guests g on g.user_id = s.user_id and e.opened_by = 'guest'
where case e.opened_by
  when 'before' then s.id <= start.session_id
  when 'password' then t.user_id = s.user_id and began.at between t.at and t.at + 60000
  when 'guest' then began.at between g.created_at - 60000 and g.created_at + 660000
    and began.at <= coalesce(g.registered_at, began.at) end is not true
union all
select 'session_evidence', 'user', s.user_id, format('session %s of user %s: proof %s of user %s',
  s.id, s.user_id, p.id, p.owner_id), s.user_id, s.id
from session_evidence e join sessions s on s.id = e.session_id join act_proofs p on p.id = e.proof_id
where (p.act, p.owner_id) is distinct from ('factor', s.user_id);
