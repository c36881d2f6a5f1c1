-- Gives postgres the rights that it has on a hosted project: it owns the user's objects and is not a
-- superuser. supabase_admin runs this file and all later ones. The superuser that initdb created,
-- until now with the name postgres, cannot lose this attribute, so it gets another name.

alter role postgres rename to localbase_bootstrap;
alter role localbase_bootstrap nologin password null;
create role postgres login createdb createrole replication bypassrls;

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
end $$;

-- Settings of the role, such as its search path.
insert into pg_db_role_setting (setdatabase, setrole, setconfig)
select s.setdatabase, r.oid, s.setconfig
from pg_db_role_setting s
join pg_roles r on r.rolname = 'postgres' or r.rolname = 'supabase_admin' and s.setdatabase = 0
where s.setrole = 'localbase_bootstrap'::regrole
  and not exists (select from pg_db_role_setting other where other.setrole = r.oid and other.setdatabase = s.setdatabase);

-- Roles. postgres administers those of requests, and those that the user has created.
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_checkpoint, pg_create_subscription to postgres;
do $$
declare
  created text;
begin
  for created in
    select rolname from pg_roles
    where oid >= 16384 and rolname !~ '^(pg|supabase)_' and not rolsuper
      and rolname not in ('anon', 'authenticated', 'service_role', 'authenticator', 'postgres', 'dashboard_user', 'pgbouncer',
        'pgsodium_keyholder', 'pgsodium_keyiduser', 'pgsodium_keymaker')
  loop
    execute format('grant %I to postgres with admin option', created);
  end loop;
end $$;

-- Hosted projects allow postgres to set these parameters, and to create policies and triggers on the
-- tables of the services, with the extension supautils. Memberships with INHERIT allow more than
-- that; the event trigger below rejects it.
grant set on parameter session_replication_role, log_min_messages, track_io_timing, log_min_duration_statement to postgres;
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'db_schemas', 'db_extra_search_path', 'db_max_rows', 'db_aggregates_enabled', 'db_plan_enabled', 'db_pre_request', 'db_tx_end',
    'db_anon_role', 'db_hoisted_tx_settings', 'db_root_spec', 'db_timezone_enabled', 'jwt_aud', 'jwt_role_claim_key', 'jwt_secret',
    'openapi_mode', 'openapi_security_active', 'openapi_server_proxy_uri', 'server_cors_allowed_origins', 'server_timing_enabled', 'server_trace_header'
  ] loop
    execute format('grant set on parameter pgrst.%I to postgres', setting);
  end loop;
end $$;
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres with inherit true, set false;

-- Objects: those of the user's schemas belong to postgres, the others to supabase_admin.
do $$
declare
  platform constant text[] := array[
    'auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'vault', 'pgbouncer', 'pgsodium', 'supabase_functions',
    'supabase_migrations', 'net', 'cron', 'pgmq'];
  bootstrap constant oid := 'localbase_bootstrap'::regrole;
  object record;
