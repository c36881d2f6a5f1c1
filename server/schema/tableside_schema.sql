-- Tableside reads a backend's structure through the function below. It runs with the
-- rights of its caller (SECURITY INVOKER), so it returns only relations that the role
-- can access. It writes nothing. Running this file again updates an earlier version. To remove it:
--   drop function public.tableside_schema(text[]);

-- tableside_schema returns the relations and functions on which the caller's role has
-- a privilege, of those of the given schemas that the REST service exposes. A
-- privilege is false if it isn't granted, if the relation is a view that can't be written,
-- or if the policies reject every row. If it is true, the policies can still reject single
-- rows.
create or replace function public.tableside_schema(schemas text[] default '{public}')
returns json
language plpgsql
stable
security invoker
set search_path = ''
set statement_timeout = '3s' -- a guest's on hosted projects; the REST service applies it before the call (db-hoisted-tx-settings)
set jit = off -- compiling takes longer than the query
as $tableside$
declare
  -- The exposed schemas where the setting pgrst.db_schemas is neither stored for the REST
  -- service's role nor set in its session: those of `tableside schema-sql --schemas`.
  fallback constant text[] := array['public'];
  hidden constant text[] := array['information_schema', 'auth', 'storage', 'realtime'];
  evaluation constant interval := '1 second'; -- for all policies together
  began constant timestamptz := pg_catalog.clock_timestamp();
  -- Whether the caller's session has no second factor, but could have one. A policy that
  -- mentions aal2 then counts as one that depends on the row.
  one_factor constant boolean := coalesce(nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::json ->> 'aal', 'aal2') <> 'aal2';
  setting text;
  exposed text[];
  included text[];
  policy record;
  value boolean;
  verdicts jsonb := '{}'; -- "path: expression" -> true, false or null (depends on the row, or not evaluated)
  transitions json; -- of tableside_transitions(), if the owner has installed it
  answer json;
