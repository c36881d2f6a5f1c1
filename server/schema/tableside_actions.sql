-- Tableside offers the edge functions in the table below as actions. It is optional: the
-- setting TABLESIDE_FUNCTIONS declares edge functions too, but needs a restart. Running this
-- file again updates an earlier version and preserves the rows. To remove everything:
--   drop table public.tableside_actions;
--
-- To offer a function on each order:
--   insert into public.tableside_actions (name, title, input, on_tables)
--   values ('quote-shipping', 'Quote shipping', '{"properties": {"order_id": {"type": "integer"}}, "required": ["order_id"]}', '{orders}');

create table if not exists public.tableside_actions (
  name text primary key,
  title text,
  label text,
  description text,
  icon text,
  method text not null default 'POST',
  input json,
  accept text,
  on_tables text[],
  when_filter text,
  result text,
  sets text,
  touches text[],
  undo text,
  confirm text,
  danger boolean not null default false,
  hidden boolean not null default false,
  roles text[],
  constraint tableside_actions_name_is_a_segment check (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]*$'),
  constraint tableside_actions_method_is_known check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  constraint tableside_actions_input_is_an_object check (input is null or pg_catalog.json_typeof(input) = 'object'),
  constraint tableside_actions_roles_are_names check (roles is null or pg_catalog.cardinality(roles) between 1 and 50)
);

comment on table public.tableside_actions is 'Edge functions that Tableside offers as actions. @title Edge functions @hidden';
comment on column public.tableside_actions.name is 'The name of the edge function.';
comment on column public.tableside_actions.label is 'The text of buttons. Empty: the title.';
comment on column public.tableside_actions.icon is 'The name of a Lucide icon, such as truck.';
comment on column public.tableside_actions.input is 'A JSON Schema of the function''s input. Empty: no input.';
comment on column public.tableside_actions.accept is 'Media types such as text/csv, if the input is a file.';
comment on column public.tableside_actions.on_tables is 'Tables on which the action is offered: orders for a record, orders[] for a selection, orders order=number to fill an argument from a column.';
comment on column public.tableside_actions.when_filter is 'Offers the action only for matching rows, such as status=eq.draft.';
comment on column public.tableside_actions.result is 'rows, record, value, text, markdown, json, file, link or message. Empty: by the response.';
comment on column public.tableside_actions.sets is 'A value of the row after the action, such as status=packed.';
comment on column public.tableside_actions.touches is 'Tables that the function changes.';
comment on column public.tableside_actions.undo is 'The name of the inverse edge function.';
comment on column public.tableside_actions.confirm is 'Asks before the run, with this text.';
comment on column public.tableside_actions.roles is 'Database roles that can run the action here. Empty: every signed-in user.';

revoke all on public.tableside_actions from public, anon, authenticated;
grant select on public.tableside_actions to authenticated;
grant all on public.tableside_actions to service_role;

alter table public.tableside_actions enable row level security;

drop policy if exists "People see the actions of their roles" on public.tableside_actions;
create policy "People see the actions of their roles" on public.tableside_actions
  for select to authenticated using (
    roles is null
    or exists (select from pg_catalog.pg_roles r
               where r.rolname = any (tableside_actions.roles) and pg_catalog.pg_has_role(r.oid, 'usage')));

-- Makes the REST service read the table.
notify pgrst, 'reload schema';
