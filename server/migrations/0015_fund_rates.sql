-- How rates are published: in advance, later than all before, by two operators or as the example curve.

-- A server that starts by a clock that went back publishes no rate for a day that some user's income has seen already,
-- nor before what was published: it waits until the time has come again.
create function fund_clock_went_back(p_at bigint) returns boolean language sql stable as $$
  select exists (select 1 from fund_rates where published_at > p_at)
    or exists (select 1 from fund_accounts where opened_through > fund_day(p_at))
$$;

-- The table is locked, so that each rate begins after all before it whoever publishes at the same time.
create function publish_fund_rate(p_id bigint, p_actor text, p_at bigint)
returns fund_rate_proposals language plpgsql security definer as $$
declare
  p fund_rate_proposals;
  newest date;
begin
  lock table fund_rates in share row exclusive mode;
  select * into strict p from fund_rate_proposals where id = p_id for update;
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

-- The example curve of practice mode: rates for days that have not begun, as long as no operator has published one.
-- Returns the days that it published.
create function publish_curve_rates(p_days date[], p_rates int[], p_at bigint)
returns setof date language plpgsql security definer as $$
begin
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
