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
create or replace function schema.http_set_curlopt(curlopt varchar, value varchar) returns boolean language sql as $$ select true $$;
create or replace function schema.http_reset_curlopt() returns boolean language sql as $$ select true $$;
create or replace function schema.http(request schema.http_request) returns schema.http_response language plpgsql as $$
begin
  raise warning 'localbase sends no HTTP requests: % %', request.method, request.uri;
  return row(503, 'text/plain', array[]::schema.http_header[], 'localbase sends no HTTP requests')::schema.http_response;
end
$$;
create or replace function schema.urlencode(string bytea) returns text language sql immutable strict as $$
  select coalesce(string_agg(
    case
      when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or chr(byte) in ('-', '.', '_', '~') then chr(byte)
      when byte = 32 then '+'
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by i), '')
  from (select i, get_byte(string, i) as byte from generate_series(0, length(string) - 1) i) bytes
$$;
create or replace function schema.urlencode(string varchar) returns text language sql immutable strict as $$
  select schema.urlencode(convert_to(string, 'UTF8'))
$$;
create or replace function schema.urlencode(data jsonb) returns text language sql immutable strict as $$
  select string_agg(schema.urlencode(key::varchar) || '=' || schema.urlencode(value::varchar), '&') from jsonb_each_text(data)
$$;
create or replace function schema.http_get(uri varchar) returns schema.http_response language sql as $$
  select schema.http(('GET', uri, null, null, null)::schema.http_request)
$$;
create or replace function schema.http_get(uri varchar, data jsonb) returns schema.http_response language sql as $$
  select schema.http(('GET', uri || '?' || schema.urlencode(data), null, null, null)::schema.http_request)
$$;
create or replace function schema.http_post(uri varchar, content varchar, content_type varchar) returns schema.http_response language sql as $$
  select schema.http(('POST', uri, null, content_type, content)::schema.http_request)
$$;
create or replace function schema.http_post(uri varchar, data jsonb) returns schema.http_response language sql as $$
  select schema.http(('POST', uri, null, 'application/x-www-form-urlencoded', schema.urlencode(data))::schema.http_request)
$$;
create or replace function schema.http_put(uri varchar, content varchar, content_type varchar) returns schema.http_response language sql as $$
  select schema.http(('PUT', uri, null, content_type, content)::schema.http_request)
$$;
create or replace function schema.http_patch(uri varchar, content varchar, content_type varchar) returns schema.http_response language sql as $$
  select schema.http(('PATCH', uri, null, content_type, content)::schema.http_request)
$$;
create or replace function schema.http_delete(uri varchar) returns schema.http_response language sql as $$
  select schema.http(('DELETE', uri, null, null, null)::schema.http_request)
$$;
create or replace function schema.http_delete(uri varchar, content varchar, content_type varchar) returns schema.http_response language sql as $$
  select schema.http(('DELETE', uri, null, content_type, content)::schema.http_request)
$$;
create or replace function schema.http_head(uri varchar) returns schema.http_response language sql as $$
  select schema.http(('HEAD', uri, null, null, null)::schema.http_request)
$$;
