-- Tableside asks what a user can do with the files of a folder, and who owns a file,
-- through the functions below. They run with the rights of their caller (SECURITY
-- INVOKER) and write nothing. Running this file again updates an earlier version. To
-- remove them:
--   drop function public.tableside_storage_privileges(text, text);
--   drop function public.tableside_storage_owner(text, text);

-- tableside_storage_privileges returns {"insert", "update", "delete"} for objects
-- under a prefix of a bucket: true, false, or null if unknown. It evaluates the
-- policies of storage.objects, as the caller, for a file that the caller would upload,
-- or, if they can't upload any, for the first files of the folder. Where a policy
-- depends on more than folder, bucket and owner, false for these files says nothing
-- about others, and the result is null.
create or replace function public.tableside_storage_privileges(bucket text, prefix text default '')
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
set statement_timeout = '3s' -- a guest's on hosted projects; the REST service applies it before the call (db-hoisted-tx-settings)
set jit = off -- compiling takes longer than the query
as $tableside$
declare
  objects constant oid := pg_catalog.to_regclass('storage.objects');
  folder constant text := case when pg_catalog.btrim(prefix, '/') = '' then '' else pg_catalog.btrim(prefix, '/') || '/' end;
  file constant text := folder || 'tableside-probe-' || pg_catalog.gen_random_uuid();
  endings constant text[] := '{"",.jpg,.png,.webp,.gif,.svg,.pdf,.txt,.csv,.json,.mp4,.zip}';
  subject constant text := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
  sample constant integer := 20; -- existing files to evaluate the policies for
  rules jsonb; -- by use of policies: the condition that they make of a file, as SQL
  command record;
  candidates jsonb; -- files to evaluate the policies for
  complete boolean := true; -- candidates has every file that matters
  passed jsonb; -- the first candidate that the policies allow
  verdict boolean;
  answer jsonb := '{"insert": null, "update": null, "delete": null}';
