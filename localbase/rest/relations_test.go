package rest_test

import "testing"

// TestRelationships covers relationships through views, junctions, partitions and composite keys.
func TestRelationships(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `
		create schema hidden;
		create table hidden.authors (id int primary key, name text);
		create table hidden.books (id int primary key, author_id int references hidden.authors, editor_id int references hidden.authors, title text);
		create table public.shelves (id int primary key, best_book int references hidden.books);
		create view public.authors as select id as author, name from hidden.authors;
		create view public.books as select id, author_id as by, title from hidden.books where title <> '';
		create view public.titles as select b.id as book_id, upper(b.title) as title, b.by from public.books b;
		create table public.people (id int primary key, name text);
		create table public.friendships (one int references people, other int references people, primary key (one, other));
		create table public.composite_child (id int primary key, a int, b text, foreign key (a, b) references composite (a, b));
		create table public.parts (id int, day date, order_id int references orders, primary key (id, day)) partition by range (day);
		create table public.parts_old partition of public.parts for values from ('2000-01-01') to ('2020-01-01');
		create table public.this_table_has_a_name_that_is_as_long_as_names_may_be_in_pgsql_ (id int primary key, up int references public.this_table_has_a_name_that_is_as_long_as_names_may_be_in_pgsql_);
		insert into hidden.authors values (1, 'Ursula'), (2, 'Stanisław');
		insert into hidden.books values (1, 1, 2, 'The Dispossessed'), (2, 2, 1, 'Solaris');
		insert into public.shelves values (1, 2);
		insert into public.people values (1, 'A'), (2, 'B'), (3, 'C');
		insert into public.friendships values (1, 2), (1, 3);
		insert into public.composite_child values (1, 1, 'x');
		insert into public.parts values (1, '2010-01-01', 3);
		insert into public.this_table_has_a_name_that_is_as_long_as_names_may_be_in_pgsql_ values (1, null), (2, 1);
		grant select on all tables in schema public to anon`)
	long := "this_table_has_a_name_that_is_as_long_as_names_may_be_in_pgsql_"
	a.run(t, []scenario{
		{name: "between two views on hidden tables", target: "/books?select=title,authors(name)&order=id", want: `[{"title":"The Dispossessed","authors":{"name":"Ursula"}}, {"title":"Solaris","authors":{"name":"Stanisław"}}]`},
		{name: "inverse, also through a view on a view", target: "/authors?select=name,books(id),titles(title)&author=eq.1", want: `[{"name":"Ursula","books":[{"id":1}],"titles":[{"title":"THE DISPOSSESSED"}]}]`},
		{name: "from a table to a view", target: "/shelves?select=id,books(title)", want: `[{"id":1,"books":{"title":"Solaris"}}]`},
		{name: "the hidden table is not exposed", target: "/shelves?select=hidden(id)", wantStatus: 400, want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'shelves' and 'hidden' in the schema 'public', but no matches were found.","hint":null,"message":"Could not find a relationship between 'shelves' and 'hidden' in the schema cache"}`},
		{name: "no relationship by a column that the view does not expose", target: "/books?select=editor_id(name)", wantStatus: 400, want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'books' and 'editor_id' in the schema 'public', but no matches were found.","hint":null,"message":"Could not find a relationship between 'books' and 'editor_id' in the schema cache"}`},
		{name: "a composite key", target: "/composite_child?select=id,composite(value)", want: `[{"id":1,"composite":{"value":10}}]`},
		{name: "of a partitioned table", target: "/orders?select=id,parts(id,day)&id=eq.3", want: `[{"id":3,"parts":[{"id":1,"day":"2010-01-01"}]}]`},
		{name: "a partition is not exposed", target: "/parts_old", wantStatus: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.parts_old' in the schema cache"}`},
		{name: "many-to-many through the junction's name", target: "/products?select=name,product_categories(categories(name))&id=eq.2", want: `[{"name":"Phone","product_categories":[{"categories":{"name":"Electronics"}}]}]`},
		{name: "many-to-many with the junction as hint", target: "/products?select=name,categories!product_categories(name)&id=eq.2", want: `[{"name":"Phone","categories":[{"name":"Electronics"}]}]`},
		{name: "names of the maximum length", target: "/" + long + "?select=id,down:" + long + "(id),up(id)&order=id", want: `[{"id":1,"down":[{"id":2}],"up":null}, {"id":2,"down":[],"up":{"id":1}}]`},
		{name: "the same relation twice under one name", target: "/best_friends?select=users!first_user(*),users!second_user(*)", wantStatus: 400, want: `{"code":"42712","details":null,"hint":null,"message":"table name \"best_friends_users_1\" specified more than once"}`},
		{name: "spread of every column of a to-many relation", target: "/channels?select=slug,...channel_details(*)&id=eq.1", want: `[{"slug":"public","id":1,"details":"Details for public channel"}]`},
		{name: "an inner spread", target: "/channels?select=slug,...messages!inner(message)&messages.id=eq.1", want: `[{"slug":"public","message":["Hello World 👋"]}]`},
		{name: "an embed within a spread", target: "/messages?select=id,...channels(slug,channel_details(details))&id=eq.1", want: `[{"id":1,"slug":"public","channel_details":{"details":"Details for public channel"}}]`},
		{name: "a spread within a to-many spread", target: "/channels?select=id,...messages(id_of:id,...users(status))&messages.order=id&id=eq.2", want: `[{"id":2,"id_of":[2, 3],"status":["ONLINE", "OFFLINE"]}]`},
		{name: "aggregates beside a spread", target: "/users?select=username,messages(channels(id,...channel_details(details)))&username=eq.kiwicopple", want: `[{"username":"kiwicopple","messages":[{"channels":{"id":2,"details":"Details for random channel"}}]}]`},
		{name: "an embed named like a column", target: "/messages?select=username,username:users(status)&id=eq.1", want: `[{"username":"supabot","username":{"status":"ONLINE"}}]`},
	})
}
