
-- Lets a role list and delete every shared view, of any owner. Running this for
-- another role replaces the first role. To revoke it:
--   drop policy "Administrators see all shared views" on public.tableside_views;
--   drop policy "Administrators delete shared views" on public.tableside_views;
grant select, delete on public.tableside_views to :administrator;

drop policy if exists "Administrators see all shared views" on public.tableside_views;
create policy "Administrators see all shared views" on public.tableside_views
  for select to :administrator using (shared);

drop policy if exists "Administrators delete shared views" on public.tableside_views;
create policy "Administrators delete shared views" on public.tableside_views
  for delete to :administrator using (shared);
