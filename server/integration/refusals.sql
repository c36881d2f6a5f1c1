-- Tables whose constraints, policies and triggers reject writes in every way that PostgreSQL has, with names that need
-- quoting.
create extension if not exists btree_gist;
create domain public.refusal_code as text check (value ~ '^[A-Z]+$');
create type public.refusal_state as enum ('open', 'shut');
create table public.refusal_groups (id int primary key, "Long Name" text);
create table public.refusals (
  id int primary key,
  "Full Name" text unique,
  email text,
  first int, second int,
  starts timestamptz, ends timestamptz, room int,
  code public.refusal_code,
  state public.refusal_state,
  short varchar(4), brief char(2),
  small smallint, amount numeric(5, 2), other numeric(7, 2),
  day date, moment timestamptz, whole int, tags int[], data jsonb, ip inet, span int4range,
  group_id int references public.refusal_groups (id),
  needed text not null default 'x',
  low int, high int,
  deleted boolean,
  unique (first, second),
  constraint "low ""to"" high" check (low <= high),
  constraint refusals_one_room exclude using gist (room with =, tstzrange(starts, ends) with &&)
);
create unique index "e-mail once" on public.refusals (lower(email)) where deleted is not true;
create table public.refusal_parts (
  id int, kind text not null, serial text, parent int references public.refusal_groups (id),
  check (id > 0), primary key (id, kind), unique (serial, kind)
) partition by list (kind);
create table public.refusal_parts_a partition of public.refusal_parts for values in ('a');
create table public.refusal_parts_b partition of public.refusal_parts for values in ('b');
insert into public.refusal_groups values (1, 'one'), (2, 'two');
insert into public.refusals (id, "Full Name", email, first, second, room, starts, ends, group_id) values
  (1, 'Ada', 'ada@example.test', 1, 1, 1, '2026-01-01 10:00Z', '2026-01-01 12:00Z', 1);
insert into public.refusal_parts values (1, 'a', 's', 1);
alter table public.refusals enable row level security;
create policy "All but what is called secret" on public.refusals for all to authenticated
  using (true) with check ("Full Name" is distinct from 'secret');
grant select, insert, update, delete on public.refusals, public.refusal_groups, public.refusal_parts to authenticated;
create function public.refusal_raises() returns trigger language plpgsql as $$
begin
  if new.email = 'raise' then
    raise exception 'Not on a Sunday.' using detail = 'It is Sunday.', hint = 'Come on Monday.';
  end if;
  return new;
end $$;
create trigger refusal_raises before insert on public.refusals for each row execute function public.refusal_raises();
notify pgrst, 'reload schema';
