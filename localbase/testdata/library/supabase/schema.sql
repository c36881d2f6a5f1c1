


SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;


CREATE SCHEMA IF NOT EXISTS "Lending desk";


ALTER SCHEMA "Lending desk" OWNER TO "postgres";


COMMENT ON SCHEMA "Lending desk" IS 'Loans and members';



COMMENT ON SCHEMA "public" IS 'standard public schema';



CREATE EXTENSION IF NOT EXISTS "citext" WITH SCHEMA "public";






CREATE EXTENSION IF NOT EXISTS "hstore" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "ltree" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pg_cron" WITH SCHEMA "pg_catalog";






CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";






CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pg_trgm" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pgmq" WITH SCHEMA "pgmq";






CREATE EXTENSION IF NOT EXISTS "pgsodium";






CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";






CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "vector" WITH SCHEMA "extensions";






CREATE TYPE "public"."address" AS (
	"street" "text",
	"city" "text",
	"zip" "text"
);


ALTER TYPE "public"."address" OWNER TO "postgres";


CREATE DOMAIN "public"."isbn" AS "text"
	CONSTRAINT "isbn_check" CHECK ((VALUE ~ '^[0-9]{9,12}[0-9X]$'::"text"));


ALTER DOMAIN "public"."isbn" OWNER TO "postgres";


CREATE TYPE "public"."media" AS ENUM (
    'book',
    'audio book',
    'it''s a map'
);


ALTER TYPE "public"."media" OWNER TO "postgres";


CREATE TYPE "public"."time_slot" AS RANGE (
    subtype = time without time zone,
    multirange_type_name = "public"."time_slot_multirange"
);


ALTER TYPE "public"."time_slot" OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."after_login"() RETURNS "event_trigger"
    LANGUAGE "plpgsql"
    AS $$ begin null; end $$;


ALTER FUNCTION "public"."after_login"() OWNER TO "postgres";


CREATE PROCEDURE "public"."archive"(INOUT "n" integer DEFAULT 0)
    LANGUAGE "plpgsql"
    AS $$ begin n := n + 1; end $$;


ALTER PROCEDURE "public"."archive"(INOUT "n" integer) OWNER TO "postgres";

SET default_tablespace = '';

SET default_table_access_method = "heap";


CREATE TABLE IF NOT EXISTS "public"."titles" (
    "id" "uuid" DEFAULT "extensions"."uuid_generate_v4"() NOT NULL,
    "isbn" "public"."isbn",
    "name" "text" NOT NULL,
    "subtitle" character varying(200),
    "media" "public"."media" DEFAULT 'book'::"public"."media" NOT NULL,
    "editions" "public"."media"[] DEFAULT '{}'::"public"."media"[] NOT NULL,
    "author_id" bigint,
    "path" "extensions"."ltree",
    "embedding" "extensions"."vector"(3),
    "price" numeric(10,2),
    "shelf" integer,
    "available" "tstzrange",
    "opening" "public"."time_slot",
    "cover" "bytea",
    "search" "tsvector" GENERATED ALWAYS AS ("to_tsvector"('"english"'::"regconfig", "name")) STORED,
    "Weird column; ""quoted""" "money",
    "grid" integer[],
    CONSTRAINT "titles_price_check" CHECK (("price" >= (0)::numeric))
);


ALTER TABLE "public"."titles" OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."count_titles"() RETURNS bigint
    LANGUAGE "sql" STABLE
    BEGIN ATOMIC
 SELECT "count"(*) AS "count"
    FROM "public"."titles";
END;


ALTER FUNCTION "public"."count_titles"() OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."handle_new_user"() RETURNS "trigger"
    LANGUAGE "plpgsql" SECURITY DEFINER
    SET "search_path" TO ''
    AS $$ begin insert into public.notes values (new.email); return new; end $$;


ALTER FUNCTION "public"."handle_new_user"() OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."match_titles"("query_embedding" "extensions"."vector", "match_count" integer DEFAULT 5) RETURNS SETOF "public"."titles"
    LANGUAGE "sql" STABLE
    SET "search_path" TO 'extensions', 'public'
    AS $$ select * from public.titles order by embedding <=> query_embedding limit match_count $$;


