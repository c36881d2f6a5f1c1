-- The types of pgvector, which store their text unchanged and accept a number of dimensions. Values are compared and
-- sorted by the bytes of their text, so that filters, DISTINCT and unique indexes work.
do $do$
declare
  name text;
  element text;
  comparison record;
begin
  foreach name in array array['vector', 'halfvec', 'sparsevec'] loop
    execute format('create type schema.%I', name);
    execute format('create function schema.%s_in(cstring) returns schema.%1$I language internal immutable strict parallel safe as ''textin''', name);
    execute format('create function schema.%s_out(schema.%1$I) returns cstring language internal immutable strict parallel safe as ''textout''', name);
    execute format('create function schema.%s_recv(internal) returns schema.%1$I language internal stable strict parallel safe as ''textrecv''', name);
    execute format('create function schema.%s_send(schema.%1$I) returns bytea language internal stable strict parallel safe as ''textsend''', name);
    execute format('create type schema.%I (input = schema.%1$s_in, output = schema.%1$s_out, receive = schema.%1$s_recv, send = schema.%1$s_send,
      typmod_in = varchartypmodin, typmod_out = varchartypmodout, internallength = variable, storage = extended)', name);
    for comparison in
      select * from (values ('eq', '=', '=', '<>', 'eqsel'), ('ne', '<>', '<>', '=', 'neqsel'), ('lt', '<', '>', '>=', 'scalarltsel'),
        ('le', '<=', '>=', '>', 'scalarlesel'), ('gt', '>', '<', '<=', 'scalargtsel'), ('ge', '>=', '<=', '<', 'scalargesel')
      ) as c (suffix, operator, commutator, negator, selectivity)
    loop
      execute format('create function schema.%I(schema.%I, schema.%2$I) returns boolean language internal immutable strict parallel safe as %L',
        name || '_' || comparison.suffix, name, 'bytea' || comparison.suffix);
      execute format('create operator schema.%s (leftarg = schema.%I, rightarg = schema.%2$I, function = schema.%I, commutator = operator(schema.%s),
        negator = operator(schema.%s), restrict = %s)', comparison.operator, name, name || '_' || comparison.suffix,
        comparison.commutator, comparison.negator, comparison.selectivity);
    end loop;
    execute format('create function schema.%s_cmp(schema.%1$I, schema.%1$I) returns integer language internal immutable strict parallel safe as ''byteacmp''', name);
    execute format('create operator class schema.%s_ops default for type schema.%1$I using btree as
      operator 1 schema.<, operator 2 schema.<=, operator 3 schema.=, operator 4 schema.>=, operator 5 schema.>,
      function 1 schema.%1$s_cmp(schema.%1$I, schema.%1$I)', name);
    if name <> 'sparsevec' then
      execute format('create function schema.%s_to_float4(schema.%1$I) returns real[] language sql immutable strict parallel safe
        as $$ select translate($1::text, ''[]'', ''{}'')::real[] $$', name);
      foreach element in array array['integer', 'real', 'double precision', 'numeric'] loop
        execute format('create function schema.array_to_%s(%s[]) returns schema.%1$I language sql immutable strict parallel safe
          as $$ select (''['' || array_to_string($1::real[], '','') || '']'')::schema.%1$I $$', name, element);
        execute format('create cast (%2$s[] as schema.%1$I) with function schema.array_to_%1$s(%2$s[]) as assignment', name, element);
      end loop;
      execute format('create cast (schema.%I as real[]) with function schema.%1$s_to_float4(schema.%1$I)', name);
    end if;
  end loop;
end $do$;
