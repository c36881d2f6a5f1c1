-- Tableside reads the permitted changes of a status from the function below, for columns
-- without the tag @transitions. It is optional. Each row has a table, its column with an
-- enum type, and the values that can follow each value, in the form of the tag. Replace
-- the example by your own rows, or read them from a table that your triggers use too.
-- The function runs with the rights of the user who looks at a table; it must change
-- nothing, and respond quickly. The database must check the transitions itself.
-- Running this file again keeps your version. To remove it:
--   drop function public.tableside_transitions();
do $install$
begin
  if pg_catalog.to_regprocedure('public.tableside_transitions()') is null then
    create function public.tableside_transitions()
    returns table (table_schema text, table_name text, column_name text, transitions text)
    language sql
    stable
    security invoker
    set search_path = ''
    as $tableside$
      select * from (values
        ('public', 'orders', 'status', 'draft>confirmed|cancelled, confirmed>shipped')
      ) example (table_schema, table_name, column_name, transitions)
      where false; -- remove this line
    $tableside$;
  end if;
end
$install$;

comment on function public.tableside_transitions() is 'The values that can follow each value of a status. Read by Tableside; runs with the caller''s rights. @hidden';

grant execute on function public.tableside_transitions() to authenticated;
