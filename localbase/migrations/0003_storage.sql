-- Storage: buckets and objects as on Supabase, with row-level security. The content of an object is
-- a file outside the database; its name is the object's version.

grant usage on schema storage to postgres, anon, authenticated, service_role;

-- The storage service's own user owns the tables, so policies do not apply to it.
set local role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null constraint bucket_name_length_check check (length(name) <= 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index idx_objects_version on storage.objects (version);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;

-- Functions for policies.

create function storage.foldername(name text) returns text[]
language sql immutable
as $$ select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
language sql immutable
as $$ select split_part(name, '/', -1) $$;

create function storage.extension(name text) returns text
language sql immutable
as $$ select split_part(split_part(name, '/', -1), '.', -1) $$;

-- Returns the current operation, for example storage.object.upload; null outside the storage
-- service.
create function storage.operation() returns text
language sql stable
as $$ select current_setting('storage.operation', true) $$;

create function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();

-- Prevents the deletion of a row by SQL, which would leave the object's file.
create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;

create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Returns the entries of a folder: names that start with prefix and search (case-insensitive),
-- truncated at the next slash and without the prefix. A folder has no id. Sorted by name, folders
-- and files are mixed; sorted by a time, folders are first.
create function storage.search(
  prefix text,
  bucketname text,
  limits int default 100,
  offsets int default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  _start text := coalesce(prefix, '') || coalesce(search, '');
  _direction text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
  _by_time boolean := sortcolumn in ('updated_at', 'created_at', 'last_accessed_at');
begin
  return query execute format(
    $query$
      with found as (
        select o.*, substr(o.name, length($1) + 1) as entry, position('/' in substr(o.name, length($2) + 1)) as slash
        from storage.objects o
        where o.bucket_id = $3 and lower(o.name) collate "C" >= lower($2)
          and lower(o.name) collate "C" < lower($2) || chr(1114111) -- the greatest character in the sort order
      ), entries as (
        select entry as name, id, updated_at, created_at, last_accessed_at, metadata
        from found where slash = 0
        union all
        select distinct left(entry, length($2) - length($1) + slash - 1), null::uuid,
          null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
        from found where slash > 0
      )
      select e.* from entries e
      order by %s lower(e.name) collate "C" %s, e.name collate "C" %s, e.id nulls first
      limit $4 offset $5
    $query$,
    case when _by_time then format('(e.id is null) desc, e.%I %s,', sortcolumn, _direction) else '' end,
    _direction, _direction)
  using coalesce(prefix, ''), _start, bucketname, least(coalesce(limits, 100), 1500), coalesce(offsets, 0);
end
$$;

-- Returns a page of a folder by exact name. It reads files in order and seeks past the content of
-- each folder, so that a folder with a million objects costs one step.
create function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys int default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (
  name text,
  id uuid,
  metadata jsonb,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz
)
language plpgsql stable
as $$
declare
  _last constant text := chr(1114111); -- the greatest character in the sort order
  _descending constant boolean := coalesce(lower(sort_order), 'asc') = 'desc';
  _prefix constant text := coalesce(prefix_param, '');
  _after constant text := coalesce(nullif(next_token, ''), start_after, '');
  _query constant text := format(
    $query$
      select * from storage.objects o
      where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || $3
        and o.name collate "C" %s $4
      order by o.name collate "C" %s limit $5
    $query$,
    case when _descending then '<' else '>' end, case when _descending then 'desc' else 'asc' end);
  _seek text;
  _found storage.objects;
  _cut int;
  _count int := 0;
  _batch int := 1; -- with a small limit, the planner scans the index, with and without policies
  _in_folder boolean;
begin
  -- The cursor of a folder ends with the delimiter: in ascending order, the content of the folder
  -- is skipped. An object with the name of the prefix itself is not part of the result.
  _seek := case
    when _descending then coalesce(nullif(_after, ''), _prefix || _last)
    when _after <> _prefix and right(_after, 1) = delimiter_param then _after || _last
    else _after
  end;
  while _count < max_keys loop
    _in_folder := false;
    for _found in execute _query using _bucket_id, _prefix, _last, _seek, least(_batch, max_keys - _count) loop
      _cut := position(delimiter_param in substr(_found.name, length(_prefix) + 1));
      _in_folder := _cut > 0;
      _count := _count + 1;
      if _in_folder then
        name := left(_found.name, length(_prefix) + _cut);
        id := null;
        metadata := null;
        updated_at := null;
        created_at := null;
        last_accessed_at := null;
        _seek := case when _descending then name else name || _last end;
      else
        name := _found.name;
        _seek := name;
        id := _found.id;
        metadata := _found.metadata;
        updated_at := _found.updated_at;
        created_at := _found.created_at;
        last_accessed_at := _found.last_accessed_at;
      end if;
      return next;
      exit when _in_folder;
    end loop;
    exit when not found;
    _batch := case when _in_folder then 1 else least(_batch * 2, 100) end;
  end loop;
end
$$;

reset role;
