\set ON_ERROR_STOP on
\set owner 'Ada O''Hara'
\pset pager off
\timing
\echo 'loading' the data
create table public.people (id int primary key, name text);
insert into public.people values (1, :'owner'), (2, 'a:owner ::int'::text);
\ir included.sql
\copy public.people (id, name) from 'people.csv' with (format csv, header true)
\dt
\q
this is not SQL
