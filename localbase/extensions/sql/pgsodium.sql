create table if not exists pgsodium.key (
  id uuid primary key default gen_random_uuid(), status text, created timestamptz not null default now(), expires timestamptz,
  key_type text, key_id bigint, key_context bytea, name text unique, associated_data text, comment text
);
create or replace view pgsodium.valid_key as select * from pgsodium.key;
