-- A bucket with a folder of 100,000 files, for lists, searches and selections.
insert into storage.buckets (id, name, public) values ('large-archive', 'large-archive', false);
create policy "Users see the bucket" on storage.buckets for select to authenticated using (true);
create policy "Users read the archive" on storage.objects for select to authenticated using (bucket_id = 'large-archive');
create policy "Users delete from the archive" on storage.objects for delete to authenticated using (bucket_id = 'large-archive');
insert into storage.objects (bucket_id, name, version, created_at, updated_at, metadata)
select 'large-archive', name, gen_random_uuid(), '2026-01-01Z', '2026-01-01Z',
  '{"size": 1234, "mimetype": "text/plain", "eTag": "\"e\"", "cacheControl": "no-cache"}'
from (
  select 'scans/scan ' || to_char(n, 'FM000000') || '.txt' as name from generate_series(1, 100000) n
  union all values ('Case/upper.txt'), ('case/lower.txt'), ('case/Deep/scan of a letter.txt')
) names;
analyze storage.objects;
