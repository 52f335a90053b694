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
