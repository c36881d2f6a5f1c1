package rest_test

import "testing"

func TestSelect(t *testing.T) {
	a := newAPI(t, nil)
	a.run(t, []scenario{
		{
			name: "every column, with range and location", target: "/channels?order=id",
			wantHeader: []string{"Content-Range: 0-1/*", "Content-Type: application/json; charset=utf-8", "Content-Profile: public", "Content-Location: /channels?order=id"},
			want:       `[{"id":1,"data":{"a": {"b": 7}, "tags": ["x", "y"]},"slug":"public"}, {"id":2,"data":null,"slug":"random"}]`,
		},
		{name: "columns, alias, cast", target: "/channels?select=slug,number:id::text&order=id", want: `[{"slug":"public","number":"1"}, {"slug":"random","number":"2"}]`},
		{name: "the last key of a JSON path is the name", target: "/channels?select=data->a->b,data->tags->>1,first:data->tags->0&id=eq.1", want: `[{"b":7,"tags":"y","first":"x"}]`},
		{name: "JSON path into a column that is not JSON", target: "/cornercase?select=array_column->0&id=eq.2", want: `[{"array_column":"x"}]`},
		{name: "quoted column with a blank", target: `/cornercase?select="column%20whitespace"&id=eq.1`, want: `[{"column whitespace":"a b"}]`},
		{name: "to-one", target: "/messages?select=id,channels(slug)&id=lt.3&order=id", want: `[{"id":1,"channels":{"slug":"public"}}, {"id":2,"channels":{"slug":"random"}}]`},
		{name: "to-many", target: "/channels?select=slug,messages(id)&messages.order=id.desc&order=id", want: `[{"slug":"public","messages":[{"id":1}]}, {"slug":"random","messages":[{"id":3}, {"id":2}]}]`},
		{name: "one-to-one from both sides", target: "/channels?select=id,channel_details(details,channels(slug))&id=eq.1", want: `[{"id":1,"channel_details":{"details":"Details for public channel","channels":{"slug":"public"}}}]`},
		{name: "nested", target: "/users?select=username,messages(id,channels(slug))&username=eq.kiwicopple", want: `[{"username":"kiwicopple","messages":[{"id":3,"channels":{"slug":"random"}}]}]`},
		{name: "many-to-many", target: "/products?select=name,categories(name)&categories.order=name&order=id", want: `[{"name":"Laptop","categories":[{"name":"Computers"}, {"name":"Electronics"}]}, {"name":"Phone","categories":[{"name":"Electronics"}]}, {"name":"Stamp","categories":[]}]`},
		{name: "inner join returns only rows with a match", target: "/products?select=name,categories!inner(name)&categories.name=eq.Computers", want: `[{"name":"Laptop","categories":[{"name":"Computers"}]}]`},
		{name: "alias and hint by constraint", target: "/best_friends?select=id,one:users!best_friends_first_user_fkey(username),three:users!best_friends_third_wheel_fkey(username)&order=id", want: `[{"id":1,"one":{"username":"supabot"},"three":{"username":"awailas"}}, {"id":2,"one":{"username":"supabot"},"three":null}]`},
		{name: "hint by column", target: "/users?select=username,best_friends!second_user(id)&username=eq.dragarcia", want: `[{"username":"dragarcia","best_friends":[{"id":2}]}]`},
		{name: "target by column", target: "/best_friends?select=id,first_user(username)&id=eq.1", want: `[{"id":1,"first_user":{"username":"supabot"}}]`},
		{name: "self-reference down by table, up by column", target: "/collections?select=id,down:collections(id),up:parent_id(id)&id=eq.2", want: `[{"id":2,"down":[{"id":3}],"up":{"id":1}}]`},
		{name: "self-reference with hint", target: "/collections?select=id,collections!parent_id(id)&id=eq.1", want: `[{"id":1,"collections":[{"id":2}]}]`},
		{name: "spread to-one", target: "/messages?select=id,...channels(slug,channel:id)&id=eq.1", want: `[{"id":1,"slug":"public","channel":1}]`},
		{name: "spread to-many", target: "/channels?select=slug,...messages(ids:id,username)&messages.order=id&order=id", want: `[{"slug":"public","ids":[1],"username":["supabot"]}, {"slug":"random","ids":[2, 3],"username":["supabot", "kiwicopple"]}]`},
		{name: "spread inside a spread", target: "/messages?select=id,...channels(slug,...channel_details(details))&id=eq.2", want: `[{"id":2,"slug":"random","details":"Details for random channel"}]`},
		{name: "embedding through a view", target: "/recent_messages?select=id,channels(slug)&id=eq.1", want: `[{"id":1,"channels":{"slug":"public"}}]`},
		{name: "embedding of a view", target: "/channels?select=slug,recent_messages(id)&id=eq.1", want: `[{"slug":"public","recent_messages":[{"id":1}]}]`},
		{name: "computed column", target: "/messages?select=id,blurb_message&id=eq.1", want: `[{"id":1,"blurb_message":"Hel"}]`},
		{name: "filter and order by a computed column", target: "/messages?select=id&blurb_message=neq.Hel&order=blurb_message.desc", want: `[{"id":3}, {"id":2}]`},
		{name: "computed relationship to one", target: "/users?select=username,get_user_profile(id)&username=in.(supabot,awailas)&order=username", want: `[{"username":"awailas","get_user_profile":{"id":null}}, {"username":"supabot","get_user_profile":{"id":1}}]`},
		{name: "computed relationship to many, overloaded", target: "/channels?select=slug,get_messages(id,users(username))&id=eq.1", want: `[{"slug":"public","get_messages":[{"id":1,"users":{"username":"supabot"}}]}]`},
		{name: "an empty embed filters and has no output", target: "/users?select=username,user_profiles()&user_profiles=not.is.null&order=username", want: `[{"username":"kiwicopple"}, {"username":"supabot"}]`},
		{name: "null filter on a to-many embed", target: "/users?select=username,messages(id)&messages=is.null&order=username", want: `[{"username":"awailas","messages":[]}, {"username":"dragarcia","messages":[]}]`},
		{name: "null filter on a to-one embed that also has another filter", target: "/messages?select=id,channels(slug)&channels.slug=eq.public&channels=is.not_null", want: `[{"id":1,"channels":{"slug":"public"}}]`},
		{name: "null filters in or", target: "/users?select=username,user_profiles(),messages()&or=(user_profiles.not.is.null,messages.not.is.null)&order=username", want: `[{"username":"kiwicopple"}, {"username":"supabot"}]`},
		{name: "order by a related column", target: "/messages?select=id,channels(slug)&order=channels(slug).desc,id", want: `[{"id":2,"channels":{"slug":"random"}}, {"id":3,"channels":{"slug":"random"}}, {"id":1,"channels":{"slug":"public"}}]`},
		{name: "limit and offset of an embed", target: "/channels?select=id,messages(id)&messages.order=id&messages.limit=1&messages.offset=1&id=eq.2", want: `[{"id":2,"messages":[{"id":3}]}]`},
		{name: "logic of an embed", target: "/channels?select=id,messages(id)&messages.or=(id.eq.2,username.eq.nobody)&id=eq.2", want: `[{"id":2,"messages":[{"id":2}]}]`},
		{name: "schema selected by profile", target: "/users?select=username&order=username", header: []string{"Accept-Profile: personal"}, wantHeader: []string{"Content-Profile: personal"}, want: `[{"username":"leroyjenkins"}, {"username":"supabot"}]`},
		{name: "numbers are returned with all digits", target: "/products?select=price&id=in.(1,3)&order=id", want: `[{"price":999.90}, {"price":1.10}]`},
	})
}

