-- Databases as users have them: a shop with first and last names and job titles, a schema
-- in CamelCase, partitions with keys of their own, views that can be written, and values
-- of several megabytes. Tests load it to check names, titles and references.
-- Run it once, as the owner, on a database that has the Supabase roles.

-- A shop, as Northwind and its successors model it.
create table public.employees (
  employee_id int primary key,
  last_name text not null,
  first_name text not null,
  title text,
  title_of_courtesy text,
  birth_date date,
  reports_to int references public.employees (employee_id),
  notes text
);
insert into public.employees values
  (1, 'Davolio', 'Nancy', 'Sales Representative', 'Ms.', '1968-12-08', 2, null),
  (2, 'Fuller', 'Andrew', 'Vice President, Sales', 'Dr.', '1952-02-19', null, null),
  (3, 'Leverling', 'Janet', 'Sales Representative', 'Ms.', '1963-08-30', 2, null),
  (4, 'Fuller', 'Andrew', 'Sales Manager', 'Mr.', '1975-05-01', 2, null);

create table public.customers (
  customer_id char(5) primary key,
  company_name text not null,
  contact_name text,
  contact_title text,
  country text
);
insert into public.customers values
  ('ALFKI', 'Alfreds Futterkiste', 'Maria Anders', 'Sales Representative', 'Germany'),
  ('VINET', 'Vins et alcools Chevalier', 'Paul Henriot', 'Accounting Manager', 'France');

create table public.categories (category_id int primary key, category_name text not null, description text);
insert into public.categories values (1, 'Beverages', 'Soft drinks, coffees, teas, beers, and ales');

create table public.products (
  product_id int primary key,
  product_name text not null,
  category_id int references public.categories,
  quantity_per_unit text,
  unit_price numeric(10, 2),
  discontinued boolean not null default false
);
insert into public.products values (1, 'Chai', 1, '10 boxes x 30 bags', 18, false), (11, 'Queso Cabrales', 1, '1 kg pkg.', 21, false);

create table public.orders (
  order_id int primary key,
  customer_id char(5) references public.customers,
  employee_id int references public.employees,
  order_date date,
  invoice_year int,
  stock_code int,
  freight int,
  packed_at timestamp,
  ship_name text,
  ship_city text
);
insert into public.orders values
  (10248, 'VINET', 2, '1996-07-04', 21996, 85099, 32380, '1996-07-10 08:15:00', 'Vins et alcools Chevalier', 'Reims'),
  (10249, 'ALFKI', 1, '1996-07-05', 21996, 85048, 11610, '1996-07-10 08:15:00.000250', 'Toms Spezialitäten', 'Münster');

create table public.order_details (
  order_id int references public.orders,
  product_id int references public.products,
  quantity int not null,
  primary key (order_id, product_id)
);
insert into public.order_details values (10248, 11, 12), (10248, 1, 5), (10249, 1, 9);

create table public.us_states (state_id int primary key, state_name text, state_abbr text, state_region text);
insert into public.us_states values (1, 'Alabama', 'AL', 'south');

-- The old Northwind of Access: names with spaces.
create table public."Order Notes" (
  "ID" int primary key,
  "Employee ID" int references public.employees,
  "Note Text" text
);
insert into public."Order Notes" values (1, 2, 'Call before delivery');

-- A schema in CamelCase.
create table public."Elements" (
  "AtomicNumber" int primary key,
  "Element" text not null,
  "Symbol" text not null,
  "NumberOfNeutrons" int,
  "YearOfDiscovery" int,
  "CASNumber" text
);
insert into public."Elements" values (1, 'Hydrogen', 'H', 0, 1766, '1333-74-0'), (2, 'Helium', 'He', 2, 1868, '7440-59-7');

create table public."Shipment" (
  "ShipmentId" int primary key,
  "FirstName" text,
  "LastName" text,
  "Status" text not null default 'open',
  "ElementId" int references public."Elements"
);
insert into public."Shipment" values (1, 'Zoë', 'Moe', 'open', 1);

-- Tags: the title of a record, and the key of a view.
create table public.players (id int primary key, first_name text, last_name text, shirt int);
comment on table public.players is '@record-title #{shirt} {last_name}';
insert into public.players values (1, 'Ada', 'Hegerberg', 14);

-- A reference of two columns.
create table public.shelves (hall text, number int, label text, primary key (hall, number));
insert into public.shelves values ('A', 7, 'Tea'), ('B', 7, 'Cheese');
create table public.stock (
  id int primary key,
  hall text,
  shelf_number int,
  amount int,
  foreign key (hall, shelf_number) references public.shelves
);
insert into public.stock values (1, 'A', 7, 12500);

