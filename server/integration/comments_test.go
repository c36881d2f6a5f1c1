//go:build unix

package integration

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// commentBody returns the request body of a comment on a row of schema public.
func commentBody(table, key, text string) string {
	return fmt.Sprintf(`{"table_schema":"public","table_name":%q,"record_key":%q,"body":%q}`, table, key, text)
}

// comment writes a comment on a row and returns it.
func (p *testClient) comment(table, key, text string) row {
	p.t.Helper()
	return decodeRows(p.t, p.send("POST", rowsPath("tableside_comments"), commentBody(table, key, text)).requireStatus(201).body)[0]
}

// listComments returns the texts of the comments on a row that a user can see.
func (p *testClient) listComments(table, key string) string {
	p.t.Helper()
	path := rowsPath("tableside_comments", "table_name", "eq."+table, "record_key", "eq."+key, "order", "created_at")
	var texts []string
	for _, comment := range decodeRows(p.t, p.send("GET", path, "").requireStatus(200).body) {
		texts = append(texts, filterText(p.t, comment["body"]))
	}
	return strings.Join(texts, ", ")
}

// findKey returns the key of the first row of a query, as the text of the column record_key.
func findKey(t *testing.T, sql string) string {
	t.Helper()
	var key string
	if err := connectDatabase(t).QueryRow(t.Context(), `select jsonb_build_array(id::text)::text from (`+sql+`) q limit 1`).Scan(&key); err != nil {
		t.Fatal(err)
	}
	return key
}

const ordersOfJonas = `select o.id from public.orders o join public.customers c on c.id = o.customer_id
	where c.contact_id %s '00000000-0000-4000-8000-0000000000c1' order by o.id`

func TestCommentsAreVisibleToTheReadersOfTheRow(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	viewer, stranger := staff.newGuest().signInAs("viewer"), staff.newGuest().signUp("comments-stranger")
	own := findKey(t, fmt.Sprintf(ordersOfJonas, "="))
	foreign := findKey(t, fmt.Sprintf(ordersOfJonas, "is distinct from"))
	staff.comment("orders", own, "Own")
	staff.comment("orders", foreign, "Foreign")
	viewer.comment("orders", own, "Reply")

	for name, test := range map[string]struct {
		who       *testClient
		key, want string
	}{
		"staff":                        {staff, foreign, "Foreign"},
		"the viewer, of their order":   {viewer, own, "Own, Reply"},
		"the viewer, of another order": {viewer, foreign, ""},
		"a stranger":                   {stranger, own, ""},
	} {
		if got := test.who.listComments("orders", test.key); !strings.HasSuffix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: sees %q, want %q", name, got, test.want)
		}
	}
	for name, body := range map[string]string{
		"a hidden row":          commentBody("orders", foreign, "x"),
		"a missing row":         commentBody("orders", `["0"]`, "x"),
		"a hidden table":        commentBody("roast_readings", `["1"]`, "x"),
		"an unknown table":      commentBody("no_such_table", `["1"]`, "x"),
		"a view":                commentBody("monthly_sales", `["2026-01-01"]`, "x"),
		"a catalog":             strings.Replace(commentBody("pg_class", `["1259"]`, "x"), `"public"`, `"pg_catalog"`, 1),
		"a key of another type": commentBody("orders", `["one"]`, "x"),
		"a key that is no list": commentBody("orders", `{"id":1}`, "x"),
		"a key that is no JSON": commentBody("orders", `id=1;`, "x"),
		"SQL in a key":          commentBody("orders", `["0' or true --"]`, "x"),
		"a key of two values":   commentBody("orders", strings.TrimSuffix(own, "]")+`,"1"]`, "x"),
		"a key of null":         commentBody("orders", `[null]`, "x"),
	} {
		if got := viewer.send("POST", rowsPath("tableside_comments"), body).errorCode(); got != "42501" {
			t.Errorf("%s: %q, want 42501", name, got)
		}
	}
	if got := startServer(t).send("GET", rowsPath("tableside_comments"), ""); got.StatusCode != 401 {
		t.Errorf("a guest: %d %s", got.StatusCode, got.body)
	}
}