func TestFilters(t *testing.T) {
	a := newAPI(t, nil)
	for _, c := range []struct{ name, target, want string }{
		{"eq", "/orders?select=id&id=eq.3", `[{"id":3}]`},
		{"neq and not", "/orders?select=id&id=not.neq.3", `[{"id":3}]`},
		{"two filters on one column", "/orders?select=id&id=gt.2&id=lte.4", `[{"id":3}, {"id":4}]`},
		{"in with quotes", `/messages?select=id&message=in.("Some, \"quoted\" (text)","Hello World 👋")`, `[{"id":1}, {"id":3}]`},
		{"in with an empty list", "/orders?select=id&id=in.()", `[]`},
		{"not in", "/messages?select=id&id=not.in.(1,2)", `[{"id":3}]`},
		{"a raw value is never unquoted", `/cornercase?select=id&%22column%20whitespace%22=eq.q"q`, `[{"id":3}]`},
		{"like with asterisks", "/messages?select=id&message=like.Hello*", `[{"id":1}]`},
		{"ilike", "/messages?select=id&message=ilike.*PERFECTION*", `[{"id":2}]`},
		{"like any", "/messages?select=id&message=like(any).{Hello*,*attained}", `[{"id":1}, {"id":2}]`},
		{"like all", "/messages?select=id&message=like(all).{*e*,*tt*}", `[{"id":2}]`},
		{"eq any", "/orders?select=id&id=eq(any).{1,2}", `[{"id":1}, {"id":2}]`},
		{"gt all", "/orders?select=id&id=gt(all).{12,13}", `[{"id":14}, {"id":15}]`},
		{"match", "/messages?select=id&message=match.^Hello", `[{"id":1}]`},
		{"imatch", "/messages?select=id&message=imatch.^hello", `[{"id":1}]`},
		{"is null", "/channels?select=id&data=is.null", `[{"id":2}]`},
		{"is not_null in capitals", "/channels?select=id&data=is.NOT_NULL", `[{"id":1}]`},
		{"isdistinct", "/channels?select=id&data=isdistinct.null", `[{"id":1}, {"id":2}]`},
		{"contains array", "/cornercase?select=id&array_column=cs.{x}", `[{"id":2}]`},
		{"contained in array", "/cornercase?select=id&array_column=cd.{x,y,z}", `[{"id":1}, {"id":2}]`},
		{"overlaps", `/cornercase?select=id&array_column=ov.{"z,z",q}`, `[{"id":3}]`},
		{"contains JSON", `/channels?select=id&data=cs.{"tags":["x"]}`, `[{"id":1}]`},
		{"range strictly left", "/users?select=username&age_range=sl.[20,30)", `[{"username":"supabot"}]`},
		{"range strictly right", "/users?select=username&age_range=sr.[3,24)", `[{"username":"kiwicopple"}, {"username":"awailas"}]`},
		{"range not extending right", "/users?select=username&age_range=nxr.[1,30)", `[{"username":"supabot"}, {"username":"dragarcia"}]`},
		{"range not extending left", "/users?select=username&age_range=nxl.[25,35)", `[{"username":"kiwicopple"}, {"username":"awailas"}]`},
		{"range adjacent", "/users?select=username&age_range=adj.[2,20)", `[{"username":"supabot"}, {"username":"dragarcia"}]`},
		{"range overlaps", "/users?select=username&age_range=ov.[2,25)", `[{"username":"dragarcia"}]`},
		{"full text", "/users?select=username&catchphrase=fts.fat", `[{"username":"supabot"}, {"username":"dragarcia"}]`},
		{"full text with a configuration", "/users?select=username&catchphrase=fts(simple).cat%20%26%20bat", `[{"username":"kiwicopple"}]`},
		{"plain full text", "/users?select=username&catchphrase=plfts.fat%20cat", `[{"username":"supabot"}]`},
		{"phrase on a text column", "/messages?select=id&message=phfts(english).hello%20world", `[{"id":1}]`},
		{"web search", "/messages?select=id&message=wfts(english).perfection%20or%20hello", `[{"id":1}, {"id":2}]`},
		{"JSON path", "/channels?select=id&data->a->>b=eq.7", `[{"id":1}]`},
		{"JSON path compared as JSON", "/channels?select=id&data->a->b=gte.7", `[{"id":1}]`},
		{"or", "/orders?select=id&or=(id.eq.1,id.gt.14)", `[{"id":1}, {"id":15}]`},
		{"nested logic", "/orders?select=id&or=(id.eq.1,not.and(id.gt.1,id.lt.15))", `[{"id":1}, {"id":15}]`},
		{"not or", "/orders?select=id&not.or=(id.lt.14,id.eq.15)", `[{"id":14}]`},
		{"quotes within logic", `/messages?select=id&or=(message.eq."Some, \"quoted\" (text)",id.eq.1)`, `[{"id":1}, {"id":3}]`},
		{"array literal within logic", "/cornercase?select=id&or=(array_column.cs.{x,y},id.eq.1)", `[{"id":1}, {"id":2}]`},
		{"in within logic", "/orders?select=id&and=(id.in.(1,2,3),total.gt.15)", `[{"id":2}, {"id":3}]`},
		{"JSON path within logic", "/channels?select=id&or=(data->a->>b.eq.7,id.eq.9)", `[{"id":1}]`},
		{"a value that looks like SQL", "/messages?select=id&message=eq.';drop%20table%20messages;--", `[]`},
	} {
		a.run(t, []scenario{{name: c.name, target: c.target, want: c.want}})
	}
}

