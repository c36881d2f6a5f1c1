SET session_replication_role = replica;

--
-- PostgreSQL database dump
--

-- \restrict FxbYl8hQyhrsdwGGJXjTT0Pz42l0dPUAuBUGwSxuJuwMdwfUcjtbRmAlUcvEjkv

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

--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."users" ("id", "email", "created_at", "raw_user_meta_data") VALUES
	('00000000-0000-0000-0000-00000000000a', 'ada@example.com', '2024-05-01 00:00:00+00', '{"name": "Ada"}');


--
-- Data for Name: Members; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

INSERT INTO "Lending desk"."Members" ("Member No.", "E-mail", "user_id", "joined") VALUES
	(7, 'ada@example.com', '00000000-0000-0000-0000-00000000000a', '2024-05-02 10:00:00+00');


--
-- Data for Name: loans 2025; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

INSERT INTO "Lending desk"."loans 2025" ("id", "member", "title_id", "lent", "returned") VALUES
	(2, 7, '00000000-0000-0000-0000-000000000002', '2025-06-01', NULL);


--
-- Data for Name: loans_2024; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

INSERT INTO "Lending desk"."loans_2024" ("id", "member", "title_id", "lent", "returned") VALUES
	(1, 7, '00000000-0000-0000-0000-000000000001', '2024-06-01', NULL);


--
-- Data for Name: loans_other; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

INSERT INTO "Lending desk"."loans_other" ("id", "member", "title_id", "lent", "returned") VALUES
	(3, 7, NULL, '1999-01-01', NULL);


--
-- Data for Name: authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."authors" ("id", "first_name", "last_name", "email", "home", "tags", "attributes", "born") OVERRIDING SYSTEM VALUE VALUES
	(1, 'Ursula K.', 'Le Guin', 'ursula@example.com', '("1 ""Oak"" St","Port\\land, OR",)', '"a b"=>NULL, "genre"=>"science fiction"', '{}', '1929-10-21'),
	(2, NULL, 'Homer', NULL, NULL, NULL, '{}', '0750-01-01 BC'),
	(3, 'Stanisław', 'Lem', 'LEM@example.com', '("","","")', '', '{}', '1921-09-12');


--
-- Data for Name: cache; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."cache" ("key", "value") VALUES
	('k', '{"n": 1.0}');


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."events" ("id", "happened") VALUES
	(1, 'infinity');


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."notes" ("note") VALUES
	('ada@example.com'),
	('\N'),
	(NULL),
	(''),
	('\N'),
	('{"a":"$$"}'),
	('a\bc');


--
-- Data for Name: special_events; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."special_events" ("id", "happened", "organiser") VALUES
	(2, '2024-01-01 00:00:00.000001', 'Ada');


--
-- Data for Name: titles; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."titles" ("id", "isbn", "name", "subtitle", "media", "editions", "author_id", "path", "embedding", "price", "shelf", "available", "opening", "cover", "Weird column; ""quoted""", "grid") VALUES
	('00000000-0000-0000-0000-000000000001', '006085398X', 'The Dispossessed	A \ "novel"
-- two lines
\. not the end', NULL, 'book', '{book,"audio book","it''s a map"}', 1, 'fiction.sf', '[1,2.5,-3e-07]', 9.99, 100, '["2024-01-01 00:00:00+00",infinity)', '[08:00:00,17:30:00)', '\x00ff5c0a', '$12.50', '{{1,2},{3,NULL}}'),
	('00000000-0000-0000-0000-000000000002', NULL, 'Solaris', '', 'audio book', '{}', 3, NULL, NULL, 'NaN', 105, 'empty', NULL, '\x', NULL, '{}'),
	('00000000-0000-0000-0000-000000000003', NULL, 'Ὀδύσσεια 🏛', NULL, 'it''s a map', '{}', 2, 'x', '[0,0,0]', 0.00, 110, NULL, NULL, NULL, NULL, '[0:1]={5,6}');


--
-- Data for Name: title_authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."title_authors" ("title_id", "author_id", "position") VALUES
	('00000000-0000-0000-0000-000000000001', 1, 1);


--
-- Data for Name: buckets; Type: TABLE DATA; Schema: storage; Owner: postgres
--

INSERT INTO "storage"."buckets" ("id", "name") VALUES
	('covers', 'covers');


--
-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: postgres
--



--
-- Name: Members_Member No._seq; Type: SEQUENCE SET; Schema: Lending desk; Owner: postgres
--

SELECT pg_catalog.setval('"Lending desk"."Members_Member No._seq"', 1, false);


--
-- Name: loans_id_seq; Type: SEQUENCE SET; Schema: Lending desk; Owner: postgres
--

SELECT pg_catalog.setval('"Lending desk"."loans_id_seq"', 3, true);


--
-- Name: authors_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('"public"."authors_id_seq"', 3, true);


--
-- Name: shelf_number; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('"public"."shelf_number"', 205, true);


--
-- PostgreSQL database dump complete
--

-- \unrestrict FxbYl8hQyhrsdwGGJXjTT0Pz42l0dPUAuBUGwSxuJuwMdwfUcjtbRmAlUcvEjkv

RESET ALL;