ALTER FUNCTION "public"."match_titles"("query_embedding" "extensions"."vector", "match_count" integer) OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."touch"() RETURNS "trigger"
    LANGUAGE "plpgsql" SECURITY DEFINER
    SET "search_path" TO ''
    AS $_$
begin
  -- ; a "comment" with $ and 'quotes'
  new.attributes := jsonb_set(new.attributes, '{touched}', 'true'); return new;
end;
$_$;


ALTER FUNCTION "public"."touch"() OWNER TO "postgres";


CREATE AGGREGATE "public"."product"(double precision) (
    SFUNC = "float8mul",
    STYPE = double precision,
    INITCOND = '1'
);


ALTER AGGREGATE "public"."product"(double precision) OWNER TO "postgres";


CREATE OPERATOR "public".=~= (
    FUNCTION = "textlike",
    LEFTARG = "text",
    RIGHTARG = "text"
);


ALTER OPERATOR "public".=~= ("text", "text") OWNER TO "postgres";


CREATE TEXT SEARCH CONFIGURATION "public"."plain" (
    PARSER = "pg_catalog"."default" );

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "asciiword" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "word" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "numword" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "email" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "url" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "host" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "sfloat" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "version" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "hword_numpart" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "hword_part" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "hword_asciipart" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "numhword" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "asciihword" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "hword" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "url_path" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "file" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "float" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "int" WITH "simple";

ALTER TEXT SEARCH CONFIGURATION "public"."plain"
    ADD MAPPING FOR "uint" WITH "simple";


ALTER TEXT SEARCH CONFIGURATION "public"."plain" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "Lending desk"."Members" (
    "Member No." integer NOT NULL,
    "E-mail" "text",
    "user_id" "uuid",
    "joined" timestamp with time zone DEFAULT "now"()
);

ALTER TABLE ONLY "Lending desk"."Members" FORCE ROW LEVEL SECURITY;


ALTER TABLE "Lending desk"."Members" OWNER TO "postgres";


ALTER TABLE "Lending desk"."Members" ALTER COLUMN "Member No." ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME "Lending desk"."Members_Member No._seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE IF NOT EXISTS "Lending desk"."loans" (
    "id" bigint NOT NULL,
    "member" integer,
    "title_id" "uuid",
    "lent" "date" NOT NULL,
    "returned" "date"
)
PARTITION BY RANGE ("lent");


ALTER TABLE "Lending desk"."loans" OWNER TO "postgres";


CREATE SEQUENCE IF NOT EXISTS "Lending desk"."loans_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE "Lending desk"."loans_id_seq" OWNER TO "postgres";


ALTER SEQUENCE "Lending desk"."loans_id_seq" OWNED BY "Lending desk"."loans"."id";



CREATE TABLE IF NOT EXISTS "Lending desk"."loans 2025" (
    "id" bigint DEFAULT "nextval"('"Lending desk"."loans_id_seq"'::"regclass") NOT NULL,
    "member" integer,
    "title_id" "uuid",
    "lent" "date" NOT NULL,
    "returned" "date"
);


ALTER TABLE "Lending desk"."loans 2025" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "Lending desk"."loans_2024" (
    "id" bigint DEFAULT "nextval"('"Lending desk"."loans_id_seq"'::"regclass") NOT NULL,
    "member" integer,
    "title_id" "uuid",
    "lent" "date" NOT NULL,
    "returned" "date"
);


ALTER TABLE "Lending desk"."loans_2024" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "Lending desk"."loans_other" (
    "id" bigint DEFAULT "nextval"('"Lending desk"."loans_id_seq"'::"regclass") NOT NULL,
    "member" integer,
    "title_id" "uuid",
    "lent" "date" NOT NULL,
    "returned" "date"
);


ALTER TABLE "Lending desk"."loans_other" OWNER TO "postgres";


