-- The lease of the one server that writes prices, candles, checkpoints and seeds. Times are the database's.

-- How long a lease is valid without a renewal.
create or replace function lease_length() returns interval language sql immutable as $$ select interval '3 s' $$;

-- Takes the lease for a server, named by its data folder, and returns the new epoch: null while another server's lease is
-- valid. It waits for what the holder before is writing, and from then on refuse_old_epoch() refuses that holder.
create or replace function take_lease(p_holder text) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  perform pg_advisory_xact_lock(8462);
  insert into leases as l (name, holder, epoch, ends_at)
    values ('engine', p_holder, 1, clock_timestamp() + lease_length())
    on conflict (name) do update
      set holder = excluded.holder, epoch = l.epoch + 1, ends_at = excluded.ends_at
      where l.ends_at <= clock_timestamp() or l.holder = p_holder
    returning epoch into taken;
  return taken;
end $$;

-- Renews the lease of an epoch, or ends it. A lease that has run out is renewed too, as long as no other server took it.
-- False if one did.
create or replace function renew_lease(p_epoch bigint, p_ends boolean default false) returns boolean
language plpgsql security definer as $$
begin
  update leases
    set ends_at = case when p_ends then clock_timestamp() else clock_timestamp() + lease_length() end
    where epoch = p_epoch;
  return found;
end $$;

-- Trigger. A connection that names its epoch writes only while no other server has taken the lease, which take_lease()
-- does after every write that has begun.
create or replace function refuse_old_epoch() returns trigger language plpgsql security definer as $$
declare
  mine constant text := nullif(current_setting('fairtick.epoch', true), '');
begin
  if mine is null then return null; end if;
  perform pg_advisory_xact_lock_shared(8462);
  if not exists (select from leases where epoch = mine::bigint) then
    raise exception 'another server has taken over from epoch %', mine using errcode = 'FT905';
  end if;
  return null;
end $$;

create or replace trigger tick_heads_epoch before insert or update on tick_heads
  for each statement execute function refuse_old_epoch();
create or replace trigger candles_epoch before insert or update on candles
  for each statement execute function refuse_old_epoch();
create or replace trigger checkpoints_epoch before insert or update on checkpoints
  for each statement execute function refuse_old_epoch();
create or replace trigger seed_epochs_epoch before insert or update on seed_epochs
  for each statement execute function refuse_old_epoch();
