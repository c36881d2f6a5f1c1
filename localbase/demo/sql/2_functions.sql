-- Creates the triggers that calculate and validate values, and the functions that users call.

-- Sets the total of each changed order to the sum of its items.
create function public.update_order_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o
  set total = coalesce((select sum(i.line_total) from public.order_items i where i.order_id = o.id), 0)
  where o.id in (select order_id from changed);
  return null;
end
$$;
create trigger update_order_total_on_insert after insert on public.order_items
  referencing new table as changed for each statement execute function public.update_order_total();
create trigger update_order_total_on_update after update on public.order_items
  referencing new table as changed for each statement execute function public.update_order_total();
create trigger update_order_total_on_delete after delete on public.order_items
  referencing old table as changed for each statement execute function public.update_order_total();

-- Rejects a new order_id of an item, since update_order_total would not update the old order.
create function public.reject_item_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'An item can''t move to another order.'
    using hint = 'Delete it here and add it to the other order.';
end
$$;
create trigger reject_item_move before update of order_id on public.order_items
  for each row when (old.order_id <> new.order_id) execute function public.reject_item_move();

-- Rejects a status that doesn't follow the current status.
create function public.validate_order_status() returns trigger
language plpgsql set search_path = ''
as $$
declare
  steps constant public.order_status[] := '{draft,confirmed,roasting,packed,shipped,delivered}';
  old_step constant int := array_position(steps, old.status);
  new_step constant int := array_position(steps, new.status);
begin
  if old.status = 'delivered' then
    raise exception 'Order % is delivered and can''t go back to “%”.', old.number, new.status
      using detail = 'The invoice is based on the delivered order, so its status can''t change.',
            hint = 'Create a new order for missing items.';
  elsif old.status = 'cancelled' and new.status <> 'draft' then
    raise exception 'Order % is canceled and can''t change to “%”.', old.number, new.status
      using detail = 'A canceled order can only become a draft again.',
            hint = 'Set it to draft first.';
  elsif new.status = 'cancelled' and old.status = 'shipped' then
    raise exception 'Order % has shipped and can''t be canceled.', old.number
      using detail = 'The carrier already has it.',
            hint = 'Wait for the delivery, then take the goods back.';
  elsif new.status <> 'cancelled' and new_step > old_step + 1 then
    raise exception 'Order % can''t go from “%” straight to “%”.', old.number, old.status, new.status
      using detail = format('The next status after “%s” is “%s”.', old.status, steps[old_step + 1]),
            hint = 'Move it one step at a time.';
  elsif old.status = 'shipped' and new_step < old_step then
    raise exception 'Order % has shipped and can''t go back to “%”.', old.number, new.status
      using detail = 'The carrier already has it.',
            hint = 'Set it to delivered when it arrives.';
  elsif old.status = 'draft' and new.status = 'confirmed'
        and not exists (select from public.order_items where order_id = new.id) then
    raise exception 'Order % has no items yet, so it can''t be confirmed.', old.number
      using hint = 'Add at least one coffee.';
  end if;
  return new;
end
$$;
create trigger validate_order_status before update of status on public.orders
  for each row when (old.status <> new.status) execute function public.validate_order_status();

-- Copies a changed role to auth.users, since a token gets its role from there.
create function public.sync_user_role() returns trigger
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
create trigger sync_user_role before update of role on public.profiles
  for each row when (old.role <> new.role) execute function public.sync_user_role();

create function public.restock(product_id bigint, quantity int default 24) returns public.products
language plpgsql set search_path = ''
as $$
declare
  restocked public.products;
begin
  if restock.quantity not between 1 and 500 then
    raise exception 'Restock between 1 and 500 bags at once, not %.', restock.quantity
      using hint = 'For more bags, restock twice.';
  end if;
  update public.products set stock = stock + restock.quantity where id = restock.product_id returning * into restocked;
  if restocked.id is null then
    raise exception 'Product % not found.', restock.product_id;
  end if;
  return restocked;