-- Arrays of two dimensions.
create table public.boards (id int primary key, name text, cells int[], letters text[]);
insert into public.boards values (1, 'Small', '{{1,2},{3,4}}', '{{a,"b, c"},{d,NULL}}');

-- Partitions whose foreign keys the partitioned table does not have.
create table public.measurements (
  id int not null,
  product_id int not null,
  taken_on date not null,
  value numeric(8, 2),
  primary key (id, taken_on)
) partition by range (taken_on);
create table public.measurements_2025 partition of public.measurements for values from ('2025-01-01') to ('2026-01-01');
create table public.measurements_2026 partition of public.measurements for values from ('2026-01-01') to ('2027-01-01');
alter table public.measurements_2025 add foreign key (product_id) references public.products;
alter table public.measurements_2026 add foreign key (product_id) references public.products;
insert into public.measurements values (1, 1, '2025-03-01', 1.25), (2, 11, '2026-03-01', 2.5);

-- A table that others inherit from: its rows include theirs.
create table public.vehicles (id int primary key, name text);
create table public.vans (seats int) inherits (public.vehicles);
create table public.vans_electric (range int) inherits (public.vans);
insert into public.vehicles values (1, 'Bicycle');
insert into public.vans values (2, 'Van', 3);
insert into public.vans_electric values (3, 'Electric van', 2, 300);

-- Views: updatable by itself, over a view, by triggers, with a tag, not updatable.
create view public.beverages as select product_id as number, product_name as label, unit_price from public.products where category_id = 1;
create view public.cheap_beverages as select * from public.beverages where unit_price < 20;
create view public.order_lines as
  select d.order_id, d.product_id, p.product_name, d.quantity
  from public.order_details d join public.products p using (product_id);
create function public.order_lines_update() returns trigger language plpgsql as $$
begin
  update public.order_details set quantity = new.quantity where order_id = old.order_id and product_id = old.product_id;
  return new;
end $$;
create trigger order_lines_update instead of update on public.order_lines for each row execute function public.order_lines_update();
create view public.sales as
  select o.customer_id, c.company_name as customer_name, count(*) as orders
  from public.orders o join public.customers c using (customer_id) group by 1, 2;
comment on view public.sales is '@key customer_id';
create view public.sales_total as select count(*) as orders from public.orders;

-- A table without columns, and a materialized view without data.
create table public.no_columns ();
insert into public.no_columns default values;
create materialized view public.not_populated as select order_id, order_date from public.orders with no data;

-- Names that are escapes of addresses and properties of every object in JavaScript.
create table public."Rates 100%/a%2Fb" (id int primary key, name text, "constructor" text, "__proto__" text, "toString" text);
insert into public."Rates 100%/a%2Fb" values (1, 'Standard', 'c', 'p', null);

-- Values of several megabytes.
create table public.documents (id int primary key, name text not null, body text, data jsonb, description text);
alter table public.documents alter column body set storage external;
insert into public.documents (id, name, body, data) values
  (1, 'Small', 'A short text.', '{"a": 1}'),
  (2, '200 kB', repeat('0123456789', 20000), null),
  (3, '1 MB in one line', repeat('abcdefghij', 100000), null),
  (4, '5 MB', repeat(E'A line of a long text.\n', 230000), null),
  (5, '20 MB of JSON', null, (select jsonb_agg(jsonb_build_object('n', n, 'text', repeat('x', 180))) from generate_series(1, 100000) n));

-- Pictures, beside a large text.
create type public.painting_state as enum ('stored', 'lent');
create table public.paintings (id int primary key, title text not null, photo text, story text, painted_on date, state public.painting_state);
comment on column public.paintings.photo is '@file bucket=paintings';
alter table public.paintings alter column story set storage external;
insert into public.paintings values
  (1, 'The Harbour', 'harbour.jpg', repeat('A long story. ', 30000), '1999-05-04', 'stored'),
  (2, 'The Sea', null, 'Short.', '1999-05-20', 'lent');

-- A card with a picture, a time, a long text and a person.
create table public.topics (id int primary key, name text not null);
insert into public.topics values (1, 'Tea');
create table public.articles (
  id int primary key, title text not null, photo text, body text, published_at timestamptz,
  topic_id int references public.topics, author_id int references public.employees);
comment on column public.articles.photo is '@file bucket=paintings';
insert into public.articles values (1, 'Green tea', null, repeat('Tea. ', 100), '2026-11-24 20:07Z', 1, 1);

-- No column is required, and the time of the insert precedes the title.
create table public.enquiries (
  id bigint generated always as identity primary key, created_at timestamptz not null default now(), topic text, budget numeric);

grant select, insert, update, delete on all tables in schema public to authenticated;
analyze;
