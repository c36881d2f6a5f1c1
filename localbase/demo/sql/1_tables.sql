-- Creates the tables of Harbour Roasters, a wholesale coffee roastery. Tableside shows the
-- comments as help and takes display settings from their tags.

create type public.user_role as enum ('owner', 'staff', 'viewer');
create type public.customer_kind as enum ('café', 'restaurant', 'hotel', 'bakery', 'shop', 'office');
create type public.roast as enum ('light', 'medium', 'medium dark', 'dark');
create type public.grind as enum ('whole bean', 'espresso', 'filter', 'coarse');
create type public.order_status as enum ('draft', 'confirmed', 'roasting', 'packed', 'shipped', 'delivered', 'cancelled');
create type public.plan_kind as enum ('cupping', 'trade fair', 'maintenance', 'holiday', 'delivery of beans');
create type public.roaster as enum ('Old Anna', 'Big Bertil', 'Sample drum');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null check (full_name <> ''),
  role public.user_role not null default 'viewer',
  job_title text,
  avatar text,
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'People who work with this workspace. @title People @order full_name.asc';
comment on column public.profiles.id is 'The account that this person signs in with. @hidden';
comment on column public.profiles.full_name is '@title Name';
comment on column public.profiles.role is 'Owners can change everything, staff do the daily work, viewers see their own orders. A change takes effect at the next sign-in.';
comment on column public.profiles.job_title is '@title Job';
comment on column public.profiles.avatar is 'A small square picture. @file bucket=documents';
comment on column public.profiles.created_at is '@title Joined @hidden';

create table public.customers (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  kind public.customer_kind not null default 'café',
  city text not null,
  country char(2) not null,
  address text,
  email text,
  phone text,
  contact_id uuid references public.profiles (id) on delete set null,
  credit_limit numeric(10, 2) not null default 1000,
  customer_since date not null default current_date,
  active boolean not null default true,
  notes text,
  constraint country_is_a_code check (country ~ '^[A-Z]{2}$'),
  constraint credit_limit_is_reasonable check (credit_limit between 0 and 50000),
  constraint email_has_an_at check (email like '%_@_%')
);
create index customers_contact on public.customers (contact_id);
comment on table public.customers is 'Cafés, restaurants and shops that buy from us. @title Customers @order name.asc';
comment on column public.customers.id is '@title No.';
comment on column public.customers.name is 'The name on the door.';
comment on column public.customers.country is 'Two-letter code, such as DK or JP.';
comment on column public.customers.contact_id is 'This person can sign in and follow the customer''s orders. @title Contact';
comment on column public.customers.credit_limit is 'Maximum unpaid amount. Only owners can change it. @title Credit limit @format currency EUR';
comment on column public.customers.customer_since is '@title Customer since';
comment on column public.customers.active is 'Turn off for former customers.';
comment on column public.customers.notes is 'Internal. Customers can''t see it.';
comment on constraint country_is_a_code on public.customers is 'Enter a code of two capital letters, such as DK or JP.';
comment on constraint credit_limit_is_reasonable on public.customers is 'Enter a credit limit between 0 and 50,000 euros.';
comment on constraint email_has_an_at on public.customers is 'Enter an email address with an @.';

