-- The outbox in daily partitions, which leave it as a whole. The functions are in server/sql/functions/retention.sql.

-- The days by the market clock: one row per partition. The day that is written to is the newest that has started.
create table market_days (
  day date primary key,
  -- When events began to be written to it, in ms. Null while it is only made ahead.
  started_at bigint,
  -- Since when no check asks for its events. They are dropped some minutes later, when no check can be older.
  released_at bigint,
  dropped_at bigint
);
-- What is older than the partitions is one of them. Its day is over when the first one starts.
insert into market_days (day, started_at) values ('1970-01-01', 0);

-- No row is copied. The column with its default is stored in the catalogue, and to attach the old table reads it once.
alter table outbox rename to outbox_19700101;
alter table outbox_19700101 rename constraint outbox_pkey to outbox_19700101_pkey;
alter table outbox_19700101 drop column at, add column day date not null default '1970-01-01', add column prior date;
create table outbox (
  user_id bigint not null,
  topic text not null,
  seq bigint not null,
  payload text not null,
  -- The default is set where market_day() is defined.
  day date not null,
  -- The day of the event before it in its topic. Null for the first.
  prior date
) partition by range (day);
alter table outbox attach partition outbox_19700101 for values from ('1970-01-01') to ('1970-01-02');

-- The day of the newest event, and of the one before those that were appended with it.
alter table outbox_heads add column day date not null default '1970-01-01', add column prior date;
