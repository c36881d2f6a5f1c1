-- Tableside keeps saved views in the table below, so that they follow a person to
-- every browser and can be shared with the team. It is optional: without it, views
-- are kept in the browser. Running this file again is harmless; to remove it all:
-- drop table public.tableside_views;
-- drop function public.tableside_views_changed(), public.tableside_may_read(text, text);

create table if not exists public.tableside_views (
  id uuid primary key default gen_random_uuid(),
  table_schema text not null,
  table_name text not null,
  name text not null,
  query text not null,
  position numeric not null default 0,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tableside_views_name_is_new unique (owner, table_schema, table_name, name),
  constraint tableside_views_table_is_a_name check (
    length(table_schema) between 1 and 63 and length(table_name) between 1 and 63),
  constraint tableside_views_name_is_a_line check (
    length(name) between 1 and 80 and name = btrim(name) and name !~ '[[:cntrl:]]'),
  constraint tableside_views_query_is_an_address check (
    length(query) <= 8000 and query !~ '[[:cntrl:][:space:]]')
);
create index if not exists tableside_views_table on public.tableside_views (table_schema, table_name);

comment on table public.tableside_views is 'Views of tables that people saved in Tableside. @title Saved views @hidden';
comment on column public.tableside_views.query is 'The part of the view''s address after the question mark.';
comment on column public.tableside_views.position is 'By which views are listed. @position';
comment on column public.tableside_views.owner is 'Who saved it, and may change it.';
comment on column public.tableside_views.shared is 'Shown to everybody who may read the table.';
comment on constraint tableside_views_name_is_new on public.tableside_views is 'You already have a view of this name.';
comment on constraint tableside_views_name_is_a_line on public.tableside_views is 'A name is one line of 1 to 80 characters.';
comment on constraint tableside_views_query_is_an_address on public.tableside_views is 'A view''s address is at most 8,000 characters long.';

create or replace function public.tableside_views_changed()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $tableside$
begin
  new.updated_at := now();
  return new;
end
$tableside$;

create or replace trigger tableside_views_changed
  before update on public.tableside_views
  for each row execute function public.tableside_views_changed();

-- What a project's default privileges may have granted goes first. An owner and the
-- times are never taken from a request.
revoke all on public.tableside_views from public, anon, authenticated;
grant select, delete,
  insert (id, table_schema, table_name, name, query, position, shared),
  update (name, query, position, shared)
  on public.tableside_views to authenticated;
grant all on public.tableside_views to service_role;

-- A shared view tells of a table's columns and values: it is for those who may read
-- that table, by a grant and, where it has row-level security, by some policy.
create or replace function public.tableside_may_read(table_schema text, table_name text)
returns boolean
language plpgsql
stable
security invoker
set search_path = ''
as $tableside$
declare
  relation regclass;
begin
  if not coalesce(pg_catalog.has_schema_privilege(to_regnamespace(quote_ident(table_schema)), 'usage'), false) then
    return false;
  end if;
  relation := to_regclass(quote_ident(table_schema) || '.' || quote_ident(table_name));
  return coalesce(pg_catalog.has_any_column_privilege(relation, 'select'), false)
    and (not pg_catalog.row_security_active(relation)
         or exists (select from pg_catalog.pg_policy p
                    where p.polrelid = relation and p.polpermissive and p.polcmd in ('r', '*')
                      and (p.polroles = '{0}'
                           or exists (select from unnest(p.polroles) r where pg_catalog.pg_has_role(r, 'usage')))));
end
$tableside$;
comment on function public.tableside_may_read(text, text) is
  'Whether the caller may read some of a table. Used by the policies of tableside_views. @hidden';
grant execute on function public.tableside_may_read(text, text) to authenticated, service_role;

alter table public.tableside_views enable row level security;

drop policy if exists "People see their own views" on public.tableside_views;
create policy "People see their own views" on public.tableside_views
  for select to authenticated using (owner = (select auth.uid()));

drop policy if exists "People see what is shared of tables that they may read" on public.tableside_views;
create policy "People see what is shared of tables that they may read" on public.tableside_views
  for select to authenticated using (shared and public.tableside_may_read(table_schema, table_name));

drop policy if exists "People save views of their own" on public.tableside_views;
create policy "People save views of their own" on public.tableside_views
  for insert to authenticated with check (owner = (select auth.uid()));

drop policy if exists "People change their own views" on public.tableside_views;
create policy "People change their own views" on public.tableside_views
  for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

drop policy if exists "People delete their own views" on public.tableside_views;
create policy "People delete their own views" on public.tableside_views
  for delete to authenticated using (owner = (select auth.uid()));

-- The REST service learns of the table.
notify pgrst, 'reload schema';
