-- The price log in daily partitions. The functions are in server/sql/functions/tick-days.sql and market.sql.

-- The newest record of each product. A record is appended only by moving this row on from the record before it, so that
-- no number is given twice, though no index covers all days.
create table tick_heads (
  product_id smallint primary key,
  seq bigint not null,
  time_ms bigint not null,
  kind smallint not null,
  hash bytea not null
) with (fillfactor = 50);
insert into tick_heads select distinct on (product_id) product_id, seq, time_ms, kind, hash from ticks
  order by product_id, seq desc;

-- The days by the times of the records, in UTC: one row per partition of `ticks` and `tick_inputs`.
create table tick_days (
  day date primary key,
  from_ms bigint not null,
  until_ms bigint not null
);
create index tick_days_by_end on tick_days (until_ms);

alter table ticks rename to ticks_before;
alter table tick_inputs rename to tick_inputs_before;
create table ticks (like ticks_before) partition by range (time_ms);
create table tick_inputs (like tick_inputs_before including constraints, time_ms bigint not null)
  partition by range (time_ms);
alter index ticks_by_time rename to ticks_before_by_time;
alter index ticks_rejected rename to ticks_before_rejected;
alter index ticks_breaks rename to ticks_before_breaks;
create index ticks_by_time on ticks (product_id, time_ms, seq);
create index ticks_rejected on ticks (product_id, seq) where kind = 4;
create index ticks_breaks on ticks (time_ms, product_id, seq) where kind in (2, 3, 5);

do $$
declare
  log text;
  part text;
  low bigint;
begin
  foreach log in array array['ticks', 'tick_inputs'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', log);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s execute function refuse_change()', log);
  end loop;
  -- The log of an earlier release is divided once.
  for low in select distinct time_ms / 86400000 * 86400000 from ticks_before order by 1 loop
    insert into tick_days values (date '1970-01-01' + (low / 86400000)::int, low, low + 86400000);
    foreach log in array array['ticks', 'tick_inputs'] loop
      part := log || '_' || to_char(date '1970-01-01' + (low / 86400000)::int, 'YYYYMMDD');
      execute format('create table %1$I (like %2$I including constraints, primary key (product_id, seq))', part, log);
      execute format('create trigger %1$I before truncate on %2$I execute function refuse_change()',
        log || '_no_truncate', part);
      execute format('alter table %1$I attach partition %2$I for values from (%3$s) to (%3$s::bigint + 86400000)',
        log, part, low);
    end loop;
  end loop;
  insert into ticks select * from ticks_before order by time_ms, product_id, seq;
  insert into tick_inputs (product_id, seq, inputs, time_ms)
    select i.product_id, i.seq, i.inputs, t.time_ms
    from tick_inputs_before i join ticks_before t on t.product_id = i.product_id and t.seq = i.seq
    order by t.time_ms, i.product_id, i.seq;
end $$;
drop table tick_inputs_before;
drop table ticks_before;