end
$$;
comment on function public.restock is 'Adds freshly roasted bags to a product''s stock.
@title Restock a product @action Restock @icon package-plus @touches products @undo unrestock
@result message Stock of {name} is now {stock}
@arg quantity Bags, At most 500';

create function public.unrestock(product_id bigint, quantity int default 24) returns public.products
language plpgsql set search_path = ''
as $$
declare
  changed public.products;
begin
  update public.products set stock = stock - unrestock.quantity where id = unrestock.product_id returning * into changed;
  if changed.id is null then
    raise exception 'Product % not found.', unrestock.product_id;
  end if;
  return changed;
end
$$;
comment on function public.unrestock is 'Reverts a restock. @title Remove stock @hidden @touches products @result message Stock of {name} is now {stock}';

-- Changes the status of an order. The functions below call it with the caller's rights.
create function public.change_order_status(order_id bigint, expected public.order_status, next public.order_status) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
begin
  update public.orders set status = next
  where id = change_order_status.order_id and status = expected
  returning * into changed;
  if changed.id is null then
    raise exception 'This order isn''t %, or you can''t change it.', expected
      using detail = format('Only an order with the status “%s” can become “%s”.', expected, next),
            hint = 'Check its status.';
  end if;
  return changed;
end
$$;
comment on function public.change_order_status is '@hidden';

create function public.confirm_order(order_id bigint) returns public.orders
language sql set search_path = '' as $$ select public.change_order_status(order_id, 'draft', 'confirmed') $$;
comment on function public.confirm_order is 'Confirms a draft that has items.
@title Confirm order @action Confirm @icon check @when status=eq.draft @sets status=confirmed @touches orders
@result message Order {number} is confirmed';

create function public.start_roasting(order_id bigint) returns public.orders
language sql set search_path = '' as $$ select public.change_order_status(order_id, 'confirmed', 'roasting') $$;
comment on function public.start_roasting is 'Puts a confirmed order into the roaster.
@title Start roasting @icon flame @when status=eq.confirmed @sets status=roasting @touches orders
@result message Order {number} is roasting';

create function public.pack_order(order_id bigint) returns public.orders
language sql set search_path = '' as $$ select public.change_order_status(order_id, 'roasting', 'packed') $$;
comment on function public.pack_order is 'Marks a roasted order as packed.
@title Pack order @action Pack @icon package @when status=eq.roasting @sets status=packed @touches orders
@result message Order {number} is packed';

create function public.ship_order(order_id bigint) returns public.orders
language sql set search_path = '' as $$ select public.change_order_status(order_id, 'packed', 'shipped') $$;
comment on function public.ship_order is 'Hands a packed order over to the carrier.
@title Ship order @action Ship @icon truck @when status=eq.packed @sets status=shipped @touches orders
@confirm The carrier takes the order. It can''t be canceled afterwards.
@result message Order {number} has shipped';

create function public.plan_deliveries(day date, carrier text default 'Our own van') returns setof public.deliveries
language plpgsql set search_path = ''
as $$
begin
  return query
  insert into public.deliveries (order_id, time_window, carrier)
  select o.id, tstzrange(w.start, w.start + interval '30 minutes'), plan_deliveries.carrier
  from (select id, row_number() over (order by number) - 1 as position
        from public.orders
        where due_on = plan_deliveries.day and status in ('confirmed', 'roasting', 'packed')
          and not exists (select from public.deliveries d where d.order_id = orders.id)) o
  cross join lateral (
    select (plan_deliveries.day + time '08:00' + o.position * interval '30 minutes') at time zone 'Europe/Copenhagen' as start) w
  returning *;
end
$$;
comment on function public.plan_deliveries is 'Plans a delivery for each order that is due on a day and has none yet, from 8:00, every 30 minutes.
@title Plan deliveries for a day @action Plan deliveries @icon calendar-clock @on deliveries @touches deliveries @result rows
@arg day Day, The day on which the orders are due, default today
@arg carrier Carrier';

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
comment on function public.search_everything is 'Finds orders by number or note, customers by name or city, products by name, SKU, origin or tag. @title Search everything @icon search @result rows';
