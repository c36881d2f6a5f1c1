insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000a', 'ada@example.com');
insert into public.notes values (2, 'from the seed');
