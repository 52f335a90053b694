-- The operator desk: who sits at it, their sessions, and which products are under maintenance.

create table operators (
  id bigint generated always as identity primary key,
  -- As it stands in the operator log; never the practice reviewer's.
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{2,31}$' and name <> 'practice-reviewer'),
  password_hash text not null,
  created_at bigint not null,
  disabled_at bigint
);
create table operator_sessions (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  operator_id bigint not null references operators (id),
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);
-- Append-only but for its end: a product's stretches of maintenance.
create table product_maintenance (
  id bigint generated always as identity primary key,
  product_id smallint not null references products (id),
  how text not null check (how in ('drain', 'now')),
  asked_by text not null,
  asked_at bigint not null,
  -- When the market halted; null: the last positions are still open.
  halted_at bigint,
  ended_by text,
  ended_at bigint
);
create unique index product_maintenance_current on product_maintenance (product_id)
  where ended_at is null;
