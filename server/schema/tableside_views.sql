-- Tableside stores saved views in the table below, so that they follow a user to
-- every browser and can be shared with the team. It is optional: without it, views
-- are stored in the browser. Running this file again updates an earlier version and
-- preserves the views. To remove everything:
--   drop table public.tableside_views;
--   drop function public.tableside_views_changed(), public.tableside_may_read(text, text), public.tableside_roles();

create table if not exists public.tableside_views (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  table_schema text not null,
  table_name text not null,
  name text not null,
  query text not null,
  position numeric not null default 0,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  shared boolean not null default false,
  created_at timestamptz not null default pg_catalog.now(),
  updated_at timestamptz not null default pg_catalog.now(),
  constraint tableside_views_name_is_new unique (owner, table_schema, table_name, name),
  constraint tableside_views_table_is_a_name check (
    pg_catalog.length(table_schema) between 1 and 63 and pg_catalog.length(table_name) between 1 and 63),
  constraint tableside_views_name_is_a_line check (
    pg_catalog.length(name) between 1 and 80 and name = pg_catalog.btrim(name) and name !~ '[[:cntrl:]]'),
  constraint tableside_views_query_is_an_address check (
    pg_catalog.length(query) <= 8000 and query !~ '[[:cntrl:][:space:]]')
);
alter table public.tableside_views add column if not exists roles text[];
alter table public.tableside_views drop constraint if exists tableside_views_roles_are_names;
alter table public.tableside_views add constraint tableside_views_roles_are_names check (
  roles is null or pg_catalog.cardinality(roles) between 1 and 50 and pg_catalog.array_ndims(roles) = 1
    and pg_catalog.array_position(roles, null) is null and pg_catalog.length(roles::text) <= 4000);
alter table public.tableside_views drop constraint if exists tableside_views_position_is_short;
alter table public.tableside_views add constraint tableside_views_position_is_short check (
  position > '-Infinity' and position < 'Infinity' -- NaN is above
    and pg_catalog.length(position::text) <= 1000) not valid; -- an earlier version had no limit
create index if not exists tableside_views_table on public.tableside_views (table_schema, table_name);

comment on table public.tableside_views is 'Views of tables that users saved in Tableside. @title Saved views @hidden';
comment on column public.tableside_views.query is 'The part of the view''s address after the question mark.';
comment on column public.tableside_views.position is 'Views are listed in this order. @position';
comment on column public.tableside_views.owner is 'The user who saved the view and can change it.';
comment on column public.tableside_views.shared is 'Shown to the users who can read the table, or to those of them whose role is in roles.';
comment on column public.tableside_views.roles is 'Database roles that a shared view is for; null: every user who can read the table.';
comment on constraint tableside_views_name_is_new on public.tableside_views is 'You already have a view of this name.';
comment on constraint tableside_views_name_is_a_line on public.tableside_views is 'A name is one line of 1 to 80 characters.';
comment on constraint tableside_views_position_is_short on public.tableside_views is 'A position is a number of at most 1,000 digits.';
comment on constraint tableside_views_query_is_an_address on public.tableside_views is 'A view''s address is at most 8,000 characters long.';
comment on constraint tableside_views_roles_are_names on public.tableside_views is 'A view is shared with 1 to 50 roles, or with everyone.';

-- Limits the views of each owner, so that nobody can fill the list that others see,
-- and sets the time of a change. The lock makes concurrent inserts of one owner
-- wait for each other: otherwise each of them would count without the others.
create or replace function public.tableside_views_changed()
returns trigger
language plpgsql
volatile
security invoker
set search_path = ''
as $tableside$
declare
  quota constant integer := 200; -- views per owner, of all tables
begin
  if tg_op = 'UPDATE' then
    new.updated_at := pg_catalog.now();
    if new.owner = old.owner then
      return new;
    end if;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('tableside_views ' || new.owner, 0));
  if (select pg_catalog.count(*) from public.tableside_views v where v.owner = new.owner) >= quota then
    raise exception using
      message = pg_catalog.format('You have %s saved views, and no more can be saved.', quota),
      hint = 'Delete views that you no longer use.';
  end if;
  return new;
end
$tableside$;

create or replace trigger tableside_views_changed
  before insert or update on public.tableside_views
  for each row execute function public.tableside_views_changed();

-- Removes what the project's default privileges granted. A request can set neither
-- the owner nor the times.
revoke all on public.tableside_views from public, anon, authenticated;
grant select, delete,
  insert (id, table_schema, table_name, name, query, position, shared, roles),
  update (name, query, position, shared, roles)
  on public.tableside_views to authenticated;
grant all on public.tableside_views to service_role;

-- Returns the database roles that a view can be shared with: "authenticated", and the
-- project's own roles that inherit from it and that a request can have.
create or replace function public.tableside_roles()
returns text[]
language sql
stable
security invoker
set search_path = ''
as $tableside$
  select coalesce(pg_catalog.array_agg(r.rolname::text order by r.rolname), '{}')
  from pg_catalog.pg_roles r
  where not r.rolcanlogin
    and pg_catalog.pg_has_role(r.oid, 'authenticated', 'usage')
    and pg_catalog.pg_has_role(session_user, r.oid, 'member')
$tableside$;
comment on function public.tableside_roles() is
  'The database roles that a saved view can be shared with. Read by Tableside. @hidden';

revoke all on function public.tableside_views_changed(), public.tableside_roles() from public, anon, authenticated;
grant execute on function public.tableside_roles() to authenticated, service_role;

alter table public.tableside_views enable row level security;

drop policy if exists "People see their own views" on public.tableside_views;
create policy "People see their own views" on public.tableside_views
  for select to authenticated using (owner = (select auth.uid()));

drop policy if exists "People see what is shared of tables that they may read" on public.tableside_views;
create policy "People see what is shared of tables that they may read" on public.tableside_views
  for select to authenticated using (
    shared
    and (roles is null
         or exists (select from pg_catalog.pg_roles r
                    where r.rolname = any (tableside_views.roles) and pg_catalog.pg_has_role(r.oid, 'usage')))
    and public.tableside_may_read(table_schema, table_name));

drop policy if exists "People save views of their own" on public.tableside_views;
create policy "People save views of their own" on public.tableside_views
  for insert to authenticated
  with check (owner = (select auth.uid()) and public.tableside_may_read(table_schema, table_name));

drop policy if exists "People change their own views" on public.tableside_views;
create policy "People change their own views" on public.tableside_views
  for update to authenticated
  using (owner = (select auth.uid()))
  with check (owner = (select auth.uid()) and public.tableside_may_read(table_schema, table_name));

drop policy if exists "People delete their own views" on public.tableside_views;
create policy "People delete their own views" on public.tableside_views
  for delete to authenticated using (owner = (select auth.uid()));

-- Makes the REST service read the table.
notify pgrst, 'reload schema';
