, types as (
  select t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull, t.typdefault, t.typrelid
  from pg_type t
  join own_schemas n on n.oid = t.typnamespace
  left join pg_class c on c.oid = t.typrelid
  where (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')
    and ('pg_type'::regclass, t.oid) not in (select classid, objid from members)
), relations as (
  select c.* from pg_class c
  join own_schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and ('pg_class'::regclass, c.oid) not in (select classid, objid from members)
    and not exists ( -- the sequences of identity columns are part of their tables
      select from pg_depend d where c.relkind = 'S' and d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
), routines as (
  select p.* from pg_proc p
  join own_schemas n on n.oid = p.pronamespace
  where p.prokind in ('f', 'p', 'a', 'w') and ('pg_proc'::regclass, p.oid) not in (select classid, objid from members)
    and p.prosrc not like '%this function is a stand-in%' and p.prolang <> (select oid from pg_language where lanname = 'internal')
    and not exists ( -- the constructors of a range type are part of the type
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'i')
), all_objects as (
  select 1 as kind, 'pg_type' as class, oid, oid::regtype::text as name,
    case typtype
      when 'e' then format('create type %s as enum (%s)', oid::regtype,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = types.oid))
      when 'd' then format('create domain %s as %s', oid::regtype, format_type(typbasetype, typtypmod))
        || coalesce(' default ' || typdefault, '') || case when typnotnull then ' not null' else '' end
        || coalesce((select string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(k.oid)), '' order by conname)
             from pg_constraint k where contypid = types.oid and contype = 'c'), '')
      when 'c' then format('create type %s as (%s)', oid::regtype,
        (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
         from pg_attribute where attrelid = types.typrelid and attnum > 0 and not attisdropped))
      else (select format('create type %s as range (subtype = %s%s)', types.oid::regtype, format_type(rngsubtype, null),
              case when rngsubdiff = 0 then '' else ', subtype_diff = ' || rngsubdiff::regproc end)
            from pg_range where rngtypid = types.oid)
    end as sql
  from types
  union all
  select 2, 'pg_class', c.oid, c.oid::regclass::text,
    format('create sequence %s as %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s', c.oid::regclass, format_type(s.seqtypid, null),
      s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache, case when s.seqcycle then ' cycle' else '' end)
  from relations c join pg_sequence s on s.seqrelid = c.oid
  union all
  select 3, 'pg_class', c.oid, c.oid::regclass::text,
    format('create %stable %s (%s)%s%s', case c.relpersistence when 'u' then 'unlogged ' else '' end, c.oid::regclass,
      coalesce((select string_agg(
          format(e'\n  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case when a.attcollation not in (0, t.typcollation) then ' collate ' || a.attcollation::regcollation else '' end
          || case a.attidentity
               when '' then ''
               else (select format(' generated %s as identity (sequence name %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s)',
                       case a.attidentity when 'a' then 'always' else 'by default' end, s.seqrelid::regclass, s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
                       case when s.seqcycle then ' cycle' else '' end)
                     from pg_depend d join pg_sequence s on s.seqrelid = d.objid
                     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i')
             end
          || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(ad.adbin, ad.adrelid) || ') stored' else '' end
          || case when a.attnotnull then ' not null' else '' end, ',' order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), ''),
      case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''))
    || coalesce((select string_agg(format(e';\nalter table only %s add constraint %I %s', c.oid::regclass, k.conname, pg_get_constraintdef(k.oid)), '' order by k.contype, k.conname)
         from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')), '')
  from relations c where c.relkind in ('r', 'p')
  union all
  select 4, 'pg_proc', p.oid, p.oid::regprocedure::text,
    case when p.prokind <> 'a' then rtrim(pg_get_functiondef(p.oid), e';\n')
    else format('create aggregate %s.%I(%s) (sfunc = %s, stype = %s%s%s%s)', p.pronamespace::regnamespace, p.proname, pg_get_function_arguments(p.oid),
           a.aggtransfn::regproc, format_type(a.aggtranstype, null),
           case when a.aggfinalfn = 0 then '' else ', finalfunc = ' || a.aggfinalfn::regproc end,
           case when a.aggcombinefn = 0 then '' else ', combinefunc = ' || a.aggcombinefn::regproc end,
           coalesce(', initcond = ' || quote_literal(a.agginitval), '')) end
  from routines p left join pg_aggregate a on a.aggfnoid = p.oid
  union all
  select 5, 'pg_class', c.oid, c.oid::regclass::text,
    format('create %sview %s%s as%s%s', case c.relkind when 'm' then 'materialized ' else '' end, c.oid::regclass,
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''), e'\n' || rtrim(pg_get_viewdef(c.oid), ';'),
      case c.relkind when 'm' then e'\nwith no data' else '' end)
  from relations c where c.relkind in ('v', 'm')
)
select class || ' ' || oid, sql from all_objects order by kind, name
