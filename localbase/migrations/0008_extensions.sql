-- The replacements of extensions that are installed: see package extensions.

create table if not exists supabase_migrations.localbase_extensions (name text primary key);
