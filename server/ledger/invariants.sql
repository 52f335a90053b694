-- The invariants of all data as one view. Each row is a fault and names what it freezes: `scope` and `subject` are an
-- order, a user, a deposit, a withdrawal or a verification by its id, or a fund_rate by the number of its first day since
-- 1970. The scope `all` stops all money writes. It is only for a broken chain and for books that do not sum, which no
-- single order, user or document explains. The view is recreated at every start, in the transaction of the grants, so
-- that it can grow with the tables. It shares no code with the server, except for the words of scope and subject.
-- The fund's invariants are in fund-invariants.sql, those of ticks and bands in tick-invariants.sql, those of acts in
-- act-invariants.sql, and results come from recomputed-results.sql; these run before.

drop view if exists unanswered_faults;
drop view if exists ledger_faults;
drop view if exists documents_posted;
drop view if exists documents_reviewed;

-- The transfers that each document must have posted: one row per transfer, with its legs ordered by account.
create view documents_posted (kind, ref, user_id, legs) as
select 'order_stake', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -stake,
  user_account(user_id, 'stake'), stake)
from orders
union all
select 'order_settle', id::text, user_id,
  concat_ws(' ', '1:' || nullif(-gain, 0),
    user_account(user_id, 'cash') || ':' || nullif(stake + gain, 0),
    user_account(user_id, 'stake') || ':' || -stake)
from (
  select id, user_id, stake,
    case status when 'won' then payout - stake when 'lost' then -stake else 0 end as gain
  from orders where status in ('won', 'lost', 'draw', 'void')
) final
union all
select 'deposit', id::text, user_id, format('4:%s %s:%s', -amount, user_account(user_id, 'cash'), amount)
from deposits where status = 'approved'
union all
select 'withdrawal_hold', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -amount,
  user_account(user_id, 'withdrawal_hold'), amount)
from withdrawals
union all
select 'withdrawal_release', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'withdrawal_hold'), -amount)
from withdrawals where status in ('rejected', 'cancelled')
union all
select 'withdrawal_pay', id::text, user_id, concat_ws(' ', '3:' || nullif(fee, 0), '5:' || amount - fee,
  user_account(user_id, 'withdrawal_hold') || ':' || -amount)
from withdrawals where status in ('approved', 'paying', 'paid', 'bounced')
union all
select 'withdrawal_refund', id::text, user_id, concat_ws(' ', '3:' || nullif(-fee, 0), '5:' || fee - amount,
  user_account(user_id, 'cash') || ':' || amount)
from withdrawals where status = 'bounced'
union all
select 'compensation', f.id::text, f.user_id, concat_ws(' ',
  '7:' || nullif(held.stake - f.amount, 0),
  user_account(f.user_id, 'cash') || ':' || nullif(f.amount, 0),
  user_account(f.user_id, 'stake') || ':' || nullif(-held.stake, 0))
from frozen f
left join orders o on f.scope = 'order' and o.id = f.subject and o.status = 'compensated'
cross join lateral (select coalesce(frozen_stake(o.id, o.user_id), 0) as stake) held
where f.status = 'compensated' and (f.amount <> 0 or held.stake <> 0)
union all
select * from fund_posted;

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

create view ledger_faults (invariant, scope, subject, detail) as

-- Every transfer has entries of at least two accounts, which sum to zero and belong to its user or the platform.
select 'transfer_balanced', 'all', null::bigint, format('transfer %s: %s entries, sum %s', t.id, e.legs, e.total)
from transfers t left join (
  select transfer_id, count(*) as legs, sum(amount) as total from entries group by transfer_id
) e on e.transfer_id = t.id
where e.legs is null or e.legs < 2 or e.total <> 0

union all
select 'entry_has_owner', 'all', null, format('transfer %s, account %s', e.transfer_id, e.account_id)
from entries e
left join transfers t on t.id = e.transfer_id
left join accounts a on a.id = e.account_id
where t.id is null or a.id is null or (a.user_id is null) <> (e.version is null)
  or a.user_id is not null and a.user_id is distinct from t.user_id