create table public.products (
  id bigint generated always as identity primary key,
  sku text not null unique,
  name text not null check (name <> ''),
  roast public.roast not null,
  origin text not null,
  price numeric(8, 2) not null,
  weight_g int not null default 1000,
  stock int not null default 0,
  reorder_at int not null default 12,
  tags text[] not null default '{}',
  attributes jsonb not null default '{}',
  photo text,
  description text,
  active boolean not null default true,
  launched_on date not null default current_date,
  constraint sku_is_well_formed check (sku ~ '^HR-[A-Z]{3}-[0-9]{2}$'),
  constraint price_is_positive check (price > 0),
  constraint stock_is_not_negative check (stock >= 0),
  constraint weight_is_positive check (weight_g > 0)
);
comment on table public.products is 'The coffees that we roast and sell. @title Products @order name.asc';
comment on column public.products.id is '@hidden';
comment on column public.products.sku is 'Article number: HR, three letters for the origin, two digits. @title SKU';
comment on column public.products.origin is 'Country or countries of origin.';
comment on column public.products.price is 'Wholesale price of one bag, without VAT. Only owners can change it. @format currency EUR';
comment on column public.products.weight_g is 'Coffee in one bag. @title Weight @unit g';
comment on column public.products.stock is 'Bags in stock. The action “Restock” adds bags.';
comment on column public.products.reorder_at is 'Roast more when fewer bags are left. @title Reorder at';
comment on column public.products.tags is 'Flavors and certifications.';
comment on column public.products.attributes is 'Variety, process, altitude and other details.';
comment on column public.products.photo is '@file bucket=product-photos';
comment on column public.products.active is 'Turn off for coffees that are no longer sold.';
comment on column public.products.launched_on is '@title Launched';
comment on constraint sku_is_well_formed on public.products is 'Enter an SKU such as HR-ETH-01.';
comment on constraint price_is_positive on public.products is 'Price must be greater than 0.';
comment on constraint stock_is_not_negative on public.products is 'Stock can''t be below 0.';

create sequence public.order_number start 10001;
create table public.orders (
  id bigint generated always as identity primary key,
  number bigint not null unique default nextval('public.order_number'),
  customer_id bigint not null references public.customers (id),
  status public.order_status not null default 'draft',
  due_on date not null default current_date + 7,
  placed_at timestamptz not null default now(),
  assigned_to uuid references public.profiles (id) on delete set null,
  total numeric(12, 2) not null default 0,
  notes text
);
create index orders_customer on public.orders (customer_id);
create index orders_assigned on public.orders (assigned_to);
create index orders_placed on public.orders (placed_at);
create index orders_due on public.orders (due_on);
comment on table public.orders is E'Customer orders, from draft to delivered.\n@title Orders @board status @order placed_at.desc';
comment on column public.orders.id is '@hidden';
comment on column public.orders.number is 'Printed on the delivery note and the invoice.';
comment on column public.orders.customer_id is '@title Customer @filter active.is.true';
comment on column public.orders.status is 'Moves one step at a time. A delivered order can''t change. @done delivered|cancelled @labels cancelled=Canceled
@transitions draft>confirmed|cancelled, confirmed>draft|roasting|cancelled, roasting>draft|confirmed|packed|cancelled, packed>draft|confirmed|roasting|shipped|cancelled, shipped>delivered, cancelled>draft';
comment on column public.orders.due_on is 'The day on which the customer expects the delivery. @title Due @due';
comment on column public.orders.placed_at is '@title Placed';
comment on column public.orders.assigned_to is 'The person responsible for this order. @title Assigned to';
comment on column public.orders.total is 'Sum of the items, calculated by the database. @format currency EUR';
comment on column public.orders.notes is 'Printed on the delivery note.';

create table public.order_items (
  order_id bigint not null references public.orders (id) on delete cascade,
  product_id bigint not null references public.products (id),
  quantity int not null default 1,
  grind public.grind not null default 'whole bean',
  unit_price numeric(8, 2) not null,
  line_total numeric(12, 2) generated always as (quantity * unit_price) stored,
  primary key (order_id, product_id),
  constraint quantity_is_positive check (quantity > 0),
  constraint unit_price_is_not_negative check (unit_price >= 0)
);
create index order_items_product on public.order_items (product_id);
comment on table public.order_items is 'The lines of an order. @title Order items';
comment on column public.order_items.order_id is '@title Order';
comment on column public.order_items.product_id is '@title Product';
comment on column public.order_items.quantity is 'Number of bags.';
comment on column public.order_items.unit_price is 'Price of one bag at the time of the order. @title Unit price @format currency EUR';
comment on column public.order_items.line_total is '@title Line total @format currency EUR';
comment on constraint quantity_is_positive on public.order_items is 'Order at least one bag.';
comment on constraint unit_price_is_not_negative on public.order_items is 'Price can''t be below 0.';