CREATE OR REPLACE VIEW "public"."audio" AS
 SELECT "id",
    "name",
    "media"
   FROM "public"."titles"
  WHERE ("media" = 'audio book'::"public"."media")
  WITH LOCAL CHECK OPTION;


ALTER VIEW "public"."audio" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "public"."authors" (
    "id" bigint NOT NULL,
    "first_name" "text",
    "last_name" "text" NOT NULL,
    "email" "public"."citext",
    "full_name" "text" GENERATED ALWAYS AS ((COALESCE(("first_name" || ' '::"text"), ''::"text") || "last_name")) STORED,
    "home" "public"."address",
    "tags" "extensions"."hstore",
    "attributes" "jsonb" DEFAULT '{}'::"jsonb" NOT NULL,
    "born" "date"
);


ALTER TABLE "public"."authors" OWNER TO "postgres";


COMMENT ON TABLE "public"."authors" IS '@title Authors
People who write; "quoted", it''s a \ backslash';



COMMENT ON COLUMN "public"."authors"."email" IS 'Private';



ALTER TABLE "public"."authors" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME "public"."authors_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE OR REPLACE VIEW "public"."available_titles" WITH ("security_invoker"='true') AS
 SELECT "t"."id",
    "t"."name",
    "a"."full_name" AS "author"
   FROM ("public"."titles" "t"
     LEFT JOIN "public"."authors" "a" ON (("a"."id" = "t"."author_id")));


ALTER VIEW "public"."available_titles" OWNER TO "postgres";


CREATE UNLOGGED TABLE "public"."cache" (
    "key" "text" NOT NULL,
    "value" "jsonb"
);


ALTER TABLE "public"."cache" OWNER TO "postgres";


CREATE MATERIALIZED VIEW "public"."empty_counts" AS
 SELECT 1 AS "n"
  WITH NO DATA;


ALTER MATERIALIZED VIEW "public"."empty_counts" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "public"."events" (
    "id" integer NOT NULL,
    "happened" timestamp without time zone DEFAULT "now"()
);


ALTER TABLE "public"."events" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "public"."notes" (
    "note" "text"
);

ALTER TABLE ONLY "public"."notes" REPLICA IDENTITY FULL;


ALTER TABLE "public"."notes" OWNER TO "postgres";


CREATE SEQUENCE IF NOT EXISTS "public"."shelf_number"
    START WITH 100
    INCREMENT BY 5
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE "public"."shelf_number" OWNER TO "postgres";


ALTER SEQUENCE "public"."shelf_number" OWNED BY "public"."titles"."shelf";



CREATE TABLE IF NOT EXISTS "public"."special_events" (
    "organiser" "text"
)
INHERITS ("public"."events");


ALTER TABLE "public"."special_events" OWNER TO "postgres";


CREATE TABLE IF NOT EXISTS "public"."title_authors" (
    "title_id" "uuid" NOT NULL,
    "author_id" bigint NOT NULL,
    "position" smallint
);


ALTER TABLE "public"."title_authors" OWNER TO "postgres";


CREATE MATERIALIZED VIEW "public"."title_counts" AS
 SELECT "media",
    "count"(*) AS "titles"
   FROM "public"."titles"
  GROUP BY "media"
  WITH NO DATA;


ALTER MATERIALIZED VIEW "public"."title_counts" OWNER TO "postgres";


ALTER TABLE ONLY "Lending desk"."loans" ATTACH PARTITION "Lending desk"."loans 2025" FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');



ALTER TABLE ONLY "Lending desk"."loans" ATTACH PARTITION "Lending desk"."loans_2024" FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');



ALTER TABLE ONLY "Lending desk"."loans" ATTACH PARTITION "Lending desk"."loans_other" DEFAULT;



ALTER TABLE ONLY "Lending desk"."loans" ALTER COLUMN "id" SET DEFAULT "nextval"('"Lending desk"."loans_id_seq"'::"regclass");



ALTER TABLE ONLY "public"."special_events" ALTER COLUMN "happened" SET DEFAULT "now"();



