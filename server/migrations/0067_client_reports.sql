-- What browsers report of errors and speed, grouped. Every text is from a list of the server's: none is a sender's. The
-- functions are in server/sql/functions/client-reports.sql.

-- The builds of the app and the desk that this server has served, with their files.
create table client_builds (
  build text primary key check (build ~ '^[A-Za-z0-9_-]{8}$'),
  files text[] not null,
  served_at bigint not null
);

create table client_reports (
  id bigint generated always as identity primary key,
  -- Null where it is unknown.
  build text references client_builds on delete cascade,
  page text not null check (page in ('app', 'desk')),
  kind text not null check (kind in ('error', 'rejection', 'render', 'chunk', 'policy', 'lcp', 'inp', 'cls')),
  name text not null check (length(name) <= 60),
  -- The innermost place, and the whole stack of the first report.
  place text not null check (length(place) <= 120),
  stack jsonb not null check (jsonb_typeof(stack) = 'array' and jsonb_array_length(stack) <= 5),
  reports bigint not null check (reports > 0),
  -- 0 after a removal, if the only network is one that was counted within the hour.
  networks bigint not null check (networks >= 0),
  first_at bigint not null,
  last_at bigint not null,
  unique nulls not distinct (build, page, kind, name, place)
);
