package rest_test

import (
	"net/http"
	"testing"
)

// TestMediaTypeHandlersOfAnyRows covers an aggregate of any row type, which also accepts selected
// columns, and aggregates that override the types of the service for one table.
func TestMediaTypeHandlersOfAnyRows(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `
		create domain "text/record" as text;
		create function append_record(state text, next anyelement) returns "text/record"
		  language sql immutable as $$ select (state || next::text || ';')::"text/record" $$;
		create aggregate list_records(anyelement) (sfunc = append_record, stype = "text/record", initcond = '');
		create domain "application/json" as json;
		create function ignore_row(state "application/json", next categories) returns "application/json" language sql immutable as $$ select $1 $$;
		create aggregate own_json(categories) (sfunc = ignore_row, stype = "application/json", initcond = '{"own":true}');
		create domain "text/csv" as text;
		create function append_line(state text, next products) returns "text/csv" language sql immutable as $$ select (state || next.id || e'\n')::"text/csv" $$;
		create function finish_csv(lines "text/csv") returns "text/csv" language plpgsql as $$ begin
		  perform set_config('response.headers', '[{"Content-Disposition": "attachment; filename=\"products.csv\""}]', true);
		  return 'id' || e'\n' || lines;
		end $$;
		create aggregate own_csv(products) (sfunc = append_line, stype = "text/csv", finalfunc = finish_csv, initcond = '');
		create domain "*/*" as bytea;
		create function append_any(state "*/*", next channels) returns "*/*" language plpgsql as $$ begin
		  if current_setting('request.headers')::json ->> 'accept' = 'text/special' then
		    perform set_config('response.headers', '[{"Content-Type": "text/special"}]', true);
		  end if;
		  return state || next.slug::bytea;
		end $$;
		create aggregate any_bytes(channels) (sfunc = append_any, stype = "*/*", initcond = '');
		create function category_label(categories) returns text language sql stable as $$ select '#' || $1.id $$`)
	a.configure(t)
	record, csv := []string{"Accept: text/record"}, []string{"Accept: text/csv"}
	unavailable := `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: `
	a.run(t, []scenario{
		{name: "all columns", target: "/product_categories?product_id=eq.1&order=category_id", header: record, wantHeader: []string{"Content-Type: text/record"}, want: "(1,1);(1,2);"},
		{name: "fewer columns", target: "/categories?select=name&order=id", header: record, want: "(Electronics);(Computers);"},
		{name: "another order of columns", target: "/product_categories?select=category_id,product_id&product_id=eq.2", header: record, want: "(1,2);"},
		{name: "computed column", target: "/categories?select=id,category_label&id=eq.1", header: record, want: "(1,#1);"},
		{name: "embedded row", target: "/messages?select=id,channels(slug)&id=eq.1", header: record, want: `(1,"{""slug"":""public""}");`},
		{name: "rows of a function", target: "/rpc/get_messages_by_username?search_username=kiwicopple&select=id", header: record, want: "(3);"},
		{name: "own JSON", target: "/categories?id=eq.1", header: []string{"Accept: application/json"}, wantHeader: []string{"Content-Type: application/json; charset=utf-8"}, want: `{"own":true}`},
		{name: "JSON of another table", target: "/products?select=id&id=eq.1", want: `[{"id":1}]`},
		{name: "the types of the service cannot be overridden", target: "/categories?select=id&id=eq.1", header: []string{single}, want: `{"id":1}`},
		{name: "own CSV with its own header", target: "/products?order=id", header: csv, wantHeader: []string{"Content-Type: text/csv; charset=utf-8", `Content-Disposition: attachment; filename="products.csv"`}, want: "id\n1\n2\n3\n"},
		{name: "HEAD of own CSV", method: http.MethodHead, target: "/products", header: csv, wantHeader: []string{"Content-Type: text/csv; charset=utf-8"}},
		{name: "any type", target: "/channels?order=id", header: []string{"Accept: */*"}, wantHeader: []string{"Content-Type: application/octet-stream"}, want: "publicrandom"},
		{name: "any type sets the type of the response", target: "/channels?id=eq.1", header: []string{"Accept: text/special"}, wantHeader: []string{"Content-Type: text/special"}, want: "public"},
		{name: "not a media type", target: "/orders", header: []string{"Accept: undefined"}, wantStatus: 406, want: unavailable + `undefined"}`},
	})
}

// TestMediaTypesOfFunctions covers functions that return a media type, and the choice among several
// accepted types.
func TestMediaTypesOfFunctions(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `
		create domain "text/plain" as text;
		create domain "text/xml" as xml;
		create domain "image/png" as bytea;
		create function greeting() returns "text/plain" language sql immutable as $$ select 'hello'::"text/plain" $$;
		create function greetings() returns setof "text/plain" language sql immutable as $$ values ('hello'::"text/plain"), ('again') $$;
		create function document() returns "text/xml" language sql immutable as $$ select '<a/>'::"text/xml" $$;
		create function picture() returns "image/png" language sql immutable as $$ select '\x89504e47'::bytea::"image/png" $$;
		create function plain_text() returns text language sql immutable as $$ select 'hello' $$`)
	a.configure(t)
	plain := []string{"Accept: text/plain"}
	unavailable := `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: text/plain"}`
	a.run(t, []scenario{
		{name: "text", target: "/rpc/greeting", header: plain, wantHeader: []string{"Content-Type: text/plain; charset=utf-8"}, want: "hello"},
		{name: "JSON remains available", target: "/rpc/greeting", want: `"hello"`},
		{name: "XML", target: "/rpc/document", header: []string{"Accept: text/xml"}, wantHeader: []string{"Content-Type: text/xml; charset=utf-8"}, want: "<a/>"},
		{name: "a set of values", target: "/rpc/greetings", header: plain, wantStatus: 406, want: unavailable},
		{name: "a type that is not a media type", target: "/rpc/plain_text", header: plain, wantStatus: 406, want: unavailable},
		{name: "Accept of a browser", target: "/rpc/picture", header: []string{"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/png,*/*;q=0.8"}, wantHeader: []string{"Content-Type: image/png"}, want: "\x89PNG"},
		{name: "parameters of the request's type", method: http.MethodPost, target: "/rpc/get_status", header: []string{"Content-Type: application/json; $$ ignored $$"}, body: `{"name_param":"supabot"}`, want: `"ONLINE"`},
	})
}