ALTER TABLE ONLY "public"."titles" ALTER COLUMN "shelf" SET DEFAULT "nextval"('"public"."shelf_number"'::"regclass");



ALTER TABLE ONLY "Lending desk"."Members"
    ADD CONSTRAINT "Members_pkey" PRIMARY KEY ("Member No.");



ALTER TABLE ONLY "Lending desk"."loans"
    ADD CONSTRAINT "loans_pkey" PRIMARY KEY ("id", "lent");



ALTER TABLE ONLY "Lending desk"."loans 2025"
    ADD CONSTRAINT "loans 2025_pkey" PRIMARY KEY ("id", "lent");



ALTER TABLE ONLY "Lending desk"."loans_2024"
    ADD CONSTRAINT "loans_2024_pkey" PRIMARY KEY ("id", "lent");



ALTER TABLE ONLY "Lending desk"."loans_other"
    ADD CONSTRAINT "loans_other_pkey" PRIMARY KEY ("id", "lent");



ALTER TABLE ONLY "public"."authors"
    ADD CONSTRAINT "authors_email_key" UNIQUE ("email");



ALTER TABLE ONLY "public"."authors"
    ADD CONSTRAINT "authors_pkey" PRIMARY KEY ("id");



ALTER TABLE ONLY "public"."cache"
    ADD CONSTRAINT "cache_pkey" PRIMARY KEY ("key");



ALTER TABLE ONLY "public"."events"
    ADD CONSTRAINT "events_pkey" PRIMARY KEY ("id");



ALTER TABLE ONLY "public"."title_authors"
    ADD CONSTRAINT "title_authors_pkey" PRIMARY KEY ("title_id", "author_id");



ALTER TABLE ONLY "public"."titles"
    ADD CONSTRAINT "titles_isbn_key" UNIQUE ("isbn");



ALTER TABLE ONLY "public"."titles"
    ADD CONSTRAINT "titles_pkey" PRIMARY KEY ("id");



CREATE INDEX "loans_title_id_idx" ON ONLY "Lending desk"."loans" USING "btree" ("title_id");



CREATE INDEX "loans 2025_title_id_idx" ON "Lending desk"."loans 2025" USING "btree" ("title_id");



CREATE INDEX "loans_2024_title_id_idx" ON "Lending desk"."loans_2024" USING "btree" ("title_id");



CREATE INDEX "loans_other_title_id_idx" ON "Lending desk"."loans_other" USING "btree" ("title_id");



CREATE UNIQUE INDEX "title_counts_media_idx" ON "public"."title_counts" USING "btree" ("media");



CREATE INDEX "titles_embedding" ON "public"."titles" USING "hnsw" ("embedding" "extensions"."vector_cosine_ops");



CREATE UNIQUE INDEX "titles_lower" ON "public"."titles" USING "btree" ("lower"("name"), "media") WHERE ("subtitle" IS NULL);



CREATE INDEX "titles_name" ON "public"."titles" USING "gin" ("name" "extensions"."gin_trgm_ops");



CREATE INDEX "titles_search" ON "public"."titles" USING "gin" ("search");



ALTER INDEX "Lending desk"."loans_pkey" ATTACH PARTITION "Lending desk"."loans 2025_pkey";



ALTER INDEX "Lending desk"."loans_title_id_idx" ATTACH PARTITION "Lending desk"."loans 2025_title_id_idx";



ALTER INDEX "Lending desk"."loans_pkey" ATTACH PARTITION "Lending desk"."loans_2024_pkey";



ALTER INDEX "Lending desk"."loans_title_id_idx" ATTACH PARTITION "Lending desk"."loans_2024_title_id_idx";



ALTER INDEX "Lending desk"."loans_pkey" ATTACH PARTITION "Lending desk"."loans_other_pkey";



ALTER INDEX "Lending desk"."loans_title_id_idx" ATTACH PARTITION "Lending desk"."loans_other_title_id_idx";



