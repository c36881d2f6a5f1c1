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

COPY "auth"."users" ("id", "email", "created_at", "raw_user_meta_data") FROM stdin;
00000000-0000-0000-0000-00000000000a	ada@example.com	2024-05-01 00:00:00+00	{"name": "Ada"}
\.


--
-- Data for Name: Members; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."Members" ("Member No.", "E-mail", "user_id", "joined") FROM stdin;
7	ada@example.com	00000000-0000-0000-0000-00000000000a	2024-05-02 10:00:00+00
\.


--
-- Data for Name: loans 2025; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."loans 2025" ("id", "member", "title_id", "lent", "returned") FROM stdin;
2	7	00000000-0000-0000-0000-000000000002	2025-06-01	\N
\.


--
-- Data for Name: loans_2024; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."loans_2024" ("id", "member", "title_id", "lent", "returned") FROM stdin;
1	7	00000000-0000-0000-0000-000000000001	2024-06-01	\N
\.


--
-- Data for Name: loans_other; Type: TABLE DATA; Schema: Lending desk; Owner: postgres
--

COPY "Lending desk"."loans_other" ("id", "member", "title_id", "lent", "returned") FROM stdin;
3	7	\N	1999-01-01	\N
\.


--
-- Data for Name: authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."authors" ("id", "first_name", "last_name", "email", "home", "tags", "attributes", "born") FROM stdin;
1	Ursula K.	Le Guin	ursula@example.com	("1 ""Oak"" St","Port\\\\land, OR",)	"a b"=>NULL, "genre"=>"science fiction"	{}	1929-10-21
2	\N	Homer	\N	\N	\N	{}	0750-01-01 BC
3	Stanisław	Lem	LEM@example.com	("","","")		{}	1921-09-12
\.


--
-- Data for Name: cache; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."cache" ("key", "value") FROM stdin;
k	{"n": 1.0}
\.


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."events" ("id", "happened") FROM stdin;
1	infinity
\.


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."notes" ("note") FROM stdin;
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

COPY "public"."special_events" ("id", "happened", "organiser") FROM stdin;
2	2024-01-01 00:00:00.000001	Ada
\.


--
-- Data for Name: titles; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."titles" ("id", "isbn", "name", "subtitle", "media", "editions", "author_id", "path", "embedding", "price", "shelf", "available", "opening", "cover", "Weird column; ""quoted""", "grid") FROM stdin;
00000000-0000-0000-0000-000000000001	006085398X	The Dispossessed\tA \\ "novel"\n-- two lines\n\\. not the end	\N	book	{book,"audio book","it's a map"}	1	fiction.sf	[1,2.5,-3e-07]	9.99	100	["2024-01-01 00:00:00+00",infinity)	[08:00:00,17:30:00)	\\x00ff5c0a	$12.50	{{1,2},{3,NULL}}
00000000-0000-0000-0000-000000000002	\N	Solaris		audio book	{}	3	\N	\N	NaN	105	empty	\N	\\x	\N	{}
00000000-0000-0000-0000-000000000003	\N	Ὀδύσσεια 🏛	\N	it's a map	{}	2	x	[0,0,0]	0.00	110	\N	\N	\N	\N	[0:1]={5,6}
\.


--
-- Data for Name: title_authors; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY "public"."title_authors" ("title_id", "author_id", "position") FROM stdin;
00000000-0000-0000-0000-000000000001	1	1
\.


--
-- Data for Name: buckets; Type: TABLE DATA; Schema: storage; Owner: postgres
--

COPY "storage"."buckets" ("id", "name") FROM stdin;
covers	covers
\.


--
-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: postgres
--

COPY "storage"."objects" ("id", "bucket_id", "name", "owner_id") FROM stdin;
\.


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
