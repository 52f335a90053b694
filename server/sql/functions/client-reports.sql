-- What browsers report of errors and speed. The functions themselves bound the rows.

-- Notes a build that is served now. Only the last 40 are kept, and the reports of older ones are removed with them.
create or replace function note_client_build(p_build text, p_files text[], p_at bigint) returns void language sql
security definer as $$
  insert into client_builds values (p_build, p_files[1:1000], p_at)
    on conflict (build) do update set files = excluded.files, served_at = excluded.served_at;
  delete from client_builds where build in (
    select build from client_builds order by served_at desc, build offset 40);
$$;

-- Adds to the groups of equal reports. Beyond 300 groups, those that fewest networks reported are removed, of these the
-- ones that are longest ago: a few senders can make many groups, but not many networks report them.
create or replace function note_client_reports(p_rows jsonb) returns void language sql security definer as $$
  insert into client_reports as r (build, page, kind, name, place, stack, reports, networks, first_at, last_at)
  select n.build, n.page, n.kind, n.name, n.place, n.stack, n.reports, n.networks, n.first_at, n.last_at
  from jsonb_to_recordset(p_rows) as n (build text, page text, kind text, name text, place text, stack jsonb,
    reports bigint, networks bigint, first_at bigint, last_at bigint)
  on conflict (build, page, kind, name, place) do update set
    reports = r.reports + excluded.reports, networks = r.networks + excluded.networks,
    last_at = greatest(r.last_at, excluded.last_at);
  delete from client_reports where id in (
    select id from client_reports order by networks desc, last_at desc, id desc offset 300);
$$;
