-- Tables of a new project, before the first grant.
create table public.invoices (id bigint generated always as identity primary key, number text not null);
alter table public.invoices enable row level security;
create policy "Everyone reads" on public.invoices for select to authenticated using (true);
create table public."Price list" (id int primary key);
revoke all on public.invoices, public."Price list" from anon, authenticated;
