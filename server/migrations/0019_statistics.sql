-- The platform's own figures: worked out by the database alone from its append-only tables, and kept until they are old.

-- Settlements come in the order of their times: a block range index finds the recent ones and costs writers nothing.
create index settlements_by_time on settlements using brin (settled_at);

create table statistics (
  one boolean primary key default true check (one),
  -- Null: never yet.
  at bigint,
  figures jsonb
);
insert into statistics default values;

-- What was settled or decided since p_since; 0: ever.
create function statistics_since(p_since bigint) returns jsonb
language sql stable as $$
  with settled as (
    select s.outcome, s.profit_and_loss, o.user_id
    from settlements s join orders o on o.id = s.order_id
    where s.settled_at >= p_since
  ), traders as (
    select sum(profit_and_loss) as result from settled group by user_id
  ), decided (kind, took) as (
    select 'deposit', decided_at - created_at from deposits
      where status in ('approved', 'rejected') and decided_at >= p_since
    union all
    select 'withdrawal', decided_at - created_at from withdrawals
      where status not in ('requested', 'review', 'cancelled') and decided_at >= p_since
    union all
    select 'verification', decided_at - submitted_at from verifications
      where status in ('verified', 'rejected') and decided_at >= p_since
  ), reviews as (
    select kind, count(*) as decided,
      percentile_disc(array[0.5, 0.9]) within group (order by took) as times
    from decided group by kind
  )
  select jsonb_build_object(
    'outcomes', (select jsonb_build_object(
      'won', count(*) filter (where outcome = 'won'),
      'lost', count(*) filter (where outcome = 'lost'),
      'draw', count(*) filter (where outcome = 'draw'),
      'void', count(*) filter (where outcome = 'void')) from settled),
    'traders', (select count(*) from traders),
    'losers', (select count(*) from traders where result < 0),
    'reviews', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'decided', decided,
      'medianMs', times[1], 'p90Ms', times[2])) from reviews), '[]'))
$$;

-- Works the figures out anew if those that stand are older than p_period, or by a clock that has gone back since. Whoever
-- comes meanwhile waits for the row and finds them new.
create function refresh_statistics(p_at bigint, p_period bigint, p_recent bigint)
returns table (at bigint, figures jsonb) language plpgsql security definer as $$
#variable_conflict use_column
declare
  stands statistics;
begin
  select * into strict stands from statistics for update;
  if stands.at is null or p_at - stands.at not between 0 and p_period - 1 then
    update statistics set at = p_at, figures = jsonb_build_object(
      'recent', statistics_since(p_at - p_recent), 'all', statistics_since(0));
  end if;
  return query select s.at, s.figures from statistics s;
end $$;
