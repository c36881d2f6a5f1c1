-- Creates the buckets and the policies for their files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-photos', 'product-photos', true, 5242880, '{image/png,image/jpeg,image/webp}'),
  ('delivery-proofs', 'delivery-proofs', false, 10485760, '{image/*}'),
  ('documents', 'documents', false, 20971520, null);

create policy "All roles see the buckets" on storage.buckets for select to owner, staff, viewer using (true);

create policy "Owners have full access to files" on storage.objects for all to owner
  using (bucket_id in ('product-photos', 'delivery-proofs', 'documents'));

create policy "Staff and viewers see product photos" on storage.objects for select to staff, viewer
  using (bucket_id = 'product-photos');
create policy "Staff add product photos" on storage.objects for insert to staff
  with check (bucket_id = 'product-photos');
create policy "Staff update product photos" on storage.objects for update to staff
  using (bucket_id = 'product-photos');
create policy "Staff delete product photos" on storage.objects for delete to staff
  using (bucket_id = 'product-photos');

-- The folder of a proof is named after the order's number.
create policy "Staff see proofs of delivery" on storage.objects for select to staff
  using (bucket_id = 'delivery-proofs');
create policy "Staff add proofs of delivery" on storage.objects for insert to staff
  with check (bucket_id = 'delivery-proofs');
create policy "Viewers see proofs of their orders" on storage.objects for select to viewer
  using (bucket_id = 'delivery-proofs' and (storage.foldername(name))[1] in (select o.number::text from public.orders o));

-- Only owners see contracts. Staff upload to the inbox.
create policy "Staff see documents except contracts" on storage.objects for select to staff
  using (bucket_id = 'documents' and (storage.foldername(name))[1] is distinct from 'contracts');
create policy "Staff add documents to the inbox" on storage.objects for insert to staff
  with check (bucket_id = 'documents' and (storage.foldername(name))[1] = 'inbox');
create policy "Staff delete documents in the inbox" on storage.objects for delete to staff
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = 'inbox');
create policy "Viewers see price lists, guides and avatars" on storage.objects for select to viewer
  using (bucket_id = 'documents' and (storage.foldername(name))[1] in ('price-lists', 'guides', 'people'));
