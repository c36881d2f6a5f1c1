-- A schema of 500 tables with ten columns and two references each, as large products have. Tests load it
-- to check the size of the schema and the search in the sidebar.
-- Run it once, as the owner, on a database that has the Supabase roles.
do $$
declare
  areas constant text[] := array['billing', 'catalog', 'claims', 'finance', 'fleet', 'hr', 'inventory', 'legal', 'projects', 'support'];
  kinds constant text[] := array['accounts', 'assets', 'budgets', 'cases', 'documents', 'events', 'items', 'lines', 'notes', 'plans'];
  name text;
  previous text;
begin
  for i in 0..499 loop
    name := format('%s_%s_%s', areas[i % 10 + 1], kinds[i / 10 % 10 + 1], lpad((i / 100 + 1)::text, 2, '0'));
    execute format(
      'create table public.%I (
         id bigint generated always as identity primary key, name text not null, description text,
         status text not null default ''open'' check (status in (''open'', ''closed'')), amount numeric(12, 2), due_date date,
         is_active boolean not null default true, data jsonb, created_at timestamptz not null default now(),
         parent_id bigint references public.%1$I%2$s
       );
       comment on table public.%1$I is ''@group %3$s'';
       insert into public.%1$I (name) values (''First of %1$s'')',
      name, coalesce(', previous_id bigint references public.' || quote_ident(previous), ''), initcap(areas[i % 10 + 1]));
    previous := name;
  end loop;
end $$;
grant select, insert, update, delete on all tables in schema public to authenticated;
