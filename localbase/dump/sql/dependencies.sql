-- Maps each object to the object that contains it: a rule to its view, a row type to its table, an
-- array to its element, the expression of a generated column to its table, a constraint to its domain.
with direct as (
  select 'pg_class'::regclass as classid, oid as objid, 'pg_class' as class, oid as owner from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
  union all select 'pg_class'::regclass, oid, 'pg_type', reltype from pg_class where relkind = 'c'
  union all select 'pg_proc'::regclass, oid, 'pg_proc', oid from pg_proc
  union all
  select 'pg_type'::regclass, t.oid, case when c.relkind in ('r', 'p', 'v', 'm') then 'pg_class' else 'pg_type' end,
    case when c.relkind in ('r', 'p', 'v', 'm') then c.oid else t.oid end
  from pg_type t left join pg_class c on c.oid = t.typrelid
  where t.typcategory <> 'A'
), owners as (
  select * from direct
  union all
  select 'pg_type'::regclass, a.oid, d.class, d.owner from pg_type a join direct d on d.classid = 'pg_type'::regclass and d.objid = a.typelem
  where a.typcategory = 'A'
  union all select 'pg_type'::regclass, rngmultitypid, 'pg_type', rngtypid from pg_range
  union all select 'pg_rewrite'::regclass, oid, 'pg_class', ev_class from pg_rewrite
  union all
  select 'pg_attrdef'::regclass, d.oid, 'pg_class', d.adrelid
  from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where a.attgenerated <> ''
  union all select 'pg_constraint'::regclass, oid, 'pg_type', contypid from pg_constraint where contypid <> 0
)
select distinct a.class || ' ' || a.owner, b.class || ' ' || b.owner
from pg_depend d
join owners a on a.classid = d.classid and a.objid = d.objid
join owners b on b.classid = d.refclassid and b.objid = d.refobjid
where (a.class, a.owner) <> (b.class, b.owner) and d.deptype in ('n', 'a')
  and a.owner >= 16384 and b.owner >= 16384
  -- a sequence that a column owns is created before the table
  and not exists (select from pg_class s where s.oid = a.owner and a.class = 'pg_class' and s.relkind = 'S')
order by 1, 2
