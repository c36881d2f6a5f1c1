create table notes (id int primary key, body text);
insert into notes values (1, 'from a migration');
