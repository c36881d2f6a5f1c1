-- What the database keeps and refuses by itself, and the actions that people call.

create function public.keep_order_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o
  set total = coalesce((select sum(i.line_total) from public.order_items i where i.order_id = o.id), 0)
  where o.id in (select order_id from changed);
  return null;
end
$$;
create trigger keep_order_total_inserted after insert on public.order_items
  referencing new table as changed for each statement execute function public.keep_order_total();
create trigger keep_order_total_updated after update on public.order_items
  referencing new table as changed for each statement execute function public.keep_order_total();
create trigger keep_order_total_deleted after delete on public.order_items
  referencing old table as changed for each statement execute function public.keep_order_total();

-- The total is the items' sum, whatever a statement says.
create function public.refuse_moved_item() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'An item can''t move to another order.'
    using hint = 'Delete it here and add it there.';
end
$$;
create trigger refuse_moved_item before update of order_id on public.order_items
  for each row when (old.order_id <> new.order_id) execute function public.refuse_moved_item();

create function public.refuse_wrong_status() returns trigger
language plpgsql set search_path = ''
as $$
declare
  steps constant public.order_status[] := '{draft,confirmed,roasting,packed,shipped,delivered}';
  was constant int := array_position(steps, old.status);
  wanted constant int := array_position(steps, new.status);
begin
  if old.status = 'delivered' then
    raise exception 'Order % was delivered and can''t go back to “%”.', old.number, new.status
      using detail = 'A delivered order is the ground for its invoice, so it stays as it is.',
            hint = 'Make a new order for what is missing.';
  elsif old.status = 'cancelled' and new.status <> 'draft' then
    raise exception 'Order % was cancelled and can''t go to “%”.', old.number, new.status
      using detail = 'A cancelled order can only be taken up again as a draft.',
            hint = 'Set it to draft first.';
  elsif new.status = 'cancelled' and old.status = 'shipped' then
    raise exception 'Order % is on its way and can''t be cancelled.', old.number
      using detail = 'A van or carrier has it already.',
            hint = 'Let it be delivered, then take the goods back.';
  elsif new.status <> 'cancelled' and wanted > was + 1 then
    raise exception 'Order % can''t go from “%” straight to “%”.', old.number, old.status, new.status
      using detail = format('After “%s” comes “%s”.', old.status, steps[was + 1]),
            hint = 'Move it one step at a time.';
  elsif old.status = 'shipped' and wanted < was then
    raise exception 'Order % is on its way and can''t go back to “%”.', old.number, new.status
      using detail = 'A van or carrier has it already.',
            hint = 'Set it to delivered when it is there.';
  elsif old.status = 'draft' and new.status = 'confirmed'
        and not exists (select from public.order_items where order_id = new.id) then
    raise exception 'Order % has no items yet, so it can''t be confirmed.', old.number
      using hint = 'Add at least one coffee to it.';
  end if;
  return new;
end
$$;
create trigger refuse_wrong_status before update of status on public.orders
  for each row when (old.status <> new.status) execute function public.refuse_wrong_status();

-- The role in a person's token is the one in auth.users: a change of the profile is carried over.
create function public.carry_role_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.id = auth.uid() then
    raise exception 'You can''t change your own role.' using hint = 'Ask another owner to do it.';
  end if;
  update auth.users set role = new.role::text where id = new.id;
  return new;
end
$$;
create trigger carry_role_over before update of role on public.profiles
  for each row when (old.role <> new.role) execute function public.carry_role_over();

create function public.restock(product_id bigint, quantity int default 24) returns public.products
language plpgsql set search_path = ''
as $$
declare
  restocked public.products;
begin
  if restock.quantity not between 1 and 500 then
    raise exception 'Restock between 1 and 500 bags at once, not %.', restock.quantity
      using hint = 'For more than a drum can roast in a day, restock twice.';
  end if;
  update public.products set stock = stock + restock.quantity where id = restock.product_id returning * into restocked;
  if restocked.id is null then
    raise exception 'There is no product %.', restock.product_id;
  end if;
  return restocked;
end
$$;
comment on function public.restock is 'Adds freshly roasted bags to a product''s stock. @title Restock a product';

create function public.advance_order(order_id bigint) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  advanced public.orders;
begin
  update public.orders
  set status = case status
    when 'draft' then 'confirmed' when 'confirmed' then 'roasting' when 'roasting' then 'packed'
    when 'packed' then 'shipped' when 'shipped' then 'delivered' else status
  end::public.order_status
  where id = advance_order.order_id and status not in ('delivered', 'cancelled')
  returning * into advanced;
  if advanced.id is null then
    raise exception 'This order can''t be moved on.'
      using detail = 'It was delivered or cancelled, or it isn''t yours to change.',
            hint = 'Look at its status.';
  end if;
  return advanced;
end
$$;
comment on function public.advance_order is 'Moves an order to its next status. @title Advance an order';

create function public.search_everything(query text)
returns table (kind text, id bigint, title text, detail text)
language sql stable set search_path = ''
as $$
  (select 'orders', o.id, 'Order ' || o.number, c.name || ', ' || o.status
   from public.orders o join public.customers c on c.id = o.customer_id
   where o.number::text like replace(replace(query, '%', ''), '_', '') || '%' or strpos(lower(o.notes), lower(query)) > 0
   order by o.number desc limit 10)
  union all
  (select 'customers', c.id, c.name, c.city || ', ' || c.country
   from public.customers c
   where strpos(lower(c.name || ' ' || c.city), lower(query)) > 0
   order by c.name limit 10)
  union all
  (select 'products', p.id, p.name, p.sku || ', ' || p.origin
   from public.products p
   where strpos(lower(concat_ws(' ', p.name, p.sku, p.origin, array_to_string(p.tags, ' '))), lower(query)) > 0
   order by p.name limit 10)
$$;
comment on function public.search_everything is 'Finds orders by number or note, customers by name or city, products by name, SKU, origin or tag. @title Search everything';
