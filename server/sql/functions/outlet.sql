-- Notices outside of the app (server/outlet): what is sent, to which addresses, and how far that came. A notice is
-- stored in the transaction that it tells of, and says only what kind of thing happened.

-- The kind of notice of a message, or null: a new kind is one line here, and its text in locales/*/outlet.json.
create or replace function outlet_kind(p_message text) returns text language sql immutable as $$
  select case p_message
    when 'deposit_approved' then 'deposit'
    when 'deposit_rejected' then 'deposit'
    when 'withdrawal_approved' then 'withdrawal'
    when 'withdrawal_paid' then 'withdrawal'
    when 'withdrawal_rejected' then 'withdrawal'
    when 'withdrawal_bounced' then 'withdrawal'
    when 'payout_account_changed' then 'payout'
    when 'password_changed' then 'password'
    when 'factor_changed' then 'factor'
    when 'passkey_removal_asked' then 'factor'
    when 'recovery_approved' then 'recovery'
  end
$$;

-- Stores a notice for each channel that is on: for mail, if the user has a confirmed address. A user gets 30 per channel
-- and day at most; what happened is in the app in any case.
create or replace function tell_outlet(p_user bigint, p_kind text, p_at bigint) returns void language sql
security definer as $$
  insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
  select c.channel, p_user, a.id, p_kind, p_at, p_at
  from outlet_channels c left join mail_addresses a on c.channel = 'mail' and a.user_id = p_user
    and a.confirmed_at is not null and a.ended_at is null and a.unusable_at is null
  where c.is_on and (c.channel = 'webhook' or a.id is not null) and not is_guest(p_user)
    and 30 > (select count(*) from outlet_messages m
      where m.user_id = p_user and m.channel = c.channel and m.created_at > p_at - 86400000)
$$;

-- Triggers: messages of certain kinds, and log-ins from a device that had not logged in before.
create or replace function tell_outlet_of_message() returns trigger language plpgsql security definer as $$
begin
  perform tell_outlet(new.user_id, outlet_kind(new.kind), new.sent_at);
  return null;
end $$;
create or replace trigger messages_outlet after insert on messages
  for each row when (outlet_kind(new.kind) is not null) execute function tell_outlet_of_message();
create or replace function tell_outlet_of_log_in() returns trigger language plpgsql security definer as $$
begin
  perform tell_outlet(new.user_id, 'device', new.at);
  return null;
end $$;
create or replace trigger log_ins_outlet after insert on log_ins
  for each row when (new.succeeded and not new.known) execute function tell_outlet_of_log_in();

-- Says which channels there are. What waits for one that is off lapses.
create or replace function set_outlet_channels(p_mail boolean, p_webhook boolean, p_at bigint) returns void
language sql security definer as $$
  update outlet_channels set is_on = case channel when 'mail' then p_mail else p_webhook end;
  update outlet_messages m set state = 'lapsed', done_at = p_at
  from outlet_channels c where c.channel = m.channel and not c.is_on and m.state = 'waiting';
$$;

-- Stores a message to an address, whatever the user's limits.
create or replace function write_to_address(p_address bigint, p_kind text, p_at bigint) returns void language sql as $$
  insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
  select 'mail', user_id, id, p_kind, p_at, p_at from mail_addresses where id = p_address
$$;

-- Stores an address that a user wants to use, in place of one that waits for its code, and sends the code. Raises FT409
-- beyond a limit of the last 24 hours: 5 per user, 3 per address, 20 per network and 2,000 in all. The caller holds the
-- user's mutex. p_address: key_id, sealed, masked, digest, network, language, nonce.
create or replace function ask_mail_address(p_user bigint, p_address jsonb, p_at bigint) returns void
language plpgsql security definer as $$
declare
  a mail_addresses := jsonb_populate_record(null::mail_addresses, p_address);
  by_user int;
  by_address int;
  by_network int;
  by_all int;
begin
  perform pg_advisory_xact_lock(hashtext('mail_addresses'));
  if not (select is_on from outlet_channels where channel = 'mail') then
    raise exception 'not_found' using errcode = 'FT409';
  end if;
  select count(*) filter (where user_id = p_user), count(*) filter (where digest = a.digest),
      count(*) filter (where network = a.network), count(*)
    into by_user, by_address, by_network, by_all from mail_addresses where asked_at > p_at - 86400000;
  if by_user >= 5 or by_address >= 3 then
    raise exception 'daily_count_reached' using errcode = 'FT409', detail = json_build_object(
      'limit', case when by_user >= 5 then 5 else 3 end, 'resetsAt', p_at + 86400000);
  end if;
  if by_network >= 20 or by_all >= 2000 then
    raise exception 'rate_limited' using errcode = 'FT409', detail = json_build_object('retryAfterMs', 3600000);
  end if;
  update mail_addresses set ended_at = p_at where user_id = p_user and confirmed_at is null and ended_at is null;
  insert into mail_addresses (user_id, key_id, sealed, masked, digest, network, language, nonce, tries_left, asked_at,
      expires_at)
    values (p_user, a.key_id, a.sealed, a.masked, a.digest, a.network, a.language, a.nonce, 5, p_at, p_at + 900000)
    returning id into a.id;
  perform write_to_address(a.id, 'confirm', p_at);
end $$;

-- Confirms the address that waits for its code if the code was right, and counts the try otherwise. The address before
-- it ends, and is told. Returns whether it is confirmed. The caller holds the user's mutex.
create or replace function confirm_mail_address(p_user bigint, p_is_right boolean, p_at bigint) returns boolean
language plpgsql security definer as $$
declare
  asked mail_addresses;
  used mail_addresses;
begin
  select * into asked from mail_addresses
    where user_id = p_user and confirmed_at is null and ended_at is null and expires_at > p_at for no key update;
  if not found or asked.tries_left = 0 then return false; end if;
  if not p_is_right then
    update mail_addresses set tries_left = tries_left - 1 where id = asked.id;
    return false;
  end if;
  update mail_addresses set ended_at = p_at
    where user_id = p_user and confirmed_at is not null and ended_at is null returning * into used;
  if found and used.digest <> asked.digest then perform write_to_address(used.id, 'changed', p_at); end if;
  update mail_addresses set confirmed_at = p_at where id = asked.id;
  return true;
end $$;

-- Changes the language of what is sent to a user's addresses from now on.
create or replace function set_mail_language(p_user bigint, p_language text) returns void language sql
security definer as $$
  update mail_addresses set language = p_language where user_id = p_user and ended_at is null;
$$;

-- Ends a user's addresses, and tells the confirmed one. The caller holds the user's mutex.
create or replace function remove_mail_address(p_user bigint, p_at bigint) returns void language sql
security definer as $$
  select write_to_address(id, 'changed', p_at) from mail_addresses
    where user_id = p_user and confirmed_at is not null and ended_at is null;
  update mail_addresses set ended_at = p_at where user_id = p_user and ended_at is null;
$$;

-- Takes messages that are due for p_lease ms, the longest waiting first. No other call gets them before that is over.
create or replace function claim_outlet(p_channel text, p_rows int, p_lease bigint, p_at bigint)
returns setof outlet_messages language sql security definer as $$
  update outlet_messages m set attempts = m.attempts + 1, next_at = p_at + p_lease
  where m.id = any (array(
    select d.id from outlet_messages d where d.channel = p_channel and d.state = 'waiting' and d.next_at <= p_at
    order by d.next_at, d.id limit least(p_rows, 100) for update skip locked))
  returning m.*
$$;

-- Stores how an attempt ended, unless its lease ran out and another one began: 'sent', 'failed' or 'lapsed', or
-- 'waiting' until p_next; p_counts: whether the attempt counts. p_is_bounce: the address refused mail for good. After
-- three of these in a row it is unusable, which the result says once.
create or replace function finish_outlet(
  p_id bigint, p_attempt int, p_state text, p_next bigint, p_counts boolean, p_is_bounce boolean, p_at bigint
) returns boolean language plpgsql security definer as $$
declare
  m outlet_messages;
  refusals int;
begin
  update outlet_messages set state = p_state, next_at = p_next,
      attempts = attempts - case when p_counts then 0 else 1 end,
      done_at = case when p_state <> 'waiting' then p_at end
    where id = p_id and state = 'waiting' and attempts = p_attempt returning * into m;
  if not found or m.address_id is null then return false; end if;
  if p_state = 'sent' then
    update mail_addresses set bounces = 0 where id = m.address_id and bounces > 0;
  elsif p_is_bounce then
    update mail_addresses set bounces = bounces + 1 where id = m.address_id returning bounces into refusals;
    update mail_addresses set unusable_at = p_at
      where id = m.address_id and refusals >= 3 and confirmed_at is not null and unusable_at is null;
    return found;
  end if;
  return false;
end $$;

-- Ends what waits for too long, or for nothing: three days, a code that has expired or been used, and all but the newest
-- p_max per channel. Returns how many failed and lapsed.
create or replace function lapse_outlet(p_max int, p_at bigint) returns table (channel text, state text, ended int)
language sql security definer as $$
  -- Once per channel: per message it would take minutes after a long outage.
  with beyond as materialized (
    select c.channel, (select w.id from outlet_messages w where w.channel = c.channel and w.state = 'waiting'
      order by w.id desc offset p_max limit 1) as id
    from outlet_channels c
  ), old as (
    update outlet_messages m set done_at = p_at,
      state = case when m.created_at <= p_at - 259200000 then 'failed' else 'lapsed' end
    from beyond b
    where m.state = 'waiting' and b.channel = m.channel and (
      m.created_at <= p_at - 259200000
      or m.kind = 'confirm' and exists (select from mail_addresses a where a.id = m.address_id
        and (a.expires_at <= p_at or a.confirmed_at is not null or a.ended_at is not null))
      or m.id <= b.id)
    returning m.channel, m.state
  )
  select channel, state, count(*)::int from old group by channel, state
$$;

-- Ends addresses whose code has expired, deletes what ended addresses were, and deletes messages and addresses that are
-- older than they are kept (kept_ms), p_rows of each at most. Returns how many messages were deleted.
create or replace function sweep_outlet(p_rows int) returns int language plpgsql security definer as $$
declare
  at_ms constant bigint := market_now();
  swept int;
begin
  update mail_addresses set ended_at = at_ms where ended_at is null and confirmed_at is null and expires_at <= at_ms;
  update mail_addresses a set sealed = null, masked = '' where a.ended_at is not null and a.sealed is not null
    and not exists (select from outlet_messages m where m.address_id = a.id and m.state = 'waiting');
  delete from outlet_messages where id in (
    select id from outlet_messages where created_at < at_ms - kept_ms('outlet') limit least(p_rows, 1000));
  get diagnostics swept = row_count;
  delete from mail_addresses where id in (
    select a.id from mail_addresses a where a.ended_at < at_ms - kept_ms('outlet')
      and not exists (select from outlet_messages m where m.address_id = a.id) limit least(p_rows, 1000));
  return swept;
end $$;
