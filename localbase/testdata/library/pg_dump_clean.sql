--
-- PostgreSQL database dump
--

\restrict FxbYl8hQyhrsdwGGJXjTT0Pz42l0dPUAuBUGwSxuJuwMdwfUcjtbRmAlUcvEjkv

-- Dumped from database version 17.6
-- Dumped by pg_dump version 17.6

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

DROP EVENT TRIGGER IF EXISTS ensure_rls;
DROP PUBLICATION IF EXISTS supabase_realtime_messages_publication;
DROP PUBLICATION IF EXISTS supabase_realtime;
DROP POLICY IF EXISTS "Read all" ON public.titles;
DROP POLICY IF EXISTS "Own; ""loans""" ON "Lending desk"."Members";
ALTER TABLE IF EXISTS ONLY storage.objects DROP CONSTRAINT IF EXISTS objects_bucket_id_fkey;
ALTER TABLE IF EXISTS ONLY public.titles DROP CONSTRAINT IF EXISTS titles_author_id_fkey;
ALTER TABLE IF EXISTS ONLY public.title_authors DROP CONSTRAINT IF EXISTS title_authors_title_id_fkey;
ALTER TABLE IF EXISTS ONLY public.title_authors DROP CONSTRAINT IF EXISTS title_authors_author_id_fkey;
ALTER TABLE IF EXISTS "Lending desk".loans DROP CONSTRAINT IF EXISTS loans_title_id_fkey;
ALTER TABLE IF EXISTS "Lending desk".loans DROP CONSTRAINT IF EXISTS loans_member_fkey;
ALTER TABLE IF EXISTS ONLY "Lending desk"."Members" DROP CONSTRAINT IF EXISTS "Members_user_id_fkey";
DROP TRIGGER IF EXISTS touch ON public.authors;
DROP TRIGGER IF EXISTS on_auth_user_created ON auth.users;
DROP RULE IF EXISTS no_delete ON public.events;
DROP STATISTICS IF EXISTS public.titles_stats;
DROP INDEX IF EXISTS public.titles_search;
DROP INDEX IF EXISTS public.titles_name;
DROP INDEX IF EXISTS public.titles_lower;
DROP INDEX IF EXISTS public.titles_embedding;
DROP INDEX IF EXISTS public.title_counts_media_idx;
DROP INDEX IF EXISTS "Lending desk".loans_title_id_idx;
ALTER TABLE IF EXISTS ONLY storage.objects DROP CONSTRAINT IF EXISTS objects_pkey;
ALTER TABLE IF EXISTS ONLY storage.buckets DROP CONSTRAINT IF EXISTS buckets_pkey;
ALTER TABLE IF EXISTS ONLY public.titles DROP CONSTRAINT IF EXISTS titles_pkey;
ALTER TABLE IF EXISTS ONLY public.titles DROP CONSTRAINT IF EXISTS titles_isbn_key;
ALTER TABLE IF EXISTS ONLY public.title_authors DROP CONSTRAINT IF EXISTS title_authors_pkey;
ALTER TABLE IF EXISTS ONLY public.events DROP CONSTRAINT IF EXISTS events_pkey;
ALTER TABLE IF EXISTS ONLY public.cache DROP CONSTRAINT IF EXISTS cache_pkey;
ALTER TABLE IF EXISTS ONLY public.authors DROP CONSTRAINT IF EXISTS authors_pkey;
ALTER TABLE IF EXISTS ONLY public.authors DROP CONSTRAINT IF EXISTS authors_email_key;
ALTER TABLE IF EXISTS ONLY auth.users DROP CONSTRAINT IF EXISTS users_pkey;
ALTER TABLE IF EXISTS ONLY "Lending desk".loans_other DROP CONSTRAINT IF EXISTS loans_other_pkey;
ALTER TABLE IF EXISTS ONLY "Lending desk".loans_2024 DROP CONSTRAINT IF EXISTS loans_2024_pkey;
ALTER TABLE IF EXISTS ONLY "Lending desk"."loans 2025" DROP CONSTRAINT IF EXISTS "loans 2025_pkey";
ALTER TABLE IF EXISTS ONLY "Lending desk".loans DROP CONSTRAINT IF EXISTS loans_pkey;
ALTER TABLE IF EXISTS ONLY "Lending desk"."Members" DROP CONSTRAINT IF EXISTS "Members_pkey";
ALTER TABLE IF EXISTS public.titles ALTER COLUMN shelf DROP DEFAULT;
ALTER TABLE IF EXISTS public.special_events ALTER COLUMN happened DROP DEFAULT;
ALTER TABLE IF EXISTS "Lending desk".loans ALTER COLUMN id DROP DEFAULT;
DROP TABLE IF EXISTS storage.objects;
DROP TABLE IF EXISTS storage.buckets;
DROP MATERIALIZED VIEW IF EXISTS public.title_counts;
DROP TABLE IF EXISTS public.title_authors;
DROP TABLE IF EXISTS public.special_events;
DROP SEQUENCE IF EXISTS public.shelf_number;
DROP TABLE IF EXISTS public.notes;
DROP TABLE IF EXISTS public.events;
DROP MATERIALIZED VIEW IF EXISTS public.empty_counts;
DROP TABLE IF EXISTS public.cache;
DROP VIEW IF EXISTS public.available_titles;
DROP TABLE IF EXISTS public.authors;
DROP VIEW IF EXISTS public.audio;
DROP TABLE IF EXISTS auth.users;
DROP TABLE IF EXISTS "Lending desk".loans_other;
DROP TABLE IF EXISTS "Lending desk".loans_2024;
DROP TABLE IF EXISTS "Lending desk"."loans 2025";
DROP SEQUENCE IF EXISTS "Lending desk".loans_id_seq;
DROP TABLE IF EXISTS "Lending desk".loans;
DROP TABLE IF EXISTS "Lending desk"."Members";
DROP TEXT SEARCH CONFIGURATION IF EXISTS public.plain;
DROP OPERATOR IF EXISTS public.=~= (text, text);
DROP AGGREGATE IF EXISTS public.product(double precision);
DROP FUNCTION IF EXISTS public.touch();
DROP FUNCTION IF EXISTS public.match_titles(query_embedding extensions.vector, match_count integer);
DROP FUNCTION IF EXISTS public.handle_new_user();
DROP FUNCTION IF EXISTS public.count_titles();
DROP TABLE IF EXISTS public.titles;
DROP PROCEDURE IF EXISTS public.archive(INOUT n integer);
DROP FUNCTION IF EXISTS public.after_login();
DROP FUNCTION IF EXISTS auth.uid();
DROP TYPE IF EXISTS public.time_slot;
DROP TYPE IF EXISTS public.media;
DROP DOMAIN IF EXISTS public.isbn;
DROP TYPE IF EXISTS public.address;
DROP EXTENSION IF EXISTS vector;
DROP EXTENSION IF EXISTS "uuid-ossp";
DROP EXTENSION IF EXISTS supabase_vault;
DROP EXTENSION IF EXISTS pgsodium;
DROP EXTENSION IF EXISTS pgmq;
DROP EXTENSION IF EXISTS pgjwt;
DROP EXTENSION IF EXISTS pgcrypto;
DROP EXTENSION IF EXISTS pg_trgm;
DROP EXTENSION IF EXISTS pg_stat_statements;
DROP EXTENSION IF EXISTS pg_net;
DROP EXTENSION IF EXISTS pg_graphql;
DROP EXTENSION IF EXISTS pg_cron;
DROP EXTENSION IF EXISTS ltree;
DROP EXTENSION IF EXISTS hstore;
DROP EXTENSION IF EXISTS citext;
DROP SCHEMA IF EXISTS vault;
DROP SCHEMA IF EXISTS storage;
DROP SCHEMA IF EXISTS pgmq;
DROP SCHEMA IF EXISTS net;
DROP SCHEMA IF EXISTS graphql;
DROP SCHEMA IF EXISTS extensions;
DROP SCHEMA IF EXISTS cron;
DROP SCHEMA IF EXISTS auth;
DROP SCHEMA IF EXISTS "Lending desk";
--
-- Name: Lending desk; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA "Lending desk";


