-- Tableside computes charts with the functions below. They run with the rights of their
-- caller (SECURITY INVOKER), so the policies decide which rows count. They write nothing.
-- Running this file again updates an earlier version. To remove them:
--   drop function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer);
--   drop function public.tableside_aggregates(text, text, jsonb, text, integer);

-- tableside_aggregates returns the results of several requests for aggregates of a relation, such
-- as those of the tiles of a dashboard, as one JSON array of results. `sets` are the requests:
-- {"groups", "measures", "conditions"}. A result is an array of groups, and a group an array of
-- the keys and the measures. `groups` are {"column", "path", "bucket"}, where the bucket is null
-- or a unit of time in the time zone `zone`; its key is the first day. `measures` are {"fn",
-- "column", "path"}. `conditions` are the filters in postfix order: {"column", "path", "op",
-- "value", "values", "config", "quantifier", "negated"}, or {"logic", "terms", "negated"} for the
-- last terms. At most `max_groups` groups of a result are returned: the latest of a bucket,
-- otherwise the largest by the first measure.
--
-- Sets that have few groups together are computed from one intermediate result: the rows are
-- grouped once by the keys of all of them, and the counts, sums, minima and maxima of these groups
-- are combined. This applies to integers, numerics and dates, for which it is exact.
create or replace function public.tableside_aggregates(
  relation_schema text, relation text, sets jsonb, zone text default 'UTC', max_groups integer default 1000)
