-- The baseline, balance fund: shares at 1.00 in lots that count from a later day on, and income by a rate that is
-- published in advance. Days are in UTC. The functions are in server/sql/functions/fund.sql and fund-rates.sql.

-- Rates that an operator proposes and another one publishes.
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
  -- No operator publishes their own proposal.
  check (status <> 'published' or decided_by <> proposed_by)
);
create index fund_rate_proposals_waiting on fund_rate_proposals (id) where status = 'proposed';
create trigger fund_rate_proposals_states before insert or update or delete on fund_rate_proposals
  for each row execute function follow_states('proposed',
    'proposed>published proposed>rejected', 'status decided_by decided_at reason');

-- What a share earns per day, in millionths. A rate is in force until the first day of the next one.
create table fund_rates (
  from_day date primary key,
  daily_rate int not null check (daily_rate between 0 and 300),
  published_at bigint not null,
  proposed_by text not null,
  approved_by text not null,
  check ((proposed_by = approved_by) = (proposed_by = 'practice-curve')),
  check (published_at < fund_day_start(from_day))
);

-- One row per user since the first transfer in. `opened_through` is the last day that open_fund_days() has started for
-- the user, to which the counts and `income_today` belong. `carry` is earned and not credited, in millionths of a cent.
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
  -- Whether a new day changes nothing.
  idle boolean not null default true
) with (fillfactor = 50);
create index fund_accounts_due on fund_accounts (opened_through, user_id) where not idle;

-- Shares of a user by when they were bought or earned.
create table fund_lots (
  id bigint generated always as identity (start with 900001) primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('transfer', 'income')),
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  status text not null,
  created_at bigint not null,
  -- The business day that it counts for. For income, the day that earned it.
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
create trigger fund_lots_begin before insert on fund_lots for each row
  when (new.status <> case new.kind when 'income' then 'confirmed' else 'pending' end
    or new.remaining <> new.amount)
  execute function fund_lots_begin();
create trigger fund_lots_states before update or delete on fund_lots
  for each row execute function follow_states('pending',
    'pending>confirmed pending>cancelled confirmed>confirmed confirmed>redeemed',
    'status remaining confirmed_at ended_at');

-- Shares that users sell.
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

-- The lots from which a redemption was paid, the oldest first.
create table fund_redemption_lots (
  redemption_id bigint not null references fund_redemptions (id),
  lot_id bigint not null references fund_lots (id),
  amount bigint not null check (amount > 0),
  primary key (redemption_id, lot_id)
);
create index fund_redemption_lots_by_lot on fund_redemption_lots (lot_id);

-- The income of each day. It is exact, because what is not credited is carried to the next day.
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
