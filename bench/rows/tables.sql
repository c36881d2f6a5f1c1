-- Two tables with the same 40 columns of common types: one has a hundred times as many rows as the other.
do $$
declare
  columns text := '';
  vals text := '';
  made record;
begin
  for i in 1..12 loop
    columns := columns || format(', amount_%s int not null', i);
    vals := vals || format(', (n * %s) %% 100000', i * 7 + 1);
  end loop;
  for i in 1..10 loop
    columns := columns || format(', note_%s text not null', i);
    vals := vals || format(', ''value '' || n %% %s', i * 97);
  end loop;
  for i in 1..6 loop
    columns := columns || format(', flag_%s boolean not null', i);
    vals := vals || format(', n %% %s = 0', i + 1);
  end loop;
  for i in 1..6 loop
    columns := columns || format(', price_%s numeric(12, 2)', i);
    vals := vals || format(', (n %% 10007) * %s / 100.0', i);
  end loop;
  for made in select * from (values ('rows_10k', 10000), ('rows_1m', 1000000)) as sizes(name, rows) loop
    execute format('create table public.%I (id bigint primary key, name text not null, state text not null,'
      || ' made_at timestamptz not null, due date, code uuid not null%s)', made.name, columns);
    execute format('insert into public.%I select n, ''Row '' || n, (array[''draft'', ''open'', ''paid''])[1 + n %% 3],'
      || ' timestamptz ''2020-01-01'' + n * interval ''3 minutes'', date ''2020-01-01'' + n %% 2000, md5(n::text)::uuid%s'
      || ' from generate_series(1, %s) n', made.name, vals, made.rows);
    execute format('alter table public.%I enable row level security', made.name);
    execute format('create policy everyone on public.%I for select using (true)', made.name);
    execute format('grant select on public.%I to authenticated', made.name);
    execute format('analyze public.%I', made.name);
  end loop;
end
$$;
