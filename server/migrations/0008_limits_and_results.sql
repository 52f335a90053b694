-- The baseline, what belongs to trading: results per user, own limits, price alerts and public statistics. The
-- functions are in server/sql/functions/accounts.sql and settlement.sql.

-- The sum of the results of a user's settled orders. `day` is the date, in UTC, of the second figure.
create table user_results (
  user_id bigint primary key,
  profit_and_loss bigint not null default 0,
  day date not null default '1970-01-01',
  day_profit_and_loss bigint not null default 0
) with (fillfactor = 50);

-- The limits that users set for themselves. A limit becomes stricter at once, and looser only after a wait.
create table own_limits (
  user_id bigint not null references users (id),
  kind text not null check (kind in ('stake', 'daily_loss', 'daily_deposit', 'open_positions',
    'session_minutes', 'time_out', 'exclusion')),
  -- Null without a limit.
  value bigint check (value > 0),
  next_value bigint check (next_value > 0),
  -- When `next_value` is in force, ms. Null while no change is pending.
  next_at bigint,
  -- Market clock, ms.
  changed_at bigint not null,
  primary key (user_id, kind),
  check (next_value is null or next_at is not null),
  check (kind not in ('time_out', 'exclusion') or (value is not null and next_at is null))
);
create trigger own_limits_guard before insert or update or delete on own_limits
  for each row execute function own_limits_only_tighten();
create trigger own_limits_history after insert or update on own_limits
  for each row execute function own_limits_remember();

-- Each change of a limit, which a trigger writes.
create table own_limit_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null,
  value bigint,
  next_value bigint,
  next_at bigint,
  at bigint not null
);
create index own_limit_changes_by_user on own_limit_changes (user_id, id desc);

-- Price alerts of users. Each is hit at most once.
create table price_alerts (
  id bigint generated always as identity (start with 970001) primary key,
  user_id bigint not null references users (id),
  product_id smallint not null references products (id),
  direction text not null check (direction in ('at_or_above', 'at_or_below')),
  price bigint not null check (price > 0),
  created_at bigint not null,
  -- The newest tick when it was set. Only those after it are evaluated.
  after_seq bigint not null,
  status text not null check (status in ('active', 'hit', 'cancelled')),
  hit_seq bigint check (hit_seq > after_seq),
  hit_at bigint,
  hit_price bigint,
  ended_at bigint,
  check ((hit_seq is null) = (status <> 'hit')),
  check ((hit_seq is null) = (hit_at is null) and (hit_seq is null) = (hit_price is null)),
  check (hit_price is null
    or case direction when 'at_or_above' then hit_price >= price else hit_price <= price end),
  check ((ended_at is null) = (status = 'active'))
);
create index price_alerts_by_user on price_alerts (user_id, id desc);
create index price_alerts_active on price_alerts (product_id, id) where status = 'active';
-- A request that is repeated because its answer was lost sets no second alert.
create unique index price_alerts_once on price_alerts (user_id, product_id, direction, price)
  where status = 'active';
create trigger price_alerts_states before insert or update or delete on price_alerts
  for each row execute function follow_states('active', 'active>hit active>cancelled',
    'status hit_seq hit_at hit_price ended_at');

-- The tick up to which alerts were evaluated and their hits stored. The server resumes after it.
create table alert_marks (
  product_id smallint primary key references products (id),
  judged_seq bigint not null
);

-- The figures of the public statistics, in one row.
create table statistics (
  one boolean primary key default true check (one),
  -- When they were computed. Null before the first time.
  at bigint,
  figures jsonb,
  -- The end of the last day that was added, in ms.
  settled_before bigint not null default 0
);
insert into statistics default values;

-- What was settled on days that are over, so that the public statistics read each settlement once. Orders of guests do
-- not count. sum_settled_day adds a day when no order that ended on it can still be settled.
create table settled_days (
  day date primary key,
  won bigint not null,
  lost bigint not null,
  draw bigint not null,
  void bigint not null
);

-- The sum of results of each user on those days.
create table settled_traders (
  user_id bigint primary key,
  profit_and_loss bigint not null
);
