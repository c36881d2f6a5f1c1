-- Tableside stores in the table below which records and views users follow, so that they
-- are notified in every browser. Only the user sees them. Running this file again updates
-- an earlier version and preserves the follows. To remove everything:
--   drop table public.tableside_follows;
--   drop function public.tableside_follows_changed();

create table if not exists public.tableside_follows (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  table_schema text not null,
  table_name text not null,
  query text not null,
  title text not null,
  seen text,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default pg_catalog.now(),
  constraint tableside_follows_table_is_a_name check (
    pg_catalog.length(table_schema) between 1 and 63 and pg_catalog.length(table_name) between 1 and 63),
  constraint tableside_follows_query_is_an_address check (
    pg_catalog.length(query) <= 8000 and query !~ '[[:cntrl:][:space:]]'),
  constraint tableside_follows_title_is_short check (pg_catalog.length(title) <= 1000),
  constraint tableside_follows_seen_is_a_digest check (pg_catalog.length(seen) <= 100)
);
-- The digest is short: an index has no room for a long address.
create unique index if not exists tableside_follows_page_is_new
  on public.tableside_follows (owner, table_schema, table_name, pg_catalog.md5(query));

comment on table public.tableside_follows is 'Records and views that users follow in Tableside. @title Follows @hidden';
comment on column public.tableside_follows.query is 'The part of the page''s address after the question mark.';
comment on column public.tableside_follows.title is 'The title of the record or view when it was followed.';
comment on column public.tableside_follows.seen is 'A digest of the rows that the user has seen; null: none yet.';
comment on column public.tableside_follows.owner is 'The user who follows.';

-- Limits the follows of each owner. The lock makes concurrent inserts of one owner wait for
-- each other: otherwise each of them would count without the others.
create or replace function public.tableside_follows_changed()
returns trigger
language plpgsql
volatile
security invoker
set search_path = ''
as $tableside$
declare
  quota constant integer := 20; -- the app reads the rows of each follow again when their table changes
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('tableside_follows ' || new.owner, 0));
  if (select pg_catalog.count(*) from public.tableside_follows f where f.owner = new.owner) >= quota then
    raise exception using
      message = pg_catalog.format('You follow %s records and views, and cannot follow more.', quota),
      hint = 'Stop following one of them first.';
  end if;
  return new;
end
$tableside$;

create or replace trigger tableside_follows_changed
  before insert on public.tableside_follows
  for each row execute function public.tableside_follows_changed();

-- Removes what the project's default privileges granted. A request cannot set the owner.
revoke all on public.tableside_follows from public, anon, authenticated;
grant select, delete,
  insert (id, table_schema, table_name, query, title, seen),
  update (title, seen)
  on public.tableside_follows to authenticated;
grant all on public.tableside_follows to service_role;

revoke all on function public.tableside_follows_changed() from public, anon, authenticated;

alter table public.tableside_follows enable row level security;

drop policy if exists "Users see their own follows" on public.tableside_follows;
create policy "Users see their own follows" on public.tableside_follows
  for select to authenticated using (owner = (select auth.uid()));

drop policy if exists "Users follow rows of tables that they can read" on public.tableside_follows;
create policy "Users follow rows of tables that they can read" on public.tableside_follows
  for insert to authenticated
  with check (owner = (select auth.uid()) and public.tableside_may_read(table_schema, table_name));

drop policy if exists "Users change their own follows" on public.tableside_follows;
create policy "Users change their own follows" on public.tableside_follows
  for update to authenticated
  using (owner = (select auth.uid()))
  with check (owner = (select auth.uid()));

drop policy if exists "Users delete their own follows" on public.tableside_follows;
create policy "Users delete their own follows" on public.tableside_follows
  for delete to authenticated using (owner = (select auth.uid()));

-- Makes the REST service read the table.
notify pgrst, 'reload schema';
