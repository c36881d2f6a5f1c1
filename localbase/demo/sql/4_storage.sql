-- Buckets, and who may do what with the files in them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-photos', 'product-photos', true, 5242880, '{image/png,image/jpeg,image/webp}'),
  ('delivery-proofs', 'delivery-proofs', false, 10485760, '{image/*}'),
  ('documents', 'documents', false, 20971520, null);

create policy "Everybody here sees the buckets" on storage.buckets for select to owner, staff, viewer using (true);

create policy "Owners do everything with files" on storage.objects for all to owner
  using (bucket_id in ('product-photos', 'delivery-proofs', 'documents'));

create policy "Everybody here sees product photos" on storage.objects for select to staff, viewer
  using (bucket_id = 'product-photos');
create policy "Staff add product photos" on storage.objects for insert to staff
  with check (bucket_id = 'product-photos');
create policy "Staff replace product photos" on storage.objects for update to staff
  using (bucket_id = 'product-photos');
create policy "Staff delete product photos" on storage.objects for delete to staff
  using (bucket_id = 'product-photos');

-- A proof lies in a folder that is named for its order's number.
create policy "Staff see proofs of delivery" on storage.objects for select to staff
  using (bucket_id = 'delivery-proofs');
create policy "Staff add proofs of delivery" on storage.objects for insert to staff
  with check (bucket_id = 'delivery-proofs');
create policy "Viewers see proofs of their orders" on storage.objects for select to viewer
  using (bucket_id = 'delivery-proofs' and (storage.foldername(name))[1] in (select o.number::text from public.orders o));

-- Contracts are the owners'; what staff add goes to the inbox.
create policy "Staff see documents but contracts" on storage.objects for select to staff
  using (bucket_id = 'documents' and (storage.foldername(name))[1] is distinct from 'contracts');
create policy "Staff add documents to the inbox" on storage.objects for insert to staff
  with check (bucket_id = 'documents' and (storage.foldername(name))[1] = 'inbox');
create policy "Staff clear the inbox" on storage.objects for delete to staff
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = 'inbox');
create policy "Viewers see price lists, guides and faces" on storage.objects for select to viewer
  using (bucket_id = 'documents' and (storage.foldername(name))[1] in ('price-lists', 'guides', 'people'));