func TestAuthorsChangeTheirOwnComments(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	owner := staff.newGuest().signInAs("owner")
	key := findKey(t, `select id from public.products order by id`)
	written := staff.comment("products", key, "First")
	id := filterText(t, written["id"])
	if name, author := filterText(t, written["author_name"]), filterText(t, written["author"]); name != "Signe Østergaard" || author != staff.fetchUser().ID {
		t.Errorf("the author is %s %s", name, author)
	}
	if string(written["edited_at"]) != "null" {
		t.Errorf("edited at %s", written["edited_at"])
	}
	path := rowsPath("tableside_comments", "id", "eq."+id)
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := owner.send(method, path, `{"body":"Taken over"}`).errorCode(); got != server.CodeRowRejected {
			t.Errorf("%s of another user's comment: %q, want %q", method, got, server.CodeRowRejected)
		}
	}
	changed := decodeRows(t, staff.send("PATCH", path, `{"body":"Second"}`).requireStatus(200).body)[0]
	if filterText(t, changed["body"]) != "Second" || string(changed["edited_at"]) == "null" {
		t.Errorf("edited: %s", changed)
	}
	for name, test := range map[string]struct{ body, code string }{
		"no text":             {commentBody("products", key, " \n "), "23514"},
		"a text that is long": {commentBody("products", key, strings.Repeat("ø", 10001)), "23514"},
		"a comment's comment": {commentBody("tableside_comments", `["`+id+`"]`, "x"), "23514"},
	} {
		if got := staff.send("POST", rowsPath("tableside_comments"), test.body).errorCode(); got != test.code {
			t.Errorf("%s: %q, want %q", name, got, test.code)
		}
	}
	staff.send("DELETE", path, "").requireStatus(200)
	if got := owner.listComments("products", key); strings.Contains(got, "Second") {
		t.Errorf("after the delete: %q", got)
	}
}

// Requests cannot set the author and the times: they have no grant, and with one the trigger
// replaces the values.
func TestRequestsCannotSetAuthorAndTimes(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	key := findKey(t, `select id from public.products order by id desc`)
	run := func(sql string) {
		t.Helper()
		if err := base.RunSQL(context.WithoutCancel(t.Context()), "comments.sql", sql); err != nil {
			t.Fatal(err)
		}
	}
	run(schema.CommentsSQL)
	path := rowsPath("tableside_comments", "id", "eq."+filterText(t, staff.comment("products", key, "Mine")["id"]))
	for _, isGranted := range []bool{false, true} {
		if isGranted {
			run(`grant all on public.tableside_comments to authenticated; notify pgrst, 'reload schema'`)
			t.Cleanup(func() { run(schema.CommentsSQL) })
		}
		for column, value := range map[string]string{
			"author": "00000000-0000-4000-8000-0000000000a1", "author_name": "Ada Lindqvist",
			"created_at": "2020-01-01T00:00:00+00:00", "edited_at": "2020-01-01T00:00:00+00:00",
		} {
			change := fmt.Sprintf(`,%q:%q}`, column, value)
			for method, body := range map[string]string{
				"POST": strings.TrimSuffix(commentBody("products", key, "x"), "}") + change, "PATCH": `{"body":"x"` + change,
			} {
				target := path
				if method == "POST" {
					target = rowsPath("tableside_comments")
				}
				got := staff.send(method, target, body)
				if !isGranted && got.errorCode() != "42501" || isGranted && (got.StatusCode >= 300 || strings.Contains(got.body, value)) {
					t.Errorf("%s of %s, granted: %t: %d %s", method, column, isGranted, got.StatusCode, got.body)
				}
			}
		}
	}
	moved := staff.send("PATCH", path, `{"record_key":"[\"1\"]"}`).requireStatus(200)
	if !strings.Contains(moved.body, strings.ReplaceAll(key, `"`, `\"`)) {
		t.Errorf("a comment was moved: %s", moved.body)
	}
}