ALTER SCHEMA "Lending desk" OWNER TO postgres;

--
-- Name: SCHEMA "Lending desk"; Type: COMMENT; Schema: -; Owner: postgres
--

COMMENT ON SCHEMA "Lending desk" IS 'Loans and members';


--
-- Name: auth; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA auth;


ALTER SCHEMA auth OWNER TO postgres;

--
-- Name: cron; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA cron;


ALTER SCHEMA cron OWNER TO postgres;

--
-- Name: extensions; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA extensions;


ALTER SCHEMA extensions OWNER TO postgres;

--
-- Name: graphql; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA graphql;


ALTER SCHEMA graphql OWNER TO postgres;

--
-- Name: net; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA net;


ALTER SCHEMA net OWNER TO postgres;

--
-- Name: pgmq; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA pgmq;


ALTER SCHEMA pgmq OWNER TO postgres;

--
-- Name: storage; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA storage;


ALTER SCHEMA storage OWNER TO postgres;

--
-- Name: vault; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA vault;


ALTER SCHEMA vault OWNER TO postgres;

--
-- Name: citext; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public;


--
-- Name: EXTENSION citext; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION citext IS 'data type for case-insensitive character strings';


--
-- Name: hstore; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS hstore WITH SCHEMA extensions;


--
-- Name: EXTENSION hstore; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION hstore IS 'data type for storing sets of (key, value) pairs';


--
-- Name: ltree; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS ltree WITH SCHEMA extensions;


--
-- Name: EXTENSION ltree; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION ltree IS 'data type for hierarchical tree-like structures';


--
-- Name: pg_cron; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_cron WITH SCHEMA pg_catalog;


--
-- Name: EXTENSION pg_cron; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_cron IS 'the extension pg_cron';


--
-- Name: pg_graphql; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_graphql WITH SCHEMA graphql;


--
-- Name: EXTENSION pg_graphql; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_graphql IS 'the extension pg_graphql';


--
-- Name: pg_net; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_net WITH SCHEMA extensions;


--
-- Name: EXTENSION pg_net; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_net IS 'the extension pg_net';


--
-- Name: pg_stat_statements; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_stat_statements WITH SCHEMA extensions;


--
-- Name: EXTENSION pg_stat_statements; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_stat_statements IS 'the extension pg_stat_statements';


--
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;


--
-- Name: EXTENSION pg_trgm; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';


--
-- Name: pgcrypto; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA extensions;


--
-- Name: EXTENSION pgcrypto; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pgcrypto IS 'cryptographic functions';


--
-- Name: pgjwt; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgjwt WITH SCHEMA extensions;


--
-- Name: EXTENSION pgjwt; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pgjwt IS 'the extension pgjwt';


--
-- Name: pgmq; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgmq WITH SCHEMA pgmq;


