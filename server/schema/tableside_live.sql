-- Makes tables live: the database sends a message to a private channel of the table after
-- each statement that changes it, and Tableside reads the rows again under the user's own
-- policies. Running this file again updates an earlier version. To end it for a table, drop
-- its triggers tableside_live_insert, _update, _delete and _truncate. To remove everything:
--   drop function public.tableside_live() cascade;
--   drop function public.tableside_may_join(text) cascade;

-- Sends {"operation": ..., "keys": [...]} to the channel of the changed table. A channel has
-- one policy for all its messages, so the keys are missing if not all users who can
-- receive the message can read all keys: if the table has row-level security, or grants on
-- columns. They are also missing if a statement changed many rows. A statement that changes
-- no row sends nothing. realtime.send() turns its own errors into warnings.
create or replace function public.tableside_live()
returns trigger
language plpgsql
volatile
security definer -- the user who changes a row cannot write to realtime.messages
set search_path = ''
as $tableside$
declare
  max_keys constant integer := 50;
  message jsonb := pg_catalog.jsonb_build_object('operation', tg_op);
  key_columns text[];
  keys jsonb;
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from changed) then
      return null;
    end if;
    select pg_catalog.array_agg(a.attname) into key_columns
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = tg_relid and i.indisprimary
      and not exists (select from pg_catalog.pg_class c where c.oid = tg_relid and c.relrowsecurity)
      and not exists (select from pg_catalog.pg_attribute g where g.attrelid = tg_relid and g.attacl is not null);
    if key_columns is not null then
      select pg_catalog.jsonb_agg(k.key) into keys
      from (select pg_catalog.to_jsonb(c) as content from changed c limit max_keys + 1) r
      cross join lateral (
        select pg_catalog.jsonb_object_agg(n.name, r.content ->> n.name) as key
        from pg_catalog.unnest(key_columns) n(name)
      ) k;
      if pg_catalog.jsonb_array_length(keys) <= max_keys then
        message := message || pg_catalog.jsonb_build_object('keys', keys);
      end if;
    end if;
  end if;
  perform realtime.send(message, 'changed', public.tableside_live_topic(tg_table_schema, tg_table_name), true);
  return null;
end
$tableside$;
comment on function public.tableside_live() is 'Reports changes of a table to its live channel. @hidden';

-- Returns the channel of a table: the names are encoded as encodeURIComponent does.
create or replace function public.tableside_live_topic(table_schema text, table_name text)
returns text
language sql
immutable
security invoker
set search_path = ''
as $tableside$
  select 'tableside:table:' || pg_catalog.string_agg(encoded.name, ':' order by encoded.position)
  from (
    select n.position, pg_catalog.string_agg(
             case when c.character collate "C" ~ '[A-Za-z0-9_.!~*''()-]' then c.character
                  else pg_catalog.upper(pg_catalog.regexp_replace(
                    pg_catalog.encode(pg_catalog.convert_to(c.character, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end,
             '' order by c.position) as name
    from (values (1, table_schema), (2, table_name)) n(position, name)
    cross join lateral pg_catalog.regexp_split_to_table(n.name, '') with ordinality c(character, position)
    group by n.position
  ) encoded
$tableside$;

-- Reports whether the caller can join a channel of Tableside: those of a table are for the
-- users who can read some of the table, and the conversation on a record for those who can
-- read its row.
create or replace function public.tableside_may_join(topic text)
returns boolean
language plpgsql
stable
security invoker
set search_path = ''
as $tableside$
declare
  parts constant text[] := pg_catalog.string_to_array(topic, ':');
  names text[];
begin
  if parts[1] is distinct from 'tableside' or parts[2] not in ('table', 'presence', 'comments')
     or parts[4] is null or parts[2] = 'table' and pg_catalog.cardinality(parts) <> 4
     or parts[2] = 'comments' and pg_catalog.cardinality(parts) <> 5 then
    return false;
  end if;
  select pg_catalog.array_agg(pg_catalog.convert_from(pg_catalog.decode(d.hex, 'hex'), 'UTF8') order by d.position) into names
  from (
    select n.position, pg_catalog.string_agg(
             case when m.token[1] like '\%__' then pg_catalog.substr(m.token[1], 2)
                  else pg_catalog.encode(pg_catalog.convert_to(m.token[1], 'UTF8'), 'hex') end,
             '' order by m.position) as hex
    from pg_catalog.unnest(parts[3:5]) with ordinality n(name, position)
    cross join lateral pg_catalog.regexp_matches(n.name, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality m(token, position)
    group by n.position
  ) d;
  if parts[2] = 'comments' then
    return coalesce(public.tableside_may_read(names[1], names[2], names[3]), false);
  end if;
  return coalesce(public.tableside_may_read(names[1], names[2]), false);
end
$tableside$;
comment on function public.tableside_may_join(text) is
  'Whether the caller can join a channel of Tableside. Used by the policies of realtime.messages. @hidden';

revoke all on function public.tableside_live(), public.tableside_live_topic(text, text), public.tableside_may_join(text)
  from public, anon, authenticated;
grant execute on function public.tableside_may_join(text) to authenticated, service_role;

drop policy if exists "Tableside users receive messages about tables that they can read" on realtime.messages;
create policy "Tableside users receive messages about tables that they can read" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence')
         and realtime.topic() like 'tableside:%' and public.tableside_may_join(realtime.topic()));

-- Only the database sends to the channel of a table.
drop policy if exists "Tableside users share where they are in tables that they can read" on realtime.messages;
create policy "Tableside users share where they are in tables that they can read" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence')
              and (realtime.topic() like 'tableside:presence:%' or realtime.topic() like 'tableside:comments:%')
              and public.tableside_may_join(realtime.topic()));

