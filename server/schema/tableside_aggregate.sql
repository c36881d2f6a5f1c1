-- Tableside computes charts with the function below. It runs with the rights of its
-- caller (SECURITY INVOKER), so the policies decide which rows count. It writes nothing.
-- Running this file again updates an earlier version. To remove it:
--   drop function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer);

-- tableside_aggregate returns one JSON array of groups. A group is an array of the keys and
-- the measures. `groups` are {"column", "path", "bucket"}, where the bucket is null or a unit
-- of time in the time zone `zone`; its key is the first day. `measures` are {"fn", "column",
-- "path"}. `conditions` are the filters in postfix order: {"column", "path", "op", "value",
-- "values", "config", "quantifier", "negated"}, or {"logic", "terms", "negated"} for the last
-- terms. At most `max_groups` groups are returned: the latest of a bucket, otherwise the
-- largest by the first measure.
create or replace function public.tableside_aggregate(
  relation_schema text, relation text, groups jsonb, measures jsonb,
  conditions jsonb default '[]', zone text default 'UTC', max_groups integer default 1000)
returns setof json
language plpgsql
stable
security invoker -- without a search path of its own: operators of extensions must be found as in other requests
set statement_timeout = '8s' -- a user's on hosted projects; the REST service applies it before the call (db-hoisted-tx-settings)
set jit = off -- compiling takes longer than the query
as $tableside$
declare
  fallback constant text[] := array['public'];
  setting text;
  source oid;
  item jsonb;
  field text; -- the item's column or path, as SQL
  kind text; -- the base type of the item's column
  operand text;
  keys text[] := '{}';
  totals text[] := '{}';
  terms text[] := '{}'; -- the stack of conditions
  joined text;
  depth integer;
