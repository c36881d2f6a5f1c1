-- Writes a conversation of Ada, Signe and Jonas on an order of Jonas's, and one of the team on a product.

with orders_of_jonas as (
  select o.id from public.orders o join public.customers c on c.id = o.customer_id
  where c.contact_id = '00000000-0000-4000-8000-0000000000c1'
  order by o.placed_at desc, o.id limit 1
), product as (
  select p.id from public.products p where p.active order by p.stock, p.id limit 1
)
insert into public.tableside_comments (table_schema, table_name, record_key, author, author_name, body, created_at)
select 'public', c.table_name, pg_catalog.jsonb_build_array(c.record::text)::text, c.author::uuid, c.author_name, c.body, $1::timestamptz - c.age
from (
  select 'orders' as table_name, id as record, '00000000-0000-4000-8000-0000000000c1' as author, 'Jonas Keller' as author_name,
    'Can you deliver **before 9:00**? The café opens at 8:30 that day.' as body, interval '5 hours' as age from orders_of_jonas
  union all select 'orders', id, '00000000-0000-4000-8000-0000000000b1', 'Signe Østergaard',
    E'Yes. Tomasz starts with your street:\n\n1. Nordhavn\n2. you, at about 8:15', interval '4 hours' from orders_of_jonas
  union all select 'orders', id, '00000000-0000-4000-8000-0000000000a1', 'Ada Lindqvist',
    'I added a bag of the new harvest to try.', interval '40 minutes' from orders_of_jonas
  union all select 'products', id, '00000000-0000-4000-8000-0000000000a1', 'Ada Lindqvist',
    'Nearly sold out. Please roast a batch this week.', interval '1 day' from product
) c;
