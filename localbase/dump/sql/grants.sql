, objects as (
  select 1 as kind, 'schema' as type, quote_ident(s.nspname) as name, n.nspacl as acl, n.nspowner as owner
  from own_schemas s join pg_namespace n on n.oid = s.oid
  union all
  select 2, case when c.relkind = 'S' then 'sequence' else 'table' end, c.oid::regclass::text, c.relacl, c.relowner
  from pg_class c join own_schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
  union all
  select 3, case p.prokind when 'p' then 'procedure' else 'function' end, p.oid::regprocedure::text, p.proacl, p.proowner
  from pg_proc p join own_schemas n on n.oid = p.pronamespace
  where ('pg_proc'::regclass, p.oid) not in (select classid, objid from members)
    and p.prosrc not like '%this function is a stand-in%' and p.prolang <> (select oid from pg_language where lanname = 'internal')
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'i')
), statements as (
  -- The default privileges of the target can differ, so all grants are set explicitly.
  select kind, name, 1 as step, format('revoke all on %s %s from %sanon, authenticated, service_role', type, name,
    case when kind = 3 and acl is not null then 'public, ' else '' end) as sql
  from objects where name <> 'public'
  union all
  select kind, name, 2, format('grant %s on %s %s to %s%s', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type), type, name,
    case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end, case when a.is_grantable then ' with grant option' else '' end)
  from objects cross join lateral aclexplode(acl) as a
  where a.grantee <> owner
  group by kind, name, type, a.grantee, a.is_grantable
  union all
  select 4, c.oid::regclass::text, 3, format('grant %s (%I) on table %s to %s', lower(a.privilege_type), t.attname, c.oid::regclass,
    case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
  from pg_class c
  join own_schemas n on n.oid = c.relnamespace
  join pg_attribute t on t.attrelid = c.oid and t.attacl is not null
  cross join lateral aclexplode(t.attacl) as a
)
select sql from statements order by kind, name, step, sql