-- Versions of an account run 1, 2, 3, … without a gap, and each entry states the balance after it.
union all
select 'versions_gapless', 'user', account_id / 16, format('account %s: version %s stands at %s', account_id, version, n)
from (
  select account_id, version, row_number() over (partition by account_id order by version) as n
  from entries where version is not null
) numbered
where version <> n

union all
select 'running_balance', 'user', account_id / 16, format('account %s, version %s: %s, not %s', account_id, version, balance_after, total)
from (
  select account_id, version, balance_after,
    sum(amount) over (partition by account_id order by version) as total
  from entries where version is not null
) running
where balance_after <> total

union all
select 'balance_is_sum', 'user', a.user_id, format('account %s: balance %s, entries %s; version %s, entries %s',
  a.id, a.balance, coalesce(e.total, 0), a.version, coalesce(e.legs, 0))
from accounts a left join (
  select account_id, sum(amount) as total, count(*) as legs from entries group by account_id
) e on e.account_id = a.id
where a.user_id is not null
  and (a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.legs, 0))

union all
select 'user_has_accounts', 'user', u.id, format('user %s: %s accounts, %s mutex', u.id, count(a.id), count(m.user_id))
from users u
left join accounts a on a.user_id = u.id and a.id = user_account(u.id, a.kind)
left join user_mutex m on m.user_id = u.id
group by u.id
having count(a.id) <> 5 or count(m.user_id) <> 5

-- The stake account holds the stakes of the user's open and live orders.
union all
select 'stake_is_orders', 'user', a.user_id, format('user %s: stake account %s, orders %s',
  a.user_id, a.balance, coalesce(alive.stake, 0))
from accounts a left join (
  select user_id, sum(stake) as stake from orders where status in ('open', 'live') group by user_id
) alive on alive.user_id = a.user_id
where a.kind = 'stake' and a.balance <> coalesce(alive.stake, 0)

-- The hold account holds the amounts of the user's withdrawals that await a decision.
union all
select 'hold_is_withdrawals', 'user', a.user_id, format('user %s: hold %s, withdrawals %s',
  a.user_id, a.balance, coalesce(waiting.amount, 0))
from accounts a left join (
  select user_id, sum(amount) as amount from withdrawals where status in ('requested', 'review') group by user_id
) waiting on waiting.user_id = a.user_id
where a.kind = 'withdrawal_hold' and a.balance <> coalesce(waiting.amount, 0)

-- The platform's fees are those of withdrawals that were sent and not returned.
union all
select 'fees_are_withdrawals', 'all', null, format('fees %s, withdrawals %s', posted.fees, due.fees)
from (select coalesce(sum(amount), 0) as fees from entries where account_id = 3) posted,
  (select coalesce(sum(fee), 0) as fees from withdrawals where status in ('approved', 'paying', 'paid')) due
where posted.fees <> due.fees

-- Withdrawals are paid to the user's own payout account, as it was shown to the user.
union all
select 'withdrawal_destination', 'withdrawal', w.id, format('withdrawal %s: account %s', w.id, w.payout_account)
from withdrawals w left join payout_accounts p on p.id = w.payout_account
where (p.user_id, p.kind, p.bank, p.number_mask) is distinct from
  (w.user_id, w.destination_kind, w.destination_bank, w.destination_number)

-- Documents and postings agree in both directions: each document has posted what it must, and nothing else was posted
-- for it.
union all
select 'documents_posted', about.scope, about.subject,
  format('%s %s: %s, not %s', coalesce(d.kind, t.kind), coalesce(d.ref, t.ref), t.legs, d.legs)
from documents_posted d full join (
  select t.kind, t.ref, t.user_id, string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) as legs
  from transfers t join entries e on e.transfer_id = t.id where t.kind <> 'practice_issue' group by t.id
) t on t.kind = d.kind and t.ref = d.ref
cross join lateral frozen_subject(
  coalesce(d.kind, t.kind), coalesce(d.ref, t.ref), coalesce(d.user_id, t.user_id)) about
where (d.user_id, d.legs) is distinct from (t.user_id, t.legs)

union all
select 'order_settled_once', about.scope, about.subject,
  format('order %s: status %s, settlement %s, profit and loss %s',
    coalesce(o.id, s.order_id), o.status, s.outcome, s.profit_and_loss)