returns setof json
language plpgsql
volatile -- it changes nothing, but a stable function can't run EXPLAIN
security invoker -- without a search path of its own: operators of extensions must be found as in other requests
set statement_timeout = '8s' -- a user's on hosted projects; the REST service applies it before the call (db-hoisted-tx-settings)
set jit = off -- compiling takes longer than the query
set work_mem = '16MB' -- for the groups of a hash table
as $tableside$
declare
  fallback constant text[] := array['public'];
  max_combined constant numeric := 20000; -- estimated groups of an intermediate result
  -- The rows of a relation with the keys of groups. Without the volatile column, the planner would take the keys for
  -- expressions of the relation's columns, assume a group for each value of a time, and use no parallel workers.
  keyed_rows constant text := 'select t.*%s, pg_catalog.clock_timestamp() as "tableside time" from %I.%I t where %s';
  setting text;
  source oid;
  request jsonb; -- an element of sets or plans
  number integer; -- its position
  item jsonb;
  field text; -- the item's column or path, as SQL
  kind text; -- the base type of the item's column
  operand text;
  terms text[]; -- the stack of conditions
  joined text;
  depth integer;
  edges text;
  days text;
  columns text[] := '{}'; -- the expressions of intermediate results; column n has the name c<n>
  sizes numeric[] := '{}'; -- the estimated number of values of the columns that are keys
  added text[];
  keys integer[]; -- of a set: positions in columns
  needs integer[]; -- of a set: the aggregates of an intermediate result from which its measures are combined
  totals text[]; -- of a set: the measures of the table
  combined text[]; -- of a set: the measures of an intermediate result
  is_exact boolean; -- of a set: whether its measures can be combined
  plan json;
  plans jsonb := '[]'; -- the parsed sets
  base text; -- the filter of the intermediate results
  bases jsonb := '[]'; -- the intermediate results: {"keys", "needs", "sets"}
  found integer;
  queries text[] := '{}';
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

  for request in select s.value from pg_catalog.jsonb_array_elements(sets) with ordinality s order by s.ordinality loop
    keys := '{}';
    needs := '{}';
    totals := '{}';
    combined := '{}';
    is_exact := true;
    terms := '{}';
    for item in
      select g.value || '{"part": "group"}' from pg_catalog.jsonb_array_elements(request -> 'groups') g
      union all select m.value || '{"part": "measure"}' from pg_catalog.jsonb_array_elements(request -> 'measures') m
      union all select c.value || '{"part": "condition"}' from pg_catalog.jsonb_array_elements(coalesce(request -> 'conditions', '[]')) c
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

      added := '{}';
      case item ->> 'part'
      when 'group' then
        if item ->> 'bucket' is not null then
          if item ->> 'bucket' <> all ('{day,week,month,quarter,year}'::text[]) or kind not in ('date', 'timestamp', 'timestamptz') then
            raise exception 'A bucket needs a date and a unit of time.' using errcode = '22023';
          end if;
          joined := pg_catalog.format('pg_catalog.date_trunc(%L, %s)::pg_catalog.date', item ->> 'bucket',
            case kind when 'timestamptz' then pg_catalog.format('pg_catalog.timezone(%L, %s)', zone, field)
                      else field || '::pg_catalog.timestamp' end);
          -- Local times of named zones differ from UTC by less than 16 hours. Farther from the starts of periods in UTC,
          -- the period is the same in each zone, and a search in these starts is faster than date_trunc.
          if kind = 'timestamptz' and item ->> 'bucket' in ('month', 'quarter', 'year') and zone !~ '[0-9]' then
            select pg_catalog.array_agg(e.edge order by e.edge)::text, pg_catalog.array_agg(e.day order by e.edge)::text
              into edges, days
            from (
              select pg_catalog.timezone('UTC', s.start + h.hours * interval '1 hour') as edge,
                     case when h.hours > 0 and s.start < '2060-01-01' then s.start::date else '-infinity' end as day
              from pg_catalog.generate_series('1990-01-01'::timestamp, '2060-01-01',
                     case item ->> 'bucket' when 'quarter' then '3 months' else '1 ' || (item ->> 'bucket') end::interval) s(start)
              cross join (values (-16), (16)) h(hours)) e;
            joined := pg_catalog.format('coalesce(nullif((%L::pg_catalog.date[])[pg_catalog.width_bucket(%s, %L::pg_catalog.timestamptz[])], ''-infinity''), %s)',
              days, field, edges, joined);
          end if;
          field := joined;
        end if;
        added := array[field];
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
        added := case when item ->> 'fn' = 'average' then array[pg_catalog.format('pg_catalog.sum(%s)', field), pg_catalog.format('pg_catalog.count(%s)', field)]
                      else totals[pg_catalog.cardinality(totals):] end;
        if item ->> 'fn' = 'distinct' or item ->> 'fn' <> 'count' and kind <> all ('{int2,int4,int8,numeric}'::text[])
          and not (item ->> 'fn' in ('min', 'max') and kind in ('date', 'timestamp', 'timestamptz')) then
          is_exact := false;
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
      foreach joined in array added loop
        if not joined = any (columns) then
          columns := columns || joined;
          sizes := sizes || case item ->> 'bucket' when 'day' then 4000 when 'week' then 600 when 'month' then 150 when 'quarter' then 50 when 'year' then 20 end::numeric;
        end if;
      end loop;
      if item ->> 'part' = 'group' then
        keys := keys || pg_catalog.array_position(columns, added[1]);
      elsif item ->> 'part' = 'measure' then
        needs := needs || (select pg_catalog.array_agg(pg_catalog.array_position(columns, a)) from pg_catalog.unnest(added) a);
        combined := combined || pg_catalog.format(
          case item ->> 'fn' when 'count' then 'coalesce(pg_catalog.sum(t.c%s), 0)'
            when 'average' then 'pg_catalog.sum(t.c%s) / nullif(pg_catalog.sum(t.c%s), 0)'
            when 'min' then 'pg_catalog.min(t.c%s)' when 'max' then 'pg_catalog.max(t.c%s)' else 'pg_catalog.sum(t.c%s)' end,
          pg_catalog.array_position(columns, added[1]), pg_catalog.array_position(columns, added[2]));
      end if;
    end loop;
    plans := plans || pg_catalog.jsonb_build_object(
      'keys', keys, 'needs', needs, 'totals', totals, 'combined', combined, 'isExact', is_exact,
      'filter', coalesce(nullif(pg_catalog.array_to_string(terms, ' and '), ''), 'true'),
      -- Other operators can be slow without an index.
      'isCheap', not exists (
        select from pg_catalog.jsonb_array_elements(request -> 'conditions') c
        where c.value ? 'path' or c.value ->> 'op' not in ('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is')));
  end loop;

  -- Sets of the same rows share intermediate results. If a set has no filter, the filters of the others are keys.
  select coalesce(pg_catalog.max(p.value ->> 'filter') filter (where p.value ->> 'filter' = 'true'), pg_catalog.min(p.value ->> 'filter'))
    into base
  from pg_catalog.jsonb_array_elements(plans) p
  where (p.value ->> 'isExact')::boolean;
  for request, number in
    select p.value, p.ordinality
    from pg_catalog.jsonb_array_elements(plans) with ordinality p
    where pg_catalog.jsonb_array_length(plans) > 1 and (p.value ->> 'isExact')::boolean
      and (p.value ->> 'filter' = base or base = 'true' and (p.value ->> 'isCheap')::boolean)
    order by pg_catalog.jsonb_array_length(p.value -> 'keys'), p.ordinality
  loop
    select coalesce(pg_catalog.array_agg(k::integer), '{}') into keys from pg_catalog.jsonb_array_elements_text(request -> 'keys') k;
    if request ->> 'filter' <> base then
      columns := columns || pg_catalog.format('(%s) is true', request ->> 'filter');
      sizes := sizes || 2.0;
      keys := keys || pg_catalog.cardinality(columns);
      plans := pg_catalog.jsonb_set(plans, array[number - 1, 'filterKey']::text[], pg_catalog.to_jsonb(pg_catalog.cardinality(columns)));
    end if;
    foreach depth in array keys loop
      if sizes[depth] is null then
        execute pg_catalog.format('explain (format json) select from %I.%I t group by %s', relation_schema, relation, columns[depth]) into plan;
        sizes[depth] := greatest((plan #>> '{0,Plan,Plan Rows}')::numeric, 1);
      end if;
    end loop;
    select b.ordinality into found
    from pg_catalog.jsonb_array_elements(bases) with ordinality b
    where (select coalesce(pg_catalog.exp(pg_catalog.sum(pg_catalog.ln(sizes[u.k]))), 1)
           from (select k::integer from pg_catalog.jsonb_array_elements_text(b.value -> 'keys') k union select pg_catalog.unnest(keys)) u(k)) <= max_combined
    order by b.ordinality
    limit 1;
    if found is null then
      bases := bases || '{"keys": [], "needs": [], "sets": []}';
      found := pg_catalog.jsonb_array_length(bases);
    end if;
    bases := pg_catalog.jsonb_set(bases, array[(found - 1)::text], pg_catalog.jsonb_build_object(
      'keys', bases -> (found - 1) -> 'keys' || pg_catalog.to_jsonb(keys),
      'needs', bases -> (found - 1) -> 'needs' || (request -> 'needs'),
      'sets', bases -> (found - 1) -> 'sets' || pg_catalog.to_jsonb(number)));
  end loop;

  for request, number in
    select b.value, b.ordinality from pg_catalog.jsonb_array_elements(bases) with ordinality b
    where pg_catalog.jsonb_array_length(b.value -> 'sets') > 1
  loop
    queries := queries || (
      select pg_catalog.format('b%s as materialized (select %s from (%s) t %s)', number,
        pg_catalog.string_agg(case when u.is_key then pg_catalog.format('t."tableside key %s" as c%s', u.n, u.n)
                                   else pg_catalog.format('%s as c%s', columns[u.n], u.n) end, ', ' order by u.is_key desc, u.n),
        pg_catalog.format(keyed_rows, pg_catalog.string_agg(pg_catalog.format(', %s as "tableside key %s"', columns[u.n], u.n), '' order by u.n) filter (where u.is_key),
          relation_schema, relation, base),
        'group by ' || (select pg_catalog.string_agg(g::text, ', ') from pg_catalog.generate_series(1, nullif(pg_catalog.count(*) filter (where u.is_key), 0)) g))
      from (select n::integer as n, true as is_key from pg_catalog.jsonb_array_elements_text(request -> 'keys') n
            union select n::integer, false from pg_catalog.jsonb_array_elements_text(request -> 'needs') n) u);
  end loop;
  joined := 'with ' || nullif(pg_catalog.array_to_string(queries, ', '), '');
  queries := '{}';
  for request, number in
    select p.value, p.ordinality from pg_catalog.jsonb_array_elements(plans) with ordinality p order by p.ordinality
  loop
    select b.ordinality into found
    from pg_catalog.jsonb_array_elements(bases) with ordinality b
    where b.value -> 'sets' @> pg_catalog.to_jsonb(number) and pg_catalog.jsonb_array_length(b.value -> 'sets') > 1;
    select coalesce(pg_catalog.array_agg(case when found is null then pg_catalog.format('t."tableside key %s"', k.value) else 't.c' || k.value end order by k.ordinality), '{}')
      into added
    from pg_catalog.jsonb_array_elements_text(request -> 'keys') with ordinality k;
    depth := pg_catalog.cardinality(added); -- the number of keys
    added := added || (
      select pg_catalog.array_agg(e.value order by e.ordinality)
      from pg_catalog.jsonb_array_elements_text(request -> case when found is null then 'totals' else 'combined' end) with ordinality e);
    queries := queries || pg_catalog.format(
      '(select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(%s)), ''[]'') from ('
      'select * from (select %s from %s t where %s %s) g order by %s limit %s) g)',
      (select pg_catalog.string_agg('g.k' || n, ', ' order by n) from pg_catalog.generate_series(1, pg_catalog.cardinality(added)) n),
      (select pg_catalog.string_agg(e || ' as k' || n, ', ' order by n) from pg_catalog.unnest(added) with ordinality u(e, n)),
      case when found is not null then 'b' || found else (
        select pg_catalog.format('(' || keyed_rows || ')', pg_catalog.string_agg(pg_catalog.format(', %s as "tableside key %s"', columns[k.n], k.n), '' order by k.n),
          relation_schema, relation, request ->> 'filter')
        from (select distinct n::integer as n from pg_catalog.jsonb_array_elements_text(request -> 'keys') n) k) end,
      case when found is null then 'true' else coalesce('t.c' || (request ->> 'filterKey'), 'true') end,
      (select 'group by ' || pg_catalog.string_agg(n::text, ', ') from pg_catalog.generate_series(1, depth) n),
      case when sets -> (number - 1) -> 'groups' -> 0 ->> 'bucket' is not null then 'g.k1 desc nulls last'
           else 'g.k' || depth + 1 || ' desc nulls last, g.k1::text' end,
      least(greatest(max_groups, 1), 10000));
  end loop;
  -- RETURN QUERY: other ways to execute a statement never use parallel workers.
  return query execute pg_catalog.concat(joined, ' select pg_catalog.json_build_array(', pg_catalog.array_to_string(queries, ', '), ')');
end
$tableside$;

comment on function public.tableside_aggregates(text, text, jsonb, text, integer) is
  'Several results of counts, sums and other aggregates of a table by group, of the rows that the caller can read. Read by Tableside; writes nothing. @hidden';

grant execute on function public.tableside_aggregates(text, text, jsonb, text, integer) to anon, authenticated, service_role;

-- tableside_aggregate returns the result of one request.
create or replace function public.tableside_aggregate(
  relation_schema text, relation text, groups jsonb, measures jsonb,
  conditions jsonb default '[]', zone text default 'UTC', max_groups integer default 1000)
returns setof json
language sql
stable
security invoker
set statement_timeout = '8s'
as $tableside$
  select r -> 0
  from public.tableside_aggregates(relation_schema, relation, pg_catalog.jsonb_build_array(
    pg_catalog.jsonb_build_object('groups', groups, 'measures', measures, 'conditions', conditions)), zone, max_groups) r
$tableside$;

comment on function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer) is
  'Counts, sums and other aggregates of a table by group, of the rows that the caller can read. Read by Tableside; writes nothing. @hidden';

grant execute on function public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer) to anon, authenticated, service_role;

notify pgrst, 'reload schema';
