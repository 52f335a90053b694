-- What the checks of the ledger found to be faulty: one order, one user or one document. While a row is open, the money
-- functions refuse what it names. The facts of a row never change; its end is written once, by two operators.

insert into accounts (id, kind) values (7, 'compensation');

create table frozen (
  id bigint generated always as identity primary key,
  -- What is frozen. A frozen fund_rate stops the fund, because it is the rate of every user.
  scope text not null
    check (scope in ('order', 'user', 'deposit', 'withdrawal', 'verification', 'fund_rate')),
  -- The id of the order, user or document.
  subject bigint not null,
  -- Whose it is. Null for a fund_rate.
  user_id bigint references users (id) check (user_id is not null or scope = 'fund_rate'),
  -- [{invariant, detail}]: what the checks found.
  faults jsonb not null,
  since bigint not null,
  status text not null default 'frozen' check (status in ('frozen', 'lifted', 'compensated')),
  proposed_by text,
  ended_by text,
  ended_at bigint,
  -- What a compensation paid, in minor units.
  amount bigint check (amount >= 0),
  -- The faults that remained when it ended, which the compensation answers for.
  accepted jsonb,
  check ((status = 'frozen') = (ended_at is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (proposed_by is null)),
  check (proposed_by <> ended_by),
  check ((status = 'compensated') = (amount is not null) and (amount is null) = (accepted is null))
);
create unique index frozen_now on frozen (scope, subject) where ended_at is null;
create index frozen_by_subject on frozen (scope, subject, id desc);
create index frozen_by_user on frozen (user_id, id desc);
create trigger frozen_states before insert or update or delete on frozen for each row execute
  function follow_states('frozen', 'frozen>lifted frozen>compensated',
    'status proposed_by ended_by ended_at amount accepted');
create trigger frozen_no_truncate before truncate on frozen execute function refuse_change();

-- What one operator proposed. It happens when another operator takes the same step.
create table frozen_proposals (
  frozen_id bigint not null references frozen (id),
  step text not null check (step in ('lift', 'compensate')),
  proposed_by text not null,
  proposed_at bigint not null,
  primary key (frozen_id, step)
);
create trigger frozen_proposals_append_only before update or delete on frozen_proposals
  for each row execute function refuse_change();
create trigger frozen_proposals_no_truncate before truncate on frozen_proposals
  execute function refuse_change();

-- An order that was compensated before the rule had decided it has no result.
alter table orders drop constraint orders_status_check, add constraint orders_status_check
  check (status in ('open', 'live', 'won', 'lost', 'draw', 'void', 'compensated'));