begin
  -- As in tableside_schema: relations that the REST service does not expose stay unreachable.
  select pg_catalog.split_part(kv, '=', 2) into setting
  from pg_catalog.pg_db_role_setting s
  cross join pg_catalog.unnest(s.setconfig) kv
  where s.setrole = (select r.oid from pg_catalog.pg_roles r where r.rolname = session_user)
    and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
    and kv like 'pgrst.db\_schemas=%'
  order by s.setdatabase desc
  limit 1;
  setting := pg_catalog.btrim(coalesce(setting, pg_catalog.current_setting('pgrst.db_schemas', true)));
  if not relation_schema = any (case when setting <> '' then pg_catalog.regexp_split_to_array(setting, '\s*,\s*') else fallback end) then
    raise exception 'The schema "%" is not exposed.', relation_schema using errcode = '42501';
  end if;
  select c.oid into source
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = relation_schema and c.relname = relation and c.relkind in ('r', 'p', 'v', 'm', 'f');
  if source is null then
    raise exception 'The relation "%" does not exist.', relation using errcode = '42P01';
  end if;

  for item in
    select g.value || '{"part": "group"}' from pg_catalog.jsonb_array_elements(groups) g
    union all select m.value || '{"part": "measure"}' from pg_catalog.jsonb_array_elements(measures) m
    union all select c.value || '{"part": "condition"}' from pg_catalog.jsonb_array_elements(conditions) c
  loop
    field := 't.' || pg_catalog.quote_ident(item ->> 'column');
    select case when b.typcategory = 'A' then 'array' else b.typname end into kind
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type y on y.oid = a.atttypid
    join pg_catalog.pg_type b on b.oid = case when y.typbasetype = 0 then y.oid else y.typbasetype end
    where a.attrelid = source and a.attname = item ->> 'column' and a.attnum > 0 and not a.attisdropped;
    if pg_catalog.jsonb_array_length(coalesce(nullif(item -> 'path', 'null'), '[]')) > 0 then
      select pg_catalog.format('pg_catalog.to_jsonb(%s)', field) || pg_catalog.string_agg(
               case when (s.value ->> 'isText')::boolean then ' ->> ' else ' -> ' end
               || case when (s.value ->> 'isIndex')::boolean then (s.value ->> 'key')::integer::text else pg_catalog.quote_literal(s.value ->> 'key') end,
               '' order by s.ordinality)
        into field
      from pg_catalog.jsonb_array_elements(item -> 'path') with ordinality s;
      field := '(' || field || ')';
      kind := 'json path';
    end if;

    case item ->> 'part'
    when 'group' then
      if item ->> 'bucket' is not null then
        if item ->> 'bucket' <> all ('{day,week,month,quarter,year}'::text[]) or kind not in ('date', 'timestamp', 'timestamptz') then
          raise exception 'A bucket needs a date and a unit of time.' using errcode = '22023';
        end if;
        field := pg_catalog.format('pg_catalog.date_trunc(%L, %s)::pg_catalog.date', item ->> 'bucket',
          case kind when 'timestamptz' then pg_catalog.format('pg_catalog.timezone(%L, %s)', zone, field)
                    else field || '::pg_catalog.timestamp' end);
      end if;
      keys := keys || field;
    when 'measure' then
      totals := totals || case item ->> 'fn'
        when 'count' then 'pg_catalog.count(*)'
        when 'sum' then pg_catalog.format('pg_catalog.sum(%s)', field)
        when 'average' then pg_catalog.format('pg_catalog.avg(%s)', field)
        when 'min' then pg_catalog.format('pg_catalog.min(%s)', field)
        when 'max' then pg_catalog.format('pg_catalog.max(%s)', field)
        when 'distinct' then pg_catalog.format('pg_catalog.count(distinct %s)', field)
      end;
      if totals[pg_catalog.cardinality(totals)] is null then
        raise exception 'Unknown aggregate.' using errcode = '22023';
      end if;
    else
      if item ->> 'logic' is not null then
        depth := pg_catalog.cardinality(terms) - (item ->> 'terms')::integer;
        if depth < 0 or item ->> 'logic' not in ('and', 'or') then
          raise exception 'Invalid conditions.' using errcode = '22023';
        end if;
        joined := '(' || coalesce(pg_catalog.array_to_string(terms[depth + 1:], ' ' || (item ->> 'logic') || ' '), 'true') || ')';
        terms := terms[:depth];
      else
        operand := pg_catalog.format('%L', case when item ->> 'op' in ('like', 'ilike')
          then pg_catalog.replace(item ->> 'value', '*', '%') else item ->> 'value' end);
        if item ->> 'quantifier' in ('any', 'all') then
          operand := pg_catalog.format('%s (%s)', item ->> 'quantifier', operand);
        end if;
        joined := case item ->> 'op'
          when 'eq' then field || ' = ' || operand
          when 'neq' then field || ' <> ' || operand
          when 'gt' then field || ' > ' || operand
          when 'gte' then field || ' >= ' || operand
          when 'lt' then field || ' < ' || operand
          when 'lte' then field || ' <= ' || operand
          when 'like' then field || ' like ' || operand
          when 'ilike' then field || ' ilike ' || operand
          when 'match' then field || ' ~ ' || operand
          when 'imatch' then field || ' ~* ' || operand
          when 'isdistinct' then field || ' is distinct from ' || operand
          when 'in' then case when pg_catalog.jsonb_array_length(item -> 'values') = 0 then 'false' else
            (select pg_catalog.format('%s in (%s)', field, pg_catalog.string_agg(pg_catalog.quote_literal(v), ', '))
             from pg_catalog.jsonb_array_elements_text(item -> 'values') v) end
          when 'is' then field || ' is ' || case item ->> 'value'
            when 'null' then 'null' when 'not_null' then 'not null' when 'true' then 'true'
            when 'false' then 'false' when 'unknown' then 'unknown' end
          when 'cs' then field || ' @> ' || operand
          when 'cd' then field || ' <@ ' || operand
          when 'ov' then field || ' && ' || operand
          when 'sl' then field || ' << ' || operand
          when 'sr' then field || ' >> ' || operand
          when 'nxr' then field || ' &< ' || operand
          when 'nxl' then field || ' &> ' || operand
          when 'adj' then field || ' -|- ' || operand
          when 'fts' then null when 'plfts' then null when 'phfts' then null when 'wfts' then null
        end;
        if item ->> 'op' in ('fts', 'plfts', 'phfts', 'wfts') then
          joined := pg_catalog.format('%s @@ pg_catalog.%s(%s%L)',
            case when kind = 'tsvector' then field
                 else pg_catalog.format('pg_catalog.to_tsvector(%s%s)', case when item ->> 'config' <> '' then pg_catalog.quote_literal(item ->> 'config') || ', ' end, field) end,
            case item ->> 'op' when 'fts' then 'to_tsquery' when 'plfts' then 'plainto_tsquery'
                               when 'phfts' then 'phraseto_tsquery' else 'websearch_to_tsquery' end,
            case when item ->> 'config' <> '' then pg_catalog.quote_literal(item ->> 'config') || ', ' end, item ->> 'value');
        end if;
        if joined is null then
          raise exception 'Invalid condition.' using errcode = '22023';
        end if;
        joined := '(' || joined || ')';
      end if;
      terms := terms || case when (item ->> 'negated')::boolean then '(not ' || joined || ')' else joined end;
    end case;
  end loop;

  -- RETURN QUERY: other ways to execute a statement never use parallel workers.
  return query execute pg_catalog.format(
    'select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(%s)), ''[]'') from ('
    'select * from (select %s from %I.%I t where %s %s) g order by %s limit %s) g',
    (select pg_catalog.string_agg('g.c' || n, ', ' order by n) from pg_catalog.generate_series(1, pg_catalog.cardinality(keys || totals)) n),
    (select pg_catalog.string_agg(e || ' as c' || n, ', ' order by n) from pg_catalog.unnest(keys || totals) with ordinality u(e, n)),
    relation_schema, relation,
    coalesce(nullif(pg_catalog.array_to_string(terms, ' and '), ''), 'true'),
    (select 'group by ' || pg_catalog.string_agg(n::text, ', ') from pg_catalog.generate_series(1, pg_catalog.cardinality(keys)) n),
    case when groups -> 0 ->> 'bucket' is not null then 'g.c1 desc nulls last'
         else 'g.c' || pg_catalog.cardinality(keys) + 1 || ' desc nulls last, g.c1::text' end,
    least(greatest(max_groups, 1), 10000));
end
$tableside$;

comment on function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer) is
  'Counts, sums and other aggregates of a table by group, of the rows that the caller can read. Read by Tableside; writes nothing. @hidden';

grant execute on function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer) to anon, authenticated, service_role;

notify pgrst, 'reload schema';
