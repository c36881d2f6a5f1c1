do $do$
begin
  if to_regtype('pgmq.message_record') is null then
    create type pgmq.message_record as (msg_id bigint, read_ct int, enqueued_at timestamptz, vt timestamptz, message jsonb);
  end if;
end $do$;
create table if not exists pgmq.meta (
  queue_name text primary key, is_partitioned boolean not null, is_unlogged boolean not null, created_at timestamptz not null default now()
);
