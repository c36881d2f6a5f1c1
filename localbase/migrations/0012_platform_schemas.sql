-- Rejects changes of the services' schemas by postgres, in addition to those of their tables in
-- 0010_postgres_role.sql: postgres inherits the rights of their owners.
create or replace function extensions.protect_platform_objects() returns event_trigger
language plpgsql
as $$
declare
  changed text;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  select c.object_identity into changed
  from pg_event_trigger_ddl_commands() c
  left join pg_namespace n on c.object_type = 'schema' and n.oid = c.objid
  where c.command_tag ~ '^(CREATE|ALTER) '
    and (c.schema_name in ('auth', 'storage', 'realtime')
         and c.object_type in ('table', 'table column', 'index', 'view', 'function', 'procedure', 'type', 'sequence', 'rule')
      or n.nspname in ('auth', 'storage', 'realtime') -- a change of the owner
      or pg_get_userbyid(n.nspowner) in ('supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin')); -- another name
  if found then
    raise exception 'must be owner of %', changed using errcode = '42501', hint = 'The schema belongs to a service of Supabase.';
  end if;
end $$;

create or replace function extensions.protect_dropped_platform_objects() returns event_trigger
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
  where original
    and (schema_name in ('auth', 'storage', 'realtime')
         and object_type in ('table', 'table column', 'index', 'view', 'function', 'procedure', 'type', 'sequence', 'rule')
      or object_type = 'schema' and object_name in ('auth', 'storage', 'realtime'));
  if found then
    raise exception 'must be owner of %', dropped using errcode = '42501', hint = 'The schema belongs to a service of Supabase.';
  end if;
end $$;

-- Dumps have been able to change the owners: localbase then did not start.
alter schema auth owner to supabase_auth_admin;
alter schema storage owner to supabase_storage_admin;
grant usage on schema auth, storage to postgres;