// tableside_may_read finds rows by the key of any type, with the caller's own rights.
func TestMayReadOfARow(t *testing.T) {
	conn := connectDatabase(t)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	exec := func(sql string) {
		t.Helper()
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`create table public.padded (code char(3) primary key, secret text); insert into public.padded values ('a'), ('b');
		alter table public.padded enable row level security; grant select on public.padded to authenticated;
		create policy p on public.padded for select to authenticated using (code <> 'b');
		create table public.hidden_key (id int primary key, name text); insert into public.hidden_key values (1);
		revoke all on public.hidden_key from authenticated; grant select (name) on public.hidden_key to authenticated;
		set local role authenticated; set local request.jwt.claims = '{"role":"authenticated","sub":"00000000-0000-4000-8000-0000000000c1"}'`)
	for name, test := range map[string]struct {
		schema, table string
		key           []any
		want          bool
	}{
		"a composite key":                  {"public", "composite_key", []any{"north", "1", "2024-01-01"}, true},
		"quotes and commas in a key":       {"public", "composite_key", []any{`sø,r "q"`, "1", "2024-02-29"}, true},
		"an empty text in a key":           {"public", "composite_key", []any{"", "0", "0001-01-01"}, true},
		"a composite key in another order": {"public", "composite_key", []any{"1", "north", "2024-01-01"}, false},
		"a part of a composite key":        {"public", "composite_key", []any{"north"}, false},
		"names that need quotes":           {"public", "☕ cups", []any{"1"}, true},
		"a reserved word":                  {"public", "select", []any{"3"}, true},
		"a large number":                   {"public", "numbers", []any{"9007199254740993"}, true},
		"no key":                           {"public", "no_key", []any{"1"}, false},
		"a padded text":                    {"public", "padded", []any{"a"}, true},
		"a row that a policy hides":        {"public", "padded", []any{"b"}, false},
		"a policy that fails":              {"public", "policies_fail", []any{"1"}, false},
		"a key that cannot be read":        {"public", "hidden_key", []any{"1"}, false},
		"a table without a grant":          {"public", "no_grant", []any{"1"}, false},
		"an unknown schema":                {"nowhere", "t", []any{"1"}, false},
		"the accounts":                     {"auth", "users", []any{"00000000-0000-4000-8000-0000000000c1"}, false},
		"a catalog":                        {"pg_catalog", "pg_class", []any{"1259"}, false},
		"a name with SQL":                  {"public", `numbers" t where true --`, []any{"1"}, false},
	} {
		key, _ := json.Marshal(test.key) // texts only
		var got bool
		err := tx.QueryRow(t.Context(), `select public.tableside_may_read($1, $2, $3)`, test.schema, test.table, string(key)).Scan(&got)
		if err != nil || got != test.want {
			t.Errorf("%s: %t, want %t: %v", name, got, test.want, err)
		}
	}
	for _, key := range []string{"", "null", "[]", "{}", `"1"`, "[[1]]", `[{"a":1}]`, "1"} {
		var got bool
		err := tx.QueryRow(t.Context(), `select public.tableside_may_read('public', 'numbers', $1)`, key).Scan(&got)
		if err != nil || got {
			t.Errorf("the key %q: %t: %v", key, got, err)
		}
	}
}

func TestCommentsSQLRunsAgain(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	key := findKey(t, `select id from public.customers order by id`)
	staff.comment("customers", key, "Visible")
	if err := base.RunSQL(t.Context(), "tableside_comments.sql", schema.CommentsSQL); err != nil {
		t.Fatal(err)
	}
	if got := staff.listComments("customers", key); got != "Visible" {
		t.Errorf("left are %q", got)
	}
	for _, table := range staff.fetchSchema().Tables {
		if table.Name != "tableside_comments" {
			continue
		}
		if _, hidden := table.Tags["hidden"]; !hidden {
			t.Error("the table of comments is listed among the tables")
		}
		if table.Live == nil || *table.Live != schema.LiveChanges {
			t.Error("the table of comments is not live")
		}
		return
	}
	t.Error("there is no table of comments")
}

// A change of a comment reaches only the subscribers who can read the row.
func TestCommentsAreLiveForTheReadersOfTheRow(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	viewer := staff.newGuest().signInAs("viewer")
	const topic = "comments" // a user channel, in which the relay removes no values
	const config = `{"postgres_changes":[{"event":"*","schema":"public","table":"tableside_comments"}]}`
	sockets := map[string]*socket{"staff": staff.connect(), "viewer": viewer.connect()}
	for _, socket := range sockets {
		socket.join(topic, config)
		socket.expect("Subscribed to PostgreSQL")
	}
	staff.comment("orders", findKey(t, fmt.Sprintf(ordersOfJonas, "is distinct from")), "For staff only")
	staff.comment("orders", findKey(t, fmt.Sprintf(ordersOfJonas, "=")), "For both")
	sockets["staff"].expect("For staff only")
	sockets["viewer"].expect("For both")
	if strings.Contains(strings.Join(sockets["viewer"].seen, "\n"), "For staff only") {
		t.Error("the viewer received a comment on a hidden row")
	}
}

func TestTheDemoHasAConversation(t *testing.T) {
	conn := connectDatabase(t)
	var comments int
	err := conn.QueryRow(t.Context(), `select count(*) from public.tableside_comments where body like 'Can you deliver%' or body like 'Yes. Tomasz%'`).Scan(&comments)
	if err != nil || comments != 2 {
		t.Errorf("%d comments: %v", comments, err)
	}
}
