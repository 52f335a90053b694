-- Which server writes prices, candles, checkpoints and seeds. Each one that takes over has a higher epoch. The triggers
-- that compare it are in server/sql/functions/leases.sql.
create table leases (
  name text primary key check (name = 'engine'),
  -- The id in its data folder.
  holder text not null,
  epoch bigint not null check (epoch > 0),
  ends_at timestamptz not null
);
