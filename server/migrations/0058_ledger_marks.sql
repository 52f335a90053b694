-- Up to where the checks of the ledger have read. Only the owner's function check_ledger writes these tables, in the
-- snapshot of the check. They say what a check may leave out, so no role of the server may write them.
create table ledger_marks (
  part text primary key check (part in ('orders', 'transfers', 'users', 'refusals')),
  -- The highest number that was checked, below which no transaction can still add a row.
  checked bigint not null default 0,
  -- The newest number that a check saw. It becomes `checked` when all transactions before `seen_xid` have ended.
  seen bigint not null default 0,
  seen_xid bigint not null default 0
);
insert into ledger_marks (part) values ('orders'), ('transfers'), ('users'), ('refusals');

-- The version and balance up to which the entries of an account were checked, and for a stake account the sum of the
-- results of its settlements until then.
create table account_marks (
  account_id bigint primary key,
  version bigint not null,
  balance bigint not null,
  profit_and_loss bigint not null
) with (fillfactor = 70);

create table tick_marks (
  product_id smallint primary key,
  seq bigint not null
);

-- Fees, and keys without an answer, are few among many rows.
create index entries_fees on entries (transfer_id) include (amount) where account_id = 3;
create index idempotency_unanswered on idempotency (user_id) where response is null;
