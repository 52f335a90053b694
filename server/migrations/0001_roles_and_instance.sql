-- The baseline, roles and triggers: the schema as the releases before 0066 left it, by area, in the files 0001 to 0013.
-- Decision 0128 says why. Applied migrations are never edited, so changes of these tables are migrations of their own.

-- The roles of the server. No one logs in as them: the log-ins of each server are their members.
do $$
declare name text;
begin
  foreach name in array array['fairtick_market', 'fairtick_settlement', 'fairtick_credentials', 'fairtick_auditor',
    'fairtick_app']
  loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

-- A trigger needs its function. Each start replaces these bodies with those of server/sql/functions, and until then the
-- triggers refuse all rows.
do $$
declare name text;
begin
  foreach name in array array['add_results', 'announcements_stand', 'answer_once', 'entries_sum_to_zero',
    'follow_states', 'fund_lots_begin', 'open_user_accounts', 'orders_state_machine', 'own_limits_only_tighten',
    'own_limits_remember', 'refuse_change', 'seed_reveal_only', 'support_marks_grow']
  loop
    execute format('create function %I() returns trigger language plpgsql as %L', name,
      'begin raise exception ''the functions of this release are not loaded''; end');
  end loop;
end $$;

-- Constraints of the fund call these two.
create function fund_day(p_at bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (p_at / 86400000)::int
$$;
create function fund_day_start(p_day date) returns bigint language sql immutable as $$
  select (p_day - date '1970-01-01')::bigint * 86400000
$$;

-- What identifies this database: one row.
create table instance (
  one boolean primary key default true check (one),
  -- Epoch of all durable topics. It changes with a restore.
  epoch text not null default replace(gen_random_uuid()::text, '-', ''),
  feed_source text,
  feed_state jsonb,
  -- The market time of the newest restore. Requests from before it are refused (is_expired).
  restored_at bigint,
  -- What belongs to the database for good, such as its folder of photos, has its id.
  id text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into instance default values;
