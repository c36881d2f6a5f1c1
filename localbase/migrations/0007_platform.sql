-- Roles and schemas of hosted projects that dumps and SQL files name. localbase does not use them.

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'supabase_functions_admin', 'supabase_replication_admin', 'supabase_etl_admin', 'supabase_read_only_user',
    'pgbouncer', 'pgsodium_keyholder', 'pgsodium_keyiduser', 'pgsodium_keymaker'
  ] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  foreach wanted in array array['graphql', 'graphql_public', 'vault', 'pgbouncer', 'supabase_functions'] loop
    execute format('create schema if not exists %I', wanted);
  end loop;
end $$;

grant usage on schema graphql, graphql_public to postgres, anon, authenticated, service_role;
