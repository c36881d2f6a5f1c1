-- The tables that e2e/files/csv-import.spec.ts fills. Can be run again.
create table if not exists public.stock_counts (region text, number int, note text, primary key (region, number));

-- Values that incorrect code for CSV files loses.
create table if not exists public.odds (
  id bigint primary key,
  what text not null,
  amount numeric,
  words text[],
  document jsonb,
  bytes bytea,
  span tstzrange,
  nothing text,
  at timestamptz,
  twice numeric generated always as (amount * 2) stored,
  counted int generated always as identity
);
create table if not exists public.odds_again (like public.odds including all);
insert into public.odds (id, what, amount, words, document, bytes, span, nothing, at) values
  (9007199254740993, '=HYPERLINK("x")', 12345678901234567890.123456789, '{a,NULL,"c,d",""}', '{"big": 12345678901234567890, "n": 1.50}', '\x00ff', '[2024-01-01 08:00+00,2024-01-01 17:00:00.000001+00)', '', '2024-02-29 23:59:59.999999+00'),
  (2, E'two\nlines; "quoted", é ☕', null, '{}', '"5"', '\x', 'empty', null, 'infinity'),
  (3, '''=1', 0.10, null, '5', null, null, 'null', null),
  (4, '', -1, '{}', '[]', null, '(,)', '  spaced  ', '0044-03-15 12:00:00+00 BC')
on conflict do nothing;
-- A table with required columns that files lack. There is one team.
create table if not exists public.import_teams (id uuid primary key default gen_random_uuid(), name text not null unique);
insert into public.import_teams (name) values ('Roastery team') on conflict do nothing;
do $$ begin
  create type public.import_state as enum ('open', 'done');
exception when duplicate_object then null;
end $$;
create table if not exists public.import_tasks (
  id bigint generated always as identity primary key,
  team_id uuid not null references public.import_teams,
  title text not null,
  state public.import_state not null,
  tags text[] not null,
  starts_on date,
  created_by uuid references auth.users
);
grant select on public.import_teams to authenticated;
grant all on public.import_tasks to authenticated;
grant all on public.stock_counts, public.odds, public.odds_again to authenticated;
