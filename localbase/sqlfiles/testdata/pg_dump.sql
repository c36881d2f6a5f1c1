--
-- PostgreSQL database dump
--

\restrict xHb1kqyqv4bNrT9bnO3yz0FYzqBTV1aJFOjLJgbHuKNXZ1cX3WSrkJd0cVhGdKm

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

DROP DATABASE IF EXISTS library;
CREATE DATABASE library WITH TEMPLATE = template0 ENCODING = 'UTF8' LOCALE_PROVIDER = libc LOCALE = 'en_US.UTF-8';
ALTER DATABASE library OWNER TO librarian;

\unrestrict xHb1kqyqv4bNrT9bnO3yz0FYzqBTV1aJFOjLJgbHuKNXZ1cX3WSrkJd0cVhGdKm
\connect library
\restrict xHb1kqyqv4bNrT9bnO3yz0FYzqBTV1aJFOjLJgbHuKNXZ1cX3WSrkJd0cVhGdKm

SET statement_timeout = 0;
SET a_setting_of_a_newer_version = 0;
SELECT pg_catalog.set_config('search_path', '', false);

--
-- Name: public; Type: SCHEMA; Schema: -; Owner: librarian
--

CREATE SCHEMA public;
ALTER SCHEMA public OWNER TO librarian;
COMMENT ON SCHEMA public IS 'standard public schema';

CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA public;
COMMENT ON EXTENSION pgcrypto IS 'cryptographic functions';
CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public;
COMMENT ON EXTENSION citext IS 'data type for case-insensitive character strings';
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';

CREATE FUNCTION public.count_books() RETURNS bigint
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT count(*) AS count FROM ( SELECT 1) x;
END;
ALTER FUNCTION public.count_books() OWNER TO librarian;

SET default_tablespace = '';
SET default_table_access_method = heap;

CREATE TABLE public.books (
    id bigint NOT NULL,
    title public.citext NOT NULL,
    embedding public.vector(3),
    notes text
);
ALTER TABLE public.books OWNER TO librarian;
ALTER TABLE public.books ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.books_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COPY public.books (id, title, embedding, notes) FROM stdin;
1	The Dispossessed	[1,2,3]	a; 'b' \\ $$
2	Solaris	\N	two\nlines
\.

SELECT pg_catalog.setval('public.books_id_seq', 2, true);

ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_pkey PRIMARY KEY (id);
CREATE INDEX books_embedding ON public.books USING hnsw (embedding public.vector_cosine_ops);
CREATE INDEX CONCURRENTLY books_title ON public.books USING btree (title);

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO PUBLIC;
GRANT SELECT ON TABLE public.books TO readers;
ALTER DEFAULT PRIVILEGES FOR ROLE librarian IN SCHEMA public GRANT SELECT ON TABLES TO readers;

\unrestrict xHb1kqyqv4bNrT9bnO3yz0FYzqBTV1aJFOjLJgbHuKNXZ1cX3WSrkJd0cVhGdKm
