-- Reports whether the caller can read a table: by a grant and, where the table has
-- row-level security, by a policy. Used by the policies of saved views and of live updates.
create or replace function public.tableside_may_read(table_schema text, table_name text)
returns boolean
language plpgsql
stable
security invoker
set search_path = ''
as $tableside$
declare
  relation pg_catalog.regclass;
begin
  if not coalesce(pg_catalog.has_schema_privilege(
       pg_catalog.to_regnamespace(pg_catalog.quote_ident(table_schema)), 'usage'), false) then
    return false;
  end if;
  relation := pg_catalog.to_regclass(pg_catalog.quote_ident(table_schema) || '.' || pg_catalog.quote_ident(table_name));
  return coalesce(pg_catalog.has_any_column_privilege(relation, 'select'), false)
    and (not pg_catalog.row_security_active(relation)
         or exists (select from pg_catalog.pg_policy p
                    where p.polrelid = relation and p.polpermissive and p.polcmd in ('r', '*')
                      and (p.polroles = '{0}'
                           or exists (select from pg_catalog.unnest(p.polroles) r where pg_catalog.pg_has_role(r, 'usage')))));
end
$tableside$;
comment on function public.tableside_may_read(text, text) is
  'Whether the caller can read some of a table. Used by the policies of saved views and of live updates. @hidden';

revoke all on function public.tableside_may_read(text, text) from public, anon, authenticated;
grant execute on function public.tableside_may_read(text, text) to authenticated, service_role;
