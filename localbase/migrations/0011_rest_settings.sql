-- Settings of PostgREST that postgres can change, in addition to those of 0010_postgres_role.sql.
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'client_error_verbosity', 'db_pre_config', 'db_prepared_statements', 'jwt_cache_max_entries', 'jwt_secret_is_base64',
    'url_use_legacy_target_names'
  ] loop
    execute format('grant set on parameter pgrst.%I to postgres', setting);
  end loop;
end $$;