CREATE STATISTICS "public"."titles_stats" (ndistinct) ON "media", "author_id" FROM "public"."titles";


ALTER STATISTICS "public"."titles_stats" OWNER TO "postgres";


CREATE RULE "no_delete" AS
    ON DELETE TO "public"."events" DO INSTEAD NOTHING;



CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "public"."authors" FOR EACH ROW EXECUTE FUNCTION "public"."touch"();



ALTER TABLE ONLY "Lending desk"."Members"
    ADD CONSTRAINT "Members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE CASCADE;



ALTER TABLE "Lending desk"."loans"
    ADD CONSTRAINT "loans_member_fkey" FOREIGN KEY ("member") REFERENCES "Lending desk"."Members"("Member No.");



ALTER TABLE "Lending desk"."loans"
    ADD CONSTRAINT "loans_title_id_fkey" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id");



ALTER TABLE ONLY "public"."title_authors"
    ADD CONSTRAINT "title_authors_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id");



ALTER TABLE ONLY "public"."title_authors"
    ADD CONSTRAINT "title_authors_title_id_fkey" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id");



ALTER TABLE ONLY "public"."titles"
    ADD CONSTRAINT "titles_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE SET NULL;



ALTER TABLE "Lending desk"."Members" ENABLE ROW LEVEL SECURITY;


CREATE POLICY "Own; ""loans""" ON "Lending desk"."Members" AS RESTRICTIVE TO "authenticated" USING ((( SELECT "auth"."uid"() AS "uid") = "user_id")) WITH CHECK (true);



CREATE POLICY "Read all" ON "public"."titles" FOR SELECT TO "anon", "authenticated" USING (true);



ALTER TABLE "public"."titles" ENABLE ROW LEVEL SECURITY;




ALTER PUBLICATION "supabase_realtime" OWNER TO "postgres";






ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."authors";



ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."titles";



GRANT USAGE ON SCHEMA "Lending desk" TO "authenticated";
GRANT USAGE ON SCHEMA "Lending desk" TO "archivist";



GRANT USAGE ON SCHEMA "public" TO "anon";
GRANT USAGE ON SCHEMA "public" TO "authenticated";
GRANT USAGE ON SCHEMA "public" TO "service_role";
GRANT USAGE ON SCHEMA "public" TO "postgres";



GRANT ALL ON FUNCTION "public"."after_login"() TO "anon";
GRANT ALL ON FUNCTION "public"."after_login"() TO "authenticated";
GRANT ALL ON FUNCTION "public"."after_login"() TO "service_role";



GRANT ALL ON PROCEDURE "public"."archive"(INOUT "n" integer) TO "anon";
GRANT ALL ON PROCEDURE "public"."archive"(INOUT "n" integer) TO "authenticated";
GRANT ALL ON PROCEDURE "public"."archive"(INOUT "n" integer) TO "service_role";



GRANT ALL ON TABLE "public"."titles" TO "anon";
GRANT ALL ON TABLE "public"."titles" TO "authenticated";
GRANT ALL ON TABLE "public"."titles" TO "service_role";
GRANT SELECT ON TABLE "public"."titles" TO "archivist" WITH GRANT OPTION;



GRANT ALL ON FUNCTION "public"."count_titles"() TO "anon";
GRANT ALL ON FUNCTION "public"."count_titles"() TO "authenticated";
GRANT ALL ON FUNCTION "public"."count_titles"() TO "service_role";



GRANT ALL ON FUNCTION "public"."handle_new_user"() TO "anon";
GRANT ALL ON FUNCTION "public"."handle_new_user"() TO "authenticated";
GRANT ALL ON FUNCTION "public"."handle_new_user"() TO "service_role";






REVOKE ALL ON FUNCTION "public"."touch"() FROM PUBLIC;
GRANT ALL ON FUNCTION "public"."touch"() TO "anon";
GRANT ALL ON FUNCTION "public"."touch"() TO "authenticated";
GRANT ALL ON FUNCTION "public"."touch"() TO "service_role";



