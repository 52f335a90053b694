-- The invariants of acts: who decided, in which session and by which proof, where money is paid to, and the days of
-- practice money. They are a part of the view in invariants.sql, which is recreated after this file at every start.
-- A fault of a session or of an act without a document freezes the operator, until the command line disables it.

drop view if exists act_faults cascade;
drop view if exists documents_decided cascade;

-- Who decided each document, as the document says it: one row per act.
create view documents_decided (act, ref, user_id, actor) as
select case status when 'approved' then 'deposit_approve' else 'deposit_reject' end, id::text, user_id, reviewer
from deposits where status in ('approved', 'rejected')
union all
select case status when 'rejected' then 'withdrawal_reject' when 'paid' then 'withdrawal_sent'
  else 'withdrawal_bounce' end, id::text, user_id, reviewer
from withdrawals where status in ('rejected', 'paid', 'bounced')
union all
select case status when 'verified' then 'verification_approve' else 'verification_reject' end, id::text, user_id,
  reviewer
from verifications where status in ('verified', 'rejected')
union all
select 'payout_change_propose', id::text, user_id, proposed_by from payout_changes
union all
select case status when 'approved' then 'payout_change_approve' else 'payout_change_reject' end, id::text, user_id,
  decided_by
from payout_changes where status in ('approved', 'rejected')
union all
select 'fund_rate_propose', id::text, null, proposed_by from fund_rate_proposals
union all
select case status when 'published' then 'fund_rate_approve' else 'fund_rate_reject' end, id::text, null, decided_by
from fund_rate_proposals where status in ('published', 'rejected')
union all
select document || '_propose' || case step when 'bounce' then '_bounce' else '' end, document_id::text, null,
  proposed_by
from money_proposals
union all
select document || '_' || step, document_id::text, null, confirmed_by
from money_proposals where confirmed_by is not null;

create view act_faults (invariant, scope, subject, detail) as

-- The reviewer that a document names is the actor of that act in the operator log.
select 'reviewer_is_actor', about.scope, about.subject, format('%s %s: by %s, logged %s', d.act, d.ref, d.actor, l.actor)
from documents_decided d left join operator_log l on l.act = d.act and l.ref = d.ref
cross join lateral frozen_subject(d.act, d.ref, d.user_id) about
where l.actor is distinct from d.actor
union all
select 'reviewer_is_actor', 'user', l.user_id, format('%s %s by %s has no document', l.act, l.ref, l.actor)
from operator_log l left join documents_decided d on d.act = l.act and d.ref = l.ref
where l.act like 'payout_change_%' and d.act is null

-- Every actor is an operator, or one of the names that no operator can take.
union all
select 'actor_exists', case about.scope when 'all' then 'operator' else about.scope end, coalesce(about.subject, 0),
  format('act %s, %s by %s', l.seq, l.act, l.actor)
from operator_log l left join operators o on o.name = l.actor
cross join lateral frozen_subject(l.act, l.ref, l.user_id) about
where o.id is null and l.actor not in ('practice-reviewer', 'command-line', 'desk-log-in')

-- Every act of an operator happened while a session of that operator was open, give or take the minute to which the log
-- may move an act.
union all
select 'act_in_session', case about.scope when 'all' then 'operator' else about.scope end,
  coalesce(about.subject, o.id), format('act %s, %s by %s', l.seq, l.act, l.actor)
from operator_log l join operators o on o.name = l.actor
cross join lateral frozen_subject(l.act, l.ref, l.user_id) about
where (o.disabled_at is null or about.scope <> 'all') and not exists (
  select 1 from operator_sessions s where s.operator_id = o.id and l.at >= s.created_at and l.at < s.expires_at + 60000
    and (s.revoked_at is null or l.at <= s.revoked_at + 60000)
)

-- Every desk session was opened by one proof of its operator, and logged.
union all
select 'desk_session_proof', 'operator', s.operator_id, format('session %s of operator %s: proof of %s, act %s by %s',
  s.id, s.operator_id, p.owner_id, l.seq, l.actor)
