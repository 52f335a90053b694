-- A role that verifies signatures and proofs once more, and stops what does not verify.
do $$
begin
  create role fairtick_auditor nologin;
exception when duplicate_object or unique_violation then null;
end $$;

-- Each hold names the factor whose change is its reason: the id of a passkey, or `totp` with its moment. Null in older
-- ones. The new function has a length of its own.
alter table withdrawal_holds add column factor text;
create unique index withdrawal_holds_by_factor on withdrawal_holds (user_id, factor, since);
drop function if exists hold_withdrawals(bigint, bigint, bigint);

-- The public key of the server that starts. Only the owner of the tables writes it; register_signing_key makes it public.
create table offered_key (
  one boolean primary key default true check (one),
  key_id text not null,
  public_key text not null
);

-- Replaced by set_payout_account, which asks for the user's session.
drop function if exists save_payout_account(jsonb);
