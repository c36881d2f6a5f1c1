package rest_test

import (
	"net/http"
	"testing"
)

const (
	returnRepresentation = "Prefer: return=representation"
	rollbackTransaction  = "Prefer: tx=rollback"
	single               = "Accept: application/vnd.pgrst.object+json"
	nullsStripped        = "Accept: application/vnd.pgrst.array+json;nulls=stripped"
)

func TestInsert(t *testing.T) {
	a := newAPI(t, enableOptions)
	post := http.MethodPost
	a.run(t, []scenario{
		{name: "minimal by default", method: post, target: "/orders", header: []string{rollbackTransaction}, body: `{"id":100,"number":"X"}`, wantStatus: 201, wantHeader: []string{"Content-Range: */*", "Location:", "Content-Type:", "Preference-Applied: tx=rollback"}},
		{name: "representation with defaults and computed columns", method: post, target: "/orders", header: []string{rollbackTransaction, returnRepresentation}, body: `{"id":100,"number":"X","placed":"2026-02-03T04:05:06.123456Z"}`, wantStatus: 201, wantHeader: []string{"Preference-Applied: return=representation, tx=rollback"}, want: `[{"id":100,"number":"X","total":0,"note":"none","placed":"2026-02-03T04:05:06.123456+00:00"}]`},
		{name: "headers-only returns the Location", method: post, target: "/composite", header: []string{rollbackTransaction, "Prefer: return=headers-only"}, body: `{"a":2,"b":"p q","value":1}`, wantStatus: 201, wantHeader: []string{"Location: /composite?a=eq.2&b=eq.p%20q"}},
		{name: "Location escapes values", method: post, target: "/composite", header: []string{rollbackTransaction, "Prefer: return=headers-only"}, body: `{"a":2,"b":"R&B é+="}`, wantStatus: 201, wantHeader: []string{"Location: /composite?a=eq.2&b=eq.R%26B%20%C3%A9%2B%3D"}},
		{name: "Location sorts the columns of the key", method: post, target: "/key_order", header: []string{rollbackTransaction, "Prefer: return=headers-only"}, body: `{"a":2,"b":"p"}`, wantStatus: 201, wantHeader: []string{"Location: /key_order?a=eq.2&b=eq.p"}},
		{name: "select of the representation, with embed", method: post, target: "/messages?select=message,channels(slug)", header: []string{rollbackTransaction, returnRepresentation}, body: `{"message":"hi","username":"supabot","channel_id":1}`, wantStatus: 201, want: `[{"message":"hi","channels":{"slug":"public"}}]`},
		{name: "star and computed column of the representation", method: post, target: "/messages?select=*,blurb_message", header: []string{rollbackTransaction, returnRepresentation}, body: `{"id":50,"message":"hello","username":"supabot","channel_id":1}`, wantStatus: 201, want: `[{"id":50,"data":null,"message":"hello","username":"supabot","channel_id":1,"blurb_message":"hel"}]`},
		{name: "computed relationship of the representation", method: post, target: "/channels?select=slug,get_messages(id)", header: []string{rollbackTransaction, returnRepresentation}, body: `{"slug":"new"}`, wantStatus: 201, want: `[{"slug":"new","get_messages":[]}]`},
		{name: "many, with count", method: post, target: "/orders?select=id", header: []string{rollbackTransaction, returnRepresentation, "Prefer: count=exact"}, body: `[{"id":100,"number":"X"},{"id":101,"number":"Y"}]`, wantStatus: 201, wantHeader: []string{"Content-Range: */2"}, want: `[{"id":100}, {"id":101}]`},
		{name: "no rows", method: post, target: "/orders", header: []string{rollbackTransaction, returnRepresentation}, body: `[]`, wantStatus: 201, want: `[]`},
		{name: "an empty object inserts all defaults", method: post, target: "/channels?select=slug", header: []string{rollbackTransaction, returnRepresentation}, body: `{}`, wantStatus: 201, want: `[{"slug":null}]`},
		{name: "columns ignores the other keys, missing ones are null", method: post, target: "/orders?columns=id,number,total&select=id,total", header: []string{rollbackTransaction, returnRepresentation}, body: `[{"id":100,"number":"X","junk":1,"total":5},{"id":101,"number":"Y","total":6}]`, wantStatus: 201, want: `[{"id":100,"total":5}, {"id":101,"total":6}]`},
		{name: "missing keys are null without missing=default", method: post, target: "/orders?columns=id,number,note&select=id,note", header: []string{rollbackTransaction, returnRepresentation}, body: `[{"id":100,"number":"X","note":"a"},{"id":101,"number":"Y"}]`, wantStatus: 201, want: `[{"id":100,"note":"a"}, {"id":101,"note":null}]`},
		{name: "missing=default", method: post, caller: service, target: "/messages?columns=id,message,username,channel_id,data&select=message", header: []string{rollbackTransaction, returnRepresentation, "Prefer: missing=default"}, body: `[{"message":"m","username":"supabot","channel_id":1}]`, wantStatus: 201, wantHeader: []string{"Preference-Applied: missing=default, return=representation, tx=rollback"}, want: `[{"message":"m"}]`},
		{name: "missing=default with a text default", method: post, target: "/orders?columns=id,number,note&select=note", header: []string{rollbackTransaction, returnRepresentation, "Prefer: missing=default"}, body: `{"id":100,"number":"X"}`, wantStatus: 201, want: `[{"note":"none"}]`},
		{name: "CSV in", method: post, target: "/orders?select=id,number,note", header: []string{rollbackTransaction, returnRepresentation, "Content-Type: text/csv"}, body: "id,number,note\n100,\"a,b\",NULL\n101,c,x\n", wantStatus: 201, want: `[{"id":100,"number":"a,b","note":null}, {"id":101,"number":"c","note":"x"}]`},
		{name: "CSV out", method: post, target: "/orders?select=number", header: []string{rollbackTransaction, returnRepresentation, "Accept: text/csv"}, body: `[{"id":100,"number":"X"},{"id":101,"number":"Y, Z"}]`, wantStatus: 201, wantHeader: []string{"Content-Type: text/csv; charset=utf-8"}, want: "number\nX\n\"Y, Z\""},
		{name: "CSV with a different number of fields", method: post, target: "/orders", header: []string{"Content-Type: text/csv"}, body: "id,number\n1\n", wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"All lines must have same number of fields"}`},
		{name: "form in", method: post, target: "/orders?select=id,number", header: []string{rollbackTransaction, returnRepresentation, "Content-Type: application/x-www-form-urlencoded"}, body: "id=100&number=a+b", wantStatus: 201, want: `[{"id":100,"number":"a b"}]`},
		{name: "single object", method: post, target: "/orders?select=id", header: []string{rollbackTransaction, returnRepresentation, single}, body: `{"id":100,"number":"X"}`, wantStatus: 201, wantHeader: []string{"Content-Type: application/vnd.pgrst.object+json; charset=utf-8"}, want: `{"id":100}`},
		{name: "single object for several rows rolls them back", method: post, target: "/orders?select=id", header: []string{returnRepresentation, single}, body: `[{"id":100,"number":"X"},{"id":101,"number":"Y"}]`, wantStatus: 406, want: `{"code":"PGRST116","details":"The result contains 2 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "no row was inserted", target: "/orders?select=id&id=gte.100", want: `[]`},
		{name: "objects with different keys", method: post, target: "/orders", body: `[{"id":1},{"number":"x"}]`, wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}`},
		{name: "invalid JSON", method: post, target: "/orders", body: `{"id":`, wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}`},
		{name: "empty body", method: post, target: "/orders", wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}`},
		{name: "two JSON values", method: post, target: "/orders", body: `{"id":1} {"id":2}`, wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}`},
		{name: "unsupported media type", method: post, target: "/orders", header: []string{"Content-Type: image/png"}, body: "x", wantStatus: 400, want: `{"code":"PGRST102","details":null,"hint":null,"message":"Content-Type not acceptable: image/png"}`},
		{name: "unknown column in the body", method: post, target: "/orders", body: `{"id":1,"nope":1}`, wantStatus: 400, wantHeader: []string{"Proxy-Status: PostgREST; error=PGRST204"}, want: `{"code":"PGRST204","details":null,"hint":null,"message":"Could not find the 'nope' column of 'orders' in the schema cache"}`},
		{name: "unknown column in columns", method: post, target: "/orders?columns=nope", body: `{"nope":1}`, wantStatus: 400, want: `{"code":"PGRST204","details":null,"hint":null,"message":"Could not find the 'nope' column of 'orders' in the schema cache"}`},
		{name: "duplicate key", method: post, target: "/orders", body: `{"id":1,"number":"X"}`, wantStatus: 409, want: `{"code":"23505","details":"Key (id)=(1) already exists.","hint":null,"message":"duplicate key value violates unique constraint \"orders_pkey\""}`},
		{name: "missing reference", method: post, target: "/messages", body: `{"username":"nobody","channel_id":1}`, wantStatus: 409, want: `{"code":"23503","details":"Key (username)=(nobody) is not present in table \"users\".","hint":null,"message":"insert or update on table \"messages\" violates foreign key constraint \"messages_username_fkey\""}`},
		{name: "null", method: post, target: "/composite", body: `{"a":null,"b":"x"}`, wantStatus: 400, want: `{"code":"23502","details":"Failing row contains (null, x, null).","hint":null,"message":"null value in column \"a\" of relation \"composite\" violates not-null constraint"}`},
		{name: "check", method: post, target: "/orders", body: `{"id":100,"number":"X","total":-1}`, wantStatus: 400, want: `{"code":"23514","details":"Failing row contains (100, X, -1, none, 2026-01-01 12:00:00+00).","hint":null,"message":"new row for relation \"orders\" violates check constraint \"orders_total_check\""}`},
		{name: "too long", method: post, target: "/orders", body: `{"id":100,"number":"X","note":"more than ten"}`, wantStatus: 400, want: `{"code":"22001","details":null,"hint":null,"message":"value too long for type character varying(10)"}`},
		{name: "bad value", method: post, target: "/orders", body: `{"id":"x","number":"X"}`, wantStatus: 400, want: `{"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type integer: \"x\""}`},
	})
}

