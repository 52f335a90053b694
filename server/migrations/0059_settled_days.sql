-- What was settled on days that are over, so that the public statistics read each settlement once. Orders of guests do
-- not count. sum_settled_day adds a day when no order that ended on it can still be settled.
create table settled_days (
  day date primary key,
  won bigint not null,
  lost bigint not null,
  draw bigint not null,
  void bigint not null
);
create table settled_traders (
  user_id bigint primary key,
  profit_and_loss bigint not null
);
-- The end of the last day that was added, in ms.
alter table statistics add column settled_before bigint not null default 0;

-- The days before the newest settlement. Later ones are added one by one.
update statistics set settled_before = coalesce((select max(settled_at) / 86400000 * 86400000 from settlements), 0);
with settled as (
  select s.*, o.user_id as owner
  from settlements s join orders o on o.id = s.order_id
  where s.settled_at < (select settled_before from statistics) and not exists (
    select from guests g
    where g.user_id = o.user_id and (g.registered_at is null or g.registered_at > o.accepted_at))
), days as (
  insert into settled_days
  select date '1970-01-01' + (settled_at / 86400000)::int, count(*) filter (where outcome = 'won'),
    count(*) filter (where outcome = 'lost'), count(*) filter (where outcome = 'draw'),
    count(*) filter (where outcome = 'void')
  from settled group by 1
)
insert into settled_traders select owner, sum(profit_and_loss) from settled group by owner;
