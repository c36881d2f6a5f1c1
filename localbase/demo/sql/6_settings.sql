-- Enables aggregates in the REST service, which Supabase disables by default. With them the
-- summary row includes all matching rows.

do $$
begin
  execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled to ''true''', current_database());
end $$;
notify pgrst, 'reload config';