from operator_sessions s join operators o on o.id = s.operator_id
cross join act_proof_start start
left join act_proofs p on p.act = 'desk_log_in' and p.ref = s.id
left join operator_log l on l.seq = p.log_seq and l.act = 'logged_in' and l.at >= s.created_at
where s.id > start.session_id and o.disabled_at is null
  and (p.owner_id, p.at, l.actor) is distinct from (s.operator_id, s.created_at, o.name)
union all
select 'desk_session_proof', 'operator', p.owner_id, format('proof %s of session %s', p.id, p.ref)
from act_proofs p left join operator_sessions s on s.id = p.ref where p.act = 'desk_log_in' and s.id is null

-- Every proof verifies.
union all
select 'act_proof', 'operator', p.owner_id, format('session %s of operator %s, by %s', p.ref, o.name, p.kind)
from refused_proofs r join act_proofs p on p.id = r.proof_id join operators o on o.id = p.owner_id
where p.act = 'desk_log_in' and o.disabled_at is null
union all
select 'act_proof', 'withdrawal', p.ref, format('withdrawal %s of user %s, by %s', p.ref, p.owner_id, p.kind)
from refused_proofs r join act_proofs p on p.id = r.proof_id where p.act = 'withdrawal'
union all
select 'act_proof', 'user', p.owner_id, format('use %s of a factor of user %s, by %s', p.ref, p.owner_id, p.kind)
from refused_proofs r join act_proofs p on p.id = r.proof_id
where p.act = 'factor' and not exists (
  -- The user has proved a second factor since this was frozen, so that two operators can lift it.
  select 1 from frozen f join act_proofs u on u.act = 'factor' and u.owner_id = f.subject and u.at > f.since
  where f.scope = 'user' and f.subject = p.owner_id and f.since >= p.at
    and not exists (select 1 from refused_proofs x where x.proof_id = u.id))

-- A withdrawal of a user with a second factor has a proof.
union all
select 'withdrawal_proof', 'withdrawal', w.id, format('withdrawal %s of user %s', w.id, w.user_id)
from withdrawals w cross join act_proof_start start
left join act_proofs p on p.act = 'withdrawal' and p.ref = w.id and p.owner_id = w.user_id and p.at = w.created_at
where w.id > start.withdrawal_id and p.id is null and (
  exists (select 1 from totp_factors f where f.user_id = w.user_id and f.confirmed_at < w.created_at)
  or exists (select 1 from passkeys k where k.user_id = w.user_id and k.created_at < w.created_at))

-- Each payout account but a user's first is the account of an approved change, in the order of the changes.
union all
select 'payout_account_source', 'user', a.user_id,
  format('account %s of user %s, set at %s; change %s', a.id, a.user_id, a.set_at, c.id)
from (
  select p.*, row_number() over mine as nth, lead(set_at) over mine as next_set
  from payout_accounts p window mine as (partition by user_id order by id)
) a left join payout_changes c on c.user_id = a.user_id and c.key_id = a.key_id
  and c.form_sealed = a.form_sealed and c.status = 'approved'
where a.nth > 1 and ((c.decided_at, c.decided_at + 172800000) is distinct from (a.set_at, a.held_until))
  or a.replaced_at is distinct from a.next_set
union all
select 'payout_account_source', 'user', c.user_id, format('change %s of user %s was not applied', c.id, c.user_id)
from payout_changes c where c.status = 'approved'
  and not exists (select 1 from payout_accounts a where a.user_id = c.user_id and a.form_sealed = c.form_sealed)

-- No withdrawal was asked for while withdrawals were held, or to an account that was not the current one.
union all
select 'hold_kept', 'withdrawal', w.id, format('withdrawal %s at %s: held until %s', w.id, w.created_at, h.until)
from withdrawals w join withdrawal_holds h on h.user_id = w.user_id
where w.created_at > h.since and w.created_at < h.until
union all
select 'hold_kept', 'withdrawal', w.id, format('withdrawal %s at %s: account %s from %s to %s, held until %s',
  w.id, w.created_at, p.id, p.set_at, p.replaced_at, p.held_until)
from withdrawals w join payout_accounts p on p.id = w.payout_account
where w.created_at < greatest(p.held_until, p.set_at) or w.created_at > p.replaced_at;
