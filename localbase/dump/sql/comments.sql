, described as (
  select 'schema ' || quote_ident(nspname) as target, obj_description(oid, 'pg_namespace') as text from own_schemas where nspname <> 'public'
  union all
  select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence ' else 'table ' end || c.oid::regclass, obj_description(c.oid, 'pg_class')
  from pg_class c join own_schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
  union all
  select format('column %s.%I', c.oid::regclass, a.attname), col_description(c.oid, a.attnum)
  from pg_class c join own_schemas n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v', 'm', 'c') and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
  union all
  select case p.prokind when 'p' then 'procedure ' when 'a' then 'aggregate ' else 'function ' end || p.oid::regprocedure, obj_description(p.oid, 'pg_proc')
  from pg_proc p join own_schemas n on n.oid = p.pronamespace
  where ('pg_proc'::regclass, p.oid) not in (select classid, objid from members)
  union all
  select case t.typtype when 'd' then 'domain ' else 'type ' end || t.oid::regtype, obj_description(t.oid, 'pg_type')
  from pg_type t join own_schemas n on n.oid = t.typnamespace
  where ('pg_type'::regclass, t.oid) not in (select classid, objid from members)
  union all
  select format('constraint %I on %s', k.conname, k.conrelid::regclass), obj_description(k.oid, 'pg_constraint')
  from pg_constraint k join pg_class c on c.oid = k.conrelid join own_schemas n on n.oid = c.relnamespace
  union all
  select format('policy %I on %s', p.polname, p.polrelid::regclass), obj_description(p.oid, 'pg_policy') from pg_policy p
  union all
  select format('trigger %I on %s', t.tgname, t.tgrelid::regclass), obj_description(t.oid, 'pg_trigger')
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join own_schemas n on n.oid = c.relnamespace where not t.tgisinternal
)
select 'comment on ' || target || ' is ' || quote_literal(text) from described where text is not null order by 1
