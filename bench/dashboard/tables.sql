-- A table of 1,000,000 sales in three years, with a policy, for the tiles of a dashboard.
create table public.sales (
  id bigint primary key,
  status text not null,
  region text not null,
  product_id int not null,
  is_paid boolean not null,
  quantity int not null,
  amount numeric(10, 2) not null,
  sold_at timestamptz not null
);
insert into public.sales
select n, (array['open', 'packed', 'shipped', 'delivered'])[1 + n % 4], 'Region ' || 1 + n % 8, 1 + n % 200, n % 3 > 0,
  1 + n % 12, (n::bigint * 7919 % 100000) / 100.0, timestamptz '2023-01-01' + n * interval '95 seconds'
from generate_series(1, 1000000) n;
alter table public.sales enable row level security;
create policy everyone on public.sales for select using (true);
grant select on public.sales to authenticated;
