-- The balance fund: shares at 1.00 in lots that count from a later day on, income by a rate published in advance.
-- Days are those of the one business zone, UTC. Whatever a new day brings is done by open_fund_days() alone.

create function fund_day(p_at bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (p_at / 86400000)::int
$$;
create function fund_day_start(p_day date) returns bigint language sql immutable as $$
  select (p_day - date '1970-01-01')::bigint * 86400000
$$;

-- The practice curve's rates carry its name.
alter table operators add constraint operators_not_the_curve check (name <> 'practice-curve');

create table fund_rate_proposals (
  id bigint generated always as identity (start with 101) primary key,
  from_day date not null,
  daily_rate int not null check (daily_rate between 0 and 300),
  why text not null,
  status text not null,
  proposed_by text not null,
  proposed_at bigint not null,
  decided_by text,
  decided_at bigint,
  reason text,
  check ((reason is not null) = (status = 'rejected')),
  check ((decided_by is null) = (status = 'proposed')),
  check ((decided_at is null) = (status = 'proposed')),
  -- Two operators: nobody publishes what they proposed.
  check (status <> 'published' or decided_by <> proposed_by)
);
create index fund_rate_proposals_waiting on fund_rate_proposals (id) where status = 'proposed';
create trigger fund_rate_proposals_states before insert or update or delete on fund_rate_proposals
  for each row execute function follow_states('proposed',
    'proposed>published proposed>rejected', 'status decided_by decided_at reason');
create trigger fund_rate_proposals_no_truncate before truncate on fund_rate_proposals
  execute function refuse_change();

-- What each day's share earns, in millionths a day, for everybody; a rate holds until the next one's first day.
create table fund_rates (
  from_day date primary key,
  daily_rate int not null check (daily_rate between 0 and 300),
  published_at bigint not null,
  proposed_by text not null,
  approved_by text not null,
  check ((proposed_by = approved_by) = (proposed_by = 'practice-curve')),
  check (published_at < fund_day_start(from_day))
);
create trigger fund_rates_append_only before update or delete on fund_rates
  for each row execute function refuse_change();
create trigger fund_rates_no_truncate before truncate on fund_rates execute function refuse_change();

-- Null: none was published for that day.
create function fund_rate_of(p_day date) returns int language sql stable as $$
  select daily_rate from fund_rates where from_day <= p_day order by from_day desc limit 1
$$;

-- One row a user, from the first transfer in on. `opened_through`: the last day that open_fund_days() began for them;
-- counts and `income_today` are of that day. `carry`: earned and not credited, in millionths of a cent.
create table fund_accounts (
  user_id bigint primary key references users (id),
  version bigint not null default 0,
  opened_through date not null,
  carry int not null default 0 check (carry between 0 and 999999),
  income bigint not null default 0 check (income >= 0),
  income_today bigint not null default 0 check (income_today >= 0),
  subscriptions int not null default 0,
  redemptions int not null default 0,
  instant bigint not null default 0,
  -- A new day changes nothing.
  idle boolean not null default true
) with (fillfactor = 50);
create index fund_accounts_due on fund_accounts (opened_through, user_id) where not idle;

create table fund_lots (
  id bigint generated always as identity (start with 900001) primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('transfer', 'income')),
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  status text not null,
  created_at bigint not null,
  -- The business day that it counts for; of income: the day that earned it.
  trade_day date not null,
  cancellable_until bigint not null,
  confirm_day date not null check (confirm_day > trade_day),
  confirmed_at bigint,
  ended_at bigint,
  check (status <> 'pending' or remaining = amount),
  check ((confirmed_at is null) = (status in ('pending', 'cancelled'))),
  check (confirmed_at = fund_day_start(confirm_day)),
  check ((ended_at is not null) = (status in ('redeemed', 'cancelled'))),
  check ((remaining = 0) = (status in ('redeemed', 'cancelled')))
);
create index fund_lots_by_user on fund_lots (user_id, id desc);
create index fund_lots_pending on fund_lots (user_id, confirm_day, id) where status = 'pending';
create index fund_lots_confirmed on fund_lots (user_id, confirm_day, id) where status = 'confirmed';
create unique index fund_lots_income on fund_lots (user_id, trade_day) where kind = 'income';
create function fund_lots_begin() returns trigger language plpgsql as $$
begin
  raise exception 'a lot of % does not begin as %', new.kind, new.status using errcode = 'FT902';
end $$;
create trigger fund_lots_begin before insert on fund_lots for each row
  when (new.status <> case new.kind when 'income' then 'confirmed' else 'pending' end
    or new.remaining <> new.amount)
  execute function fund_lots_begin();
create trigger fund_lots_states before update or delete on fund_lots
  for each row execute function follow_states('pending',
    'pending>confirmed pending>cancelled confirmed>confirmed confirmed>redeemed',
    'status remaining confirmed_at ended_at');
create trigger fund_lots_no_truncate before truncate on fund_lots execute function refuse_change();

create table fund_redemptions (
  id bigint generated always as identity (start with 950001) primary key,
  user_id bigint not null references users (id),
  amount bigint not null check (amount > 0),
  speed text not null check (speed in ('instant', 'next_day')),
  status text not null,
  created_at bigint not null,
  trade_day date not null,
  cancellable_until bigint,
  -- The shares earn up to the day before.
  pay_day date not null,
  ended_at bigint,
  check (case speed when 'instant' then pay_day = fund_day(created_at) else pay_day > trade_day end),
  check ((cancellable_until is null) = (speed = 'instant')),
  check ((ended_at is null) = (status = 'requested')),
  check (status <> 'paid'
    or ended_at = case speed when 'instant' then created_at else fund_day_start(pay_day) end)
);
create index fund_redemptions_by_user on fund_redemptions (user_id, id desc);
create index fund_redemptions_waiting on fund_redemptions (user_id, pay_day, id)
  where status = 'requested';
create trigger fund_redemptions_states before insert or update or delete on fund_redemptions
  for each row execute function follow_states('requested',
    'requested>paid requested>cancelled', 'status ended_at');
create trigger fund_redemptions_no_truncate before truncate on fund_redemptions
  execute function refuse_change();

-- From which lots a redemption was paid: the oldest first.
create table fund_redemption_lots (
  redemption_id bigint not null references fund_redemptions (id),
  lot_id bigint not null references fund_lots (id),
  amount bigint not null check (amount > 0),
  primary key (redemption_id, lot_id)
);
create index fund_redemption_lots_by_lot on fund_redemption_lots (lot_id);
create trigger fund_redemption_lots_append_only before update or delete on fund_redemption_lots
  for each row execute function refuse_change();
create trigger fund_redemption_lots_no_truncate before truncate on fund_redemption_lots
  execute function refuse_change();

-- A day's income: exact, for what is not credited is carried.
create table fund_accruals (
  user_id bigint not null references users (id),
  day date not null,
  share bigint not null check (share > 0),
  daily_rate int not null,
  carry_before int not null check (carry_before between 0 and 999999),
  credited bigint not null check (credited >= 0),
  carry_after int not null check (carry_after between 0 and 999999),
  primary key (user_id, day),
  check (share * daily_rate + carry_before = credited * 1000000 + carry_after)
);
create trigger fund_accruals_append_only before update or delete on fund_accruals
  for each row execute function refuse_change();
create trigger fund_accruals_no_truncate before truncate on fund_accruals
  execute function refuse_change();