begin
  for object in
    with owned as (
      select 'pg_namespace'::regclass as class, oid, 1 as step from pg_namespace where nspowner = bootstrap and nspname <> 'public'
      union all
      -- The sequence of a column has the owner of its table.
      select 'pg_class', c.oid, 2 from pg_class c
      where c.relowner = bootstrap and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relpersistence <> 't'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
      union all
      select 'pg_type', t.oid, 2 from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typowner = bootstrap and t.typcategory <> 'A' and t.typtype <> 'm' and (t.typrelid = 0 or c.relkind = 'c')
      union all select 'pg_proc', oid, 2 from pg_proc where proowner = bootstrap
      union all select 'pg_operator', oid, 2 from pg_operator where oprowner = bootstrap
      union all select 'pg_opfamily', oid, 2 from pg_opfamily where opfowner = bootstrap
      union all select 'pg_opclass', oid, 2 from pg_opclass where opcowner = bootstrap
      union all select 'pg_collation', oid, 2 from pg_collation where collowner = bootstrap
      union all select 'pg_ts_config', oid, 2 from pg_ts_config where cfgowner = bootstrap
      union all select 'pg_ts_dict', oid, 2 from pg_ts_dict where dictowner = bootstrap
      union all select 'pg_foreign_data_wrapper', oid, 2 from pg_foreign_data_wrapper where fdwowner = bootstrap
      union all select 'pg_foreign_server', oid, 2 from pg_foreign_server where srvowner = bootstrap
      union all select 'pg_publication', oid, 2 from pg_publication where pubowner = bootstrap
      union all select 'pg_event_trigger', oid, 2 from pg_event_trigger where evtowner = bootstrap
    )
    select i.type, i.identity, i.type not in ('event trigger', 'foreign-data wrapper')
      and coalesce(i.schema, case when i.type = 'schema' then i.name end, '') <> all (platform) as is_users
    from owned o cross join lateral pg_identify_object(o.class, o.oid, 0) as i
    where o.oid >= 16384
      and not exists (select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')
    order by o.step, o.class, o.oid
  loop
    execute format('alter %s %s owner to %I', object.type, object.identity, case when object.is_users then 'postgres' else 'supabase_admin' end);
  end loop;
end $$;

-- PostgreSQL has no command that changes the owner of an extension.
update pg_extension set extowner = 'postgres'::regrole where extowner = 'localbase_bootstrap'::regrole and extname <> 'plpgsql';

-- Privileges of postgres in the schemas of the services.
do $$
declare
  platform text;
begin
  foreach platform in array array['auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'vault', 'supabase_functions', 'supabase_migrations', 'net', 'cron', 'pgmq', 'pgsodium'] loop
    if to_regnamespace(platform) is not null then
      execute format('grant %s on schema %I to postgres', case when platform in ('extensions', 'supabase_migrations') then 'all' else 'usage' end, platform);
      execute format('grant all on all tables in schema %I to postgres', platform);
      execute format('grant all on all sequences in schema %I to postgres', platform);
      execute format('grant all on all routines in schema %I to postgres', platform);
    end if;
  end loop;
end $$;
revoke insert, update, delete, truncate, references, trigger on supabase_migrations.localbase, supabase_migrations.localbase_extensions from postgres;

-- Tables of the Supabase CLI, if there are any.
do $$
declare
  history text;
begin
  foreach history in array array['schema_migrations', 'seed_files'] loop
    if to_regclass('supabase_migrations.' || history) is not null then
      execute format('alter table supabase_migrations.%I owner to postgres', history);
    end if;
  end loop;
end $$;

-- Default privileges for objects that postgres creates: those of the superuser until now.
do $$
declare
  defaults record;
  privilege record;
  prefix text;
begin
  for defaults in
    select d.defaclnamespace, d.defaclacl,
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines' when 'T' then 'types' else 'schemas' end as objects
    from pg_default_acl d where d.defaclrole = 'localbase_bootstrap'::regrole
  loop
    prefix := 'alter default privileges for role postgres ' || coalesce('in schema ' || quote_ident((select nspname from pg_namespace where oid = defaults.defaclnamespace)) || ' ', '');
    if defaults.defaclnamespace = 0 then -- the complete list, without schema
      execute prefix || format('revoke all on %s from public', defaults.objects);
    end if;
    for privilege in select * from aclexplode(defaults.defaclacl) where grantee <> 'localbase_bootstrap'::regrole loop
      execute prefix || format('grant %s on %s to %s', privilege.privilege_type, defaults.objects,
        case when privilege.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(privilege.grantee)) end)
        || case when privilege.is_grantable then ' with grant option' else '' end;
    end loop;
  end loop;
end $$;

-- Rejects changes of the services' tables by postgres that hosted projects reject: it is not their
-- owner there.
create function extensions.protect_platform_objects() returns event_trigger
language plpgsql
as $$
declare
  changed text;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  select object_identity into changed
  from pg_event_trigger_ddl_commands()
  where schema_name in ('auth', 'storage', 'realtime') and command_tag ~ '^(CREATE|ALTER) '
    and object_type in ('table', 'table column', 'index', 'view', 'function', 'procedure', 'type', 'sequence', 'rule');
  if found then
    raise exception 'must be owner of %', changed using errcode = '42501', hint = 'The schema belongs to a service of Supabase.';
  end if;
end $$;
create event trigger protect_platform_objects on ddl_command_end execute function extensions.protect_platform_objects();

create function extensions.protect_dropped_platform_objects() returns event_trigger
language plpgsql
as $$
declare
  dropped text;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  select object_identity into dropped
  from pg_event_trigger_dropped_objects()
  where original and schema_name in ('auth', 'storage', 'realtime')
    and object_type in ('table', 'table column', 'index', 'view', 'function', 'procedure', 'type', 'sequence', 'rule');
  if found then
    raise exception 'must be owner of %', dropped using errcode = '42501', hint = 'The schema belongs to a service of Supabase.';
  end if;
end $$;
create event trigger protect_dropped_platform_objects on sql_drop execute function extensions.protect_dropped_platform_objects();
