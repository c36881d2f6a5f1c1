-- JSON Web Tokens with HMAC signatures: the functions of the extension pgjwt 0.2.

create or replace function schema.url_encode(data bytea) returns text
language sql immutable
as $$ select translate(encode(data, 'base64'), e'+/=\n', '-_') $$;

create or replace function schema.url_decode(data text) returns bytea
language sql immutable
as $$ select decode(rpad(translate(data, '-_', '+/'), (length(data) + 3) / 4 * 4, '='), 'base64') $$;

-- Returns the signature; an error for an algorithm other than HS256, HS384 and HS512.
create or replace function schema.algorithm_sign(signables text, secret text, algorithm text) returns text
language plpgsql immutable
as $$
declare
  digest constant text := case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' end;
begin
  if digest is null then
    raise exception 'Unknown algorithm: %', algorithm using errcode = '22023';
  end if;
  return schema.url_encode(pgcrypto.hmac(convert_to(signables, 'utf8'), convert_to(secret, 'utf8'), digest));
end $$;

create or replace function schema.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable
as $$
  with signables as (
    select schema.url_encode(convert_to(json_build_object('alg', algorithm, 'typ', 'JWT')::text, 'utf8'))
      || '.' || schema.url_encode(convert_to(payload::text, 'utf8')) as data
  )
  select data || '.' || schema.algorithm_sign(data, secret, algorithm) from signables
$$;

-- Returns the number in a text, or null.
create or replace function schema.try_cast_double(inp text) returns double precision
language plpgsql immutable
as $$
begin
  return inp::double precision;
exception when others then
  return null;
end $$;

-- Returns the parts of a token, and whether the signature is correct and the time is between the
-- claims nbf and exp.
create or replace function schema.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql stable
as $$
  select t.header, t.payload,
    t.signature_ok and tstzrange(
      to_timestamp(schema.try_cast_double(t.payload ->> 'nbf')), to_timestamp(schema.try_cast_double(t.payload ->> 'exp'))
    ) @> current_timestamp
  from (
    select convert_from(schema.url_decode(parts[1]), 'utf8')::json as header,
      convert_from(schema.url_decode(parts[2]), 'utf8')::json as payload,
      parts[3] = schema.algorithm_sign(parts[1] || '.' || parts[2], secret, algorithm) as signature_ok
    from string_to_array(token, '.') as parts
  ) as t
$$;
