-- Realtime: messages from the database to channels. The policies on the table of messages control
-- access to private channels. The realtime service's own user owns the table, so policies do not
-- apply to it.

-- The service connects as this user and reads the replication log. It can set the roles of
-- subscribers, and can use the types of all schemas to format changed rows.
create role supabase_realtime_admin login noinherit replication;
grant authenticator to supabase_realtime_admin;
grant pg_read_all_data to supabase_realtime_admin with inherit true, set false;
alter role supabase_realtime_admin set search_path = public, extensions;

grant create, usage on schema realtime to supabase_realtime_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

set local role supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
comment on table realtime.messages is 'Broadcasts from the database, stored for three days. The policies control who can read from (select) and write to (insert) a private channel.';

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

-- Returns the channel for which a policy is evaluated.
create function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Sends a broadcast to a channel when the transaction commits. An error is only a warning, so that
-- the statement that sends, often in a trigger, succeeds.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  _id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    _id,
    case when jsonb_typeof(send.payload) = 'object' then jsonb_build_object('id', _id) || send.payload else send.payload end,
    send.event, send.topic, send.private, 'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For a row trigger: broadcasts the change to a private channel.
create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

reset role;

create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert');