create table public.deliveries (
  id bigint generated always as identity primary key,
  order_id bigint not null references public.orders (id) on delete cascade,
  time_window tstzrange not null,
  carrier text not null default 'Our own van',
  driver_id uuid references public.profiles (id) on delete set null,
  delivered_at timestamptz,
  signed_by text,
  proof_photo text,
  constraint window_has_an_end check (not isempty(time_window) and not lower_inf(time_window) and not upper_inf(time_window))
);
create index deliveries_order on public.deliveries (order_id);
create index deliveries_driver on public.deliveries (driver_id);
comment on table public.deliveries is 'Planned and completed deliveries, with proof. @title Deliveries @order id.desc @record-title {order} · {time_window}';
comment on column public.deliveries.id is '@title No.';
comment on column public.deliveries.order_id is '@title Order';
comment on column public.deliveries.time_window is 'Promised to the customer. @title Time window';
comment on column public.deliveries.driver_id is '@title Driver @assignee';
comment on column public.deliveries.delivered_at is 'Empty until the delivery is complete. @title Delivered';
comment on column public.deliveries.signed_by is 'The person who accepted the delivery. @title Signed by';
comment on column public.deliveries.proof_photo is 'Photo of the delivered parcels. @title Proof @file bucket=delivery-proofs';
comment on constraint window_has_an_end on public.deliveries is 'Enter the start and the end of the time window.';

create table public.roast_readings (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  roaster public.roaster not null,
  batch int not null,
  bean_temperature numeric(5, 1) not null,
  air_temperature numeric(5, 1) not null,
  gas_percent smallint not null check (gas_percent between 0 and 100)
);
comment on table public.roast_readings is 'Measurements of the roasters, four per minute. @title Roast readings @order taken_at.desc';
comment on column public.roast_readings.id is '@hidden';
comment on column public.roast_readings.taken_at is '@title Taken';
comment on column public.roast_readings.batch is 'Number of roasts since the roaster was installed.';
comment on column public.roast_readings.bean_temperature is '@title Bean temperature @unit °C';
comment on column public.roast_readings.air_temperature is '@title Air temperature @unit °C';
comment on column public.roast_readings.gas_percent is 'Burner opening. @title Gas @format percent';

create table public.plans (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  kind public.plan_kind not null,
  days daterange check (not isempty(days)),
  person_id uuid references public.profiles (id) on delete set null,
  notes text,
  constraint maintenance_does_not_overlap exclude using gist (days with &&) where (kind = 'maintenance')
);
create index plans_person on public.plans (person_id);
create index plans_days on public.plans using gist (days);
comment on table public.plans is 'Events in the roastery, such as cuppings and maintenance. @title Plans @board kind @order days.asc';
comment on column public.plans.id is '@hidden';
comment on column public.plans.days is 'Empty until a date is set.';
comment on column public.plans.person_id is '@title Person';
comment on constraint maintenance_does_not_overlap on public.plans is 'Only one roaster can be in maintenance at a time.';

create view public.monthly_sales with (security_invoker = true) as
  select date_trunc('month', o.placed_at at time zone 'UTC')::date as month,
         count(distinct o.id) as orders,
         count(distinct o.customer_id) as customers,
         sum(i.quantity) as bags,
         round(sum(i.quantity * p.weight_g) / 1000.0, 1) as kilograms,
         sum(i.line_total) as revenue
  from public.orders o
  join public.order_items i on i.order_id = o.id
  join public.products p on p.id = i.product_id
  where o.status not in ('draft', 'cancelled')
  group by 1;
comment on view public.monthly_sales is 'Sales by month, without draft and canceled orders. @title Monthly sales @order month.desc';
comment on column public.monthly_sales.revenue is 'Without VAT. @format currency EUR';
