-- Lists the objects of the schemas "public" and "Lending desk" with their definitions and rows, one per line.
with objects as (
  select 'schema ' || nspname || coalesce(' -- ' || obj_description(oid, 'pg_namespace'), '') as line
  from pg_namespace where nspname in ('public', 'Lending desk')
  union all
  select format('%s %s persistence=%s rls=%s force=%s replica=%s options=%s inherits=%s bound=%s',
    case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else c.relkind::text end,
    c.oid::regclass, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reloptions,
    (select string_agg(inhparent::regclass::text, ',') from pg_inherits where inhrelid = c.oid), pg_get_expr(c.relpartbound, c.oid))
    || coalesce(' -- ' || obj_description(c.oid, 'pg_class'), '')
  from pg_class c where c.relnamespace::regnamespace::text in ('public', '"Lending desk"') and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select format('column %s.%I %s%s default=%s identity=%s generated=%s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated)
    || coalesce(' -- ' || col_description(a.attrelid, a.attnum), '')
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace::regnamespace::text in ('public', '"Lending desk"') and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s %I %s', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace::regnamespace::text in ('public', '"Lending desk"')
  union all
  select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace::regnamespace::text in ('public', '"Lending desk"')
  union all
  select 'view ' || c.oid::regclass || ' ' || pg_get_viewdef(c.oid) || ' populated=' || c.relispopulated
  from pg_class c where c.relnamespace::regnamespace::text in ('public', '"Lending desk"') and c.relkind in ('v', 'm')
  union all
  select case when p.prokind = 'a' then 'aggregate ' || p.oid::regprocedure else pg_get_functiondef(p.oid) end || ' owner=' || p.proowner::regrole
  from pg_proc p where p.pronamespace::regnamespace::text in ('public', '"Lending desk"')
    and not exists (select from pg_depend where objid = p.oid and deptype in ('e', 'i'))
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgfoid::regproc::text like 'public.%'
  union all
  select format('policy %s %s.%s %s to %s using %s check %s', policyname, schemaname, tablename, permissive || ' ' || cmd, roles, qual, with_check)
  from pg_policies where schemaname in ('public', 'Lending desk')
  union all
  select format('rule %s', definition) from pg_rules where schemaname = 'public'
  union all
  select format('type %s %s', t.oid::regtype, string_agg(format('%L', e.enumlabel), ',' order by e.enumsortorder))
  from pg_type t left join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace::regnamespace::text = 'public' and t.typtype in ('e', 'd', 'r', 'c') and t.typrelid not in (select oid from pg_class where relkind <> 'c') group by t.oid
  union all
  select 'published ' || schemaname || '.' || tablename from pg_publication_tables where pubname = 'supabase_realtime' and schemaname in ('public', 'Lending desk')
  union all
  select format('grant %s on %s to %s', privilege_type, c.oid::regclass, grantee::regrole)
  from pg_class c, aclexplode(c.relacl) where c.relnamespace::regnamespace::text in ('public', '"Lending desk"') and grantee::regrole::text in ('anon', 'authenticated')
  union all
  select format('grant %s on %s.%I to %s', privilege_type, a.attrelid::regclass, a.attname, grantee::regrole)
  from pg_attribute a, aclexplode(a.attacl) where a.attrelid::regclass::text like 'public.%'
  union all
  select 'statistics ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext
  union all
  select format('sequence %s last_value=%s', format('%I.%I', schemaname, sequencename), last_value) from pg_sequences where schemaname in ('public', 'Lending desk')
  union all
  select 'user ' || email from auth.users
  union all
  select 'bucket ' || name from storage.buckets
)
select regexp_replace(line, '\s+', ' ', 'g') as line from objects order by line collate "C"
