-- Returns the records that match a text, for the palette of Tableside, in one call instead of
-- one request per table. It runs with the caller's rights, so that it returns only rows and
-- columns that the caller can read. Replace its body to search in another way: the rows need
-- the schema and the name of a table, and the values of a row by column, with its key and
-- title. To remove it: drop function public.tableside_search(text);
create or replace function public.tableside_search(query text)
returns table (table_schema text, table_name text, record jsonb)
language plpgsql
stable
security invoker
set search_path = ''
as $tableside$
declare
  searched record;
  words constant text := pg_catalog.left(pg_catalog.btrim(query), 200);
  pattern constant text := '%' || pg_catalog.regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%';
begin
  if words = '' then
    return;
  end if;
  for searched in
    select n.nspname as schema_name, c.relname as relation_name, chosen.items, chosen.conditions
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral (
      -- Large values are not needed, and the text search of a large table reads every row.
      select pg_catalog.string_agg(case when t.typcategory = 'S'
                 then pg_catalog.format('pg_catalog.left(%1$I, 200) as %1$I', a.attname)
                 else pg_catalog.quote_ident(a.attname) end, ', ')
               filter (where t.typcategory in ('S', 'N', 'D', 'E', 'B') or t.typname = 'uuid') as items,
             pg_catalog.string_agg(case
                 when t.typname = 'tsvector' then pg_catalog.format('%I @@ pg_catalog.websearch_to_tsquery($1)', a.attname)
                 when t.typcategory = 'S' then pg_catalog.format('%I ilike $2', a.attname)
                 else pg_catalog.format('%I::text = $1', a.attname) end, ' or ')
               filter (where t.typname = 'tsvector'
                          or (c.reltuples < 100000 and t.typcategory = 'S')
                          or (c.reltuples < 100000 and t.typcategory = 'N' and a.attnum = any (keys.columns))) as conditions
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid
      cross join (select pg_catalog.array_agg(k.column_number) as columns
                  from pg_catalog.pg_index u, pg_catalog.unnest(u.indkey::pg_catalog.int2[]) k (column_number)
                  where u.indrelid = c.oid and u.indisunique and u.indnatts = 1) keys
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select')
    ) chosen
    where n.nspname = any (:schemas) and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'tableside\_%'
      and pg_catalog.has_schema_privilege(n.oid, 'usage')
      and chosen.conditions is not null
      and not exists (select from pg_catalog.unnest(i.indkey::pg_catalog.int2[]) k (column_number)
                      where not pg_catalog.has_column_privilege(c.oid, k.column_number, 'select'))
    order by c.reltuples
    limit 100
  loop
    begin
      return query execute pg_catalog.format(
        'select %L::text, %L::text, pg_catalog.to_jsonb(r) from (select %s from %I.%I where %s limit 20) r',
        searched.schema_name, searched.relation_name, searched.items,
        searched.schema_name, searched.relation_name, searched.conditions) using words, pattern;
    exception when others then
      null; -- A policy or a generated column fails for the caller: the other tables are searched.
    end;
  end loop;
end
$tableside$;
comment on function public.tableside_search(text) is 'Searches the records for the palette of Tableside. @hidden';

revoke all on function public.tableside_search(text) from public, anon;
grant execute on function public.tableside_search(text) to authenticated;
