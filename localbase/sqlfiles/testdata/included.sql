insert into public.people values (3, 'included');
