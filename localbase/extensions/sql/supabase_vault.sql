create table if not exists vault.secrets (
  id uuid primary key default gen_random_uuid(), name text unique, description text not null default '', secret text not null,
  key_id uuid, nonce bytea, created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create or replace view vault.decrypted_secrets as
  select id, name, description, secret, null::text as decrypted_secret, key_id, nonce, created_at, updated_at from vault.secrets;