from orders o full join settlements s on s.order_id = o.id
cross join lateral frozen_subject('order', coalesce(o.id, s.order_id)::text, s.user_id) about
where o.id is null
  or (case when o.status in ('open', 'live', 'compensated') then null else o.status end) is distinct from s.outcome
  or (s.user_id, s.product_id, s.direction, s.duration_ms, s.stake, s.payout) <>
    (o.user_id, o.product_id, o.direction, o.duration_ms, o.stake, o.payout)
  or s.profit_and_loss <>
    case s.outcome when 'won' then o.payout - o.stake when 'lost' then -o.stake else 0 end

union all
select 'order_terms', 'order', id, format('order %s: payout %s of stake %s at %s', id, payout, stake, payout_rate)
from orders where payout <> stake + div(stake::numeric * payout_rate, 10000)

union all
select 'practice_issue', about.scope, about.subject, format('transfer %s: %s, %s', t.id, t.ref, e.legs)
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
select 'transfer_kind', about.scope, about.subject, format('transfer %s: %s', id, kind)
from transfers cross join lateral frozen_subject(kind, ref, user_id) about where kind not in ('practice_issue', 'order_stake', 'order_settle', 'deposit',
  'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'withdrawal_refund',
  'fund_subscribe', 'fund_cancel', 'fund_confirm', 'fund_income', 'fund_redeem', 'compensation')

-- Running results equal the sums of the settlements, in total and for the day they name.
union all
select 'results_are_settlements', 'user', r.user_id, format('user %s: %s and %s on %s, settlements %s and %s', r.user_id,
  r.profit_and_loss, r.day_profit_and_loss, r.day, coalesce(s.total, 0), coalesce(s.day_total, 0))
from user_results r left join (
  select o.user_id, sum(s.profit_and_loss) as total, sum(s.profit_and_loss) filter (where
    (to_timestamp(s.settled_at / 1000.0) at time zone 'utc')::date = own.day) as day_total
  from settlements s join orders o on o.id = s.order_id join user_results own on own.user_id = o.user_id
  group by o.user_id
) s on s.user_id = r.user_id
where r.profit_and_loss <> coalesce(s.total, 0) or r.day_profit_and_loss <> coalesce(s.day_total, 0)

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

-- Every entry and every result follows from the rule.
union all
select 'result_recomputed', 'order', o.id, format('order %s: recorded %s %s [%s, %s], recomputed %s %s [%s, %s]',
  o.id, o.status, s.void_reason, o.entry_seq, s.exit_seq,
  r.outcome, r.reason, r.entry_seq, r.exit_seq)
from orders o join results_recomputed r on r.id = o.id left join settlements s on s.order_id = o.id
where o.entry_seq is null and o.status in ('live', 'won', 'lost', 'draw')
  or o.entry_seq is not null and (r.entry_reason is not null
    or (o.entry_seq, o.entry_time, o.entry_price)
      is distinct from (r.entry_seq, r.entry_time, r.entry_price))
  or s.order_id is not null and s.void_reason is distinct from 'too_late' and ((s.outcome, s.void_reason)
      is distinct from (r.outcome, r.reason)
    or s.outcome <> 'void' and (s.entry_seq, s.exit_seq, s.exit_time, s.exit_price)
      is distinct from (r.entry_seq, r.exit_seq, r.exit_time, r.exit_price))

-- Simulated prices leave nothing out, so no order on them is void but for a halt, or because it was too late. Orders
-- from before checkpoints of format 3 are from before outages were filled in.
union all
select 'void_permitted', 'order', o.id, format('order %s: %s on simulated prices', o.id, s.void_reason)
from settlements s join orders o on o.id = s.order_id
where o.source = 'simulated' and s.void_reason not like 'halt%' and s.void_reason <> 'too_late'
  and exists (select from checkpoints c where c.time_ms <= o.accepted_at and checkpoint_format(c.text) >= 3)

