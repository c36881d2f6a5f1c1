-- The types of pgvector, which store their text unchanged and accept a number of dimensions.
do $do$
declare
  name text;
begin
  foreach name in array array['vector', 'halfvec', 'sparsevec'] loop
    execute format('create type schema.%I', name);
    execute format('create function schema.%s_in(cstring) returns schema.%1$I language internal immutable strict parallel safe as ''textin''', name);
    execute format('create function schema.%s_out(schema.%1$I) returns cstring language internal immutable strict parallel safe as ''textout''', name);
    execute format('create function schema.%s_recv(internal) returns schema.%1$I language internal stable strict parallel safe as ''textrecv''', name);
    execute format('create function schema.%s_send(schema.%1$I) returns bytea language internal stable strict parallel safe as ''textsend''', name);
    execute format('create type schema.%I (input = schema.%1$s_in, output = schema.%1$s_out, receive = schema.%1$s_recv, send = schema.%1$s_send,
      typmod_in = varchartypmodin, typmod_out = varchartypmodout, internallength = variable, storage = extended)', name);
  end loop;
end $do$;
