-- The rates of the balance fund: proposals by two operators, and the example curve.

-- Whether the clock is behind what was already credited or published. A server that starts with such a clock
-- publishes no rates until the time has come again.
create or replace function fund_clock_went_back(p_at bigint) returns boolean language sql stable as $$
  select exists (select 1 from fund_rates where published_at > p_at)
    or exists (select 1 from fund_accounts where opened_through > fund_day(p_at))
$$;

-- Stores an operator's proposal of a rate for a day that has not begun, for at most p_ahead days from now, if no rate
-- for that day or a later one is published and fewer than p_max proposals wait.
create or replace function propose_fund_rate(
  p_from date, p_rate int, p_why text, p_actor text, p_secret text, p_at bigint, p_ahead int, p_max int
) returns fund_rate_proposals language plpgsql security definer as $$
declare
  p fund_rate_proposals;
  newest date;
begin
  perform require_actor(p_actor, p_secret, p_at);
  perform pg_advisory_xact_lock(hashtext('fund_rate_proposals'));
  select max(from_day) into newest from fund_rates;
  if p_at >= fund_day_start(p_from) then
    raise exception 'rate_too_late' using errcode = 'FT409',
      detail = json_build_object('earliest', (fund_day(p_at) + 1)::text);
  end if;
  if p_from > fund_day(p_at) + p_ahead then
    raise exception 'rate_too_early' using errcode = 'FT409',
      detail = json_build_object('latest', (fund_day(p_at) + p_ahead)::text);
  end if;
  if newest >= p_from then
    raise exception 'rate_day_taken' using errcode = 'FT409', detail = json_build_object('after', newest::text);
  end if;
  if (select count(*) from fund_rate_proposals where status = 'proposed') >= p_max then
    raise exception 'too_many_in_review' using errcode = 'FT409', detail = json_build_object('limit', p_max);
  end if;
  insert into fund_rate_proposals (from_day, daily_rate, why, status, proposed_by, proposed_at)
    values (p_from, p_rate, p_why, 'proposed', p_actor, p_at) returning * into p;
  perform log_act(p_at, p_actor, 'fund_rate_propose', null, p.id::text);
  return p;
end $$;

-- Rejects a proposed rate with its line in the operator log.
create or replace function reject_fund_rate(p_id bigint, p_actor text, p_secret text, p_reason text, p_at bigint)
returns fund_rate_proposals language plpgsql security definer as $$
declare
  p fund_rate_proposals;
begin
  perform require_actor(p_actor, p_secret, p_at);
  select * into strict p from fund_rate_proposals where id = p_id for update;
  if p.status <> 'proposed' then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', p.status);
  end if;
  update fund_rate_proposals set status = 'rejected', decided_by = p_actor, decided_at = p_at, reason = p_reason
    where id = p_id returning * into p;
  perform log_act(p_at, p_actor, 'fund_rate_reject', null, p.id::text, p_reason);
  return p;
end $$;

-- Publishes a proposed rate with its line in the operator log. Locks the table, so that each rate starts after
-- all before it even when two operators publish at once. Raises FT409 for the proposer, a taken or past day.
create or replace function publish_fund_rate(p_id bigint, p_actor text, p_secret text, p_at bigint)
returns fund_rate_proposals language plpgsql security definer as $$
declare
  p fund_rate_proposals;
  newest date;
begin
  perform require_actor(p_actor, p_secret, p_at);
  lock table fund_rates in share row exclusive mode;
  select * into strict p from fund_rate_proposals where id = p_id for update;
  perform refuse_frozen('fund', null, null);
  if p.status <> 'proposed' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', p.status);
  end if;
  if p.proposed_by = p_actor then
    raise exception 'same_operator' using errcode = 'FT409';
  end if;
  if fund_clock_went_back(p_at) then
    raise exception 'unavailable' using errcode = 'FT503';
  end if;
  if p_at >= fund_day_start(p.from_day) then
    raise exception 'rate_too_late' using errcode = 'FT409',
      detail = json_build_object('earliest', (fund_day(p_at) + 1)::text);
  end if;
  select max(from_day) into newest from fund_rates;
  if newest >= p.from_day then
    raise exception 'rate_day_taken' using errcode = 'FT409',
      detail = json_build_object('after', newest::text);
  end if;
  insert into fund_rates values (p.from_day, p.daily_rate, p_at, p.proposed_by, p_actor);
  update fund_rate_proposals set status = 'published', decided_by = p_actor, decided_at = p_at
    where id = p_id returning * into p;
  perform log_act(p_at, p_actor, 'fund_rate_approve', null, p.id::text);
  return p;
end $$;

-- Publishes practice mode's example rates for days that have not begun, unless an operator has published one.
-- Returns the days it published.
create or replace function publish_curve_rates(p_days date[], p_rates int[], p_at bigint)
returns setof date language plpgsql security definer as $$
begin
  if not (select practice from act_rules) then return; end if;
  lock table fund_rates in share row exclusive mode;
  if exists (select 1 from fund_rates where proposed_by <> 'practice-curve') then return; end if;
  if fund_clock_went_back(p_at) then return; end if;
  return query
  insert into fund_rates
  select d, r, p_at, 'practice-curve', 'practice-curve' from unnest(p_days, p_rates) each (d, r)
  where d > coalesce((select max(from_day) from fund_rates), '-infinity')
    and p_at < fund_day_start(d)
  order by d
  returning from_day;
end $$;
