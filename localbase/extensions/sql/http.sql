do $do$
begin
  if to_regtype('schema.http_response') is null then
    create domain schema.http_method as text;
    create domain schema.content_type as text check (value ~ '^\S+\/\S+');
    create type schema.http_header as (field varchar, value varchar);
    create type schema.http_response as (status integer, content_type varchar, headers schema.http_header[], content varchar);
    create type schema.http_request as (
      method schema.http_method, uri varchar, headers schema.http_header[], content_type varchar, content varchar
    );
  end if;
end $do$;
create or replace function schema.http_header(field varchar, value varchar) returns schema.http_header language sql immutable as $$
  select field, value
$$;
create or replace function schema.http_list_curlopt() returns table (curlopt text, value text) language sql as $$
  select null::text, null::text where false
$$;
