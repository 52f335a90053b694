-- The chain of starts, and what happens when the data are an older copy of what was signed (docs/VERIFY.md).

-- Whether a restore says that a checkpoint is lost: it was signed before the start that the restore names, and is none
-- of those that were kept.
create or replace function is_explained(p_number bigint, p_time_ms bigint) returns boolean language sql stable as $$
  select exists (
    select from chain_records r
    cross join regexp_match(r.text, '^restored (\d+) checkpoint (\d+) [0-9a-f]{64}$') said
    where r.chain = 'starts' and p_time_ms < said[1]::bigint and p_number > said[2]::bigint)
$$;

-- The first start after a moment, without its first word: its time, and the newest checkpoint at that start.
create or replace function start_after(p_time_ms bigint) returns text language sql stable as $$
  select substr(text, 7) from chain_records where chain = 'starts' and text like 'start %'
    and split_part(text, ' ', 2)::bigint > p_time_ms
  order by seq limit 1
$$;

-- Whether a request is from before the newest restore, which may have undone it. Its key begins with its time in ms and
-- a hyphen; of another key nothing says when it was made.
create or replace function is_expired(p_key text) returns boolean language sql stable as $$
  select coalesce(coalesce(substring(p_key from '^(\d{13})-')::bigint, 0) < restored_at, false) from instance
$$;

-- Refuses a money write while all are stopped, and says whether an older copy of the data is why.
create or replace function refuse_halted() returns void language plpgsql as $$
begin
  raise exception '%', case when exists (
      select from ledger_halts where lifted_at is null and reason like 'checkpoint_lost:%')
    then 'history_lost' else 'money_writes_halted' end using errcode = 'FT503';
end $$;

-- Only the owner may call it, when a server starts. Appends the start to its chain: its time, which no other start has,
-- and the newest checkpoint. Order and document numbers continue at the time in tenths of a ms, which no database keeps
-- up with, so that an older copy of the data gives none of those that were given after it. `now_ms`: the computer's
-- time. `p_restored`: the operator knows that the data are such a copy. Without it, the start is refused if a device
-- has presented a checkpoint that the log lacks.
create or replace function note_start(now_ms bigint, p_restored boolean) returns void language plpgsql as $$
declare
  newest checkpoints;
  at_ms bigint;
  sequence text;
  lost record;
  explained boolean := false;
begin
  if not p_restored and exists (select from lost_checkpoints) then
    raise exception 'history_lost' using errcode = 'FT905';
  end if;
  select * into newest from checkpoints order by number desc limit 1;
  select greatest(now_ms, max(split_part(text, ' ', 2)::bigint) + 1, (select max(time_ms) + 1 from lost_checkpoints))
    into at_ms from chain_records where chain = 'starts' and text like 'start %';
  if exists (select from chain_records where chain = 'starts') then
    foreach sequence in array array['orders_id_seq', 'deposits_id_seq', 'withdrawals_id_seq', 'fund_lots_id_seq',
      'fund_redemptions_id_seq'] loop
      perform setval(sequence, greatest(nextval(sequence), now_ms * 10));
    end loop;
  end if;
  perform append_chain_record('starts', now_ms, format('start %s checkpoint %s %s', at_ms, coalesce(newest.number, 0),
    coalesce(encode(sha256(convert_to(newest.text, 'UTF8')), 'hex'), repeat('0', 64))));
  if not p_restored then return; end if;
  -- More users than a copy can lack.
  perform setval('users_id_seq', nextval('users_id_seq') + 1000000);
  for lost in select * from lost_checkpoints order by time_ms loop
    explained := true;
    if not is_explained(lost.number, lost.time_ms) then
      perform append_chain_record('starts', now_ms, 'restored ' || start_after(lost.time_ms));
    end if;
  end loop;
  if not explained then
    perform append_chain_record('starts', now_ms, 'restored ' || start_after(at_ms - 1));
  end if;
  -- Another epoch, so that pages read every topic from its start: the numbers of its changes were given before.
  update instance set restored_at = now_ms, epoch = replace(gen_random_uuid()::text, '-', '');
  insert into restore_holds (since) values (now_ms) on conflict do nothing;
  update ledger_halts set lifted_at = to_timestamp(now_ms / 1000.0)
    where lifted_at is null and reason like 'checkpoint_lost:%';
end $$;

-- Stores a checkpoint that a device presents and the log lacks, unless a restore explains it, and stops all money
-- writes. Returns whether it is lost. The caller has verified the signature, which SQL cannot.
create or replace function present_checkpoint(p_text text, p_signature text, p_key_id text)
returns boolean language plpgsql security definer as $$
declare
  named constant text[] := regexp_match(p_text, '^fairtick-checkpoint-\d\n(\d{1,15})\n(\d{1,15})\n');
  number_of constant bigint := named[1]::bigint;
  time_of constant bigint := named[2]::bigint;
begin
  if number_of is null or is_explained(number_of, time_of)
    or exists (select from checkpoints where number = number_of and text = p_text) then
    return false;
  end if;
  -- One is enough to stop all money, and a server that lost much is not filled with proofs.
  if (select count(*) < 100 from checkpoints_presented) then
    insert into checkpoints_presented (text_hash, number, time_ms, text, signature, key_id)
      values (sha256(convert_to(p_text, 'UTF8')), number_of, time_of, p_text, p_signature, p_key_id)
      on conflict do nothing;
  end if;
  perform halt_money(format('checkpoint_lost: a device has checkpoint %s of %s ms', number_of, time_of));
  return true;
end $$;