func TestUpsert(t *testing.T) {
	a := newAPI(t, enableOptions)
	post, put := http.MethodPost, http.MethodPut
	merge, ignore := "Prefer: resolution=merge-duplicates", "Prefer: resolution=ignore-duplicates"
	a.run(t, []scenario{
		{name: "merge, one new: created", method: post, target: "/orders?select=id,number", header: []string{rollbackTransaction, returnRepresentation, merge}, body: `[{"id":1,"number":"new"},{"id":100,"number":"X"}]`, wantStatus: 201, wantHeader: []string{"Preference-Applied: resolution=merge-duplicates, return=representation, tx=rollback"}, want: `[{"id":1,"number":"new"}, {"id":100,"number":"X"}]`},
		{name: "merge, none new", method: post, target: "/orders?select=id,number", header: []string{rollbackTransaction, returnRepresentation, merge}, body: `[{"id":1,"number":"new"}]`, wantStatus: 200, want: `[{"id":1,"number":"new"}]`},
		{name: "merge of no rows", method: post, target: "/orders", header: []string{rollbackTransaction, returnRepresentation, merge}, body: `[]`, wantStatus: 201, want: `[]`},
		{name: "merge on a unique key", method: post, target: "/orders?on_conflict=number&select=id,number,note", header: []string{rollbackTransaction, returnRepresentation, merge}, body: `{"id":1,"number":"N1","note":"seen"}`, wantStatus: 200, want: `[{"id":1,"number":"N1","note":"seen"}]`},
		{name: "merge on a composite key", method: post, target: "/composite?select=value", header: []string{rollbackTransaction, returnRepresentation, merge}, body: `{"a":1,"b":"x","value":11}`, wantStatus: 200, want: `[{"value":11}]`},
		{name: "ignore returns only the new rows", method: post, target: "/orders?select=id", header: []string{rollbackTransaction, returnRepresentation, ignore}, body: `[{"id":1,"number":"new"},{"id":100,"number":"X"}]`, wantStatus: 201, wantHeader: []string{"Preference-Applied: resolution=ignore-duplicates, return=representation, tx=rollback"}, want: `[{"id":100}]`},
		{name: "on_conflict without a unique constraint", method: post, target: "/orders?on_conflict=note", header: []string{merge}, body: `{"id":1,"number":"N1"}`, wantStatus: 400, want: `{"code":"42P10","details":null,"hint":null,"message":"there is no unique or exclusion constraint matching the ON CONFLICT specification"}`},
		{name: "PUT of a new row", method: put, target: "/composite?a=eq.7&b=eq.z", header: []string{rollbackTransaction, returnRepresentation}, body: `{"a":7,"b":"z","value":1}`, wantStatus: 201, want: `[{"a":7,"b":"z","value":1}]`},
		{name: "PUT of an existing row", method: put, target: "/composite?a=eq.1&b=eq.x", header: []string{rollbackTransaction, returnRepresentation}, body: `{"a":1,"b":"x","value":1}`, wantStatus: 200, want: `[{"a":1,"b":"x","value":1}]`},
		{name: "PUT without representation", method: put, target: "/composite?a=eq.1&b=eq.x", header: []string{rollbackTransaction}, body: `{"a":1,"b":"x","value":1}`, wantStatus: 204},
		{name: "PUT of another key", method: put, target: "/composite?a=eq.1&b=eq.x", body: `{"a":1,"b":"other","value":1}`, wantStatus: 400, want: `{"code":"PGRST115","details":null,"hint":null,"message":"Payload values do not match URL in primary key column(s)"}`},
		{name: "PUT without the whole key", method: put, target: "/composite?a=eq.1", body: `{"a":1,"b":"x"}`, wantStatus: 405, want: `{"code":"PGRST105","details":null,"hint":null,"message":"Filters must include all and only primary key columns with 'eq' operators"}`},
		{name: "PUT with another operator", method: put, target: "/composite?a=gt.1&b=eq.x", body: `{"a":1,"b":"x"}`, wantStatus: 405, want: `{"code":"PGRST105","details":null,"hint":null,"message":"Filters must include all and only primary key columns with 'eq' operators"}`},
		{name: "PUT with a limit", method: put, target: "/composite?a=eq.1&b=eq.x&limit=1", body: `{"a":1,"b":"x"}`, wantStatus: 400, want: `{"code":"PGRST114","details":null,"hint":null,"message":"limit/offset querystring parameters are not allowed for PUT"}`},
	})
}

