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

-- The days by the times of the records: one row per partition of `ticks` and `tick_inputs`.
create table tick_days (
  day date primary key,
  from_ms bigint not null,
  until_ms bigint not null check (until_ms > from_ms)
);
-- What is older than the partitions is one of them, which reaches to the end of its newest day.
insert into tick_days
  select '1970-01-01', 0, (max(time_ms) / 86400000 + 1) * 86400000 from ticks having max(time_ms) is not null;

alter table tick_inputs drop constraint tick_inputs_product_id_seq_fkey;
alter table tick_inputs rename to tick_inputs_19700101;
alter table tick_inputs_19700101 rename constraint tick_inputs_pkey to tick_inputs_19700101_pkey;
drop trigger tick_inputs_append_only on tick_inputs_19700101;
alter table tick_inputs_19700101 add column time_ms bigint;
update tick_inputs_19700101 i set time_ms = t.time_ms from ticks t where t.product_id = i.product_id and t.seq = i.seq;
alter table tick_inputs_19700101 alter column time_ms set not null;
create table tick_inputs (like tick_inputs_19700101 including constraints) partition by range (time_ms);

alter table ticks rename to ticks_19700101;
alter table ticks_19700101 rename constraint ticks_pkey to ticks_19700101_pkey;
alter index ticks_by_time rename to ticks_19700101_by_time;
alter index ticks_rejected rename to ticks_19700101_rejected;
alter index ticks_breaks rename to ticks_19700101_breaks;
drop trigger ticks_append_only on ticks_19700101;
create table ticks (like ticks_19700101) partition by range (time_ms);
create index ticks_by_time on ticks (product_id, time_ms, seq);
create index ticks_rejected on ticks (product_id, seq) where kind = 4;
create index ticks_breaks on ticks (time_ms, product_id, seq) where kind in (2, 3, 5);

do $$
declare
  log text;
  day tick_days;
begin
  select * into day from tick_days;
  foreach log in array array['ticks', 'tick_inputs'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', log);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s execute function refuse_change()', log);
    if day is null then
      execute format('drop table %I', log || '_19700101');
    else
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', log, log || '_19700101',
        day.from_ms, day.until_ms);
    end if;
  end loop;
end $$;
