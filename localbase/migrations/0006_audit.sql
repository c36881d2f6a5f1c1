-- The audit log of the auth service, with the table of a Supabase project.

set local role supabase_auth_admin;

create table auth.audit_log_entries (
    instance_id uuid,
    id uuid not null primary key,
    payload json,
    created_at timestamp with time zone,
    ip_address character varying(64) not null default ''
);
comment on table auth.audit_log_entries is 'Auth: Audit trail for user actions.';

create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

alter table auth.audit_log_entries enable row level security;

grant all on auth.audit_log_entries to postgres;

reset role;