func TestUpdateAndDelete(t *testing.T) {
	a := newAPI(t, enableOptions)
	patch, del := http.MethodPatch, http.MethodDelete
	a.run(t, []scenario{
		{name: "update", method: patch, target: "/orders?id=lt.3", header: []string{rollbackTransaction}, body: `{"note":"x"}`, wantStatus: 204, wantHeader: []string{"Content-Range: 0-1/*"}},
		{name: "update with representation and count", method: patch, target: "/orders?id=lt.3&select=id,note", header: []string{rollbackTransaction, returnRepresentation, "Prefer: count=exact"}, body: `{"note":"x"}`, wantHeader: []string{"Content-Range: 0-1/2", "Preference-Applied: return=representation, count=exact, tx=rollback"}, want: `[{"id":1,"note":"x"}, {"id":2,"note":"x"}]`},
		{name: "update returns the rows in the requested order, also by a column that is not selected", method: patch, target: "/orders?id=lt.4&select=number&order=total.desc", header: []string{rollbackTransaction, returnRepresentation}, body: `{"note":"x"}`, want: `[{"number":"N3"}, {"number":"N2"}, {"number":"N1"}]`},
		{name: "delete returns the rows in the requested order", method: del, target: "/messages?select=id&order=id.desc", header: []string{rollbackTransaction, returnRepresentation}, want: `[{"id":3}, {"id":2}, {"id":1}]`},
		{name: "update without matching rows", method: patch, target: "/orders?id=eq.99", header: []string{returnRepresentation}, body: `{"note":"x"}`, wantHeader: []string{"Content-Range: */*"}, want: `[]`},
		{name: "update without a filter", method: patch, target: "/composite?select=value", header: []string{rollbackTransaction, returnRepresentation}, body: `{"value":0}`, want: `[{"value":0}, {"value":0}]`},
		{name: "update by logic, JSON path and related filter of the representation", method: patch, target: "/channels?or=(slug.eq.public,id.eq.9)&data->a->>b=eq.7&select=slug,messages(id)&messages.id=eq.99", header: []string{rollbackTransaction, returnRepresentation}, body: `{"slug":"p"}`, want: `[{"slug":"p","messages":[]}]`},
		{name: "update of no columns", method: patch, target: "/orders?id=eq.1", header: []string{returnRepresentation}, body: `{}`, wantHeader: []string{"Content-Range: */*"}, want: `[]`},
		{name: "update of no columns, selected", method: patch, target: "/orders?id=eq.1&select=id", header: []string{returnRepresentation}, body: `{}`, want: `[]`},
		{name: "update with columns", method: patch, target: "/orders?id=eq.1&columns=note&select=note,number", header: []string{rollbackTransaction, returnRepresentation}, body: `{"note":"x","number":"ignored"}`, want: `[{"note":"x","number":"N1"}]`},
		{name: "max-affected without strict is no limit", method: patch, target: "/orders?id=lt.3", header: []string{rollbackTransaction, "Prefer: max-affected=1"}, body: `{"note":"x"}`, wantStatus: 204, wantHeader: []string{"Preference-Applied: tx=rollback"}},
		{name: "max-affected exceeded", method: patch, target: "/orders?id=lt.3", header: []string{"Prefer: handling=strict, max-affected=1"}, body: `{"note":"x"}`, wantStatus: 400, want: `{"code":"PGRST124","details":"The query affects 2 rows","hint":null,"message":"Query result exceeds max-affected preference constraint"}`},
		{name: "no row was changed", target: "/orders?note=eq.x", want: `[]`},
		{name: "max-affected not exceeded", method: patch, target: "/orders?id=lt.3", header: []string{rollbackTransaction, "Prefer: handling=strict, max-affected=2"}, body: `{"note":"x"}`, wantStatus: 204, wantHeader: []string{"Preference-Applied: tx=rollback, handling=strict, max-affected=2"}},
		{name: "update uses the first object of an array", method: patch, target: "/orders?id=eq.1&select=note", header: []string{rollbackTransaction, returnRepresentation}, body: `[{"note":"x"}]`, want: `[{"note":"x"}]`},
		{name: "delete", method: del, target: "/composite?a=eq.1&b=eq.x", header: []string{rollbackTransaction}, wantStatus: 204, wantHeader: []string{"Content-Range: */*"}},
		{name: "delete with representation and count", method: del, target: "/composite?select=b&order=b", header: []string{rollbackTransaction, returnRepresentation, "Prefer: count=exact"}, wantHeader: []string{"Content-Range: */2"}, want: `[{"b":"x"}, {"b":"y"}]`},
		{name: "delete single", method: del, target: "/composite?b=eq.x&select=value", header: []string{rollbackTransaction, returnRepresentation, single}, want: `{"value":10}`},
		{name: "delete single without matching rows", method: del, target: "/composite?b=eq.none", header: []string{returnRepresentation, single}, wantStatus: 406, want: `{"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "delete of a referenced row", method: del, target: "/channels?id=eq.1", wantStatus: 409, want: `{"code":"23503","details":"Key (id)=(1) is still referenced from table \"channel_details\".","hint":null,"message":"update or delete on table \"channels\" violates foreign key constraint \"channel_details_id_fkey\" on table \"channel_details\""}`},
		{name: "update of a view that is not updatable", method: patch, target: "/non_updatable_view?username=eq.x", body: `{"username":"y"}`, wantStatus: 405, want: `{"code":"55000","details":"Views containing LIMIT or OFFSET are not automatically updatable.","hint":"To enable updating the view, provide an INSTEAD OF UPDATE trigger or an unconditional ON UPDATE DO INSTEAD rule.","message":"cannot update view \"non_updatable_view\""}`},
		{name: "update of a view", method: patch, target: "/updatable_view?username=eq.awailas&select=username", header: []string{rollbackTransaction, returnRepresentation}, body: `{"username":"awailas"}`, want: `[{"username":"awailas"}]`},
	})
}

func TestRowLevelSecurity(t *testing.T) {
	a := newAPI(t, enableOptions)
	patch, post := http.MethodPatch, http.MethodPost
	a.run(t, []scenario{
		{name: "anonymous sees no rows", target: "/guarded", want: `[]`},
		{name: "a user sees the rows that the policy allows", caller: alice, target: "/guarded?select=id&order=id", want: `[{"id":1}, {"id":2}]`},
		{name: "a user can update their own row", caller: alice, method: patch, target: "/guarded?id=eq.1&select=body", header: []string{rollbackTransaction, returnRepresentation}, body: `{"body":"new"}`, want: `[{"body":"new"}]`},
		{name: "an update that a policy blocks succeeds without rows", caller: alice, method: patch, target: "/guarded?id=eq.2", header: []string{returnRepresentation}, body: `{"body":"new"}`, want: `[]`},
		{name: "a delete that a policy blocks succeeds", caller: alice, method: http.MethodDelete, target: "/guarded?id=eq.2", wantStatus: 204},
		{name: "a user's insert that a policy rejects", caller: alice, method: post, target: "/guarded", body: `{"id":3,"owner":"else"}`, wantStatus: 403, want: `{"code":"42501","details":null,"hint":null,"message":"new row violates row-level security policy for table \"guarded\""}`},
		{name: "an anonymous insert that a policy rejects", method: post, target: "/guarded", body: `{"id":3,"owner":"else"}`, wantStatus: 401, wantHeader: []string{"WWW-Authenticate: Bearer", "Proxy-Status: PostgREST; error=42501"}, want: `{"code":"42501","details":null,"hint":null,"message":"new row violates row-level security policy for table \"guarded\""}`},
		{name: "a table without a grant, anonymous", target: "/secrets", wantStatus: 401, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT ON public.secrets TO anon;","message":"permission denied for table secrets"}`},
		{name: "a table without a grant, signed in", caller: alice, target: "/secrets", wantStatus: 403, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT ON public.secrets TO authenticated;","message":"permission denied for table secrets"}`},
		{name: "an upsert into a table without a grant", caller: alice, method: post, target: "/secrets", header: []string{"Prefer: resolution=merge-duplicates"}, body: `{"id":3}`, wantStatus: 403, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT, INSERT, UPDATE ON public.secrets TO authenticated;","message":"permission denied for table secrets"}`},
		{name: "the service role bypasses row-level security", caller: service, target: "/guarded?select=id&order=id", want: `[{"id":1}, {"id":2}]`},
		{name: "an error on HEAD is in a header only", caller: alice, method: http.MethodHead, target: "/secrets", wantStatus: 403, wantHeader: []string{"Proxy-Status: PostgREST; error=42501"}},
	})
}