GRANT ALL ON FUNCTION "public"."product"(double precision) TO "anon";
GRANT ALL ON FUNCTION "public"."product"(double precision) TO "authenticated";
GRANT ALL ON FUNCTION "public"."product"(double precision) TO "service_role";



GRANT ALL ON TABLE "Lending desk"."Members" TO "authenticated";



GRANT ALL ON TABLE "Lending desk"."loans" TO "authenticated";



GRANT ALL ON TABLE "Lending desk"."loans 2025" TO "authenticated";



GRANT ALL ON TABLE "Lending desk"."loans_2024" TO "authenticated";



GRANT ALL ON TABLE "Lending desk"."loans_other" TO "authenticated";



GRANT ALL ON TABLE "public"."audio" TO "anon";
GRANT ALL ON TABLE "public"."audio" TO "authenticated";
GRANT ALL ON TABLE "public"."audio" TO "service_role";



GRANT ALL ON TABLE "public"."authors" TO "anon";
GRANT ALL ON TABLE "public"."authors" TO "authenticated";
GRANT ALL ON TABLE "public"."authors" TO "service_role";



GRANT SELECT("first_name"),UPDATE("first_name") ON TABLE "public"."authors" TO "anon";



GRANT SELECT("last_name") ON TABLE "public"."authors" TO "anon";



GRANT ALL ON SEQUENCE "public"."authors_id_seq" TO "anon";
GRANT ALL ON SEQUENCE "public"."authors_id_seq" TO "authenticated";
GRANT ALL ON SEQUENCE "public"."authors_id_seq" TO "service_role";



GRANT ALL ON TABLE "public"."available_titles" TO "anon";
GRANT ALL ON TABLE "public"."available_titles" TO "authenticated";
GRANT ALL ON TABLE "public"."available_titles" TO "service_role";



GRANT ALL ON TABLE "public"."cache" TO "anon";
GRANT ALL ON TABLE "public"."cache" TO "authenticated";
GRANT ALL ON TABLE "public"."cache" TO "service_role";



GRANT ALL ON TABLE "public"."empty_counts" TO "anon";
GRANT ALL ON TABLE "public"."empty_counts" TO "authenticated";
GRANT ALL ON TABLE "public"."empty_counts" TO "service_role";



GRANT ALL ON TABLE "public"."events" TO "anon";
GRANT ALL ON TABLE "public"."events" TO "authenticated";
GRANT ALL ON TABLE "public"."events" TO "service_role";



GRANT ALL ON TABLE "public"."notes" TO "anon";
GRANT ALL ON TABLE "public"."notes" TO "authenticated";
GRANT ALL ON TABLE "public"."notes" TO "service_role";



GRANT ALL ON SEQUENCE "public"."shelf_number" TO "anon";
GRANT ALL ON SEQUENCE "public"."shelf_number" TO "authenticated";
GRANT ALL ON SEQUENCE "public"."shelf_number" TO "service_role";



GRANT ALL ON TABLE "public"."special_events" TO "anon";
GRANT ALL ON TABLE "public"."special_events" TO "authenticated";
GRANT ALL ON TABLE "public"."special_events" TO "service_role";



GRANT ALL ON TABLE "public"."title_authors" TO "anon";
GRANT ALL ON TABLE "public"."title_authors" TO "authenticated";
GRANT ALL ON TABLE "public"."title_authors" TO "service_role";



GRANT ALL ON TABLE "public"."title_counts" TO "anon";
GRANT ALL ON TABLE "public"."title_counts" TO "authenticated";
GRANT ALL ON TABLE "public"."title_counts" TO "service_role";



ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON SEQUENCES TO "postgres";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON SEQUENCES TO "anon";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON SEQUENCES TO "authenticated";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON SEQUENCES TO "service_role";



ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON FUNCTIONS TO "postgres";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON FUNCTIONS TO "anon";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON FUNCTIONS TO "authenticated";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON FUNCTIONS TO "service_role";



ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "postgres";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "authenticated";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "service_role";











RESET ALL;
