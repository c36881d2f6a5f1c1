package rest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest"
)

func TestRangesAndCounts(t *testing.T) {
	a := newAPI(t, func(o *rest.Options) { o.MaxRows = 10 })
	exact := "Prefer: count=exact"
	a.run(t, []scenario{
		{name: "the service's own limit", target: "/orders?select=id&id=gt.13", wantHeader: []string{"Content-Range: 0-1/*"}, want: `[{"id":14}, {"id":15}]`},
		{name: "limit and offset", target: "/orders?select=id&order=id&limit=2&offset=1", wantHeader: []string{"Content-Range: 1-2/*"}, want: `[{"id":2}, {"id":3}]`},
		{name: "part of the rows", target: "/orders?select=id&order=id&limit=2", header: []string{exact}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-1/15", "Preference-Applied: count=exact"}, want: `[{"id":1}, {"id":2}]`},
		{name: "all rows", target: "/orders?select=id&id=lt.3&order=id", header: []string{exact}, wantHeader: []string{"Content-Range: 0-1/2"}, want: `[{"id":1}, {"id":2}]`},
		{name: "no rows", target: "/orders?id=eq.99", header: []string{exact}, wantHeader: []string{"Content-Range: */0"}, want: `[]`},
		{name: "no rows, uncounted", target: "/orders?id=eq.99", wantHeader: []string{"Content-Range: */*"}, want: `[]`},
		{name: "past the end", target: "/orders?offset=100", header: []string{exact}, wantStatus: 416, wantHeader: []string{"Proxy-Status: PostgREST; error=PGRST103", "Content-Range: */15"}, want: `{"code":"PGRST103","details":"An offset of 100 was requested, but there are only 15 rows.","hint":null,"message":"Requested range not satisfiable"}`},
		{name: "past the end, uncounted", target: "/orders?offset=100", wantHeader: []string{"Content-Range: */*"}, want: `[]`},
		{name: "limit 0", target: "/orders?limit=0", wantHeader: []string{"Content-Range: */*"}, want: `[]`},
		{name: "negative limit", target: "/orders?limit=-1", wantStatus: 416, want: `{"code":"PGRST103","details":"Limit should be greater than or equal to zero.","hint":null,"message":"Requested range not satisfiable"}`},
		{name: "Range header", target: "/orders?select=id&order=id", header: []string{"Range-Unit: items", "Range: 2-3"}, wantHeader: []string{"Content-Range: 2-3/*"}, want: `[{"id":3}, {"id":4}]`},
		{name: "Range header without an end", target: "/orders?select=id&order=id", header: []string{"Range: 13-"}, wantHeader: []string{"Content-Range: 13-14/*"}, want: `[{"id":14}, {"id":15}]`},
		{name: "Range header with the bounds reversed", target: "/orders", header: []string{"Range: 5-3"}, wantStatus: 416, want: `{"code":"PGRST103","details":"The lower boundary must be lower than or equal to the upper boundary in the Range header.","hint":null,"message":"Requested range not satisfiable"}`},
		{name: "HEAD ignores Range", method: http.MethodHead, target: "/orders", header: []string{exact, "Range: 2-3"}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-9/15"}},
		{name: "HEAD with a count", method: http.MethodHead, target: "/orders", header: []string{exact}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-9/15"}},
		{name: "exact count with an inner join", target: "/products?select=name,categories!inner(name)&categories.name=eq.Computers&limit=1", header: []string{exact}, wantHeader: []string{"Content-Range: 0-0/1"}, want: `[{"name":"Laptop","categories":[{"name":"Computers"}]}]`},
		{name: "exact count with a null filter on an embed", target: "/users?select=username,messages()&messages=is.null&order=username&limit=1", header: []string{exact}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-0/2"}, want: `[{"username":"awailas"}]`},
		{name: "estimated is exact up to the limit", target: "/orders?select=id&id=lt.3&order=id", header: []string{"Prefer: count=estimated"}, wantHeader: []string{"Content-Range: 0-1/2"}, want: `[{"id":1}, {"id":2}]`},
	})
	a.db.Exec(t, "insert into orders (id, number) select n, 'M' || n from generate_series(1001, 2000) n; analyze orders")
	a.run(t, []scenario{
		{name: "planned", target: "/orders?select=id&limit=1&order=id", header: []string{"Prefer: count=planned"}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-0/1015"}, want: `[{"id":1}]`},
		{name: "estimated is planned above the limit", target: "/orders?select=id&limit=1&order=id", header: []string{"Prefer: count=estimated"}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-0/1015", "Preference-Applied: count=estimated"}, want: `[{"id":1}]`},
	})
}

func TestMediaTypes(t *testing.T) {
	a := newAPI(t, nil)
	a.run(t, []scenario{
		{name: "single object", target: "/channels?select=slug&id=eq.1", header: []string{single}, wantHeader: []string{"Content-Type: application/vnd.pgrst.object+json; charset=utf-8"}, want: `{"slug":"public"}`},
		{name: "single object without rows", target: "/channels?id=eq.99", header: []string{single}, wantStatus: 406, want: `{"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "single object for several rows", target: "/channels", header: []string{single}, wantStatus: 406, want: `{"code":"PGRST116","details":"The result contains 2 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "nulls stripped", target: "/channels?select=id,data&id=eq.2", header: []string{nullsStripped}, wantHeader: []string{"Content-Type: application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"}, want: `[{"id":2}]`},
		{name: "single object, nulls stripped", target: "/channels?select=id,data&id=eq.2", header: []string{single + ";nulls=stripped"}, want: `{"id":2}`},
		{name: "CSV", target: "/channels?select=id,slug&order=id", header: []string{"Accept: text/csv"}, wantHeader: []string{"Content-Type: text/csv; charset=utf-8"}, want: "id,slug\n1,public\n2,random"},
		{name: "CSV with quotes", target: "/messages?select=id,message&id=eq.3", header: []string{"Accept: text/csv"}, want: "id,message\n3,\"Some, \"\"quoted\"\" (text)\""},
		{name: "CSV without rows", target: "/channels?id=eq.99", header: []string{"Accept: text/csv"}, want: "\n"},
		{name: "the type with the highest quality", target: "/channels?select=id&id=eq.1", header: []string{"Accept: text/csv;q=0.5, application/json"}, want: `[{"id":1}]`},
		{name: "anything", target: "/channels?select=id&id=eq.1", header: []string{"Accept: image/png, */*"}, want: `[{"id":1}]`},
		{name: "no supported type", target: "/channels", header: []string{"Accept: image/png"}, wantStatus: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: image/png"}`},
	})
}

func TestRequestErrors(t *testing.T) {
	a := newAPI(t, nil)
	a.run(t, []scenario{
		{name: "unknown table with a suggestion", target: "/channel", wantStatus: 404, wantHeader: []string{"Proxy-Status: PostgREST; error=PGRST205"}, want: `{"code":"PGRST205","details":null,"hint":"Perhaps you meant the table 'public.channels'","message":"Could not find the table 'public.channel' in the schema cache"}`},
		{name: "unknown table without a suggestion", target: "/zzzzzz", wantStatus: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.zzzzzz' in the schema cache"}`},
		{name: "a system table", target: "/pg_class", wantStatus: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.pg_class' in the schema cache"}`},
		{name: "a longer path", target: "/channels/1", wantStatus: 404, want: `{"code":"PGRST125","details":null,"hint":null,"message":"Invalid path specified in request URL"}`},
		{name: "unknown schema", target: "/channels", header: []string{"Accept-Profile: auth"}, wantStatus: 406, want: `{"code":"PGRST106","details":null,"hint":"Only the following schemas are exposed: public, personal","message":"Invalid schema: auth"}`},
		{name: "unknown method", method: "TRACE", target: "/channels", wantStatus: 405, want: `{"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: TRACE"}`},
		{name: "OPTIONS of a table", method: http.MethodOptions, target: "/channels", wantHeader: []string{"Allow: OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"}},
		{name: "OPTIONS of a view", method: http.MethodOptions, target: "/non_updatable_view", wantHeader: []string{"Allow: OPTIONS,GET,HEAD"}},
		{name: "OPTIONS of a stable function", method: http.MethodOptions, target: "/rpc/get_status", wantHeader: []string{"Allow: OPTIONS,GET,HEAD,POST"}},
		{name: "OPTIONS of a volatile function", method: http.MethodOptions, target: "/rpc/offline_user", wantHeader: []string{"Allow: OPTIONS,POST"}},
		{name: "unknown column", target: "/channels?select=nope", wantStatus: 400, want: `{"code":"42703","details":null,"hint":null,"message":"column channels.nope does not exist"}`},
		{name: "unknown column of an embed", target: "/channels?select=messages(nope)", wantStatus: 400, want: `{"code":"42703","details":null,"hint":null,"message":"column messages_1.nope does not exist"}`},
		{name: "unknown type", target: "/channels?select=id::nope", wantStatus: 400, want: `{"code":"42704","details":null,"hint":null,"message":"type \"nope\" does not exist"}`},
		{name: "unknown operator for the type", target: "/channels?id=like.x", wantStatus: 404, want: `{"code":"42883","details":null,"hint":"No operator matches the given name and argument types. You might need to add explicit type casts.","message":"operator does not exist: bigint ~~ unknown"}`},
		{name: "bad value", target: "/channels?id=eq.x", wantStatus: 400, want: `{"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type bigint: \"x\""}`},
		{name: "no operator", target: "/channels?id=0", wantStatus: 400, want: `{"code":"PGRST100","details":"unexpected \"0\" expecting \"not\" or operator (eq, gt, ...)","hint":null,"message":"\"failed to parse filter (0)\" (line 1, column 1)"}`},
		{name: "invalid select", target: "/channels?select=id,(", wantStatus: 400, want: `{"code":"PGRST100","details":"unexpected \"(\" expecting field name (* or [a..z0..9_$])","hint":null,"message":"\"failed to parse select parameter (id,()\" (line 1, column 4)"}`},
		{name: "invalid order", target: "/channels?order=id.ac", wantStatus: 400, want: `{"code":"PGRST100","details":"unexpected \"c\" expecting \"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"","hint":null,"message":"\"failed to parse order (id.ac)\" (line 1, column 4)"}`},
		{name: "invalid logic", target: "/channels?or=()", wantStatus: 400, want: `{"code":"PGRST100","details":"unexpected \")\" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)","hint":null,"message":"\"failed to parse logic tree (())\" (line 1, column 4)"}`},
		{name: "filter on a relation that is not embedded", target: "/channels?messages.id=eq.1", wantStatus: 400, want: `{"code":"PGRST108","details":null,"hint":"Verify that 'messages' is included in the 'select' query parameter.","message":"'messages' is not an embedded resource in this request"}`},
		{name: "no relationship", target: "/orders?select=channels(id)", wantStatus: 400, want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'orders' and 'channels' in the schema 'public', but no matches were found.","hint":"Perhaps you meant 'users' instead of 'orders'.","message":"Could not find a relationship between 'orders' and 'channels' in the schema cache"}`},
		{name: "no relationship, but a similar one", target: "/messages?select=channel(id)", wantStatus: 400, want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'messages' and 'channel' in the schema 'public', but no matches were found.","hint":"Perhaps you meant 'channels' instead of 'channel'.","message":"Could not find a relationship between 'messages' and 'channel' in the schema cache"}`},
		{name: "ambiguous relationship", target: "/users?select=best_friends(id)", wantStatus: 300, want: `{"code":"PGRST201","details":[{"cardinality":"one-to-many","embedding":"users with best_friends","relationship":"best_friends_first_user_fkey using users(username) and best_friends(first_user)"},{"cardinality":"one-to-many","embedding":"users with best_friends","relationship":"best_friends_second_user_fkey using users(username) and best_friends(second_user)"},{"cardinality":"one-to-many","embedding":"users with best_friends","relationship":"best_friends_third_wheel_fkey using users(username) and best_friends(third_wheel)"}],"hint":"Try changing 'best_friends' to one of the following: 'best_friends!best_friends_first_user_fkey', 'best_friends!best_friends_second_user_fkey', 'best_friends!best_friends_third_wheel_fkey'. Find the desired relationship in the 'details' key.","message":"Could not embed because more than one relationship was found for 'users' and 'best_friends'"}`},
		{name: "order by a to-many relation", target: "/channels?select=messages(id)&order=messages(id)", wantStatus: 400, want: `{"code":"PGRST118","details":"'channels' and 'messages' do not form a many-to-one or one-to-one relationship","hint":null,"message":"A related order on 'messages' is not possible"}`},
		{name: "aggregates disabled", target: "/orders?select=total.sum()", wantStatus: 400, want: `{"code":"PGRST123","details":null,"hint":null,"message":"Use of aggregate functions is not allowed"}`},
		{name: "unknown preference, strict", target: "/channels", header: []string{"Prefer: handling=strict, anything, count=most"}, wantStatus: 400, want: `{"code":"PGRST122","details":"Invalid preferences: anything, count=most","hint":null,"message":"Invalid preferences given with handling=strict"}`},
		{name: "unknown preference, lenient", target: "/channels?select=id&id=eq.1", header: []string{"Prefer: handling=lenient, anything"}, wantHeader: []string{"Preference-Applied: handling=lenient"}, want: `[{"id":1}]`},
		{name: "unknown time zone", target: "/channels", header: []string{"Prefer: timezone=Nowhere"}, wantStatus: 400, want: `{"code":"22023","details":null,"hint":null,"message":"invalid value for parameter \"TimeZone\": \"Nowhere\""}`},
		{name: "time zone with leap seconds", target: "/channels", header: []string{"Prefer: timezone=05:30:15"}, wantStatus: 400, want: `{"code":"22023","details":"PostgreSQL does not support leap seconds.","hint":null,"message":"time zone \"05:30:15\" appears to use leap seconds"}`},
		{name: "time zone as an offset", target: "/channels?select=id&id=eq.1", header: []string{"Prefer: timezone=+05:30"}, wantHeader: []string{"Preference-Applied: timezone=+05:30"}, want: `[{"id":1}]`},
		{name: "insert into a view that is not updatable", method: http.MethodPost, target: "/non_updatable_view", body: `{"username":"x"}`, wantStatus: 405, want: `{"code":"55000","details":"Views containing LIMIT or OFFSET are not automatically updatable.","hint":"To enable inserting into the view, provide an INSTEAD OF INSERT trigger or an unconditional ON INSERT DO INSTEAD rule.","message":"cannot insert into view \"non_updatable_view\""}`},
		{name: "tx=rollback is ignored if it is not allowed", method: http.MethodPost, target: "/composite", header: []string{rollbackTransaction}, body: `{"a":9,"b":"stored"}`, wantStatus: 201, wantHeader: []string{"Preference-Applied:"}},
		{name: "the row was inserted", target: "/composite?select=a&b=eq.stored", want: `[{"a":9}]`},
	})
}

func TestAggregates(t *testing.T) {
	a := newAPI(t, enableOptions)
	a.run(t, []scenario{
		{name: "of all rows", target: "/orders?select=total.sum(),count(),id.max(),least:id.min()", want: `[{"sum":1200,"count":15,"max":15,"least":1}]`},
		{name: "in groups", target: "/messages?select=username,count()&order=username", want: `[{"username":"kiwicopple","count":1}, {"username":"supabot","count":2}]`},
		{name: "in groups and the order of a JSON path", target: "/channels?select=data->a->>b,count()&order=data->a->>b", want: `[{"b":"7","count":1}, {"b":null,"count":1}]`},
		{name: "in groups of two parts of a JSON path", target: "/channels?select=data->tags->>0,second:data->tags->>1,data->>0,count()&order=data->tags->>1.desc.nullslast", want: `[{"tags":"x","second":"y","data":null,"count":1}, {"tags":null,"second":null,"data":null,"count":1}]`},
		{name: "cast before and after", target: "/orders?select=total::int.avg()::int", want: `[{"avg":80}]`},
		{name: "within an embed", target: "/channels?select=slug,messages(count())&order=slug", want: `[{"slug":"public","messages":[{"count":1}]}, {"slug":"random","messages":[{"count":2}]}]`},
		{name: "grouped by an embed", target: "/messages?select=count(),channels(slug)&order=count", want: `[{"count":1,"channels":{"slug": "public"}}, {"count":2,"channels":{"slug": "random"}}]`},
		{name: "of a spread relation", target: "/messages?select=username,...channels(id.max())&order=username", want: `[{"username":"kiwicopple","max":2}, {"username":"supabot","max":2}]`},
		{name: "of a JSON path", target: "/channels?select=data->a->b.max()", wantStatus: 404, want: `{"code":"42883","details":null,"hint":"No function matches the given name and argument types. You might need to add explicit type casts.","message":"function max(jsonb) does not exist"}`},
		{name: "of a spread to-many relation", target: "/channels?select=...messages(id.max())", wantStatus: 400, want: `{"code":"PGRST127","details":"Aggregates are not implemented for one-to-many or many-to-many spreads.","hint":null,"message":"Feature not implemented"}`},
	})
}

func TestTokens(t *testing.T) {
	a := newAPI(t, nil)
	sign := func(keys *caller.Keys, claims map[string]any) string {
		token, err := keys.Sign(claims)
		if err != nil {
			t.Fatal(err)
		}
		return "Authorization: Bearer " + token
	}
	other := caller.NewKeys([]byte("another secret that is long enough, too"), nil)
	expired := sign(a.db.Keys, map[string]any{"role": "authenticated", "exp": time.Now().Add(-time.Minute).Unix()})
	skewed := sign(a.db.Keys, map[string]any{"role": "authenticated", "exp": time.Now().Add(-10 * time.Second).Unix()})
	early := sign(a.db.Keys, map[string]any{"role": "authenticated", "nbf": time.Now().Add(time.Hour).Unix()})
	unknown := sign(a.db.Keys, map[string]any{"role": "nobody_knows"})
	foreign := sign(a.db.Keys, map[string]any{"role": "postgres"})
	login := "person_" + a.db.Name
	a.db.Exec(t, fmt.Sprintf(`create role %[1]s login; grant %[1]s to authenticator`, login))
	t.Cleanup(func() { a.db.Exec(t, "drop role "+login) })
	role := func(name string) []string { return []string{sign(a.db.Keys, map[string]any{"role": name})} }
	denied := func(name string) string {
		return `{"code":"42501","details":null,"hint":null,"message":"permission denied to set role \"` + name + `\""}`
	}
	errorBody := func(code, message, details string) string {
		return `{"code":"` + code + `","details":` + details + `,"hint":null,"message":"` + message + `"}`
	}
	get := "/channels?select=id&id=eq.1"
	a.run(t, []scenario{
		{name: "expired", target: get, header: []string{expired}, wantStatus: 401, wantHeader: []string{`WWW-Authenticate: Bearer error="invalid_token", error_description="JWT expired"`}, want: errorBody("PGRST303", "JWT expired", "null")},
		{name: "expired within the clock skew", target: get, header: []string{skewed}, want: `[{"id":1}]`},
		{name: "not yet valid", target: get, header: []string{early}, wantStatus: 401, want: errorBody("PGRST303", "JWT not yet valid", "null")},
		{name: "a claim of the wrong type", target: get, header: []string{sign(a.db.Keys, map[string]any{"exp": "soon"})}, wantStatus: 401, wantHeader: []string{`WWW-Authenticate: Bearer error="invalid_token", error_description="The JWT 'exp' claim must be a number"`}, want: errorBody("PGRST303", "The JWT 'exp' claim must be a number", "null")},
		{name: "another key", target: get, header: []string{sign(other, map[string]any{"role": "service_role"})}, wantStatus: 401, want: errorBody("PGRST301", "No suitable key or wrong key type", `"None of the keys was able to decode the JWT"`)},
		{name: "without a signature", target: get, header: []string{"Authorization: Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0."}, wantStatus: 401, want: errorBody("PGRST301", "Wrong or unsupported encoding algorithm", `"JWT is unsecured but expected 'alg' was not 'none'"`)},
		{name: "not a JWT", target: get, header: []string{"Authorization: Bearer invalid"}, wantStatus: 401, want: errorBody("PGRST301", "Expected 3 parts in JWT; got 1", "null")},
		{name: "empty", target: get, header: []string{"Authorization: Bearer "}, wantStatus: 401, want: errorBody("PGRST301", "Empty JWT is sent in Authorization header", "null")},
		{name: "unknown role", target: get, header: []string{unknown}, wantStatus: 401, want: errorBody("22023", `role \"nobody_knows\" does not exist`, "null")},
		{name: "the role none, which is the service's own user", target: get, header: role("none"), wantStatus: 403, want: denied("none")},
		{name: "the service's own user", target: get, header: role("authenticator"), wantStatus: 403, want: denied("authenticator")},
		{name: "a login role that the service is a member of", target: get, header: role(login), wantStatus: 403, want: denied(login)},
		{name: "a role that the service is not a member of", target: get, header: []string{foreign}, wantStatus: 403, want: errorBody("42501", `permission denied to set role \"postgres\"`, "null")},
	})
}