begin
  -- No file has a longer name. The time for a prefix with many slashes grows with the square of its
  -- length, and a statement timeout ends it late: PostgreSQL doesn't check for it within a function.
  if objects is null or pg_catalog.octet_length(bucket) > 1024 or pg_catalog.octet_length(prefix) > 1024 then
    return answer;
  end if;
  if not pg_catalog.has_schema_privilege('storage', 'usage') then
    return '{"insert": false, "update": false, "delete": false}';
  end if;

  -- As PostgreSQL combines policies: one of the permissive and all of the restrictive.
  select pg_catalog.jsonb_object_agg(u.name,
           case when pg_catalog.row_security_active(objects)
                then '(' || coalesce(c.permissive, 'false') || ')' || coalesce(c.restrictive, '') else 'true' end)
    into rules
  from (values ('select', 'r'::"char", false), ('insert', 'a', true), ('update', 'w', false), ('updated', 'w', true),
               ('delete', 'd', false)) u(name, letter, checks)
  cross join lateral (
    select pg_catalog.string_agg('(' || e.expression || ')', ' or ') filter (where p.polpermissive) as permissive,
           pg_catalog.string_agg(' and (' || e.expression || ')', '') filter (where not p.polpermissive) as restrictive
    from pg_catalog.pg_policy p
    cross join lateral (
      select pg_catalog.pg_get_expr(case when u.checks then coalesce(p.polwithcheck, p.polqual) else p.polqual end, objects) as expression
    ) e
    where p.polrelid = objects and p.polcmd in (u.letter, '*')
      and (p.polroles = '{0}' or exists (select from pg_catalog.unnest(p.polroles) r where pg_catalog.pg_has_role(r, 'usage')))
  ) c;

  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
           'id', pg_catalog.gen_random_uuid(), 'bucket_id', bucket, 'name', file || ending,
           'path_tokens', pg_catalog.string_to_array(file || ending, '/'), 'owner_id', subject,
           'owner', case when subject ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject end,
           'metadata', '{"size": 1, "mimetype": "text/plain"}'::jsonb, 'version', '1',
           'created_at', pg_catalog.now(), 'updated_at', pg_catalog.now(), 'last_accessed_at', pg_catalog.now()))
    into candidates
  from pg_catalog.unnest(endings) ending;

  for command in
    select c.name, c.operation, c.rule,
           case c.name when 'delete' then pg_catalog.has_table_privilege(objects, 'delete')
                       else pg_catalog.has_any_column_privilege(objects, c.name) end
           and (c.name = 'insert' or pg_catalog.has_any_column_privilege(objects, 'select')) as granted,
           pg_catalog.count(p.oid) filter (where p.polpermissive) > 0 or not pg_catalog.row_security_active(objects) as permitted,
           coalesce(pg_catalog.bool_or(e.expression ~ '\mname\M|\mobjects\.\*' or d.other), false) as particular
    from (values (1, 'insert', 'a'::"char", 'storage.object.upload', rules ->> 'insert'),
                 (2, 'update', 'w', 'storage.object.upload_update',
                  pg_catalog.concat_ws(' and ', rules ->> 'select', rules ->> 'update', rules ->> 'updated')),
                 (3, 'delete', 'd', 'storage.object.delete', pg_catalog.concat_ws(' and ', rules ->> 'select', rules ->> 'delete')))
         c(ord, name, letter, operation, rule)
    left join pg_catalog.pg_policy p
      on p.polrelid = objects and p.polcmd in (c.letter, '*')
      and (p.polroles = '{0}' or exists (select from pg_catalog.unnest(p.polroles) r where pg_catalog.pg_has_role(r, 'usage')))
    left join lateral (
      select pg_catalog.regexp_replace(
               pg_catalog.concat_ws(' ', pg_catalog.pg_get_expr(p.polqual, objects), pg_catalog.pg_get_expr(p.polwithcheck, objects)),
               'storage\.foldername\((objects\.)?name\)', '', 'g') as expression
    ) e on true
    left join lateral (
      select pg_catalog.bool_or(a.attname not in ('bucket_id', 'name', 'owner', 'owner_id')) as other
      from pg_catalog.pg_depend k
      join pg_catalog.pg_attribute a on a.attrelid = objects and a.attnum = k.refobjsubid
      where k.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and k.objid = p.oid
        and k.refobjid = objects and k.refobjsubid > 0
    ) d on true
    group by c.ord, c.name, c.operation, c.rule
    order by c.ord
  loop
    passed := null;
    if command.granted and command.permitted then
      begin
        perform pg_catalog.set_config('transaction_read_only', 'on', true);
        perform pg_catalog.set_config('storage.operation', command.operation, true);
        perform pg_catalog.set_config('search_path', 'storage, public, extensions', true); -- that of the storage service
        execute 'select pg_catalog.to_jsonb(objects) from pg_catalog.jsonb_populate_recordset(null::storage.objects, $1) as objects where '
          || command.rule || ' limit 1' into passed using candidates;
        raise sqlstate 'TS000'; -- restores the settings
      exception
        when sqlstate 'TS000' then verdict := case when passed is not null then true when complete and not command.particular then false end;
        when others then verdict := null; -- fails for this file, but possibly not for others
      end;
    else
      verdict := false;
    end if;
    answer := answer || pg_catalog.jsonb_build_object(command.name, verdict);

    if command.name = 'insert' and passed is not null then
      candidates := pg_catalog.jsonb_build_array(passed);
    elsif command.name = 'insert' then
      begin
        execute 'select coalesce(pg_catalog.jsonb_agg(o), ''[]''), pg_catalog.count(*) between 1 and $3 '
          'from (select * from storage.objects where bucket_id = $1 and pg_catalog.starts_with(name, $2) '
          'and name collate pg_catalog."C" >= $2 and name collate pg_catalog."C" < $2 || pg_catalog.chr(1114111) ' -- by the index
          'order by name collate pg_catalog."C" limit $3 + 1) o'
          into candidates, complete using bucket, folder, sample;
      exception when others then candidates := '[]'; complete := false;
      end;
    end if;
  end loop;
  return answer;
end
$tableside$;

comment on function public.tableside_storage_privileges(text, text) is
  'What the caller can do with files in a folder of a bucket. Read by Tableside; evaluates the policies and writes nothing. @hidden';

grant execute on function public.tableside_storage_privileges(text, text) to anon, authenticated, service_role;

-- tableside_storage_owner returns the id of the user who owns a file that the caller can
-- see; null if there is none. The storage service does not report it.
create or replace function public.tableside_storage_owner(bucket text, file text)
returns text
language plpgsql -- storage.objects need not exist
stable
security invoker
set search_path = ''
as $tableside$
begin
  return (select coalesce(o.owner_id, o.owner::text) from storage.objects o where o.bucket_id = bucket and o.name = file);
end
$tableside$;

comment on function public.tableside_storage_owner(text, text) is
  'The owner of a file that the caller can see. Read by Tableside; writes nothing. @hidden';

grant execute on function public.tableside_storage_owner(text, text) to anon, authenticated, service_role;

notify pgrst, 'reload schema';
