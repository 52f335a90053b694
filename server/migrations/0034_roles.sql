-- The roles of the server beside fairtick_app. Nobody logs in as them: the log-ins of each server are their members.
do $$
declare name text;
begin
  foreach name in array array['fairtick_market', 'fairtick_settlement'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;