--
-- Name: EXTENSION pgmq; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pgmq IS 'the extension pgmq';


--
-- Name: pgsodium; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgsodium WITH SCHEMA public;


--
-- Name: EXTENSION pgsodium; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pgsodium IS 'the extension pgsodium';


--
-- Name: supabase_vault; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS supabase_vault WITH SCHEMA vault;


--
-- Name: EXTENSION supabase_vault; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION supabase_vault IS 'the extension supabase_vault';


--
-- Name: uuid-ossp; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA extensions;


--
-- Name: EXTENSION "uuid-ossp"; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION "uuid-ossp" IS 'generate universally unique identifiers (UUIDs)';


--
-- Name: vector; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA extensions;


--
-- Name: EXTENSION vector; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';


--
-- Name: address; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.address AS (
	street text,
	city text,
	zip text
);


ALTER TYPE public.address OWNER TO postgres;

--
-- Name: isbn; Type: DOMAIN; Schema: public; Owner: postgres
--

CREATE DOMAIN public.isbn AS text
	CONSTRAINT isbn_check CHECK ((VALUE ~ '^[0-9]{9,12}[0-9X]$'::text));


ALTER DOMAIN public.isbn OWNER TO postgres;

--
-- Name: media; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.media AS ENUM (
    'book',
    'audio book',
    'it''s a map'
);


ALTER TYPE public.media OWNER TO postgres;

--
-- Name: time_slot; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.time_slot AS RANGE (
    subtype = time without time zone,
    multirange_type_name = public.time_slot_multirange
);


ALTER TYPE public.time_slot OWNER TO postgres;

--
-- Name: uid(); Type: FUNCTION; Schema: auth; Owner: postgres
--

CREATE FUNCTION auth.uid() RETURNS uuid
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;


ALTER FUNCTION auth.uid() OWNER TO postgres;

--
-- Name: after_login(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.after_login() RETURNS event_trigger
    LANGUAGE plpgsql
    AS $$ begin null; end $$;


ALTER FUNCTION public.after_login() OWNER TO postgres;

--
-- Name: archive(integer); Type: PROCEDURE; Schema: public; Owner: postgres
--

CREATE PROCEDURE public.archive(INOUT n integer DEFAULT 0)
    LANGUAGE plpgsql
    AS $$ begin n := n + 1; end $$;


ALTER PROCEDURE public.archive(INOUT n integer) OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: titles; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.titles (
    id uuid DEFAULT extensions.uuid_generate_v4() NOT NULL,
    isbn public.isbn,
    name text NOT NULL,
    subtitle character varying(200),
    media public.media DEFAULT 'book'::public.media NOT NULL,
    editions public.media[] DEFAULT '{}'::public.media[] NOT NULL,
    author_id bigint,
    path extensions.ltree,
    embedding extensions.vector(3),
    price numeric(10,2),
    shelf integer,
    available tstzrange,
    opening public.time_slot,
    cover bytea,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, name)) STORED,
    "Weird column; ""quoted""" money,
    grid integer[],
    CONSTRAINT titles_price_check CHECK ((price >= (0)::numeric))
);


ALTER TABLE public.titles OWNER TO postgres;