begin
  select pg_catalog.split_part(kv, '=', 2) into setting
  from pg_catalog.pg_db_role_setting s
  cross join pg_catalog.unnest(s.setconfig) kv
  where s.setrole = (select r.oid from pg_catalog.pg_roles r where r.rolname = session_user)
    and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
    and kv like 'pgrst.db\_schemas=%'
  order by s.setdatabase desc -- a setting for this database takes precedence
  limit 1;
  setting := pg_catalog.btrim(coalesce(setting, pg_catalog.current_setting('pgrst.db_schemas', true)));
  exposed := case when setting <> '' then pg_catalog.regexp_split_to_array(setting, '\s*,\s*') else fallback end;

  select coalesce(pg_catalog.array_agg(w.name order by w.ord), '{}') into included
  from (select u.name, pg_catalog.min(u.ord) as ord
        from pg_catalog.unnest(schemas) with ordinality u(name, ord)
        where u.name = any (exposed) and u.name <> all (hidden) and u.name not like 'pg\_%'
        group by u.name) w;

  if pg_catalog.cardinality(included) = 0 then -- also GET /readyz, which checks that the database responds
    return pg_catalog.json_build_object('version', 1, 'role', current_user, 'schemas', '[]'::json, 'tables', '[]'::json, 'functions', '[]'::json);
  end if;

  -- always in public, unlike this function: the quotes keep the name from being moved
  if pg_catalog.to_regprocedure('public."tableside_transitions"()') is not null then
    begin
      perform pg_catalog.set_config('transaction_read_only', 'on', true);
      execute 'select pg_catalog.json_agg(pg_catalog.json_build_object(''schema'', t.table_schema, ''table'', t.table_name,
                 ''column'', t.column_name, ''transitions'', t.transitions)) from public."tableside_transitions"() t' into transitions;
      raise sqlstate 'TS000'; -- restores the setting
    exception
      when sqlstate 'TS000' then null;
      when query_canceled then raise;
      when others then transitions := pg_catalog.to_json(sqlerrm);
    end;
  end if;

  -- A policy whose expression reads no column of its table is the same for every
  -- row, so it can be evaluated now, as the caller, with the search path that the
  -- REST service uses for that schema. It is evaluated only if the caller has a
  -- privilege that the policy decides about, and can't write anything.
  for policy in
    select distinct pg_catalog.format('%I, public, extensions', n.nspname) as path, e.expression
    from pg_catalog.pg_policy p
    join pg_catalog.pg_class c on c.oid = p.polrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join lateral (values (pg_catalog.pg_get_expr(p.polqual, p.polrelid)),
                               (pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid))) e(expression)
    where n.nspname = any (included)
      and not c.relispartition
      and e.expression is not null
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
      and (p.polcmd in ('r', '*') and pg_catalog.has_any_column_privilege(c.oid, 'select')
           or p.polcmd in ('a', '*') and pg_catalog.has_any_column_privilege(c.oid, 'insert')
           or p.polcmd in ('w', '*') and pg_catalog.has_any_column_privilege(c.oid, 'update')
           or p.polcmd in ('d', '*') and pg_catalog.has_table_privilege(c.oid, 'delete'))
      and pg_catalog.row_security_active(c.oid)
      and (p.polroles = '{0}' or exists (select from pg_catalog.unnest(p.polroles) r where pg_catalog.pg_has_role(r, 'usage')))
      and not exists (select from pg_catalog.pg_depend d
                      where d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and d.objid = p.oid
                        and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
                        and d.refobjid = p.polrelid and d.refobjsubid <> 0)
  loop
    exit when pg_catalog.clock_timestamp() - began > evaluation; -- the others count as not known
    begin
      value := null;
      perform pg_catalog.set_config('transaction_read_only', 'on', true);
      perform pg_catalog.set_config('search_path', policy.path, true);
      execute 'select coalesce((' || policy.expression || '), false)' into value;
      raise sqlstate 'TS000'; -- restores the settings
    exception
      when sqlstate 'TS000' then null;
      when others then value := null; -- fails here, but possibly not for a row
    end;
    verdicts := verdicts || pg_catalog.jsonb_build_object(policy.path || ': ' || policy.expression, value);
  end loop;

  with
  relation as materialized (
    select c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass, c.reltuples, c.reltoastrelid, c.relrowsecurity, events,
           pg_catalog.row_security_active(c.oid) as secured,
           pg_catalog.has_any_column_privilege(c.oid, 'select') as can_select,
           pg_catalog.has_any_column_privilege(c.oid, 'insert') and events & 8 <> 0 as can_insert,
           pg_catalog.has_any_column_privilege(c.oid, 'update') and events & 4 <> 0 as can_update,
           pg_catalog.has_table_privilege(c.oid, 'delete') and events & 16 <> 0 as can_delete,
           -- a view without rules or triggers of its own writes through to some columns only
           c.relkind = 'v' and events & 20 = 20
             and not exists (select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgtype & 64 <> 0)
             and not exists (select from pg_catalog.pg_rewrite w where w.ev_class = c.oid and w.ev_type <> '1')
             as by_column
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    -- bits: 4 update, 8 insert, 16 delete
    cross join lateral (select case when c.relkind in ('r', 'p') then 28
                               else pg_catalog.pg_relation_is_updatable(c.oid, true) end as events) u
    where n.nspname = any (included)
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
  ),
  evaluated as (
    select p.polrelid, p.polcmd, p.polpermissive, s.qual, s.checked,
           case when p.polqual is null then not p.polpermissive else (verdicts ->> (path || ': ' || qual))::boolean end as visible,
           case when s.checked is null then not p.polpermissive else (verdicts ->> (path || ': ' || checked))::boolean end as allowed
    from pg_catalog.pg_policy p
    join relation r on r.oid = p.polrelid
    cross join lateral (select pg_catalog.format('%I, public, extensions', r.nspname) as path,
                               pg_catalog.pg_get_expr(p.polqual, p.polrelid) as qual,
                               pg_catalog.pg_get_expr(coalesce(p.polwithcheck, p.polqual), p.polrelid) as checked) s
    where r.secured
      and (p.polroles = '{0}' or exists (select from pg_catalog.unnest(p.polroles) o where pg_catalog.pg_has_role(o, 'usage')))
  ),
  applicable as (
    select e.polrelid, e.polcmd, e.polpermissive, visible_aal2, allowed_aal2,
           case when not visible_aal2 then visible end as visible,
           case when not allowed_aal2 then allowed end as allowed
    from evaluated e
    cross join lateral (select one_factor and visible is not true and coalesce(qual like '%aal2%', false) as visible_aal2,
                               one_factor and allowed is not true and coalesce(checked like '%aal2%', false) as allowed_aal2) f
  ),
  -- The columns that must contain the caller's id in new rows, because a policy compares them with auth.uid(), and has no alternatives.
  owner_columns as (
    select a.attrelid as oid, pg_catalog.json_agg(a.attname order by a.attnum) as names
    from pg_catalog.pg_attribute a
    where a.attnum > 0 and not a.attisdropped and not a.atthasdef
      and exists (
        select from evaluated e
        cross join lateral (select pg_catalog.replace(e.checked, '( SELECT auth.uid() AS uid)', 'auth.uid()') as expression) s
        where e.polrelid = a.attrelid and e.polcmd in ('a', '*') and s.expression !~ '\m(OR|NOT|CASE)\M'
          and (position('(auth.uid() = ' || pg_catalog.quote_ident(a.attname) || ')' in s.expression) > 0
               or position('(' || pg_catalog.quote_ident(a.attname) || ' = auth.uid())' in s.expression) > 0))
    group by a.attrelid
  ),
  -- The columns on which a policy for SELECT depends, such as the team of a member.
  policy_columns as (
    select d.refobjid as oid, pg_catalog.json_agg(distinct a.attname) as names
    from pg_catalog.pg_policy p
    join pg_catalog.pg_depend d
      on d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and d.objid = p.oid
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = p.polrelid
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid and a.attnum > 0
    where p.polcmd in ('r', '*')
    group by d.refobjid
  ),
  -- The commands that need a second factor: a restrictive policy requires it, or all
  -- permissive policies do that aren't always false.
  elevated as (
    select oid, pg_catalog.json_object_agg(name, true) as commands
    from (select a.polrelid as oid, c.name,
                 coalesce(pg_catalog.bool_or(aal2) filter (where not polpermissive), false)
                 or coalesce(pg_catalog.bool_or(aal2) filter (where polpermissive)
                             and pg_catalog.bool_and(aal2 or refused) filter (where polpermissive), false) as needed
          from applicable a
          cross join lateral (values ('select', 'r'::"char", visible_aal2, visible is false),
                                     ('insert', 'a', allowed_aal2, allowed is false),
                                     ('update', 'w', visible_aal2 or allowed_aal2, visible is false or allowed is false),
                                     ('delete', 'd', visible_aal2, visible is false)) c(name, cmd, aal2, refused)
          where polcmd in (c.cmd, '*')
          group by a.polrelid, c.name) n
    where needed
    group by oid
  ),
  -- For each command: whether there is a permissive policy that isn't always false, and no
  -- restrictive policy that is always false.
  decided as (
    select r.oid,
           not r.secured or coalesce(pg_catalog.bool_or(visible is distinct from false) filter (where polpermissive and polcmd in ('r', '*')), false)
             and not coalesce(pg_catalog.bool_or(not visible) filter (where not polpermissive and polcmd in ('r', '*')), false) as may_select,
           not r.secured or coalesce(pg_catalog.bool_or(allowed is distinct from false) filter (where polpermissive and polcmd in ('a', '*')), false)
             and not coalesce(pg_catalog.bool_or(not allowed) filter (where not polpermissive and polcmd in ('a', '*')), false) as may_insert,
           not r.secured or coalesce(pg_catalog.bool_or(visible is distinct from false) filter (where polpermissive and polcmd in ('w', '*')), false)
             and coalesce(pg_catalog.bool_or(allowed is distinct from false) filter (where polpermissive and polcmd in ('w', '*')), false)
             and not coalesce(pg_catalog.bool_or(not visible or not allowed) filter (where not polpermissive and polcmd in ('w', '*')), false) as may_update,
           not r.secured or coalesce(pg_catalog.bool_or(visible is distinct from false) filter (where polpermissive and polcmd in ('d', '*')), false)
             and not coalesce(pg_catalog.bool_or(not visible) filter (where not polpermissive and polcmd in ('d', '*')), false) as may_delete,
           not r.secured or coalesce(pg_catalog.bool_or(visible) filter (where polpermissive and polcmd in ('r', '*')), false)
             and coalesce(pg_catalog.bool_and(visible is true) filter (where not polpermissive and polcmd in ('r', '*')), true) as sees_all
    from relation r
    left join applicable a on a.polrelid = r.oid
    group by r.oid, r.secured
  ),
  reached as materialized (
    select r.*, may_select, may_insert, may_update, may_delete, sees_all,
           pg_catalog.has_table_privilege(r.oid, 'select') as whole_select,
           pg_catalog.has_table_privilege(r.oid, 'insert') as whole_insert,
           pg_catalog.has_table_privilege(r.oid, 'update') as whole_update
    from relation r
    join decided using (oid)
    where can_select and may_select or can_insert and may_insert
       or can_update and may_update or can_delete and may_delete
  ),
  procedure as materialized (
    select p.*, n.nspname
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any (included)
      and p.prokind = 'f'
      and p.prorettype not in ('trigger'::pg_catalog.regtype, 'event_trigger'::pg_catalog.regtype)
      and (p.proname not like 'tableside\_%' or p.proname = 'tableside_search')
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
      and pg_catalog.has_function_privilege(p.oid, 'execute')
      and not exists (select from pg_catalog.pg_depend d
                      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')
      -- hooks of the auth service, which PUBLIC can often execute too
      and not (p.proargtypes::text = '3802' and p.prorettype = 'pg_catalog.jsonb'::pg_catalog.regtype and exists (
        select from pg_catalog.aclexplode(p.proacl) g
        join pg_catalog.pg_roles o on o.oid = g.grantee and o.rolname = 'supabase_auth_admin'))
  ),
  signature as materialized (
    select p.oid, a.ord, coalesce(a.name, '') as name, coalesce(a.mode, 'i') as mode, a.type
    from procedure p
    cross join lateral rows from (
      pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])), pg_catalog.unnest(p.proargnames), pg_catalog.unnest(p.proargmodes)
    ) with ordinality a(type, name, mode, ord)
    where a.type is not null
  ),
  parameter as materialized (
    select s.oid, s.ord, s.name, s.mode, s.type,
           pg_catalog.row_number() over (partition by s.oid order by s.ord) <= p.pronargs - p.pronargdefaults as required
    from signature s
    join procedure p using (oid)
    where s.mode in ('i', 'b', 'v')
  ),
  attribute as materialized (
    select r.oid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef,
           whole_select or pg_catalog.has_column_privilege(r.oid, a.attnum, 'select') as can_select,
           writable and (whole_insert or pg_catalog.has_column_privilege(r.oid, a.attnum, 'insert')) as can_insert,
           writable and (whole_update or pg_catalog.has_column_privilege(r.oid, a.attnum, 'update')) as can_update
    from reached r
    join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral (select not r.by_column or pg_catalog.pg_column_is_updatable(r.oid, a.attnum, true) as writable) w
  ),
  -- Every type in use, with the base types of its domains and arrays. The types
  -- of the fields of composite types are in use too, except those of rows.
  resolved as (
    with recursive step(oid, current, typmod, nested, required) as (
      select u.type, u.type, -1, false, false
      from (select atttypid from attribute union select type from signature union select prorettype from procedure) u(type)
      union
      select n.*
      from step s
      join pg_catalog.pg_type t on t.oid = s.current
      cross join lateral (
        select s.oid,
               case when t.typtype = 'd' then t.typbasetype else t.typelem end,
               case when t.typtype = 'd' and s.typmod = -1 then t.typtypmod else s.typmod end,
               s.nested or t.typtype <> 'd',
               s.required or t.typnotnull and not s.nested
        where t.typtype = 'd' or t.typcategory = 'A' and t.typelem <> 0
        union all
        select a.atttypid, a.atttypid, -1, false, false
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where t.typtype = 'c' and c.oid = t.typrelid and c.relkind = 'c'
      ) n
    )
    select s.oid, t.typname, t.typtype, t.typrelid, s.typmod, s.nested, s.required,
           case when t.typtype = 'e' then
             (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid)
           end as labels
    from step s
    join pg_catalog.pg_type t on t.oid = s.current
    where t.typtype <> 'd' and not (t.typcategory = 'A' and t.typelem <> 0)
  ),
  -- Tables with more than 4 kB of values per row outside of their pages.
  large_tables as materialized (
    select r.oid, r.nspname, r.relname
    from reached r
    where r.reltoastrelid <> 0 and r.reltuples > 0
      and pg_catalog.pg_relation_size(r.reltoastrelid) > 4096 * r.reltuples
  ),
  -- Their columns with large values. The statistics count such a value as a pointer of 18
  -- bytes, and contain no sample of it. Without the right to read all rows, the caller
  -- has no statistics.
  large_columns as materialized (
    select l.oid, s.attname
    from large_tables l
    join pg_catalog.pg_stats s on s.schemaname = l.nspname and s.tablename = l.relname
    where s.avg_width >= 8 and s.histogram_bounds is null and s.most_common_vals is null
  ),
  keys as (
    select i.indrelid as oid,
           (pg_catalog.json_agg(k.names) filter (where i.indisprimary)) -> 0 as primary_key,
           pg_catalog.json_agg(k.names order by i.indexrelid) filter (where not i.indisprimary) as unique_keys
    from reached r
    join pg_catalog.pg_index i on i.indrelid = r.oid
    cross join lateral (
      select pg_catalog.json_agg(a.attname order by u.ord) as names
      from pg_catalog.unnest(i.indkey::smallint[]) with ordinality u(attnum, ord)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum
      where u.ord <= i.indnkeyatts
    ) k
    where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
      and (i.indimmediate or i.indisprimary)
    group by i.indrelid
  ),
  -- The required columns without a default that a trigger assigns before an insert, such as a slug.
  filled_columns as materialized (
    select distinct a.oid, a.attname
    from attribute a
    join pg_catalog.pg_trigger t on t.tgrelid = a.oid and t.tgtype & 7 = 7 and t.tgenabled in ('O', 'A') and not t.tgisinternal -- before insert, for each row
    join pg_catalog.pg_proc p on p.oid = t.tgfoid
    where a.attnotnull and not a.atthasdef and a.attname ~ '^\w+$'
      and p.prosrc ~* ('(\mnew\."?' || a.attname || '"?\s*:=|\minto\s+(strict\s+)?new\."?' || a.attname || '\M)')
  ),
  -- The target lists of views, which name the origin of each column: a table, a view, or
  -- 0 for a computed column. Those of subqueries can have the same number and name. They
  -- are split without regular expressions, which would take seconds for several hundred views. A name can be :resno too.
  view_target as materialized (
    select w.ev_class as view, a.attnum, a.attname,
           pg_catalog.split_part(pg_catalog.split_part(p.part, ' :resorigtbl ', 2), ' ', 1)::oid as base,
           pg_catalog.split_part(pg_catalog.split_part(p.part, ' :resorigcol ', 2), ' ', 1)::smallint as basenum,
           pg_catalog.split_part(pg_catalog.split_part(p.part, ' :ressortgroupref ', 2), ' ', 1) as groupref
    from pg_catalog.pg_rewrite w
    join pg_catalog.pg_class c on c.oid = w.ev_class and c.relkind in ('v', 'm')
      and c.relnamespace not in ('pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)
    cross join lateral (
      select pg_catalog.left(u.part, 500) as part
      from pg_catalog.unnest(pg_catalog.string_to_array(w.ev_action::text, ' :resno ')) u(part)
      offset 1
    ) p
    join pg_catalog.pg_attribute a on a.attrelid = w.ev_class
      and a.attnum = case when p.part like '% :resname %' and pg_catalog.btrim(pg_catalog.split_part(p.part, ' ', 1), '0123456789') = ''
                          then nullif(pg_catalog.split_part(p.part, ' ', 1), '')::smallint end
      and pg_catalog.replace(a.attname, '\', '') = pg_catalog.replace(pg_catalog.split_part(
            pg_catalog.split_part(p.part, ' :resname ', 2), ' :ressortgroupref ', 1), '\', '')
    where w.ev_type = '1' and exists (select from reached r where r.relkind in ('v', 'm'))
  ),
  -- The columns of views with the columns of tables that they show. An origin that is a
  -- view is followed to its tables. Columns with several origins are omitted.
  origin as materialized (
    with recursive step(view, attnum, attname, base, basenum) as (
      select t.view, t.attnum, t.attname, t.base, t.basenum from view_target t join reached r on r.oid = t.view
      union
      select p.view, p.attnum, p.attname, t.base, t.basenum
      from step p
      join view_target t on t.view = p.base and t.attnum = p.basenum
    )
    select p.view, p.attnum, p.attname, pg_catalog.min(p.base) filter (where b.oid is not null) as base,
           pg_catalog.min(p.basenum) filter (where b.oid is not null) as basenum,
           pg_catalog.bool_or(p.base = 0) as computed
    from step p
    left join pg_catalog.pg_class b on b.oid = p.base and b.relkind in ('r', 'p')
    group by p.view, p.attnum, p.attname
    having pg_catalog.count(distinct (p.base, p.basenum)) filter (where b.oid is not null) = 1
  ),
  -- The check constraints with lists of values, of the columns that views show without
  -- changes: the columns of a view have the same choices.
  view_checks as (
    select o.view as oid,
           pg_catalog.json_agg(pg_catalog.json_build_object('columns', array[o.attname], 'expression', e.expression)
             order by o.attnum, k.conname) as list
    from origin o
    join pg_catalog.pg_constraint k on k.conrelid = o.base and k.contype = 'c' and k.conkey = array[o.basenum]
    cross join lateral (select pg_catalog.pg_get_expr(k.conbin, k.conrelid) as expression) e
    where not o.computed and e.expression like '%= ANY (%'
    group by o.view
  ),
  -- The columns of tables that a view shows without changes.
  shown as materialized (
    select o.view, o.base, o.basenum, pg_catalog.min(o.attname::text) as name
    from origin o
    where not o.computed
    group by o.view, o.base, o.basenum
  ),
  -- The primary keys of tables of which a view shows all columns. Tables that inherit from another can repeat its keys.
  shown_keys as materialized (
    select s.view, s.base, i.indexrelid, i.indkey, pg_catalog.array_agg(s.name order by u.ord) as names
    from pg_catalog.pg_index i
    cross join lateral pg_catalog.unnest(i.indkey::smallint[]) with ordinality u(attnum, ord)
    join shown s on s.base = i.indrelid and s.basenum = u.attnum
    join pg_catalog.pg_class c on c.oid = i.indrelid and not (c.relkind = 'r' and c.relhassubclass)
    where i.indisprimary and u.ord <= i.indnkeyatts
    group by s.view, s.base, i.indexrelid
    having pg_catalog.count(*) = i.indnkeyatts
  ),
  -- The primary keys that views that can't be updated show under a name such as order_id: their rows refer to those of the table.
  key_references as materialized (
    select k.view, k.indexrelid, k.base, (k.indkey::smallint[])[0:0] as indkey, k.names
    from shown_keys k
    join relation r on r.oid = k.view and r.events & 28 = 0
    where pg_catalog.cardinality(k.names) = 1 and k.names[1] <> 'id'
  ),
  -- The foreign keys of which a view shows all columns, because the view refers to the same rows, and those references to keys.
  view_references as (
    with keyed as (
      select s.view, k.conname, k.confrelid, k.confkey, pg_catalog.array_agg(s.name order by u.ord) as names, false as is_key
      from pg_catalog.pg_constraint k
      cross join lateral pg_catalog.unnest(k.conkey) with ordinality u(attnum, ord)
      join shown s on s.base = k.conrelid and s.basenum = u.attnum
      where k.contype = 'f' and k.conparentid = 0
      group by s.view, k.oid
      having pg_catalog.count(*) = pg_catalog.cardinality(k.conkey)
      union all
      select k.view, c.relname, k.base, k.indkey, k.names, true
      from key_references k
      join pg_catalog.pg_class c on c.oid = k.indexrelid
    )
    select k.view as oid,
           pg_catalog.json_agg(pg_catalog.json_build_object(
             'name', k.conname, 'columns', k.names,
             'refSchema', n.nspname, 'refTable', c.relname, 'refColumns', ref.names,
             'onDelete', 'no action', 'notEmbeddable', k.is_key) order by k.conname) as list
    from keyed k
    join pg_catalog.pg_class c on c.oid = k.confrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select pg_catalog.json_agg(a.attname order by u.ord) as names
      from pg_catalog.unnest(k.confkey) with ordinality u(attnum, ord)
      join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum
    ) ref
    group by k.view
  ),
  -- The comments of the columns that views show without changes. That of a key, such as @hidden, does not apply to a reference.
  view_comments as (
    select o.view as oid, o.attnum, d.description
    from origin o
    join pg_catalog.pg_description d
      on d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objoid = o.base and d.objsubid = o.basenum
    where not o.computed and not exists (select from key_references k where k.view = o.view and k.names[1] = o.attname)
  ),
  columns as (
    select a.oid, pg_catalog.json_agg(pg_catalog.json_build_object(
             'name', a.attname,
             'comment', d.description,
             'originComment', case when d.description is null then v.description end,
             'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
             'base', t.typname,
             'typtype', t.typtype,
             'array', t.nested,
             'enum', t.labels,
             'nullable', not (a.attnotnull or t.required),
             'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(f.adbin, f.adrelid) end,
             'generated', a.attgenerated <> '',
             'identity', a.attidentity,
             'filled', exists (select from filled_columns l where l.oid = a.oid and l.attname = a.attname),
             'large', exists (select from large_columns l where l.oid = a.oid and l.attname = a.attname),
             'maxLength', case when t.typname in ('varchar', 'bpchar') and m.typmod > 4 then m.typmod - 4 end,
             'precision', case when t.typname = 'numeric' and m.typmod > 4 then (m.typmod - 4) >> 16 & 65535 end,
             'scale', case when t.typname = 'numeric' and m.typmod > 4 then ((m.typmod - 4) & 2047 # 1024) - 1024 end,
             'select', a.can_select,
             'insert', a.can_insert,
             'update', a.can_update) order by a.attnum) as list
    from attribute a
    join resolved t on t.oid = a.atttypid
    cross join lateral (select case when t.typmod = -1 then a.atttypmod else t.typmod end as typmod) m
    left join pg_catalog.pg_attrdef f on f.adrelid = a.oid and f.adnum = a.attnum and a.atthasdef
    left join pg_catalog.pg_description d
      on d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objoid = a.oid and d.objsubid = a.attnum
    left join view_comments v on v.oid = a.oid and v.attnum = a.attnum
    where a.can_select or a.can_insert or a.can_update
    group by a.oid
  ),
  -- Of views that can be updated, the primary key of the table below; of several, that of the one that references the others.
  updatable_keys as (
    select k.view, k.names
    from shown_keys k
    join relation r on r.oid = k.view and r.relkind = 'v' and r.events & 28 <> 0
    where not exists (select from shown_keys o
                      join pg_catalog.pg_constraint f on f.conrelid = o.base and f.confrelid = k.base and f.contype = 'f'
                      where o.view = k.view and o.base <> k.base)
  ),
  -- The parsed queries of views: the tables in FROM, and what follows the last :groupClause, which is that of the query
  -- itself unless HAVING has subqueries. OFFSET 0 prevents that a query is read again for each column.
  view_trees as materialized (
    select r.oid as view, r.events,
           pg_catalog.split_part(pg_catalog.split_part(pg_catalog.split_part(t.tree, ' :rtable (', 2), ' :jointree ', 1), ' :rteperminfos ', 1) as tables,
           p.parts[pg_catalog.cardinality(p.parts)] as clauses,
           position(':hasTargetSRFs true' in t.tree) > 0 as repeats -- such as unnest(tags)
    from reached r
    join pg_catalog.pg_rewrite w on w.ev_class = r.oid and w.ev_type = '1'
    cross join lateral (select w.ev_action::text as tree offset 0) t
    cross join lateral (select pg_catalog.string_to_array(t.tree, ' :groupClause ') as parts offset 0) p
    where r.relkind in ('v', 'm')
  ),
  -- The definitions of the views that can't be updated, with the tables in FROM. Lines of the query itself, not of its
  -- subqueries, start with two spaces or, before FROM, three.
  view_query as materialized (
    select t.view, t.tables, t.clauses, d.text,
           pg_catalog.rtrim(pg_catalog.regexp_replace(pg_catalog.split_part(d.text, E'\n   FROM ', 2), '\n  \w.*', ''), ';') as source
    from view_trees t
    cross join lateral (select pg_catalog.pg_get_viewdef(t.view) as text offset 0) d
    where t.events & 28 = 0 and not t.repeats
      and (select pg_catalog.count(*) from view_trees) <= 300 -- a definition takes about 3 ms; more would take too long
      and d.text !~ '(^ SELECT DISTINCT|^ WITH |\n(UNION|INTERSECT|EXCEPT)|\n  HAVING [^;]*\mSELECT\M)'
  ),
  -- The columns by which a view groups, if it shows all of them.
  view_groups as materialized (
    select q.view, pg_catalog.array_agg(t.attname::text order by t.attnum) as names
    from view_query q
    cross join lateral (
      select pg_catalog.array_agg(pg_catalog.split_part(u.part, ' ', 1)) as refs
      from pg_catalog.unnest(pg_catalog.string_to_array(pg_catalog.split_part(q.clauses, ')', 1), ':tleSortGroupRef ')) with ordinality u(part, ord)
      where u.ord > 1
    ) f
    cross join lateral (select distinct t.attnum, t.attname, t.groupref from view_target t
                        where t.view = q.view and t.groupref = any (f.refs)) t
    where q.clauses like '({%' and q.clauses like '% :groupingSets <>%'
    group by q.view, f.refs
    having pg_catalog.count(distinct t.groupref) = pg_catalog.cardinality(f.refs)
  ),
  -- The tables in FROM, each as often as it occurs, of views that only join tables. Omits views with OR, NOT or CASE in
  -- FROM, in which a row can occur twice, and with RIGHT or FULL, in which its key can be missing.
  view_sources as materialized (
    select q.view, q.source, q.text ~ '\n  GROUP BY ' as grouped, pg_catalog.array_agg(pg_catalog.split_part(u.part, ' ', 1)::oid) as tables
    from view_query q
    cross join lateral pg_catalog.unnest(pg_catalog.string_to_array(q.tables, ' :relid ')) with ordinality u(part, ord)
    where u.ord > 1 and q.source !~ '(\m(SELECT|LATERAL|VALUES|OR|NOT|CASE|RIGHT|FULL)\M|\w\()' and pg_catalog.split_part(u.part, ' ', 1)::oid <> q.view
    group by q.view, q.source, q.text
  ),
  -- The foreign keys by which these views join tables, with the name that the referenced table has in the view. USING has
  -- no name; it joins a table once.
  view_joins as materialized (
    select distinct q.view, f.conrelid, f.conkey[1] as attnum, f.confrelid, n.name
    from view_sources q
    join pg_catalog.pg_constraint f on f.contype = 'f' and f.conrelid = any (q.tables) and f.confrelid = any (q.tables)
      and f.conrelid <> f.confrelid and pg_catalog.cardinality(f.conkey) = 1
    join pg_catalog.pg_class c on c.oid = f.confrelid
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1] and a.attname ~ '^\w+$'
    join pg_catalog.pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1] and b.attname ~ '^\w+$'
    cross join lateral pg_catalog.regexp_matches(q.source, pg_catalog.format(
      '\."?%1$s"? = "?(\w+)"?\."?%2$s"?\)|"?(\w+)"?\."?%2$s"? = "?\w+"?\."?%1$s"?\)|USING \([^)]*\m%1$s\M', a.attname, b.attname), 'g') m(names)
    cross join lateral (select coalesce(m.names[1], m.names[2], '') as name) n
    where n.name in ('', c.relname) or position(pg_catalog.quote_ident(c.relname) || ' ' || pg_catalog.quote_ident(n.name) in q.source) > 0
  ),
  -- The groups of views that have each table once in FROM, with the table of each; NULL for a computed group.
  group_columns as materialized (
    select g.view, g.names, q.source, n.name, s.base
    from view_groups g
    join view_sources q on q.view = g.view
      and pg_catalog.cardinality(q.tables) = (select pg_catalog.count(distinct u.oid) from pg_catalog.unnest(q.tables) u(oid))
    cross join lateral pg_catalog.unnest(g.names) n(name)
    left join shown s on s.view = g.view and s.name = n.name and s.base = any (q.tables)
  ),
  -- The tables with one row for each row of another, by one or two foreign keys.
  view_reaches as materialized (
    select j.view, j.conrelid, j.confrelid from view_joins j
    union
    select j.view, j.conrelid, n.confrelid from view_joins j join view_joins n on n.view = j.view and n.conrelid = j.confrelid
  ),
  -- Groups that determine all others: a primary key, if its row is never missing, and a reference.
  determining_groups as (
    select g.view, k.names
    from group_columns g
    join shown_keys k on k.view = g.view and k.names <@ g.names
    join pg_catalog.pg_class c on c.oid = k.base
    left join view_reaches r on r.view = g.view and r.conrelid = k.base and r.confrelid = g.base
    where c.relname ~ '^\w+$' and pg_catalog.split_part(g.source, 'LEFT JOIN', 1) ~ ('\m' || c.relname || '\M')
    group by g.view, k.names, k.base
    having pg_catalog.bool_and(g.base is not null and (g.base = k.base or r.view is not null))
    union
    select g.view, array[o.name]
    from group_columns g
    join view_joins j on j.view = g.view
    join shown o on o.view = g.view and o.base = j.conrelid and o.basenum = j.attnum and o.name = any (g.names)
    where position('LEFT JOIN' in g.source) = 0 -- with which the reference can be NULL for several rows
    group by g.view, o.name, j.confrelid
    having pg_catalog.bool_and(g.name = o.name or g.base is not distinct from j.confrelid)
  ),
  -- Of views that group, the groups that determine the others, or all.
  grouped_keys as (
    select g.view, coalesce(d.names, g.names) as names
    from view_groups g
    left join (select distinct on (d.view) d.view, d.names
               from determining_groups d
               order by d.view, pg_catalog.cardinality(d.names), d.names) d on d.view = g.view
  ),
  -- Of other views, the primary key of the table from which foreign keys lead to all others in FROM. Another table can
  -- occur several times, such as people as owner and as vet: under as many names that foreign keys join.
  joined_keys as (
    select q.view, k.names
    from view_sources q
    join shown_keys k on k.view = q.view and k.base = any (q.tables)
    join pg_catalog.pg_class c on c.oid = k.base
    where not q.grouped
      and c.relname ~ '^\w+$' and pg_catalog.split_part(q.source, 'LEFT JOIN', 1) ~ ('\m' || c.relname || '\M') -- otherwise its row can be missing
      and not exists (
        select from (select u.oid, pg_catalog.count(*) as times from pg_catalog.unnest(q.tables) u(oid) group by u.oid) t
        where t.oid = k.base and t.times > 1
           or t.oid <> k.base and t.times > (select pg_catalog.count(distinct j.name) from view_joins j where j.view = q.view and j.confrelid = t.oid))
  ),
  -- The columns that identify a row of a view, if exactly one key is found. And the table with this key, if it shows the user all
  -- rows of the view.
  view_keys as (
    select k.view as oid, (pg_catalog.json_agg(k.names)) -> 0 as primary_key,
           (pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname)) filter (where c.oid is not null)) -> 0 as table
    from (table updatable_keys union table grouped_keys union table joined_keys) k
    join pg_catalog.pg_class v on v.oid = k.view
    left join shown_keys s on s.view = k.view and s.names = k.names
    -- with the rights of its owner, a view can show more rows than the table
    left join pg_catalog.pg_class c on c.oid = s.base
      and (not c.relrowsecurity or v.relkind = 'v' and v.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}'::text[])
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    group by k.view
    having pg_catalog.count(*) = 1
  ),
  -- The order of views, by the columns that they show. The last :sortClause of a view is its own.
  view_orders as (
    select i.view as oid,
           pg_catalog.string_agg(t.attname || case when o.oprname <> '>' then '.asc' when i.nulls_first then '.desc' else '.desc.nullslast' end,
             ',' order by i.ord) as terms
    from (
      select w.view, u.ord, pg_catalog.split_part(u.part, ' ', 1) as ref,
             nullif(pg_catalog.split_part(pg_catalog.split_part(u.part, ' :sortop ', 2), ' ', 1), '')::oid as sortop,
             u.part like '%:nulls_first true%' as nulls_first
      from view_trees w
      cross join lateral (select pg_catalog.string_to_array(w.clauses, ' :sortClause ') as list offset 0) p
      cross join lateral pg_catalog.unnest(pg_catalog.string_to_array(
        pg_catalog.split_part(p.list[pg_catalog.cardinality(p.list)], ' :limitOffset ', 1), ':tleSortGroupRef ')) with ordinality u(part, ord)
      where u.ord > 1
    ) i
    join pg_catalog.pg_operator o on o.oid = i.sortop
    join (select distinct t.view, t.attname, t.groupref from view_target t) t on t.view = i.view and t.groupref = i.ref
    where t.attname ~ '^\w+$'
    group by i.view
  ),
  -- The constraints that can reject a duplicate, by the name in the error: unique
  -- indexes of any form and exclusion constraints, those of partitions too.
  exclusives as (
    select r.oid, pg_catalog.json_agg(pg_catalog.json_build_object('name', c.relname, 'columns', k.names) order by c.oid) as list
    -- all indexes at once: the planner would scan pg_index for each relation
    from (select oid, oid as relid from reached
          union
          select p.oid, t.relid from reached p, pg_catalog.pg_partition_tree(p.oid) t where p.relkind = 'p') r
    join pg_catalog.pg_index i on i.indrelid = r.relid and (i.indisunique or i.indisexclusion)
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    cross join lateral (
      select pg_catalog.json_agg(a.attname order by a.attnum) as names
      from pg_catalog.pg_attribute a
      where a.attrelid = i.indrelid
        and (a.attnum = any ((i.indkey::smallint[])[0:i.indnkeyatts - 1])
             or i.indexprs is not null and exists (
               select from pg_catalog.pg_depend d
               where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = i.indexrelid
                 and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = i.indrelid and d.refobjsubid = a.attnum
                 and position(pg_catalog.quote_ident(a.attname) in pg_catalog.pg_get_expr(i.indexprs, i.indrelid)) > 0))
    ) k
    where k.names is not null
    group by r.oid
  ),
  constraints as (
    select r.oid,
           pg_catalog.json_agg(pg_catalog.json_build_object(
             'name', k.conname, 'columns', own.names,
             'refSchema', rn.nspname, 'refTable', rc.relname, 'refColumns', ref.names,
             'onDelete', case k.confdeltype when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set null'
                                            when 'd' then 'set default' else 'no action' end,
             'notEmbeddable', k.conrelid <> r.oid)
             order by k.conname) filter (where k.contype = 'f') as foreign_keys,
           pg_catalog.json_agg(pg_catalog.json_build_object(
             'name', k.conname, 'columns', own.names,
             'expression', pg_catalog.pg_get_expr(k.conbin, k.conrelid),
             'comment', d.description)
             order by k.conname) filter (where k.contype = 'c') as checks
    from reached r
    cross join lateral (
      select c.oid, c.conname, c.contype, c.conrelid, c.confrelid, c.conkey, c.confkey, c.confdeltype, c.conbin
      from pg_catalog.pg_constraint c
      where c.conrelid = r.oid and (c.contype = 'c' or c.contype = 'f' and c.conparentid = 0)
      union all
      -- foreign keys of partitions only, each once
      (select distinct on (l.names, c.confrelid)
             c.oid, c.conname, c.contype, c.conrelid, c.confrelid, c.conkey, c.confkey, c.confdeltype, c.conbin
       from pg_catalog.pg_partition_tree(case when r.relkind = 'p' then r.oid end) t
       join pg_catalog.pg_constraint c on c.conrelid = t.relid and c.contype = 'f' and c.conparentid = 0
       cross join lateral (select pg_catalog.array_agg(a.attname order by a.attname) as names
                           from pg_catalog.pg_attribute a
                           where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) l
       where t.level > 0
       order by l.names, c.confrelid, c.conname)
    ) k
    left join pg_catalog.pg_class rc on rc.oid = k.confrelid
    left join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
    left join pg_catalog.pg_description d
      on d.classoid = 'pg_catalog.pg_constraint'::pg_catalog.regclass and d.objoid = k.oid and d.objsubid = 0
    cross join lateral (
      select pg_catalog.json_agg(a.attname order by u.ord) as names
      from pg_catalog.unnest(k.conkey) with ordinality u(attnum, ord)
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum
    ) own
    cross join lateral (
      select pg_catalog.json_agg(a.attname order by u.ord) as names
      from pg_catalog.unnest(k.confkey) with ordinality u(attnum, ord)
      join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum
    ) ref
    group by r.oid
  ),
  tables as (
    select pg_catalog.json_agg(pg_catalog.json_build_object(
             'schema', r.nspname,
             'name', r.relname,
             'relkind', r.relkind,
             'comment', d.description,
             'columns', coalesce(c.list, '[]'),
             'primaryKey', coalesce(k.primary_key, vk.primary_key),
             'rowsOf', vk.table,
             'order', vo.terms,
             'uniqueKeys', k.unique_keys,
             'foreignKeys', coalesce(o.foreign_keys, vr.list),
             'checks', o.checks,
             'originChecks', vc.list,
             'exclusives', x.list,
             'estimatedRows', case when r.sees_all and r.can_select and e.reltuples >= 0 then e.reltuples::bigint end,
             'ownerColumns', w.names,
             'policyColumns', pc.names,
             'manyRows', case when e.reltuples >= 0 then e.reltuples > 200000 else pg_catalog.pg_relation_size(r.oid) > 20000000 end, -- also if policies hide the number: an order without an index would be slow
             'live', case
               when exists (select from pg_catalog.pg_trigger t
                            join pg_catalog.pg_proc p on p.oid = t.tgfoid and p.proname = 'tableside_live'
                            where t.tgrelid = r.oid and t.tgenabled in ('O', 'A')) then 'broadcast'
               when published.is_published then 'changes' end,
             'rowSecurity', r.relrowsecurity,
             'privileges', pg_catalog.json_build_object(
               'select', r.can_select and r.may_select,
               'insert', r.can_insert and r.may_insert,
               'update', r.can_update and r.may_update,
               'delete', r.can_delete and r.may_delete),
             'secondFactor', coalesce(v.commands, '{}'))
             order by pg_catalog.array_position(included, r.nspname::text), r.relname) as list
    from reached r
    left join columns c using (oid)
    left join keys k using (oid)
    left join view_keys vk using (oid)
    left join view_orders vo using (oid)
    left join view_checks vc using (oid)
    left join view_references vr using (oid)
    left join owner_columns w using (oid)
    left join policy_columns pc using (oid)
    left join constraints o using (oid)
    left join exclusives x using (oid)
    left join elevated v using (oid)
    left join pg_catalog.pg_description d
      on d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objoid = r.oid and d.objsubid = 0
    -- a partitioned table is often never analysed itself, only its partitions are; the
    -- number of a table that others inherit from does not count their rows
    left join lateral (
      select case when r.relkind = 'p' and r.reltuples < 0 then
               (select pg_catalog.sum(l.reltuples) filter (where l.reltuples >= 0)
                from pg_catalog.pg_partition_tree(r.oid) t
                join pg_catalog.pg_class l on l.oid = t.relid
                where t.isleaf)
             when r.relkind = 'r' and r.relhassubclass and r.reltuples >= 0 then
               (with recursive descendant(oid) as (
                  select r.oid
                  union
                  select i.inhrelid from descendant d join pg_catalog.pg_inherits i on i.inhparent = d.oid
                )
                select pg_catalog.sum(l.reltuples) filter (where l.reltuples >= 0)
                from descendant d
                join pg_catalog.pg_class l on l.oid = d.oid)
             else r.reltuples end as reltuples
    ) e on true
    -- a partitioned table is published as its partitions, unless the publication has publish_via_partition_root
    left join lateral (
      select exists (
        select from pg_catalog.pg_publication p
        where p.pubname = 'supabase_realtime'
          and (r.relkind = 'r' or r.relkind = 'p' and p.pubviaroot)
          and (p.puballtables
               or exists (select from pg_catalog.pg_publication_rel m where m.prpubid = p.oid and m.prrelid = r.oid)
               or exists (select from pg_catalog.pg_publication_namespace m
                          join pg_catalog.pg_namespace n on n.oid = m.pnnspid
                          where m.pnpubid = p.oid and n.nspname = r.nspname))
      ) as is_published
    ) published on true
  ),
  -- The composite types in use: the table of a row type, or the fields.
  composite as materialized (
    select t.typrelid,
           case when c.relkind <> 'c' then pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname) end as row_of,
           case when c.relkind = 'c' then
             (select pg_catalog.json_agg(pg_catalog.json_build_object(
                       'name', a.attname,
                       'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
                       'base', r.typname,
                       'typtype', r.typtype,
                       'array', r.nested,
                       'enum', r.labels) order by a.attnum)
              from pg_catalog.pg_attribute a
              join resolved r on r.oid = a.atttypid
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
           end as fields
    from (select distinct r.typrelid from resolved r where r.typrelid <> 0) t
    join pg_catalog.pg_class c on c.oid = t.typrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  ),
  functions as (
    select pg_catalog.json_agg(pg_catalog.json_build_object(
             'schema', p.nspname,
             'name', p.proname,
             'comment', pg_catalog.obj_description(p.oid, 'pg_proc'),
             'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
             'inPolicy', exists (
               select from pg_catalog.pg_depend d
               where d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass
                 and d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.refobjid = p.oid),
             'args', coalesce(a.list, '[]'),
             'returns', pg_catalog.json_build_object(
               'type', pg_catalog.format_type(p.prorettype, null),
               'base', t.typname,
               'typtype', t.typtype,
               'array', t.nested,
               'enum', t.labels,
               'rowOf', c.row_of,
               'fields', c.fields,
               'set', p.proretset,
               'columns', o.list))
             order by pg_catalog.array_position(included, p.nspname::text), p.proname, p.oid) as list
    from procedure p
    join resolved t on t.oid = p.prorettype
    left join composite c on c.typrelid = t.typrelid
    left join lateral (
      select pg_catalog.json_agg(pg_catalog.json_build_object(
               'name', m.name,
               'type', pg_catalog.format_type(m.type, null),
               'base', ot.typname,
               'typtype', ot.typtype,
               'array', ot.nested,
               'enum', ot.labels) order by m.ord) as list
      from signature m
      join resolved ot on ot.oid = m.type
      where m.oid = p.oid and m.mode in ('o', 'b', 't')
    ) o on true
    left join lateral (
      select pg_catalog.json_agg(pg_catalog.json_build_object(
               'name', m.name,
               'type', pg_catalog.format_type(m.type, null),
               'base', at.typname,
               'typtype', at.typtype,
               'array', at.nested,
               'enum', at.labels,
               'rowOf', ac.row_of,
               'fields', ac.fields,
               'required', m.required,
               'default', pg_catalog.pg_get_function_arg_default(p.oid, m.ord::integer),
               'variadic', m.mode = 'v') order by m.ord) as list,
             -- by name, or one unnamed body: the two ways in which the REST service calls
             pg_catalog.bool_and(m.name <> '') or pg_catalog.count(*) = 1 and pg_catalog.bool_and(at.typname in ('json', 'jsonb', 'text', 'bytea')) as callable
      from parameter m
      join resolved at on at.oid = m.type
      left join composite ac on ac.typrelid = at.typrelid
      where m.oid = p.oid
    ) a on true
    where a.callable is distinct from false
  )
  select pg_catalog.json_build_object(
    'version', 1,
    'role', current_user,
    'schemas', pg_catalog.to_json(included),
    -- whether the caller can change the comments of one of them
    'owner', exists (select from reached r join pg_catalog.pg_class c on c.oid = r.oid where pg_catalog.pg_has_role(c.relowner, 'usage'))
             or exists (select from procedure p where pg_catalog.pg_has_role(p.proowner, 'usage')),
    'transitions', transitions,
    'tables', coalesce(tables.list, '[]'),
    'functions', coalesce(functions.list, '[]'))
  into answer
  from tables, functions;
  return answer;
end
$tableside$;

comment on function public.tableside_schema(text[]) is
  'The relations and functions that the calling role can reach in the given schemas. Read by Tableside; runs with the caller''s rights. @hidden';

grant execute on function public.tableside_schema(text[]) to anon, authenticated, service_role;

notify pgrst, 'reload schema';