-- Every order that counts is in a record of its product's log from before its start, on live prices from before the lead
-- of its terms. One that no record holds is undone soon after that, at the latest with the next start of the server.
union all
select 'order_sealed', 'order', o.id, format('order %s: %s, record %s', o.id, o.status, r.seq)
from orders o left join settlements s on s.order_id = o.id
left join lateral (select * from order_records h where h.order_id = o.id order by h.seq limit 1) r on true
left join ticks t on t.product_id = r.product_id and t.seq = r.seq
left join (
  -- Read once per terms, and not per order.
  select terms_id, lead_of(terms) as ms from product_terms offset 0
) lead on lead.terms_id = o.terms_id
where o.salt is not null
  and case when o.status = 'open' or s.void_reason = 'too_late' then
      r.order_id is null and o.status = 'open'
        and o.starts_at < (select max(time_ms) from checkpoints) - 600000
      or r.order_id is not null and s.void_reason = 'too_late'
    else (t.kind = 6 and t.time_ms <= o.starts_at - coalesce(lead.ms, 1) and t.product_id = o.product_id) is not true
      and o.status <> 'compensated' end

-- Orders from before such records are in a tree of the public log, or wait for the next one, which no one does for ten
-- minutes. The oldest are from before the trees.
union all
select 'order_sealed', 'order', o.id, format('order %s is in no tree', o.id)
from orders o
where o.salt is null and o.id > (select order_id from order_leaf_start)
  and exists (select from checkpoints c where c.time_ms <= o.accepted_at and checkpoint_format(c.text) >= 4)
  or o.salt is null and o.id > (select order_id from order_leaf_start)
  and not exists (select from order_leaves l where l.order_id = o.id)
  and (not exists (select from unsealed u where u.order_id = o.id)
    or o.accepted_at < (select max(time_ms) from checkpoints) - 600000)

-- The server's key signed each receipt. SQL cannot verify it: server/trading/receipt-audit.ts stores what is invalid.
union all
select 'receipt_signed', 'order', o.id, format('order %s', o.id)
from refused_receipts r join orders o on o.id = r.order_id and order_digest(o) = r.digest

-- An order that was refused is either not there, or was undone as too late, with a refusal that says so. Orders without
-- a start are from before a refusal was final for unsigned orders too.
union all
select 'order_too_late', 'order', o.id, format('order %s: %s, refused %s', o.id, s.void_reason, r.reason)
from orders o left join settlements s on s.order_id = o.id
left join order_refusals r on r.user_id = o.user_id and r.intent_key = o.intent_key and o.starts_at is not null
where (s.void_reason is not distinct from 'too_late') is distinct from (r.id is not null)
  or r.id is not null and r.reason <> 'too_late'

-- An order without a result is one whose compensation says so, with the amount that the ticks give.
union all
select 'order_compensated', 'order', o.id, format('order %s: %s, paid %s, by the ticks %s',
  o.id, o.status, f.amount, r.outcome)
from orders o left join frozen f on f.scope = 'order' and f.subject = o.id and f.status = 'compensated'
join results_recomputed r on r.id = o.id
cross join lateral (select frozen_stake(o.id, o.user_id) as stake) held
where o.status = 'compensated' and f.amount is distinct from case r.outcome
  when 'won' then held.stake + div(held.stake::numeric * o.payout_rate, 10000)
  when 'lost' then 0 else held.stake end

-- Events per user and topic are numbered 1, 2, 3, … up to the head.
union all
select 'outbox_gapless', 'user', coalesce(h.user_id, o.user_id), format('user %s, %s: %s events up to %s, head %s',
  coalesce(h.user_id, o.user_id), coalesce(h.topic, o.topic), o.events, o.newest, h.seq)
from outbox_heads h full join (
  select user_id, topic, count(*) as events, min(seq) as oldest, max(seq) as newest
  from outbox group by user_id, topic
) o on o.user_id = h.user_id and o.topic = h.topic
where h.seq is distinct from o.newest or o.oldest <> 1 or o.events <> o.newest

union all
select 'key_answered', 'user', user_id, format('user %s, %s, key %s', user_id, operation, key)
from idempotency where response is null

union all
select * from fund_faults
union all
select * from tick_faults
union all
select * from act_faults;

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
