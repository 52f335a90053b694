-- What the checks of the ledger have read of the fund, sessions and passwords, so that they leave it out. As the other
-- marks (0006_ledger.sql), no role of the server may write it.
alter table ledger_marks drop constraint ledger_marks_part_check;
alter table ledger_marks add constraint ledger_marks_part_check check (part in ('orders', 'transfers', 'users', 'refusals',
  'fund_lots', 'fund_redemptions', 'sessions', 'password_changes'));
insert into ledger_marks (part) values ('fund_lots'), ('fund_redemptions'), ('sessions'), ('password_changes');

-- The state of a fund account when it was checked, in the columns of fund_accounts.
create table fund_marks (
  user_id bigint primary key,
  version bigint not null,
  opened_through date not null,
  carry int not null,
  income bigint not null,
  income_today bigint not null,
  subscriptions int not null,
  redemptions int not null,
  instant bigint not null,
  idle boolean not null,
  -- The transaction that checked it. Those that were checked longest ago have their turn first.
  checked_xid bigint not null
) with (fillfactor = 70);

-- The transfers of a user among their days of income.
create index fund_lots_transfers on fund_lots (user_id, id) where kind = 'transfer';

-- These take or return other users now. Only the functions of marks.sql and frozen.sql call them.
drop function if exists users_to_check(jsonb);
drop function if exists faults_to_check(jsonb, bigint[], bigint[]);
drop function if exists move_marks(bigint[], bigint[]);
-- The function fund_faults_of replaces it.
drop view if exists fund_faults;
