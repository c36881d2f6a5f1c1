package catalog

// The queries run with an empty search_path, so that type names are qualified.

// relationsSQL selects all relations. $1: exposed schemas. It does not expose partitions, because
// clients reach them through the parent table.
const relationsSQL = `
select c.oid::int8, n.nspname::text, c.relname::text, c.relkind in ('v', 'm'),
       n.nspname = any($1) and not c.relispartition,
       coalesce(obj_description(c.oid, 'pg_class'), ''),
       case when c.relkind in ('r', 'p') then 28
            when n.nspname = any($1) and c.relkind in ('v', 'f') then pg_relation_is_updatable(c.oid, true)
            else 0 end
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f')
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not pg_is_other_temp_schema(n.oid)`

const columnNamesSQL = `
select a.attrelid::int8, a.attnum, a.attname::text
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`

// baseTypesSQL starts a query with base_types: the type behind each type, through all levels of
// domains.
const baseTypesSQL = `
with recursive base_types as (
  select oid, oid as base from pg_type where typtype <> 'd'
  union all
  select d.oid, b.base from pg_type d join base_types b on b.oid = d.typbasetype
)`

// columnsSQL selects the columns of the exposed relations. $1: exposed schemas.
const columnsSQL = baseTypesSQL + `
select a.attrelid::int8, a.attname::text, coalesce(col_description(a.attrelid, a.attnum), ''),
       case when t.typtype = 'd' and bn.nspname = 'pg_catalog' then format_type(bt.base, null)
            when t.typtype <> 'd' and tn.nspname = 'pg_catalog' then format_type(a.atttypid, null)
            else format_type(a.atttypid, a.atttypmod) end,
       format_type(a.atttypid, a.atttypmod),
       not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
       coalesce(case
         when t.typbasetype <> 0 and ad.adbin is null then pg_get_expr(t.typdefaultbin, 0)
         when a.attidentity = 'd' then (
           select format('nextval(%L::regclass)', format('%I.%I', sn.nspname, s.relname))
           from pg_depend d
           join pg_class s on s.oid = d.objid and s.relkind = 'S'
           join pg_namespace sn on sn.oid = s.relnamespace
           where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid
             and d.refobjsubid = a.attnum and d.deptype = 'i')
         when a.attgenerated <> '' then null
         else pg_get_expr(ad.adbin, ad.adrelid) end, ''),
       coalesce(information_schema._pg_char_max_length(
         information_schema._pg_truetypid(a, t), information_schema._pg_truetypmod(a, t)), 0)::int4,
       coalesce((select array_agg(e.enumlabel::text order by e.enumsortorder)
                 from pg_enum e where e.enumtypid = bt.base), '{}')
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
join pg_type t on t.oid = a.atttypid
join pg_namespace tn on tn.oid = t.typnamespace
join base_types bt on bt.oid = t.oid
join pg_type b on b.oid = bt.base
join pg_namespace bn on bn.oid = b.typnamespace
left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
  and not c.relispartition and n.nspname = any($1)
order by a.attrelid, a.attnum`

// computedVectorsSQL selects the computed columns of type tsvector: functions with a row type as the
// only argument.
const computedVectorsSQL = baseTypesSQL + `
select c.oid::int8, p.proname::text
from pg_proc p
join pg_class c on c.reltype = p.proargtypes[0]
join base_types bt on bt.oid = p.prorettype
where p.pronargs = 1 and p.prokind = 'f' and not p.proretset and bt.base = 'tsvector'::regtype`

const primaryKeysSQL = `
select conrelid::int8, conkey from pg_constraint where contype = 'p'`

// foreignKeysSQL selects the foreign keys. It ignores those of partitions, which repeat the
// parent's. A foreign key is one-to-one if its columns are exactly those of a primary or unique
// key.
const foreignKeysSQL = `
select f.conname::text, f.conrelid::int8, f.confrelid::int8, f.conkey, f.confkey,
       exists (select from pg_constraint k
               where k.conrelid = f.conrelid and k.contype in ('p', 'u')
                 and k.conkey @> f.conkey and k.conkey <@ f.conkey)
from pg_constraint f
join pg_class c on c.oid = f.conrelid
where f.contype = 'f' and f.conparentid = 0 and not c.relispartition
order by f.conrelid, f.conname`

const viewsSQL = `
select c.oid::int8, r.ev_action::text
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`

// functionsSQL selects the callable functions. $1: exposed schemas. A function with an unnamed
// parameter is callable only if it is the only parameter and accepts a whole body. char and bit are
// widened, because the type of a parameter has no length.
const functionsSQL = baseTypesSQL + `
select n.nspname::text, p.proname::text, coalesce(obj_description(p.oid, 'pg_proc'), ''),
       coalesce(args.names, '{}'), coalesce(args.types, '{}'),
       coalesce(args.required, '{}'), coalesce(args.variadic, '{}'),
       tn.nspname::text, coalesce(rel.relname, t.typname)::text, p.proretset,
       t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false),
       p.provolatile::text, coalesce(p.proconfig, '{}')
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join base_types bt on bt.oid = p.prorettype
join pg_type t on t.oid = bt.base
join pg_namespace tn on tn.oid = t.typnamespace
left join pg_class rel on rel.oid = t.typrelid
left join lateral (
  select array_agg(coalesce(name, '') order by i) as names,
         array_agg(case type when 'bit'::regtype then 'bit varying'
                             when 'bit[]'::regtype then 'bit varying[]'
                             when 'character'::regtype then 'character varying'
                             when 'character[]'::regtype then 'character varying[]'
                             else type::regtype::text end order by i) as types,
         array_agg(i <= p.pronargs - p.pronargdefaults order by i) as required,
         array_agg(coalesce(mode = 'v', false) order by i) as variadic,
         count(*) filter (where coalesce(name, '') = '') as unnamed,
         min(type) as only_type
  from (select name, type, mode, row_number() over (order by ord) as i
        from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes)
             with ordinality as a(name, type, mode, ord)
        where coalesce(mode, 'i') in ('i', 'b', 'v')) as inputs
) args on true
where n.nspname = any($1) and p.prokind = 'f' and t.oid <> 'trigger'::regtype
  and t.oid <> 'event_trigger'::regtype
  and (coalesce(args.unnamed, 0) = 0 or p.pronargs = 1 and
       args.only_type in ('bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype))`

// computedSQL selects the computed relationships: functions with a row type as the only argument
// and a row type as the result.
const computedSQL = `
select n.nspname::text, p.proname::text, an.nspname::text, at.typname::text,
       rn.nspname::text, rt.typname::text, not p.proretset or p.prorows = 1
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type at on at.oid = p.proargtypes[0]
join pg_class ac on ac.reltype = at.oid and ac.relkind in ('r', 'p', 'v', 'm', 'f')
join pg_namespace an on an.oid = at.typnamespace
join pg_type rt on rt.oid = p.prorettype
join pg_class rc on rc.reltype = rt.oid and rc.relkind in ('r', 'p', 'v', 'm', 'f')
join pg_namespace rn on rn.oid = rt.typnamespace
where p.pronargs = 1 and p.prokind = 'f'`

const roleSettingsSQL = `
select r.rolname::text, split_part(kv, '=', 1), substr(kv, strpos(kv, '=') + 1)
from pg_roles r, unnest(r.rolconfig) as kv
join pg_settings s on s.name = split_part(kv, '=', 1) and s.context = 'user'
where pg_has_role(r.oid, 'member')`
