
SET default_transaction_read_only = off;

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

CREATE ROLE "archivist";
ALTER ROLE "archivist" WITH INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOBYPASSRLS;
CREATE ROLE "Reading room";
ALTER ROLE "Reading room" WITH INHERIT NOCREATEROLE NOCREATEDB LOGIN NOBYPASSRLS CONNECTION LIMIT 5 VALID UNTIL '2030-01-01 00:00:00+00';

ALTER ROLE "anon" SET "statement_timeout" TO '3s';

ALTER ROLE "authenticated" SET "statement_timeout" TO '8s';

ALTER ROLE "authenticator" SET "statement_timeout" TO '8s';
ALTER ROLE "authenticator" SET "pgrst.db_aggregates_enabled" TO 'true';

ALTER ROLE "archivist" SET "search_path" TO 'public', 'Lending desk';

GRANT "archivist" TO "Reading room" WITH INHERIT TRUE GRANTED BY "postgres";
GRANT "pg_read_all_data" TO "Reading room" WITH INHERIT TRUE GRANTED BY "postgres";

RESET ALL;
