-- The invariants of all data as one view. Each row is a fault and names what it freezes: `scope` and `subject` are an
-- order, a user, a deposit, a withdrawal or a verification by its id, or a fund_rate by the number of its first day since
-- 1970. The scope `all` stops all money writes. It is only for a broken chain and for books that do not sum, which no
-- single order, user or document explains. The view is recreated at every start, in the transaction of the grants, so
-- that it can grow with the tables. It shares no code with the server, except for the words of scope and subject.
-- Most of it is in the files beside this one, which run before: orders, postings, accounts, ticks, the fund and acts
-- each have one. The checks of a running server read parts of the same views (marks.sql).

drop view if exists unanswered_faults;
drop view if exists ledger_faults;
drop view if exists document_faults;
drop view if exists documents_reviewed;

-- The acts that the operator log must contain for each document: one row per act.
create view documents_reviewed (act, ref, user_id, reason) as
select 'deposit_review', id::text, user_id, '' from deposits where review_at is not null
union all
select case status when 'approved' then 'deposit_approve' else 'deposit_reject' end, id::text, user_id,
  coalesce(reason, '')
from deposits where status in ('approved', 'rejected')
union all
select 'withdrawal_review', id::text, user_id, '' from withdrawals where review_at is not null
union all
select 'withdrawal_approve', id::text, user_id, ''
from withdrawals where status in ('approved', 'paying', 'paid', 'bounced')
union all
select 'withdrawal_pay', id::text, user_id, '' from withdrawals where sent_at is not null
union all
select case status when 'paid' then 'withdrawal_sent' when 'bounced' then 'withdrawal_bounce'
  else 'withdrawal_reject' end, id::text, user_id, coalesce(reason, '')
from withdrawals where status in ('paid', 'bounced', 'rejected')
union all
select p.document || '_propose' || case p.step when 'bounce' then '_bounce' else '' end,
  p.document_id::text, coalesce(d.user_id, w.user_id), coalesce(p.reason, '')
from money_proposals p
left join deposits d on p.document = 'deposit' and d.id = p.document_id
left join withdrawals w on p.document = 'withdrawal' and w.id = p.document_id
union all
select case status when 'verified' then 'verification_approve' else 'verification_reject' end, id::text, user_id,
  coalesce(reason, '')
from verifications where status in ('verified', 'rejected')
union all
select 'fund_rate_propose', id::text, null, '' from fund_rate_proposals
union all
select case status when 'published' then 'fund_rate_approve' else 'fund_rate_reject' end, id::text, null,
  coalesce(reason, '')
from fund_rate_proposals where status in ('published', 'rejected')
union all
select 'frozen_propose_' || p.step, f.id::text, f.user_id, ''
from frozen_proposals p join frozen f on f.id = p.frozen_id
union all
select case status when 'lifted' then 'frozen_lift' else 'frozen_compensate' end, id::text, user_id, ''
from frozen where status <> 'frozen';

-- What is read as a whole at each check: what people decide, the rates of the fund, and what is short.
create view document_faults (invariant, scope, subject, detail) as

-- The platform's fees are those of withdrawals that were sent and not returned.
select 'fees_are_withdrawals', 'all', null::bigint, format('fees %s, withdrawals %s', posted.fees, due.fees)
from (select coalesce(sum(amount), 0) as fees from entries where account_id = 3) posted,
  (select coalesce(sum(fee), 0) as fees from withdrawals where status in ('approved', 'paying', 'paid')) due
where posted.fees <> due.fees

-- Withdrawals are paid to the user's own payout account, as it was shown to the user.
union all
select 'withdrawal_destination', 'withdrawal', w.id, format('withdrawal %s: account %s', w.id, w.payout_account)
from withdrawals w left join payout_accounts p on p.id = w.payout_account
where (p.user_id, p.kind, p.bank, p.number_mask) is distinct from
  (w.user_id, w.destination_kind, w.destination_bank, w.destination_number)

-- Each document has posted what it must. Those of orders are in order_faults, and those of the fund in fund_faults_of.
union all
select 'documents_posted', about.scope, about.subject, format('%s %s: %s, not %s', d.kind, d.ref, t.legs, d.legs)
from documents_posted d left join lateral (
  select t.user_id, (select string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) from entries e where e.transfer_id = t.id) as legs
  from transfers t where t.kind = d.kind and t.ref = d.ref
) t on true
cross join lateral frozen_subject(d.kind, d.ref, coalesce(d.user_id, t.user_id)) about
where d.kind not like 'order\_%' and d.kind not like 'fund\_%' and (d.user_id, d.legs) is distinct from (t.user_id, t.legs)

