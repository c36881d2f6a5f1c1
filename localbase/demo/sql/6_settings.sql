-- Settings of the REST service for this database. Supabase disables aggregates by default;
-- the demo enables them, so that a summary row is of all rows that match.

do $$
begin
  execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled to ''true''', current_database());
end $$;
notify pgrst, 'reload config';
