-- The roles, schemas and default grants that every Supabase project begins with.

-- The roles of requests.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;

-- The database users of the services. None of them has the privileges of a request's role by
-- default.
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;

-- SQL written for Supabase refers to these roles; no service connects as them.
create role supabase_admin nologin superuser;
create role dashboard_user nologin createrole;

grant anon, authenticated, service_role to authenticator;
-- Granted through authenticator, so that a role that an owner grants to authenticator also works in
-- storage.
grant authenticator to supabase_storage_admin;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;

do $$
begin
  execute format('grant create on database %I to supabase_auth_admin, supabase_storage_admin', current_database());
end $$;

create schema extensions;
create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
create schema realtime;

grant usage on schema extensions, public to anon, authenticated, service_role;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;

-- As on Supabase since October 2026, only service_role has access to a new table in public; its
-- owner must grant access to anon and authenticated.
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to service_role;

-- contrib modules are optional: gen_random_uuid() is built in.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
    if exists (select from pg_available_extensions where name = wanted) then
      execute format('create extension %I with schema extensions', wanted);
    end if;
  end loop;
end $$;

create publication supabase_realtime;

-- Notifies the REST service of a changed schema.
create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql
as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands()
    where coalesce(schema_name, '') not in ('pg_temp', 'auth', 'storage', 'realtime')
      and coalesce(object_identity, '') not like '% pg\_temp.%'
      and command_tag ~ '^(CREATE|ALTER) (SCHEMA|(FOREIGN )?TABLE( AS)?|(MATERIALIZED )?VIEW|FUNCTION|TYPE|DOMAIN|RULE|TRIGGER)$|^(SELECT INTO|COMMENT|GRANT|REVOKE)$'
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql
as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects()
    where not is_temporary
      and coalesce(schema_name, '') not in ('auth', 'storage', 'realtime')
      and object_type in ('schema', 'table', 'table column', 'foreign table', 'view', 'materialized view',
                          'function', 'type', 'rule', 'trigger', 'table constraint')
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;

create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
