-- Answers, addresses and tickets that are old are removed. The functions are in server/sql/functions/retention.sql.

-- The text of an answer is kept for days. Key and digest stay, so that no command runs twice. What is older than this
-- column counts as the first day.
alter table idempotency drop column at, add column day date not null default '1970-01-01',
  -- The day on which the answer was removed.
  add column removed date;
-- The space of removed answers is reused soon, however many rows there are.
alter table idempotency set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
-- So a key without an answer that was not removed is the only fault, and the checks read no other key.
alter table idempotency add check (removed is null or response is null and removed >= day + 7);
drop index idempotency_unanswered;
create index idempotency_unanswered on idempotency (user_id) where response is null and removed is null;
create index idempotency_answered on idempotency (day) where response is not null;

-- Sessions that still have an address or a browser. Visits change none of these columns.
create index sessions_by_place on sessions (created_at) where address <> '' or user_agent <> '';

-- The last ticket that was looked at.
create table ticket_sweep (through bigint not null);
insert into ticket_sweep values (0);
drop trigger password_tickets_append_only on password_tickets;
