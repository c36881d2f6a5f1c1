-- Tables and functions for the end-to-end tests of actions.

create type public.job_state as enum ('open', 'checked', 'done', 'closed');

create table public.action_calls (id bigint generated always as identity primary key, name text not null, at timestamptz not null default now());
comment on table public.action_calls is '@hidden';
grant select, insert on public.action_calls to authenticated;
alter table public.action_calls enable row level security;
create policy "all" on public.action_calls for all to authenticated using (true) with check (true);

create table public.jobs (
  id bigint generated always as identity primary key,
  title text not null,
  state public.job_state not null default 'open',
  runs int not null default 0
);
comment on table public.jobs is '@title Jobs';
comment on column public.jobs.state is '@transitions open>checked, checked>closed';
grant select, update on public.jobs to authenticated;
alter table public.jobs enable row level security;
create policy "read" on public.jobs for select to authenticated using (true);
create policy "write" on public.jobs for update to authenticated using (title <> 'Hidden job');
insert into public.jobs (title) select 'Job ' || n from generate_series(1, 60) n;
insert into public.jobs (title) values ('Hidden job');

create function public.finish_job(job_id bigint) returns public.jobs
language plpgsql as $$
declare finished public.jobs;
begin
  update public.jobs set state = 'done', runs = runs + 1 where id = finish_job.job_id returning * into finished;
  if finished.id is null then
    raise exception 'You can''t finish this job.' using hint = 'Ask its owner.';
  end if;
  insert into public.action_calls (name) values ('finish_job ' || finish_job.job_id);
  return finished;
end $$;
comment on function public.finish_job is
  'Marks a job as done. @title Finish a job @action Finish @icon circle-check @when state=eq.open @touches jobs @undo reopen_job @sets state=done';

create function public.reopen_job(job_id bigint) returns public.jobs
language sql as $$
  update public.jobs set state = 'open' where id = reopen_job.job_id returning *;
$$;
comment on function public.reopen_job is '@hidden @touches jobs';

create function public.rename_job(job_id bigint, title text, note text default 'none') returns void
language plpgsql as $$
begin
  if length(rename_job.title) < 3 then
    raise exception 'The title is too short.' using column = 'title', hint = 'Use three letters or more.';
  end if;
  update public.jobs set title = rename_job.title where id = rename_job.job_id;
end $$;
comment on function public.rename_job is '@title Rename a job @on jobs @confirm The new title is visible to everyone.';

create function public.archive_job(job_id bigint) returns void language sql as $$ select $$;
comment on function public.archive_job is '@title Archive a job @danger @on jobs';
revoke execute on function public.archive_job from public, anon, authenticated;

create function public.job_titles(job_ids bigint[]) returns table (title text, length int)
language sql stable as $$ select j.title, length(j.title) from public.jobs j where j.id = any (job_ids) order by j.id $$;
comment on function public.job_titles is '@title List titles @on jobs[]';

create function public.sleep(seconds numeric) returns text
language plpgsql as $$
begin
  insert into public.action_calls (name) values ('sleep');
  perform pg_sleep(seconds);
  return 'slept';
end $$;
comment on function public.sleep is '@title Sleep';

create type public.box as (width int, height int);
create function public.describe_arguments(
  state public.job_state,
  due date,
  at timestamptz,
  options json,
  sizes int[],
  job_id bigint default null,
  amount numeric(8, 2) default 1.50,
  span daterange default null,
  box public.box default null,
  urgent boolean default false
) returns json language sql stable as $$
  select json_build_object('state', state, 'due', due, 'at', at, 'options', options, 'sizes', sizes,
    'job', job_id, 'amount', amount, 'span', span, 'box', box, 'urgent', urgent);
$$;
comment on function public.describe_arguments is '@title Every type of argument @result json';

create function public.report_in_markdown() returns text language sql stable as $$
  select E'# Report\n\n| job | runs |\n|---|--:|\n| One | 1 |\n\n<img src=x onerror="window.hacked=1"> [bad](javascript:alert(1))';
$$;
comment on function public.report_in_markdown is '@title Markdown report @result markdown';

-- A file argument: the file is uploaded into a bucket, and the function gets its path.
insert into storage.buckets (id, name) values ('lists', 'lists');
create policy "lists" on storage.objects for all to authenticated using (bucket_id = 'lists') with check (bucket_id = 'lists');
create function public.import_list(path text) returns text
language sql as $$
  insert into public.action_calls (name) values ('import_list');
  select 'lists/' || name from storage.objects where bucket_id = 'lists' and name = import_list.path;
$$;
comment on function public.import_list is
  '@title Import a list @arg path List, A file with a line per job, file bucket=lists folder=new accept=.csv @result file';

-- Rows for the runs that are killed. Each call takes a while, so that a kill finds calls in progress.
create table public.parcels (id bigint primary key, name text not null);
grant select on public.parcels to authenticated;
alter table public.parcels enable row level security;
create policy "read" on public.parcels for select to authenticated using (true);
insert into public.parcels (id, name) select n, 'Parcel ' || n from generate_series(1, 10000) n;

create function public.send_parcel(parcel_id bigint) returns void
language plpgsql as $$
begin
  insert into public.action_calls (name) values ('send_parcel ' || parcel_id);
  perform pg_sleep(0.05);
  if parcel_id % 25 = 0 then raise exception 'This parcel has no address.'; end if;
end $$;
comment on function public.send_parcel is '@title Send a parcel @action Send @touches parcels';
notify pgrst, 'reload schema';
