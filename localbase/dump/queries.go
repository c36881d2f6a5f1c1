package dump

import _ "embed" // the queries

// Each query returns one text column: statements without a semicolon, in a stable order. The search
// path is empty, so that all names are qualified.

// ownSchemasSQL starts a query with own_schemas: the schemas of the user.
const ownSchemasSQL = `
with own_schemas as (
  select oid, nspname from pg_namespace
  where nspname !~ '^pg_' and nspname not in (
    'information_schema', 'auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'vault', 'pgbouncer', 'pgsodium',
    'supabase_functions', 'supabase_migrations', 'net', 'cron', 'pgmq')
), members as ( -- objects of extensions
  select classid, objid from pg_depend where deptype = 'e'
)`

//go:embed sql/objects.sql
var objectsQuery string

//go:embed sql/dependencies.sql
var dependenciesSQL string

//go:embed sql/grants.sql
var grantsQuery string

//go:embed sql/comments.sql
var commentsQuery string

var (
	objectsSQL  = ownSchemasSQL + objectsQuery
	grantsSQL   = ownSchemasSQL + grantsQuery
	commentsSQL = ownSchemasSQL + commentsQuery
)

// platformRoles are the roles that every project has, and localbase's own superuser.
const platformRoles = `('anon', 'authenticated', 'service_role', 'authenticator', 'postgres', 'supabase_admin', 'dashboard_user', 'pgbouncer', 'localbase_bootstrap',
  'pgsodium_keyholder', 'pgsodium_keyiduser', 'pgsodium_keymaker')`

const rolesSQL = `
select 'create role ' || quote_ident(rolname) || case when rolbypassrls then ' bypassrls' else '' end || case when rolcreaterole then ' createrole' else '' end
from pg_roles where rolname !~ '^(pg|supabase)_' and rolname not in ` + platformRoles + `
union all
select format('grant %I to %I', r.rolname, m.rolname)
from pg_auth_members am
join pg_roles r on r.oid = am.roleid
join pg_roles m on m.oid = am.member
where r.rolname !~ '^(pg|supabase)_' and r.rolname not in ` + platformRoles + ` and m.rolname !~ '^(pg|supabase)_' and m.rolname <> 'postgres'
order by 1`

// extensionsSQL also returns the extensions whose replacements are installed, except supabase_vault, which every
// project has. Only the objects of vector and pgjwt are in a schema that the user chooses.
const extensionsSQL = `
select format('create extension if not exists %I with schema %I', e.extname, n.nspname)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace
where e.extname <> 'plpgsql'
union all
select format('create extension if not exists %I', name) || coalesce(' with schema ' || (
  select quote_ident(n.nspname) from pg_namespace n
  where name = 'vector' and exists (select from pg_type t where t.typnamespace = n.oid and t.typname = 'vector')
     or name = 'pgjwt' and exists (select from pg_proc p where p.pronamespace = n.oid and p.proname = 'algorithm_sign')
  limit 1), '')
from supabase_migrations.localbase_extensions
where name <> 'supabase_vault'
order by 1`

const schemasSQL = ownSchemasSQL + `
select format('create schema if not exists %I', nspname) from own_schemas where nspname <> 'public' order by 1`

const ownedSequencesSQL = ownSchemasSQL + `
select format('alter sequence %s owned by %s.%I', s.oid::regclass, t.oid::regclass, a.attname)
from pg_class s
join own_schemas n on n.oid = s.relnamespace
join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'a' and d.refclassid = 'pg_class'::regclass
join pg_class t on t.oid = d.refobjid
join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
where s.relkind = 'S' order by 1`

const defaultsSQL = ownSchemasSQL + `
select format('alter table only %s alter column %I set default %s', c.oid::regclass, a.attname, pg_get_expr(d.adbin, d.adrelid))
from pg_attrdef d
join pg_class c on c.oid = d.adrelid and c.relkind in ('r', 'p')
join own_schemas n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
where a.attgenerated = '' and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
order by c.oid::regclass::text, a.attnum`

const tablesWithDataSQL = ownSchemasSQL + `
select format('%s (%s)', c.oid::regclass, string_agg(quote_ident(a.attname), ', ' order by a.attnum))
from pg_class c
join own_schemas n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relkind = 'r' and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
group by c.oid order by c.oid::regclass::text`

// usersSQL returns the tables of users, to which tables of the user can refer, if there are any users.
const usersSQL = `
select format('%s (%s)', c.oid::regclass, string_agg(quote_ident(a.attname), ', ' order by a.attnum))
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.oid in ('auth.users'::regclass, 'auth.identities'::regclass) and exists (select from auth.users)
group by c.oid order by c.oid = 'auth.identities'::regclass`

const sequenceValuesSQL = ownSchemasSQL + `
select format('select setval(%L, %s)', s.oid::regclass, last)
from pg_class s join own_schemas n on n.oid = s.relnamespace
cross join lateral (select case when s.relkind = 'S' then pg_sequence_last_value(s.oid) end as last) as v -- an error for other relations
where last is not null
order by s.oid::regclass::text`

