-- Codes by which users share single receipts (docs/decisions/0045-shared-receipts.md). A code is stored as it is: the
-- row is next to the order that it opens, and its user wants to see the link again. server/sql/functions/sharing.sql
-- has the rule for rows.
create table shared_receipts (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z2-7]{26}$'),
  user_id bigint not null references users (id),
  order_id bigint not null references orders (id),
  -- Market clock, ms.
  created_at bigint not null,
  -- Null while the code opens the receipt.
  revoked_at bigint check (revoked_at >= created_at)
);
create unique index shared_receipts_live on shared_receipts (order_id) where revoked_at is null;
create index shared_receipts_by_user on shared_receipts (user_id, id desc);
create trigger shared_receipts_no_truncate before truncate on shared_receipts
  execute function refuse_change();
