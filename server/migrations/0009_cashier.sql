-- The baseline, cashier: deposits, payout accounts and withdrawals. The functions are in
-- server/sql/functions/documents.sql, payouts.sql and restore-holds.sql.

-- Deposits that users report, which an operator decides.
create table deposits (
  id bigint generated always as identity (start with 500001) primary key,
  user_id bigint not null references users (id),
  method text not null,
  amount bigint not null check (amount > 0),
  -- A photo. Null if none was sent.
  proof bigint,
  status text not null,
  created_at bigint not null,
  review_at bigint,
  decided_at bigint,
  reviewer text,
  reason text,
  check ((decided_at is not null) = (status in ('approved', 'rejected', 'cancelled'))),
  check ((reason is not null) = (status = 'rejected'))
);
create index deposits_by_user on deposits (user_id, id desc);
create index deposits_waiting on deposits (id) where status in ('submitted', 'review');
create index deposits_by_proof on deposits (proof) where proof is not null;
create trigger deposits_states before insert or update or delete on deposits
  for each row execute function follow_states('submitted',
    'submitted>review submitted>cancelled review>approved review>rejected',
    'status review_at decided_at reviewer reason');

-- The payout account of each user, and those that it replaced.
create table payout_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('bank_card', 'currency_address')),
  nationality text not null,
  -- The whole form as JSON, sealed with the user's key for `payout`.
  key_id bigint not null references user_keys (id),
  form_sealed bytea not null,
  holder_mask text not null,
  -- Bank or currency.
  bank text not null,
  number_mask text not null,
  set_at bigint not null,
  held_until bigint,
  replaced_at bigint,
  -- Of the bank, so that the owner recognises the branch without opening the form.
  address_mask text
);
create unique index payout_accounts_current on payout_accounts (user_id) where replaced_at is null;

-- Changes of payout accounts by two operators.
create table payout_changes (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  key_id bigint not null references user_keys (id),
  form_sealed bytea not null,
  why text not null,
  status text not null,
  proposed_by text not null,
  proposed_at bigint not null,
  decided_by text,
  decided_at bigint,
  check ((decided_by is null) = (status = 'proposed')),
  -- No operator approves their own proposal.
  check (status <> 'approved' or decided_by <> proposed_by)
);
create unique index payout_changes_waiting on payout_changes (user_id) where status = 'proposed';
create trigger payout_changes_states before insert or update or delete on payout_changes
  for each row execute function follow_states('proposed',
    'proposed>approved proposed>rejected', 'status decided_by decided_at');

-- Withdrawals, which operators decide and pay.
create table withdrawals (
  id bigint generated always as identity (start with 700001) primary key,
  user_id bigint not null references users (id),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  -- The payout account, with its masked parts as they were then.
  payout_account bigint not null,
  destination_kind text not null,
  destination_bank text not null,
  destination_number text not null,
  status text not null,
  created_at bigint not null,
  review_at bigint,
  decided_at bigint,
  sent_at bigint,
  done_at bigint,
  reviewer text,
  reason text,
  check ((decided_at is null) = (status in ('requested', 'review'))),
  check ((reason is not null) = (status in ('rejected', 'bounced')))
);
create index withdrawals_by_user on withdrawals (user_id, id desc);
create index withdrawals_waiting on withdrawals (id)
  where status in ('requested', 'review', 'approved', 'paying');
create trigger withdrawals_states before insert or update or delete on withdrawals
  for each row execute function follow_states('requested',
    'requested>review requested>cancelled review>cancelled review>approved review>rejected '
    'approved>paying paying>paid paying>bounced',
    'status review_at decided_at sent_at done_at reviewer reason');

-- Until when a user's withdrawals are held after a change of the second factors. A hold is never lifted early.
create table withdrawal_holds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  since bigint not null,
  until bigint not null check (until > since),
  -- The factor whose change is the reason: the id of a passkey, or `totp` with its moment. Null in old rows.
  factor text
);
create index withdrawal_holds_by_user on withdrawal_holds (user_id, until);
create unique index withdrawal_holds_by_factor on withdrawal_holds (user_id, factor, since);

-- Decisions about deposits and withdrawals above the configured amount: one operator proposes, another confirms.
create table money_proposals (
  id bigint generated always as identity primary key,
  document text not null check (document in ('deposit', 'withdrawal')),
  document_id bigint not null,
  step text not null check (step in ('approve', 'bounce')),
  -- Of a bounce, and only then.
  reason text,
  proposed_by text not null,
  proposed_at bigint not null,
  confirmed_by text,
  confirmed_at bigint,
  unique (document, document_id, step),
  check ((reason is not null) = (step = 'bounce')),
  check ((confirmed_by is null) = (confirmed_at is null)),
  -- No operator confirms their own proposal.
  check (confirmed_by is null or confirmed_by <> proposed_by)
);

-- After a restore, withdrawals wait until two operators have compared them with what was paid outside the server.
create table restore_holds (
  id bigint generated always as identity primary key,
  since bigint not null,
  proposed_by text,
  lifted_by text,
  lifted_at bigint,
  check ((lifted_by is null) = (lifted_at is null)),
  check (lifted_by is null or lifted_by <> proposed_by)
);
create unique index restore_holds_one on restore_holds ((true)) where lifted_at is null;
