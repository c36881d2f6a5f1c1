package rest_test

import (
	"net/http"
	"testing"
)

func TestCall(t *testing.T) {
	a := newAPI(t, enableOptions)
	post := http.MethodPost
	a.run(t, []scenario{
		{name: "scalar", method: post, target: "/rpc/get_status", body: `{"name_param":"supabot"}`, wantHeader: []string{"Content-Range: 0-0/*"}, want: `"ONLINE"`},
		{name: "scalar by GET", target: "/rpc/get_status?name_param=supabot", want: `"ONLINE"`},
		{name: "scalar that is null", target: "/rpc/get_status?name_param=nobody", want: `null`},
		{name: "HEAD", method: http.MethodHead, target: "/rpc/get_status?name_param=supabot"},
		{name: "void", method: post, target: "/rpc/void_func", wantStatus: 204, wantHeader: []string{"Content-Type:"}},
		{name: "table", method: post, target: "/rpc/get_username_and_status", body: `{"name_param":"supabot"}`, want: `[{"username":"supabot","status":"ONLINE"}]`},
		{name: "table, single", method: post, target: "/rpc/get_username_and_status", header: []string{single}, body: `{"name_param":"supabot"}`, want: `{"username":"supabot","status":"ONLINE"}`},
		{name: "one row", method: post, target: "/rpc/function_returning_row?select=username", want: `{"username":"supabot"}`},
		{name: "out parameters", target: "/rpc/out_params?a=2", want: `{"double":4,"triple":6}`},
		{name: "rows, filtered, ordered, limited, counted", target: "/rpc/function_returning_set_of_rows?select=username&status=eq.ONLINE&order=username.desc&limit=2", header: []string{"Prefer: count=exact"}, wantStatus: 206, wantHeader: []string{"Content-Range: 0-1/3"}, want: `[{"username":"supabot"}, {"username":"dragarcia"}]`},
		{name: "rows with embeds", target: "/rpc/get_messages_by_username?search_username=kiwicopple&select=id,channels(slug),blurb_message", want: `[{"id":3,"blurb_message":"Som","channels":{"slug":"random"}}]`},
		{name: "set of scalars", target: "/rpc/ten?limit=3", want: `[1, 2, 3]`},
		{name: "a write by POST", method: post, target: "/rpc/set_users_offline?select=username,status", header: []string{rollbackTransaction}, body: `{"name_param":"%bot"}`, want: `[{"username":"supabot","status":"OFFLINE"}]`},
		{name: "a write by GET fails in the read-only transaction", target: "/rpc/offline_user?name_param=supabot", wantStatus: 405, want: `{"code":"25006","details":null,"hint":null,"message":"cannot execute UPDATE in a read-only transaction"}`},
		{name: "optional argument omitted", method: post, target: "/rpc/function_with_optional_param", want: `""`},
		{name: "array argument", method: post, target: "/rpc/function_with_array_param", body: `{"param":["00000000-0000-0000-0000-000000000000"]}`, wantStatus: 204},
		{name: "array argument by GET", target: "/rpc/function_with_array_param?param={00000000-0000-0000-0000-000000000000}", wantStatus: 204},
		{name: "variadic by GET, repeated", target: "/rpc/variadic_sum?n=1&n=2&n=3", want: `6`},
		{name: "variadic by POST", method: post, target: "/rpc/variadic_sum", body: `{"n":[1,2]}`, want: `3`},
		{name: "form", method: post, target: "/rpc/get_status", header: []string{"Content-Type: application/x-www-form-urlencoded"}, body: "name_param=supabot", want: `"ONLINE"`},
		{name: "whole JSON body", method: post, target: "/rpc/unnamed_json", body: `{"any": ["thing", 1.10]}`, want: `{"any": ["thing", 1.10]}`},
		{name: "whole text body", method: post, target: "/rpc/unnamed_text", header: []string{"Content-Type: text/plain"}, body: `just text`, want: `"just text"`},
		{name: "whole binary body", method: post, target: "/rpc/unnamed_bytea", header: []string{"Content-Type: application/octet-stream"}, body: "\x00\xff\x01", want: `3`},
		{name: "overload by argument name", method: post, target: "/rpc/postgrest_resolvable_with_override_function", body: `{"b":1}`, want: `"foo"`},
		{name: "overload without arguments", method: post, target: "/rpc/postgrest_resolvable_with_override_function", wantStatus: 204},
		{name: "ambiguous", method: post, target: "/rpc/postgrest_unresolvable_function", body: `{"a":1}`, wantStatus: 300, want: `{"code":"PGRST203","details":null,"hint":"Try renaming the parameters or the function itself in the database so function overloading can be resolved","message":"Could not choose the best candidate function between: public.postgrest_unresolvable_function(a => integer), public.postgrest_unresolvable_function(a => text)"}`},
		{name: "unknown function with a suggestion", method: post, target: "/rpc/get_statu", body: `{"name_param":"x"}`, wantStatus: 404, want: `{"code":"PGRST202","details":"Searched for the function public.get_statu with parameter name_param or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.","hint":"Perhaps you meant to call the function public.get_status","message":"Could not find the function public.get_statu(name_param) in the schema cache"}`},
		{name: "wrong arguments with a suggestion", target: "/rpc/get_status?name_para=x", wantStatus: 404, want: `{"code":"PGRST202","details":"Searched for the function public.get_status with parameter name_para, but no matches were found in the schema cache.","hint":"Perhaps you meant to call the function public.get_status(name_param)","message":"Could not find the function public.get_status(name_para) in the schema cache"}`},
		{name: "no arguments", target: "/rpc/get_status", wantStatus: 404, want: `{"code":"PGRST202","details":"Searched for the function public.get_status without parameters, but no matches were found in the schema cache.","hint":null,"message":"Could not find the function public.get_status without parameters in the schema cache"}`},
		{name: "schema selected by profile", method: post, target: "/rpc/get_status", header: []string{"Content-Profile: personal"}, body: `{"name_param":"leroyjenkins"}`, want: `"ONLINE"`},
		{name: "max-affected with a single value", method: post, target: "/rpc/get_status", header: []string{"Prefer: handling=strict, max-affected=1"}, body: `{"name_param":"x"}`, wantStatus: 400, want: `{"code":"PGRST128","details":null,"hint":null,"message":"Function must return SETOF or TABLE when max-affected preference is used with handling=strict"}`},
		{name: "max-affected exceeded", method: post, target: "/rpc/set_users_offline", header: []string{"Prefer: handling=strict, max-affected=1"}, body: `{"name_param":"%"}`, wantStatus: 400, want: `{"code":"PGRST124","details":"The query affects 4 rows","hint":null,"message":"Query result exceeds max-affected preference constraint"}`},
		{name: "PATCH", method: http.MethodPatch, target: "/rpc/get_status", wantStatus: 405, want: `{"code":"PGRST101","details":null,"hint":null,"message":"Cannot use the PATCH method on RPC"}`},
		{name: "raise", method: post, target: "/rpc/complain", body: `{"code":"P0001","message":"no"}`, wantStatus: 400, want: `{"code":"P0001","details":"some detail","hint":"some hint","message":"no"}`},
		{name: "raise with a status", method: post, target: "/rpc/complain", body: `{"code":"PT402","message":"pay"}`, wantStatus: 402, want: `{"code":"PT402","details":"some detail","hint":"some hint","message":"pay"}`},
		{name: "raise of PGRST without JSON", method: post, target: "/rpc/complain", body: `{"code":"PGRST","message":"no"}`, wantStatus: 500, want: `{"code":"PGRST121","details":"Invalid JSON value for MESSAGE: 'no'","hint":"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.","message":"Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error"}`},
		{name: "status and headers by settings", method: post, target: "/rpc/teapot", wantStatus: 418, wantHeader: []string{"X-Tea: oolong", "Set-Cookie: a=1, b=2"}, want: `"short and stout"`},
		{name: "SQL can read the request's settings", caller: alice, target: "/rpc/request_settings", header: []string{"X-Thing: some", "Cookie: biscuit=c", "Prefer: timezone=America/Los_Angeles"}, wantHeader: []string{"Preference-Applied: timezone=America/Los_Angeles"}, want: `{"method" : "GET", "path" : "/rpc/request_settings", "thing" : "some", "cookie" : "c", "role" : "authenticated", "sub" : "00000000-0000-0000-0000-000000000001", "timezone" : "America/Los_Angeles", "timeout" : "8s", "read_only" : "on", "search_path" : "\"public\", \"public\", \"extensions\""}`},
	})
}