// TestTextSearch covers the conversion to tsvector: a column of this type must not be converted again.
func TestTextSearch(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `
		create domain inner_vector as tsvector;
		create domain outer_vector as inner_vector check (value <> '');
		create table articles (id int primary key, title text, words inner_vector, terms outer_vector);
		insert into articles values (1, 'The fat rats', to_tsvector('english', 'The fat rats'), to_tsvector('english', 'The fat rats')),
			(2, 'A cat', to_tsvector('english', 'A cat'), to_tsvector('english', 'A cat'));
		create function vector(articles) returns tsvector language sql stable as $$ select to_tsvector('english', $1.title) $$;
		create function domain_vector(articles) returns outer_vector language sql stable as $$ select to_tsvector('english', $1.title)::outer_vector $$;
		create function shout(articles) returns text language sql stable as $$ select upper($1.title) $$;
		grant select on articles to anon`)
	var scenarios []scenario
	for _, column := range []string{"title", "words", "terms", "vector", "domain_vector", "shout"} {
		scenarios = append(scenarios, scenario{name: column, target: "/articles?select=id&" + column + "=fts(english).rat", want: `[{"id":1}]`})
	}
	a.run(t, scenarios)
}

// TestNestedSpreadAggregates covers aggregates of relations that are spread through others, beside
// embedded relations.
func TestNestedSpreadAggregates(t *testing.T) {
	a := newAPI(t, enableOptions)
	a.db.Exec(t, `
		create table factories (id int primary key, name text);
		create table processes (id int primary key, name text, factory_id int references factories, category text);
		create table costs (process_id int primary key references processes, cost numeric);
		create table shifts (id int primary key, process_id int references processes, supervisor text);
		insert into factories values (1, 'A'), (2, 'B');
		insert into processes values (1, 'p1', 1, 'x'), (2, 'p2', 1, 'y'), (3, 'p3', 2, 'x');
		insert into costs values (1, 10), (2, 20), (3, 40);
		insert into shifts values (1, 1, 's'), (2, 1, 't'), (3, 2, 's'), (4, 3, 't');
		grant select on factories, processes, costs, shifts to anon`)
	a.run(t, []scenario{
		{name: "nested", target: "/shifts?select=...processes(factory_id,...costs(cost.sum()))&order=processes(factory_id)", want: `[{"factory_id":1,"sum":40}, {"factory_id":2,"sum":40}]`},
		{name: "nested, beside an embed of the root", target: "/processes?select=factories(name),...costs(cost.sum())&id=lt.3", want: `[{"factories":{"name": "A"},"sum":30}]`},
		{name: "nested, beside an embed in the spread", target: "/shifts?select=...processes(factories(name),...costs(cost.sum()))&id=lt.4", want: `[{"factories":{"name": "A"},"sum":40}]`},
		{name: "nested, beside to-many rows in the spread", target: "/costs?select=...processes(shifts(id),...factories(name.max()))&process_id=eq.1", want: `[{"shifts":[{"id": 1}, {"id": 2}],"max":"A"}]`},
		{name: "nested, beside an embed and a column", target: "/shifts?select=supervisor,...processes(factories(name),...costs(cost.max()))&supervisor=eq.t&id=lt.4", want: `[{"supervisor":"t","factories":{"name": "A"},"max":10}]`},
	})
}