--
-- Name: count_titles(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.count_titles() RETURNS bigint
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT count(*) AS count
    FROM public.titles;
END;


ALTER FUNCTION public.count_titles() OWNER TO postgres;

--
-- Name: handle_new_user(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.handle_new_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$ begin insert into public.notes values (new.email); return new; end $$;


ALTER FUNCTION public.handle_new_user() OWNER TO postgres;

--
-- Name: match_titles(extensions.vector, integer); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.match_titles(query_embedding extensions.vector, match_count integer DEFAULT 5) RETURNS SETOF public.titles
    LANGUAGE sql STABLE
    SET search_path TO 'extensions', 'public'
    AS $$ select * from public.titles order by embedding <=> query_embedding limit match_count $$;


ALTER FUNCTION public.match_titles(query_embedding extensions.vector, match_count integer) OWNER TO postgres;

--
-- Name: touch(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
begin
  -- ; a "comment" with $ and 'quotes'
  new.attributes := jsonb_set(new.attributes, '{touched}', 'true'); return new;
end;
$_$;


ALTER FUNCTION public.touch() OWNER TO postgres;

--
-- Name: product(double precision); Type: AGGREGATE; Schema: public; Owner: postgres
--

CREATE AGGREGATE public.product(double precision) (
    SFUNC = float8mul,
    STYPE = double precision,
    INITCOND = '1'
);


ALTER AGGREGATE public.product(double precision) OWNER TO postgres;

--
-- Name: =~=; Type: OPERATOR; Schema: public; Owner: postgres
--

CREATE OPERATOR public.=~= (
    FUNCTION = textlike,
    LEFTARG = text,
    RIGHTARG = text
);


ALTER OPERATOR public.=~= (text, text) OWNER TO postgres;

--
-- Name: plain; Type: TEXT SEARCH CONFIGURATION; Schema: public; Owner: postgres
--

CREATE TEXT SEARCH CONFIGURATION public.plain (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR asciiword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR word WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR numword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR email WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR url WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR host WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR sfloat WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR version WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR hword_numpart WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR hword_part WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR hword_asciipart WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR numhword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR asciihword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR hword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR url_path WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR file WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR "float" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR "int" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.plain
    ADD MAPPING FOR uint WITH simple;


ALTER TEXT SEARCH CONFIGURATION public.plain OWNER TO postgres;

--
-- Name: Members; Type: TABLE; Schema: Lending desk; Owner: postgres
--

CREATE TABLE "Lending desk"."Members" (
    "Member No." integer NOT NULL,
    "E-mail" text,
    user_id uuid,
    joined timestamp with time zone DEFAULT now()
);

ALTER TABLE ONLY "Lending desk"."Members" FORCE ROW LEVEL SECURITY;


ALTER TABLE "Lending desk"."Members" OWNER TO postgres;

--
-- Name: Members_Member No._seq; Type: SEQUENCE; Schema: Lending desk; Owner: postgres
--

ALTER TABLE "Lending desk"."Members" ALTER COLUMN "Member No." ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME "Lending desk"."Members_Member No._seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: loans; Type: TABLE; Schema: Lending desk; Owner: postgres
--

CREATE TABLE "Lending desk".loans (
    id bigint NOT NULL,
    member integer,
    title_id uuid,
    lent date NOT NULL,
    returned date
)
PARTITION BY RANGE (lent);


ALTER TABLE "Lending desk".loans OWNER TO postgres;

--
-- Name: loans_id_seq; Type: SEQUENCE; Schema: Lending desk; Owner: postgres
--

CREATE SEQUENCE "Lending desk".loans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE "Lending desk".loans_id_seq OWNER TO postgres;

--
-- Name: loans_id_seq; Type: SEQUENCE OWNED BY; Schema: Lending desk; Owner: postgres
--

ALTER SEQUENCE "Lending desk".loans_id_seq OWNED BY "Lending desk".loans.id;


--
-- Name: loans 2025; Type: TABLE; Schema: Lending desk; Owner: postgres
--

CREATE TABLE "Lending desk"."loans 2025" (
    id bigint DEFAULT nextval('"Lending desk".loans_id_seq'::regclass) NOT NULL,
    member integer,
    title_id uuid,
    lent date NOT NULL,
    returned date
);


ALTER TABLE "Lending desk"."loans 2025" OWNER TO postgres;

--
-- Name: loans_2024; Type: TABLE; Schema: Lending desk; Owner: postgres
--

CREATE TABLE "Lending desk".loans_2024 (
    id bigint DEFAULT nextval('"Lending desk".loans_id_seq'::regclass) NOT NULL,
    member integer,
    title_id uuid,
    lent date NOT NULL,
    returned date
);


ALTER TABLE "Lending desk".loans_2024 OWNER TO postgres;

--
-- Name: loans_other; Type: TABLE; Schema: Lending desk; Owner: postgres
--

CREATE TABLE "Lending desk".loans_other (
    id bigint DEFAULT nextval('"Lending desk".loans_id_seq'::regclass) NOT NULL,
    member integer,
    title_id uuid,
    lent date NOT NULL,
    returned date
);


ALTER TABLE "Lending desk".loans_other OWNER TO postgres;

--
-- Name: users; Type: TABLE; Schema: auth; Owner: postgres
--

CREATE TABLE auth.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email character varying(255),
    created_at timestamp with time zone DEFAULT now(),
    raw_user_meta_data jsonb
);


ALTER TABLE auth.users OWNER TO postgres;

--
-- Name: audio; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.audio AS
 SELECT id,
    name,
    media
   FROM public.titles
  WHERE (media = 'audio book'::public.media)
  WITH LOCAL CHECK OPTION;


ALTER VIEW public.audio OWNER TO postgres;

--
-- Name: authors; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.authors (
    id bigint NOT NULL,
    first_name text,
    last_name text NOT NULL,
    email public.citext,
    full_name text GENERATED ALWAYS AS ((COALESCE((first_name || ' '::text), ''::text) || last_name)) STORED,
    home public.address,
    tags extensions.hstore,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    born date
);


ALTER TABLE public.authors OWNER TO postgres;

--
-- Name: TABLE authors; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TABLE public.authors IS '@title Authors
People who write; "quoted", it''s a \ backslash';


--
-- Name: COLUMN authors.email; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON COLUMN public.authors.email IS 'Private';


--
-- Name: authors_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

ALTER TABLE public.authors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.authors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: available_titles; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.available_titles WITH (security_invoker='true') AS
 SELECT t.id,
    t.name,
    a.full_name AS author
   FROM (public.titles t
     LEFT JOIN public.authors a ON ((a.id = t.author_id)));


ALTER VIEW public.available_titles OWNER TO postgres;

--
-- Name: cache; Type: TABLE; Schema: public; Owner: postgres
--

CREATE UNLOGGED TABLE public.cache (
    key text NOT NULL,
    value jsonb
);


ALTER TABLE public.cache OWNER TO postgres;

--
-- Name: empty_counts; Type: MATERIALIZED VIEW; Schema: public; Owner: postgres
--

CREATE MATERIALIZED VIEW public.empty_counts AS
 SELECT 1 AS n
  WITH NO DATA;


ALTER MATERIALIZED VIEW public.empty_counts OWNER TO postgres;

--
-- Name: events; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.events (
    id integer NOT NULL,
    happened timestamp without time zone DEFAULT now()
);


ALTER TABLE public.events OWNER TO postgres;

--
-- Name: notes; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.notes (
    note text
);

ALTER TABLE ONLY public.notes REPLICA IDENTITY FULL;


ALTER TABLE public.notes OWNER TO postgres;

--
-- Name: shelf_number; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shelf_number
    START WITH 100
    INCREMENT BY 5
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE public.shelf_number OWNER TO postgres;

--
-- Name: shelf_number; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shelf_number OWNED BY public.titles.shelf;


--
-- Name: special_events; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.special_events (
    organiser text
)
INHERITS (public.events);


ALTER TABLE public.special_events OWNER TO postgres;

--
-- Name: title_authors; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.title_authors (
    title_id uuid NOT NULL,
    author_id bigint NOT NULL,
    "position" smallint
);


ALTER TABLE public.title_authors OWNER TO postgres;

--
-- Name: title_counts; Type: MATERIALIZED VIEW; Schema: public; Owner: postgres
--

CREATE MATERIALIZED VIEW public.title_counts AS
 SELECT media,
    count(*) AS titles
   FROM public.titles
  GROUP BY media
  WITH NO DATA;


ALTER MATERIALIZED VIEW public.title_counts OWNER TO postgres;

--
-- Name: buckets; Type: TABLE; Schema: storage; Owner: postgres
--

CREATE TABLE storage.buckets (
    id text NOT NULL,
    name text NOT NULL
);


ALTER TABLE storage.buckets OWNER TO postgres;

--
-- Name: objects; Type: TABLE; Schema: storage; Owner: postgres
--

CREATE TABLE storage.objects (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    bucket_id text,
    name text,
    owner_id text
);


ALTER TABLE storage.objects OWNER TO postgres;

--
-- Name: loans 2025; Type: TABLE ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans ATTACH PARTITION "Lending desk"."loans 2025" FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');


--
-- Name: loans_2024; Type: TABLE ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans ATTACH PARTITION "Lending desk".loans_2024 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');


--
-- Name: loans_other; Type: TABLE ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans ATTACH PARTITION "Lending desk".loans_other DEFAULT;


--
-- Name: loans id; Type: DEFAULT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans ALTER COLUMN id SET DEFAULT nextval('"Lending desk".loans_id_seq'::regclass);


--
-- Name: special_events happened; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.special_events ALTER COLUMN happened SET DEFAULT now();


--
-- Name: titles shelf; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.titles ALTER COLUMN shelf SET DEFAULT nextval('public.shelf_number'::regclass);


--
-- Data for Name: Members; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."Members" ("Member No.", "E-mail", user_id, joined) FROM stdin;
7	ada@example.com	00000000-0000-0000-0000-00000000000a	2024-05-02 10:00:00+00
\.


--
-- Data for Name: loans 2025; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."loans 2025" (id, member, title_id, lent, returned) FROM stdin;
2	7	00000000-0000-0000-0000-000000000002	2025-06-01	\N
\.


--
-- Data for Name: loans_2024; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk".loans_2024 (id, member, title_id, lent, returned) FROM stdin;
1	7	00000000-0000-0000-0000-000000000001	2024-06-01	\N
\.


--
-- Data for Name: loans_other; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk".loans_other (id, member, title_id, lent, returned) FROM stdin;
3	7	\N	1999-01-01	\N
\.


--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: postgres
--

COPY auth.users (id, email, created_at, raw_user_meta_data) FROM stdin;
00000000-0000-0000-0000-00000000000a	ada@example.com	2024-05-01 00:00:00+00	{"name": "Ada"}
\.


--
-- Data for Name: authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.authors (id, first_name, last_name, email, home, tags, attributes, born) FROM stdin;
1	Ursula K.	Le Guin	ursula@example.com	("1 ""Oak"" St","Port\\\\land, OR",)	"a b"=>NULL, "genre"=>"science fiction"	{}	1929-10-21
2	\N	Homer	\N	\N	\N	{}	0750-01-01 BC
3	Stanisław	Lem	LEM@example.com	("","","")		{}	1921-09-12
\.


--
-- Data for Name: cache; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.cache (key, value) FROM stdin;
k	{"n": 1.0}
\.


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.events (id, happened) FROM stdin;
1	infinity
\.


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.notes (note) FROM stdin;
ada@example.com
\\N
\N

\\N
{"a":"$$"}
a\\b\rc
\.


--
-- Data for Name: special_events; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.special_events (id, happened, organiser) FROM stdin;
2	2024-01-01 00:00:00.000001	Ada
\.


--
-- Data for Name: title_authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.title_authors (title_id, author_id, "position") FROM stdin;
00000000-0000-0000-0000-000000000001	1	1
\.


--
-- Data for Name: titles; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.titles (id, isbn, name, subtitle, media, editions, author_id, path, embedding, price, shelf, available, opening, cover, "Weird column; ""quoted""", grid) FROM stdin;
00000000-0000-0000-0000-000000000001	006085398X	The Dispossessed\tA \\ "novel"\n-- two lines\n\\. not the end	\N	book	{book,"audio book","it's a map"}	1	fiction.sf	[1,2.5,-3e-07]	9.99	100	["2024-01-01 00:00:00+00",infinity)	[08:00:00,17:30:00)	\\x00ff5c0a	$12.50	{{1,2},{3,NULL}}
00000000-0000-0000-0000-000000000002	\N	Solaris		audio book	{}	3	\N	\N	NaN	105	empty	\N	\\x	\N	{}
00000000-0000-0000-0000-000000000003	\N	Ὀδύσσεια 🏛	\N	it's a map	{}	2	x	[0,0,0]	0.00	110	\N	\N	\N	\N	[0:1]={5,6}
\.


--
-- Data for Name: buckets; Type: TABLE DATA; Schema: storage; Owner: postgres
--

COPY storage.buckets (id, name) FROM stdin;
covers	covers
\.


--
-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: postgres
--

COPY storage.objects (id, bucket_id, name, owner_id) FROM stdin;
\.


--
-- Name: Members_Member No._seq; Type: SEQUENCE SET; Schema: Lending desk; Owner: postgres
--

SELECT pg_catalog.setval('"Lending desk"."Members_Member No._seq"', 1, false);


--
-- Name: loans_id_seq; Type: SEQUENCE SET; Schema: Lending desk; Owner: postgres
--

SELECT pg_catalog.setval('"Lending desk".loans_id_seq', 3, true);


--
-- Name: authors_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.authors_id_seq', 3, true);


--
-- Name: shelf_number; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.shelf_number', 205, true);


--
-- Name: Members Members_pkey; Type: CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk"."Members"
    ADD CONSTRAINT "Members_pkey" PRIMARY KEY ("Member No.");


--
-- Name: loans loans_pkey; Type: CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans
    ADD CONSTRAINT loans_pkey PRIMARY KEY (id, lent);


--
-- Name: loans 2025 loans 2025_pkey; Type: CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk"."loans 2025"
    ADD CONSTRAINT "loans 2025_pkey" PRIMARY KEY (id, lent);


--
-- Name: loans_2024 loans_2024_pkey; Type: CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans_2024
    ADD CONSTRAINT loans_2024_pkey PRIMARY KEY (id, lent);


--
-- Name: loans_other loans_other_pkey; Type: CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk".loans_other
    ADD CONSTRAINT loans_other_pkey PRIMARY KEY (id, lent);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: auth; Owner: postgres
--

ALTER TABLE ONLY auth.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: authors authors_email_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.authors
    ADD CONSTRAINT authors_email_key UNIQUE (email);


--
-- Name: authors authors_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.authors
    ADD CONSTRAINT authors_pkey PRIMARY KEY (id);


--
-- Name: cache cache_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.cache
    ADD CONSTRAINT cache_pkey PRIMARY KEY (key);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);


--
-- Name: title_authors title_authors_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.title_authors
    ADD CONSTRAINT title_authors_pkey PRIMARY KEY (title_id, author_id);


--
-- Name: titles titles_isbn_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_isbn_key UNIQUE (isbn);


--
-- Name: titles titles_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_pkey PRIMARY KEY (id);


--
-- Name: buckets buckets_pkey; Type: CONSTRAINT; Schema: storage; Owner: postgres
--

ALTER TABLE ONLY storage.buckets
    ADD CONSTRAINT buckets_pkey PRIMARY KEY (id);


--
-- Name: objects objects_pkey; Type: CONSTRAINT; Schema: storage; Owner: postgres
--

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_pkey PRIMARY KEY (id);


--
-- Name: loans_title_id_idx; Type: INDEX; Schema: Lending desk; Owner: postgres
--

CREATE INDEX loans_title_id_idx ON ONLY "Lending desk".loans USING btree (title_id);


--
-- Name: loans 2025_title_id_idx; Type: INDEX; Schema: Lending desk; Owner: postgres
--

CREATE INDEX "loans 2025_title_id_idx" ON "Lending desk"."loans 2025" USING btree (title_id);


--
-- Name: loans_2024_title_id_idx; Type: INDEX; Schema: Lending desk; Owner: postgres
--

CREATE INDEX loans_2024_title_id_idx ON "Lending desk".loans_2024 USING btree (title_id);


--
-- Name: loans_other_title_id_idx; Type: INDEX; Schema: Lending desk; Owner: postgres
--

CREATE INDEX loans_other_title_id_idx ON "Lending desk".loans_other USING btree (title_id);


--
-- Name: title_counts_media_idx; Type: INDEX; Schema: public; Owner: postgres
--

CREATE UNIQUE INDEX title_counts_media_idx ON public.title_counts USING btree (media);


--
-- Name: titles_embedding; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX titles_embedding ON public.titles USING hnsw (embedding extensions.vector_cosine_ops);


--
-- Name: titles_lower; Type: INDEX; Schema: public; Owner: postgres
--

CREATE UNIQUE INDEX titles_lower ON public.titles USING btree (lower(name), media) WHERE (subtitle IS NULL);


--
-- Name: titles_name; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX titles_name ON public.titles USING gin (name extensions.gin_trgm_ops);


--
-- Name: titles_search; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX titles_search ON public.titles USING gin (search);


--
-- Name: loans 2025_pkey; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_pkey ATTACH PARTITION "Lending desk"."loans 2025_pkey";


--
-- Name: loans 2025_title_id_idx; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_title_id_idx ATTACH PARTITION "Lending desk"."loans 2025_title_id_idx";


--
-- Name: loans_2024_pkey; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_pkey ATTACH PARTITION "Lending desk".loans_2024_pkey;


--
-- Name: loans_2024_title_id_idx; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_title_id_idx ATTACH PARTITION "Lending desk".loans_2024_title_id_idx;


--
-- Name: loans_other_pkey; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_pkey ATTACH PARTITION "Lending desk".loans_other_pkey;


--
-- Name: loans_other_title_id_idx; Type: INDEX ATTACH; Schema: Lending desk; Owner: postgres
--

ALTER INDEX "Lending desk".loans_title_id_idx ATTACH PARTITION "Lending desk".loans_other_title_id_idx;


--
-- Name: titles_stats; Type: STATISTICS; Schema: public; Owner: postgres
--

CREATE STATISTICS public.titles_stats (ndistinct) ON media, author_id FROM public.titles;


ALTER STATISTICS public.titles_stats OWNER TO postgres;

--
-- Name: events no_delete; Type: RULE; Schema: public; Owner: postgres
--

CREATE RULE no_delete AS
    ON DELETE TO public.events DO INSTEAD NOTHING;


--
-- Name: users on_auth_user_created; Type: TRIGGER; Schema: auth; Owner: postgres
--

CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.handle_new_user();


--
-- Name: authors touch; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER touch BEFORE UPDATE ON public.authors FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: Members Members_user_id_fkey; Type: FK CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE ONLY "Lending desk"."Members"
    ADD CONSTRAINT "Members_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: loans loans_member_fkey; Type: FK CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE "Lending desk".loans
    ADD CONSTRAINT loans_member_fkey FOREIGN KEY (member) REFERENCES "Lending desk"."Members"("Member No.");


--
-- Name: loans loans_title_id_fkey; Type: FK CONSTRAINT; Schema: Lending desk; Owner: postgres
--

ALTER TABLE "Lending desk".loans
    ADD CONSTRAINT loans_title_id_fkey FOREIGN KEY (title_id) REFERENCES public.titles(id);


--
-- Name: title_authors title_authors_author_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.title_authors
    ADD CONSTRAINT title_authors_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.authors(id);


--
-- Name: title_authors title_authors_title_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.title_authors
    ADD CONSTRAINT title_authors_title_id_fkey FOREIGN KEY (title_id) REFERENCES public.titles(id);


--
-- Name: titles titles_author_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.authors(id) ON DELETE SET NULL;


--
-- Name: objects objects_bucket_id_fkey; Type: FK CONSTRAINT; Schema: storage; Owner: postgres
--

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id);


--
-- Name: Members; Type: ROW SECURITY; Schema: Lending desk; Owner: postgres
--

ALTER TABLE "Lending desk"."Members" ENABLE ROW LEVEL SECURITY;

--
-- Name: Members Own; "loans"; Type: POLICY; Schema: Lending desk; Owner: postgres
--

CREATE POLICY "Own; ""loans""" ON "Lending desk"."Members" AS RESTRICTIVE TO authenticated USING ((( SELECT auth.uid() AS uid) = user_id)) WITH CHECK (true);


--
-- Name: titles Read all; Type: POLICY; Schema: public; Owner: postgres
--

CREATE POLICY "Read all" ON public.titles FOR SELECT TO anon, authenticated USING (true);


--
-- Name: titles; Type: ROW SECURITY; Schema: public; Owner: postgres
--

ALTER TABLE public.titles ENABLE ROW LEVEL SECURITY;

--
-- Name: supabase_realtime; Type: PUBLICATION; Schema: -; Owner: postgres
--

CREATE PUBLICATION supabase_realtime WITH (publish = 'insert, update, delete, truncate');


ALTER PUBLICATION supabase_realtime OWNER TO postgres;

--
-- Name: supabase_realtime_messages_publication; Type: PUBLICATION; Schema: -; Owner: postgres
--

CREATE PUBLICATION supabase_realtime_messages_publication WITH (publish = 'insert, update, delete, truncate');


ALTER PUBLICATION supabase_realtime_messages_publication OWNER TO postgres;

--
-- Name: supabase_realtime authors; Type: PUBLICATION TABLE; Schema: public; Owner: postgres
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.authors;


--
-- Name: supabase_realtime titles; Type: PUBLICATION TABLE; Schema: public; Owner: postgres
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.titles;


--
-- Name: SCHEMA "Lending desk"; Type: ACL; Schema: -; Owner: postgres
--

GRANT USAGE ON SCHEMA "Lending desk" TO authenticated;
GRANT USAGE ON SCHEMA "Lending desk" TO archivist;


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: pg_database_owner
--

GRANT USAGE ON SCHEMA public TO anon;
GRANT USAGE ON SCHEMA public TO authenticated;
GRANT USAGE ON SCHEMA public TO service_role;
GRANT USAGE ON SCHEMA public TO postgres;


--
-- Name: FUNCTION after_login(); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.after_login() TO anon;
GRANT ALL ON FUNCTION public.after_login() TO authenticated;
GRANT ALL ON FUNCTION public.after_login() TO service_role;


--
-- Name: PROCEDURE archive(INOUT n integer); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON PROCEDURE public.archive(INOUT n integer) TO anon;
GRANT ALL ON PROCEDURE public.archive(INOUT n integer) TO authenticated;
GRANT ALL ON PROCEDURE public.archive(INOUT n integer) TO service_role;


--
-- Name: TABLE titles; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.titles TO anon;
GRANT ALL ON TABLE public.titles TO authenticated;
GRANT ALL ON TABLE public.titles TO service_role;
GRANT SELECT ON TABLE public.titles TO archivist WITH GRANT OPTION;


--
-- Name: FUNCTION count_titles(); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.count_titles() TO anon;
GRANT ALL ON FUNCTION public.count_titles() TO authenticated;
GRANT ALL ON FUNCTION public.count_titles() TO service_role;


--
-- Name: FUNCTION handle_new_user(); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.handle_new_user() TO anon;
GRANT ALL ON FUNCTION public.handle_new_user() TO authenticated;
GRANT ALL ON FUNCTION public.handle_new_user() TO service_role;


--
-- Name: FUNCTION match_titles(query_embedding extensions.vector, match_count integer); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.match_titles(query_embedding extensions.vector, match_count integer) TO anon;
GRANT ALL ON FUNCTION public.match_titles(query_embedding extensions.vector, match_count integer) TO authenticated;
GRANT ALL ON FUNCTION public.match_titles(query_embedding extensions.vector, match_count integer) TO service_role;


--
-- Name: FUNCTION touch(); Type: ACL; Schema: public; Owner: postgres
--

REVOKE ALL ON FUNCTION public.touch() FROM PUBLIC;
GRANT ALL ON FUNCTION public.touch() TO anon;
GRANT ALL ON FUNCTION public.touch() TO authenticated;
GRANT ALL ON FUNCTION public.touch() TO service_role;


--
-- Name: FUNCTION product(double precision); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.product(double precision) TO anon;
GRANT ALL ON FUNCTION public.product(double precision) TO authenticated;
GRANT ALL ON FUNCTION public.product(double precision) TO service_role;


--
-- Name: TABLE "Members"; Type: ACL; Schema: Lending desk; Owner: postgres
--

GRANT ALL ON TABLE "Lending desk"."Members" TO authenticated;


--
-- Name: TABLE loans; Type: ACL; Schema: Lending desk; Owner: postgres
--

GRANT ALL ON TABLE "Lending desk".loans TO authenticated;


--
-- Name: TABLE "loans 2025"; Type: ACL; Schema: Lending desk; Owner: postgres
--

GRANT ALL ON TABLE "Lending desk"."loans 2025" TO authenticated;


--
-- Name: TABLE loans_2024; Type: ACL; Schema: Lending desk; Owner: postgres
--

GRANT ALL ON TABLE "Lending desk".loans_2024 TO authenticated;


--
-- Name: TABLE loans_other; Type: ACL; Schema: Lending desk; Owner: postgres
--

GRANT ALL ON TABLE "Lending desk".loans_other TO authenticated;


--
-- Name: TABLE audio; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.audio TO anon;
GRANT ALL ON TABLE public.audio TO authenticated;
GRANT ALL ON TABLE public.audio TO service_role;


--
-- Name: TABLE authors; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.authors TO anon;
GRANT ALL ON TABLE public.authors TO authenticated;
GRANT ALL ON TABLE public.authors TO service_role;


--
-- Name: COLUMN authors.first_name; Type: ACL; Schema: public; Owner: postgres
--

GRANT SELECT(first_name),UPDATE(first_name) ON TABLE public.authors TO anon;


--
-- Name: COLUMN authors.last_name; Type: ACL; Schema: public; Owner: postgres
--

GRANT SELECT(last_name) ON TABLE public.authors TO anon;


--
-- Name: SEQUENCE authors_id_seq; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON SEQUENCE public.authors_id_seq TO anon;
GRANT ALL ON SEQUENCE public.authors_id_seq TO authenticated;
GRANT ALL ON SEQUENCE public.authors_id_seq TO service_role;


--
-- Name: TABLE available_titles; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.available_titles TO anon;
GRANT ALL ON TABLE public.available_titles TO authenticated;
GRANT ALL ON TABLE public.available_titles TO service_role;


--
-- Name: TABLE cache; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.cache TO anon;
GRANT ALL ON TABLE public.cache TO authenticated;
GRANT ALL ON TABLE public.cache TO service_role;


--
-- Name: TABLE empty_counts; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.empty_counts TO anon;
GRANT ALL ON TABLE public.empty_counts TO authenticated;
GRANT ALL ON TABLE public.empty_counts TO service_role;


--
-- Name: TABLE events; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.events TO anon;
GRANT ALL ON TABLE public.events TO authenticated;
GRANT ALL ON TABLE public.events TO service_role;


--
-- Name: TABLE notes; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.notes TO anon;
GRANT ALL ON TABLE public.notes TO authenticated;
GRANT ALL ON TABLE public.notes TO service_role;


--
-- Name: SEQUENCE shelf_number; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON SEQUENCE public.shelf_number TO anon;
GRANT ALL ON SEQUENCE public.shelf_number TO authenticated;
GRANT ALL ON SEQUENCE public.shelf_number TO service_role;


--
-- Name: TABLE special_events; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.special_events TO anon;
GRANT ALL ON TABLE public.special_events TO authenticated;
GRANT ALL ON TABLE public.special_events TO service_role;


--
-- Name: TABLE title_authors; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.title_authors TO anon;
GRANT ALL ON TABLE public.title_authors TO authenticated;
GRANT ALL ON TABLE public.title_authors TO service_role;


--
-- Name: TABLE title_counts; Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON TABLE public.title_counts TO anon;
GRANT ALL ON TABLE public.title_counts TO authenticated;
GRANT ALL ON TABLE public.title_counts TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR SEQUENCES; Type: DEFAULT ACL; Schema: public; Owner: postgres
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: public; Owner: postgres
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: public; Owner: postgres
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: public; Owner: supabase_admin
--

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES TO postgres;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES TO service_role;


--
-- Name: ensure_rls; Type: EVENT TRIGGER; Schema: -; Owner: postgres
--

CREATE EVENT TRIGGER ensure_rls ON ddl_command_end
         WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS')
   EXECUTE FUNCTION public.after_login();


ALTER EVENT TRIGGER ensure_rls OWNER TO postgres;

--
-- Name: title_counts; Type: MATERIALIZED VIEW DATA; Schema: public; Owner: postgres
--

REFRESH MATERIALIZED VIEW public.title_counts;


--
-- PostgreSQL database dump complete
--

\unrestrict FxbYl8hQyhrsdwGGJXjTT0Pz42l0dPUAuBUGwSxuJuwMdwfUcjtbRmAlUcvEjkv