-- Acts are numbered 1, 2, 3, … up to the head. Each digest covers its row, and each link the digest, the minute and the
-- link before. Digests of the older formats cover the digest before as well, and their times may go back.
union all
select 'operator_log_chain', 'all', null, format('act %s of %s', seq, n)
from (
  select l.*, row_number() over log as n,
    lag(hash, 1, decode(repeat('0', 64), 'hex')) over log as hash_before,
    lag(link, 1, decode(repeat('0', 64), 'hex')) over log as link_before,
    lag(minute, 1, 0::bigint) over log as minute_before, l as whole
  from operator_log l window log as (order by seq)
) line
where seq <> n or format < 3 and previous_hash <> hash_before or hash <> act_digest(whole)
  or minute <> greatest(at / 60000 * 60000, minute_before) or format = 3 and at < minute
  or link <> act_link(whole, link_before)

union all
select 'operator_log_chain', 'all', null, format('head %s, newest %s', h.seq, l.seq)
from operator_log_head h full join (select seq, link, minute from operator_log order by seq desc limit 1) l on true
where (h.seq, h.hash, h.minute) is distinct from
  (coalesce(l.seq, 0), coalesce(l.link, decode(repeat('0', 64), 'hex')), coalesce(l.minute, 0))

-- Every decision of a reviewer is in the log once, and the log has no others.
union all
select 'acts_are_documents', about.scope, about.subject, format('%s %s: %s times', coalesce(d.act, l.act), coalesce(d.ref, l.ref),
  coalesce(l.times, 0))
from documents_reviewed d full join (
  select act, ref, min(user_id) as user_id, min(reason) as reason, count(*) as times
  from operator_log where act ~ '^(deposit|withdrawal|fund_rate|frozen)_'
    or act ~ '^verification_(approve|reject)$'
  group by act, ref
) l on l.act = d.act and l.ref = d.ref
cross join lateral frozen_subject(
  coalesce(d.act, l.act), coalesce(d.ref, l.ref), coalesce(d.user_id, l.user_id)) about
where (d.user_id, d.reason, 1) is distinct from (l.user_id, l.reason, l.times)

-- The server's key signed each receipt. SQL cannot verify it: server/trading/receipt-audit.ts stores what is invalid.
union all
select 'receipt_signed', 'order', o.id, format('order %s', o.id)
from refused_receipts r join orders o on o.id = r.order_id and order_digest(o) = r.digest

-- Events per user and topic are numbered 1, 2, 3, … up to the head. Only whole days at the beginning may be gone, those
-- that are released (server/sql/functions/retention.sql): the oldest event that is left says of which day the one
-- before it was.
union all
select 'outbox_gapless', 'user', coalesce(h.user_id, o.user_id), format('user %s, %s: %s events from %s to %s, head %s',
  coalesce(h.user_id, o.user_id), coalesce(h.topic, o.topic), o.events, o.oldest, o.newest, h.seq)
from outbox_heads h full join (
  select user_id, topic, count(*) as events, min(seq) as oldest, max(seq) as newest, min(prior) as prior
  from outbox group by user_id, topic
) o on o.user_id = h.user_id and o.topic = h.topic
cross join (select min(day) as day from market_days where released_at is null) kept
where case when o.events is null then h.day >= kept.day
  else h.seq is distinct from o.newest or o.events <> o.newest - o.oldest + 1
    or o.oldest > 1 and (o.prior < kept.day) is not true end

union all
select 'key_answered', 'user', user_id, format('user %s, %s, key %s', user_id, operation, key)
from idempotency where response is null and removed is null

union all
select * from fund_rate_faults
union all
select * from checkpoint_faults
union all
select * from act_faults;

create view ledger_faults (invariant, scope, subject, detail) as
select * from document_faults
union all
select invariant, scope, subject, detail from transfer_faults
union all
select invariant, scope, subject, detail from user_faults
union all
select invariant, scope, subject, detail from session_faults
union all
select * from account_faults(array(select id from users), false)
union all
select f.* from users u cross join lateral fund_faults_of(u.id, false) f
union all
select invariant, scope, subject, detail from order_faults
union all
select invariant, scope, subject, detail from tick_faults;

-- The faults that no compensation has answered for. `is_frozen`: what the fault names is frozen.
create view unanswered_faults as
select f.*, exists (
  select 1 from frozen z where z.scope = f.scope and z.subject = f.subject and z.ended_at is null
) as is_frozen
from ledger_faults f
where not exists (
  select 1 from frozen z where z.scope = f.scope and z.subject = f.subject
    and z.accepted @> jsonb_build_array(jsonb_build_object('invariant', f.invariant, 'detail', f.detail))
);
