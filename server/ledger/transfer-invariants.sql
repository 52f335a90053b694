-- The invariants of each posting, as a part of the view in invariants.sql, which is recreated after this file at every
-- start. Each arm names the transfer that it read, so that the checks can ask for some transfers only (marks.sql).

drop view if exists transfer_faults cascade;

create view transfer_faults (invariant, scope, subject, detail, transfer_id) as

-- Every transfer has entries of at least two accounts, which sum to zero and belong to its user or the platform.
select 'transfer_balanced', 'all', null::bigint, format('transfer %s: %s entries, sum %s', t.id, nullif(e.legs, 0), e.total),
  t.id
from transfers t cross join lateral (
  select count(*) as legs, sum(amount) as total from entries where transfer_id = t.id
) e
where e.legs < 2 or e.total <> 0

union all
select 'entry_has_owner', 'all', null, format('transfer %s, account %s', e.transfer_id, e.account_id), e.transfer_id
from entries e
left join transfers t on t.id = e.transfer_id
left join accounts a on a.id = e.account_id
where t.id is null or a.id is null or (a.user_id is null) <> (e.version is null)
  or a.user_id is not null and a.user_id is distinct from t.user_id

-- Nothing was posted for a document that did not ask for it.
union all
select 'documents_posted', about.scope, about.subject, format('%s %s: %s, not ', t.kind, t.ref, (
    select string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) from entries e where e.transfer_id = t.id)), t.id
from transfers t
cross join lateral frozen_subject(t.kind, t.ref, t.user_id) about
where t.kind <> 'practice_issue' and (select 1 from entries e where e.transfer_id = t.id limit 1) = 1 and (
  -- With a limit the planner looks the document up, and does not gather all of them.
  select 1 from documents_posted d
  where d.kind = t.kind and d.number = ref_number(t.ref) and d.ref = t.ref limit 1
) is null

union all
select 'practice_issue', about.scope, about.subject, format('transfer %s: %s, %s', t.id, t.ref, e.legs), t.id
from transfers t left join lateral (
  select string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) as legs,
    max(e.amount) as amount
  from entries e where e.transfer_id = t.id
) e on true
cross join lateral frozen_subject(t.kind, t.ref, t.user_id) about
where t.kind = 'practice_issue'
  and (t.user_id is null or t.ref !~ ('^' || t.user_id || ':\d{4}-\d\d-\d\d$')
    or e.legs is distinct from
      format('6:%s %s:%s', -e.amount, user_account(t.user_id, 'cash'), e.amount))

union all
select 'transfer_kind', about.scope, about.subject, format('transfer %s: %s', id, kind), id
from transfers cross join lateral frozen_subject(kind, ref, user_id) about where kind not in ('practice_issue', 'order_stake', 'order_settle', 'deposit',
  'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'withdrawal_refund',
  'fund_subscribe', 'fund_cancel', 'fund_confirm', 'fund_income', 'fund_redeem', 'compensation')

-- Practice money is of the day on which it was given, which lies between the checkpoints before and after.
union all
select 'practice_day', 'user', coalesce(t.user_id, p.user_id),
  format('transfer %s: %s, given at %s', t.id, t.ref, p.at), t.id
from transfers t left join practice_issues p on p.transfer_id = t.id
where t.kind = 'practice_issue' and ((t.user_id, t.ref, p.day)
    is distinct from (p.user_id, p.user_id || ':' || p.day, fund_day(p.at))
  or p.at < p.checkpoint_ms - 60000
  or p.checkpoint_ms is null and p.at > (select min(time_ms) from checkpoints)
  or p.at > 60000 + (select c.time_ms from checkpoints c where c.time_ms > p.checkpoint_ms order by c.time_ms limit 1))
union all
select 'practice_day', 'user', p.user_id, format('transfer %s: , given at %s', p.transfer_id, p.at), p.transfer_id
from practice_issues p left join transfers t on t.id = p.transfer_id and t.kind = 'practice_issue' where t.id is null;
