-- Listing of large folders in pages.

set local role supabase_storage_admin;

-- Returns the entries of a folder: names that start with prefix and search (case-insensitive),
-- truncated at the next slash and without the prefix. A folder has no id. Sorted by name, folders
-- and files are mixed, and folders that differ only in case are one entry. Sorted by a time,
-- folders are first.
create or replace function storage.search(
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
-- An index has the order of the names. Its scan ends after the page, a sort needs the whole folder.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  _start constant text := coalesce(prefix, '') || coalesce(search, '');
  _prefix constant text := coalesce(prefix, '');
  _direction constant text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
begin
  if sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then
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
        order by (e.id is null) desc, e.%I %s, lower(e.name) collate "C" %2$s, e.name collate "C" %2$s
        limit $4 offset $5
      $query$, sortcolumn, _direction)
    using _prefix, _start, bucketname, least(coalesce(limits, 100), 1500), coalesce(offsets, 0);
    return;
  end if;
  return query execute format(
    $query$
      select case when f.slash > 0 then left(f.entry, length($2) - length($1) + f.slash - 1) else f.entry end,
        case when f.slash = 0 then f.id end, case when f.slash = 0 then f.updated_at end,
        case when f.slash = 0 then f.created_at end, case when f.slash = 0 then f.last_accessed_at end,
        case when f.slash = 0 then f.metadata end
      from (
        select o.*, lag(o.folder) over (order by lower(o.name) collate "C" %1$s) as folder_before
        from (
          select n.*, case when n.slash > 0 then lower(left(n.name, length($2) + n.slash)) end as folder
          from (
            select *, substr(name, length($1) + 1) as entry, position('/' in substr(name, length($2) + 1)) as slash
            from storage.objects
            where bucket_id = $3 and lower(name) collate "C" >= lower($2) and lower(name) collate "C" < lower($2) || chr(1114111)
          ) n
        ) o
      ) f
      where f.folder is null or f.folder is distinct from f.folder_before
      order by lower(f.name) collate "C" %1$s
      limit $4 offset $5
    $query$, _direction)
  using _prefix, _start, bucketname, least(coalesce(limits, 100), 1500), coalesce(offsets, 0);
end
$$;

reset role;
