-- Large tables: 1,000,000 rows of 40 columns, and a table longer than a browser can scroll.
drop table if exists public.million, public.longest;
do $$
declare
  columns text := '';
  vals text := '';
begin
  for i in 1..37 loop
    columns := columns || format(', c%s smallint not null', i);
    vals := vals || format(', (n * %s %% 10007)::smallint', i);
  end loop;
  execute 'create unlogged table public.million (id int primary key, made_at timestamptz not null, part smallint' || columns || ')';
  execute 'insert into public.million select n, timestamptz ''2020-01-01'' + n / 3 * interval ''1 minute'', nullif(n % 5, 0)' || vals
    || ' from generate_series(1, 1000000) n';
end
$$;
create index on public.million (made_at, id);
create unlogged table public.longest as select n as id from generate_series(1, 1200000) n;
alter table public.longest add primary key (id), add column picture text;
comment on column public.longest.picture is '@file bucket=nowhere';

alter table public.million enable row level security;
alter table public.longest enable row level security;
create policy everyone on public.million for select using (true);
create policy everyone on public.longest for select using (true);
create policy everyone_writes on public.million for update using (true);
grant select on public.million, public.longest to authenticated;
grant update (part) on public.million to authenticated;
analyze public.million, public.longest;
