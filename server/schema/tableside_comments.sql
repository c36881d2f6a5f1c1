-- Tableside stores the comments on records in the table below. It is optional. Users who
-- can read a row can read and write its comments. Running this file again updates an
-- earlier version and preserves the comments. To remove everything:
--   drop table public.tableside_comments;
--   drop function public.tableside_comments_changed();

create table if not exists public.tableside_comments (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  table_schema text not null,
  table_name text not null,
  record_key text not null,
  body text not null,
  author uuid default auth.uid() references auth.users (id) on delete set null,
  author_name text not null default '',
  created_at timestamptz not null default pg_catalog.now(),
  edited_at timestamptz,
  constraint tableside_comments_table_is_a_name check (
    pg_catalog.length(table_schema) between 1 and 63 and pg_catalog.length(table_name) between 1 and 63),
  -- The policy of a comment on a comment would evaluate itself.
  constraint tableside_comments_table_is_another check (table_schema <> 'public' or table_name <> 'tableside_comments'),
  constraint tableside_comments_key_is_short check (pg_catalog.length(record_key) between 4 and 1000),
  constraint tableside_comments_body_is_a_text check (
    pg_catalog.length(body) <= 10000 and body ~ '[^[:space:]]')
);
create index if not exists tableside_comments_record
  on public.tableside_comments (table_schema, table_name, record_key, created_at);

comment on table public.tableside_comments is 'Comments on records, written in Tableside. @title Comments @hidden';
comment on column public.tableside_comments.record_key is 'The primary key of the row: a JSON array of the values'' texts.';
comment on column public.tableside_comments.body is 'Markdown without HTML.';
comment on column public.tableside_comments.author is 'The user who wrote the comment, and can edit and delete it; null if the account was deleted.';
comment on column public.tableside_comments.author_name is 'The name in the author''s token when the comment was written.';
comment on column public.tableside_comments.edited_at is 'The time of the last change of the text; null: never.';
comment on constraint tableside_comments_body_is_a_text on public.tableside_comments is 'A comment has 1 to 10,000 characters.';
comment on constraint tableside_comments_table_is_another on public.tableside_comments is 'Comments cannot have comments.';

-- Sets the author and the times, so that no request can, also if the project grants all
-- columns: the author is the user of the token, with the name that Tableside shows for them.
-- A request without a user (the secret key, the SQL editor) can set them.
create or replace function public.tableside_comments_changed()
returns trigger
language plpgsql
volatile
security invoker
set search_path = ''
as $tableside$
declare
  claims constant jsonb := auth.jwt();
begin
  if auth.uid() is null then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    old.edited_at := case when new.body = old.body then old.edited_at else pg_catalog.now() end;
    old.body := new.body;
    if new.author is null then -- the account was deleted
      old.author := null;
    end if;
    return old;
  end if;
  new.author := auth.uid();
  new.created_at := pg_catalog.now();
  new.edited_at := null;
  new.author_name := pg_catalog.left(coalesce(
    nullif(claims -> 'user_metadata' ->> 'full_name', ''), nullif(claims -> 'user_metadata' ->> 'name', ''),
    pg_catalog.split_part(claims ->> 'email', '@', 1), ''), 200);
  return new;
end
$tableside$;

create or replace trigger tableside_comments_changed
  before insert or update on public.tableside_comments
  for each row execute function public.tableside_comments_changed();

-- Removes what the project's default privileges granted.
revoke all on public.tableside_comments from public, anon, authenticated;
grant select, delete,
  insert (id, table_schema, table_name, record_key, body),
  update (body)
  on public.tableside_comments to authenticated;
grant all on public.tableside_comments to service_role;

revoke all on function public.tableside_comments_changed() from public, anon, authenticated;

alter table public.tableside_comments enable row level security;

drop policy if exists "Users read the comments on rows that they can read" on public.tableside_comments;
create policy "Users read the comments on rows that they can read" on public.tableside_comments
  for select to authenticated using (public.tableside_may_read(table_schema, table_name, record_key));

drop policy if exists "Users comment on rows that they can read" on public.tableside_comments;
create policy "Users comment on rows that they can read" on public.tableside_comments
  for insert to authenticated
  with check (author = (select auth.uid()) and public.tableside_may_read(table_schema, table_name, record_key));

drop policy if exists "Users edit their own comments" on public.tableside_comments;
create policy "Users edit their own comments" on public.tableside_comments
  for update to authenticated
  using (author = (select auth.uid()))
  with check (author = (select auth.uid()) and public.tableside_may_read(table_schema, table_name, record_key));

drop policy if exists "Users delete their own comments" on public.tableside_comments;
create policy "Users delete their own comments" on public.tableside_comments
  for delete to authenticated using (author = (select auth.uid()));

-- Makes conversations live: the realtime service sends a change to the users whose policies
-- show the comment, and the id of a deleted comment.
do $tableside$
begin
  if exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime' and not puballtables)
     and not exists (select from pg_catalog.pg_publication_tables
                     where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'tableside_comments') then
    alter publication supabase_realtime add table public.tableside_comments;
  end if;
end
$tableside$;

-- Makes the REST service read the table.
notify pgrst, 'reload schema';
