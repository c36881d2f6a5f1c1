-- Creates three database roles with their grants and policies. A user's token contains the
-- role, grants select the tables and columns, policies select the rows.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['owner', 'staff', 'viewer'] loop
    begin
      execute format('create role %I nologin inherit', role_name);
    exception when duplicate_object then null; -- roles belong to the cluster, not to the database
    end;
    execute format('grant authenticated to %I', role_name);
    execute format('grant %I to authenticator', role_name);
  end loop;
end $$;

alter table public.profiles enable row level security;
alter table public.customers enable row level security;
alter table public.products enable row level security;
alter table public.orders enable row level security;
alter table public.order_items enable row level security;
alter table public.deliveries enable row level security;
alter table public.roast_readings enable row level security;
alter table public.plans enable row level security;

-- Owners have full access.
grant select, insert, update, delete on
  public.profiles, public.customers, public.products, public.orders, public.order_items, public.deliveries, public.roast_readings
  to owner;
grant select on public.monthly_sales to owner;
grant select, insert, update, delete on public.plans to owner;
grant usage on sequence public.order_number to owner;
create policy "Owners have full access" on public.profiles for all to owner using (true);
create policy "Owners have full access" on public.customers for all to owner using (true);
create policy "Owners have full access" on public.products for all to owner using (true);
create policy "Owners have full access" on public.orders for all to owner using (true);
create policy "Owners have full access" on public.order_items for all to owner using (true);
create policy "Owners have full access" on public.deliveries for all to owner using (true);
create policy "Owners have full access" on public.roast_readings for all to owner using (true);
create policy "Owners have full access" on public.plans for all to owner using (true);

-- Staff do the daily work.
grant select, update (full_name, avatar) on public.profiles to staff;
grant select, insert (name, kind, city, country, address, email, phone, contact_id, notes),
  update (name, kind, city, country, address, email, phone, contact_id, active, notes) on public.customers to staff;
grant select, update (stock, reorder_at, tags, photo, description) on public.products to staff;
grant select, delete, insert (customer_id, status, due_on, assigned_to, notes),
  update (customer_id, status, due_on, assigned_to, notes) on public.orders to staff;
grant select, insert, delete, update (quantity, grind) on public.order_items to staff;
grant select, insert (order_id, time_window, carrier, driver_id),
  update (time_window, carrier, driver_id, delivered_at, signed_by, proof_photo) on public.deliveries to staff;
grant select, insert on public.roast_readings to staff;
grant select on public.monthly_sales to staff;
grant select, insert, update (name, kind, days, notes) on public.plans to staff;
grant usage on sequence public.order_number to staff;

create policy "Staff see all profiles" on public.profiles for select to staff using (true);
create policy "Staff update their own profile" on public.profiles for update to staff using (id = (select auth.uid()));
create policy "Staff see all customers" on public.customers for select to staff using (true);
create policy "Staff add customers" on public.customers for insert to staff with check (true);
create policy "Staff update customers" on public.customers for update to staff using (true);
create policy "Staff see all products" on public.products for select to staff using (true);
create policy "Staff update products" on public.products for update to staff using (true);
create policy "Staff see all orders" on public.orders for select to staff using (true);
create policy "Staff add orders" on public.orders for insert to staff with check (status in ('draft', 'confirmed'));
create policy "Staff update orders" on public.orders for update to staff using (true);
create policy "Staff delete drafts" on public.orders for delete to staff using (status = 'draft');
create policy "Staff see all items" on public.order_items for select to staff using (true);
create policy "Staff add items before roasting" on public.order_items for insert to staff
  with check (exists (select from public.orders o where o.id = order_id and o.status in ('draft', 'confirmed')));
create policy "Staff update items before roasting" on public.order_items for update to staff
  using (exists (select from public.orders o where o.id = order_id and o.status in ('draft', 'confirmed')));
create policy "Staff delete items before roasting" on public.order_items for delete to staff
  using (exists (select from public.orders o where o.id = order_id and o.status in ('draft', 'confirmed')));
create policy "Staff see all deliveries" on public.deliveries for select to staff using (true);
create policy "Staff add deliveries" on public.deliveries for insert to staff with check (true);
create policy "Staff update deliveries" on public.deliveries for update to staff using (true);
create policy "Staff see all plans" on public.plans for select to staff using (true);
create policy "Staff add plans" on public.plans for insert to staff with check (kind <> 'holiday');
create policy "Staff update plans, except other people's holidays" on public.plans for update to staff
  using (kind <> 'holiday' or person_id = (select auth.uid()));
create policy "Staff see all readings" on public.roast_readings for select to staff using (true);
create policy "Staff add readings" on public.roast_readings for insert to staff with check (taken_at <= now());

-- Viewers work for a customer and follow its orders. They can't see our notes about the
-- customer or its credit limit.
grant select, update (full_name) on public.profiles to viewer;
grant select (id, name, kind, city, country, address, email, phone, contact_id, customer_since, active) on public.customers to viewer;
grant select (id, sku, name, roast, origin, price, weight_g, tags, attributes, photo, description, active, launched_on) on public.products to viewer;
grant select on public.orders, public.order_items to viewer;
grant select (id, order_id, time_window, carrier, delivered_at, signed_by, proof_photo) on public.deliveries to viewer;

create policy "Viewers see themselves, owners and staff" on public.profiles for select to viewer
  using (id = (select auth.uid()) or role <> 'viewer');
create policy "Viewers update their own profile" on public.profiles for update to viewer using (id = (select auth.uid()));
create policy "Viewers see their own customers" on public.customers for select to viewer
  using (contact_id = (select auth.uid()));
create policy "Viewers see active products" on public.products for select to viewer using (active);
create policy "Viewers see their customers' orders" on public.orders for select to viewer
  using (customer_id in (select c.id from public.customers c where c.contact_id = (select auth.uid())));
create policy "Viewers see their orders' items" on public.order_items for select to viewer
  using (order_id in (select o.id from public.orders o));
create policy "Viewers see their orders' deliveries" on public.deliveries for select to viewer
  using (order_id in (select o.id from public.orders o));

-- Functions that users call.
revoke execute on function public.restock, public.unrestock, public.change_order_status, public.confirm_order,
  public.start_roasting, public.pack_order, public.ship_order, public.plan_deliveries, public.search_everything from public;
grant execute on function public.restock, public.unrestock, public.change_order_status, public.confirm_order,
  public.start_roasting, public.pack_order, public.ship_order, public.plan_deliveries to owner, staff;
grant execute on function public.search_everything to owner, staff, viewer;

-- Realtime sends changes to each user who can read the row.
alter publication supabase_realtime add table
  public.customers, public.products, public.orders, public.order_items, public.deliveries, public.plans;
