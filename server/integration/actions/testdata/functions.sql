-- Functions that change something, which the tests of outcomes call.
create table public.runs (id bigint generated always as identity primary key, note text);
grant select on public.runs to authenticated;
create function public.record_run(note text, seconds numeric default 0) returns bigint
language sql security definer set search_path = ''
as $$
  insert into public.runs (note) values (record_run.note);
  select pg_catalog.pg_sleep(seconds::double precision);
  select pg_catalog.count(*) from public.runs r where r.note = record_run.note;
$$;
comment on function public.record_run is 'Adds a run. @title Record a run @touches runs @unknown tag';
revoke execute on function public.record_run from public, anon;
grant execute on function public.record_run to authenticated;

-- A role that owns a function, so that it can correct its comment.
create role keeper nologin;
grant authenticated to keeper;
grant keeper to authenticator;
grant keeper to postgres;
grant create on schema public to keeper;
create function public.kept() returns int language sql immutable as 'select 1';
alter function public.kept owner to keeper;

insert into public.tableside_actions (name, title, input, on_tables, result, roles) values
  ('stream', 'Stream text', '{"type": "object", "properties": {"zebra": {"type": "integer"}, "apple": {"type": "string"}}, "required": ["zebra"]}', '{"tree zebra=id"}', 'text', null),
  ('owners-only', 'For other roles', null, null, null, '{service_role}');

-- Returns more rows than the REST service returns at once (1,000), and records its call.
create function public.many_rows(note text) returns table (n int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.runs (note) values (many_rows.note);
  return query select i from pg_catalog.generate_series(1, 1500) i;
end
$$;
revoke execute on function public.many_rows from public, anon;
grant execute on function public.many_rows to authenticated;

-- A function that only a policy needs.
create function public.sees_runs() returns boolean language sql stable as 'select true';
create policy "Some see runs" on public.runs for select to keeper using (public.sees_runs());
