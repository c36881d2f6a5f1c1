-- Reports whether the caller can read the row of a table with this primary key: a JSON array
-- of the values' texts, in the key's order. It reads the row with the caller's rights, and
-- returns false for tables without a primary key. An error also returns false: an invalid
-- key, a missing privilege and a hidden row cannot be distinguished.
create or replace function public.tableside_may_read(table_schema text, table_name text, record_key text)
returns boolean
language plpgsql
stable
security invoker
set search_path = ''
as $tableside$
declare
  statement text;
  key_length bigint;
  key_values text[];
  is_readable boolean;
begin
  if not coalesce(public.tableside_may_read(table_schema, table_name), false) then
    return false;
  end if;
  select pg_catalog.format('select exists (select from %I.%I t where %s)', n.nspname, c.relname,
           pg_catalog.string_agg(
             pg_catalog.format('t.%I = $1[%s]::%s', a.attname, k.position, pg_catalog.format_type(a.atttypid, -1)),
             ' and ' order by k.position)),
         pg_catalog.count(*)
    into statement, key_length
  from pg_catalog.pg_constraint p
  join pg_catalog.pg_class c on c.oid = p.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral pg_catalog.unnest(p.conkey) with ordinality k(attnum, position)
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
  where p.contype = 'p' and c.relname = tableside_may_read.table_name
    and n.nspname = tableside_may_read.table_schema and n.nspname !~ '^pg_'
  group by n.nspname, c.relname;
  key_values := array(
    select v.value from pg_catalog.jsonb_array_elements_text(record_key::pg_catalog.jsonb) with ordinality v(value, position)
    order by v.position);
  if statement is null or pg_catalog.cardinality(key_values) <> key_length then
    return false;
  end if;
  execute statement into is_readable using key_values;
  return is_readable;
exception when others then
  return false;
end
$tableside$;
comment on function public.tableside_may_read(text, text, text) is
  'Whether the caller can read a row. Used by the policies of comments and of live updates. @hidden';

revoke all on function public.tableside_may_read(text, text, text) from public, anon, authenticated;
grant execute on function public.tableside_may_read(text, text, text) to authenticated, service_role;