const bucketsSQL = `
select format('insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (%L, %L, %L, %L, %L) on conflict (id) do nothing',
  id, name, public, file_size_limit, allowed_mime_types)
from storage.buckets order by id`

// constraintsSQL also returns the inherited checks: a table must have those of its parent before it is attached.
const constraintsSQL = ownSchemasSQL + `
select format('alter table only %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join own_schemas n on n.oid = c.relnamespace
where k.contype in ('c', 'x') and k.conparentid = 0
order by k.conrelid::regclass::text, k.conname`

const indexesSQL = ownSchemasSQL + `
select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
from pg_index i
join pg_class c on c.oid = i.indrelid and c.relkind in ('r', 'm', 'p')
join own_schemas n on n.oid = c.relnamespace
where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
order by i.indexrelid::regclass::text`

// partitionsSQL attaches the partitions after their keys exist.
const partitionsSQL = ownSchemasSQL + `
select format('alter table only %s attach partition %s %s', h.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid))
from pg_class c
join own_schemas n on n.oid = c.relnamespace
join pg_inherits h on h.inhrelid = c.oid
where c.relispartition and c.relkind in ('r', 'p')
order by 1`

const inheritanceSQL = ownSchemasSQL + `
select format('alter table only %s inherit %s', c.oid::regclass, h.inhparent::regclass)
from pg_class c
join own_schemas n on n.oid = c.relnamespace
join pg_inherits h on h.inhrelid = c.oid
where c.relkind = 'r' and not c.relispartition
order by c.oid::regclass::text, h.inhseqno`

const foreignKeysSQL = ownSchemasSQL + `
select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join own_schemas n on n.oid = c.relnamespace
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid::regclass::text, k.conname`

const castsSQL = ownSchemasSQL + `
select format('create cast (%s as %s) with function %s%s', format_type(k.castsource, null), format_type(k.casttarget, null), k.castfunc::regprocedure,
  case k.castcontext when 'i' then ' as implicit' when 'a' then ' as assignment' else '' end)
from pg_cast k
join pg_proc p on p.oid = k.castfunc
join own_schemas n on n.oid = p.pronamespace
where k.castmethod = 'f' and ('pg_cast'::regclass, k.oid) not in (select classid, objid from members)
  and not exists ( -- the cast of a range type to its multirange
    select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'i')
order by 1`

const rulesSQL = ownSchemasSQL + `
select rtrim(pg_get_ruledef(r.oid), ';')
from pg_rewrite r
join pg_class c on c.oid = r.ev_class
join own_schemas n on n.oid = c.relnamespace
where r.rulename <> '_RETURN' order by c.oid::regclass::text, r.rulename`

// triggersSQL also returns the triggers of the user on tables of the services.
const triggersSQL = ownSchemasSQL + `
select pg_get_triggerdef(t.oid)
from pg_trigger t
join pg_proc p on p.oid = t.tgfoid
join pg_class c on c.oid = t.tgrelid
where not t.tgisinternal and t.tgparentid = 0
  and (p.pronamespace in (select oid from own_schemas) or c.relnamespace in (select oid from own_schemas))
order by c.oid::regclass::text, t.tgname`

const securitySQL = ownSchemasSQL + `
select format('alter table %s %s row level security', c.oid::regclass, action)
from pg_class c
join own_schemas n on n.oid = c.relnamespace
cross join lateral (values ('enable', c.relrowsecurity), ('force', c.relforcerowsecurity)) as v(action, is_set)
where c.relkind in ('r', 'p') and is_set order by 1`

// policiesSQL also returns the policies on tables of the services, for example on storage.objects.
const policiesSQL = `
select format('create policy %I on %s as %s for %s to %s', p.polname, p.polrelid::regclass,
    case when p.polpermissive then 'permissive' else 'restrictive' end,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(case when role = 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ') from unnest(p.polroles) as role))
  || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
  || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')
from pg_policy p
order by p.polrelid::regclass::text, p.polname`

const publicationsSQL = ownSchemasSQL + `
select format('alter publication %I add table only %s', p.pubname, c.oid::regclass)
from pg_publication_rel r
join pg_publication p on p.oid = r.prpubid
join pg_class c on c.oid = r.prrelid
join own_schemas n on n.oid = c.relnamespace
where p.pubname = 'supabase_realtime'
union all
select format('alter table only %s replica identity full', c.oid::regclass)
from pg_class c join own_schemas n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and c.relreplident = 'f'
order by 1`

const refreshSQL = ownSchemasSQL + `
select format('refresh materialized view %s', c.oid::regclass)
from pg_class c join own_schemas n on n.oid = c.relnamespace
where c.relkind = 'm' and c.relispopulated order by c.oid`
