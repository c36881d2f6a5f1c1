//go:build unix

package integration

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// saveView saves a view of a table and returns its id.
func (p *testClient) saveView(table, name string, shared bool) string {
	p.t.Helper()
	body := fmt.Sprintf(`{"table_schema":"public","table_name":%q,"name":%q,"query":"order=id.desc","shared":%t}`, table, name, shared)
	saved := decodeRows(p.t, p.send("POST", rowsPath("tableside_views"), body).requireStatus(201).body)
	return filterText(p.t, saved[0]["id"])
}

// listViewNames returns the names of a table's views that a user can see.
func (p *testClient) listViewNames(table string) string {
	p.t.Helper()
	var names []string
	for _, view := range decodeRows(p.t, p.send("GET", rowsPath("tableside_views", "table_name", "eq."+table, "order", "name"), "").requireStatus(200).body) {
		names = append(names, filterText(p.t, view["name"]))
	}
	return strings.Join(names, ", ")
}

func TestSavedViewsAreTheirOwnersUntilShared(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	owner, viewer := staff.newGuest().signInAs("owner"), staff.newGuest().signInAs("viewer")
	private := staff.saveView("customers", "Mine alone", false)
	shared := staff.saveView("customers", "For all", true)
	staff.saveView("roast_readings", "Hot drums", true)

	if got := staff.listViewNames("customers"); got != "For all, Mine alone" {
		t.Errorf("staff see %q", got)
	}
	if got := owner.listViewNames("customers"); got != "For all" {
		t.Errorf("the owner sees %q", got)
	}
	if got := owner.listViewNames("roast_readings"); got != "Hot drums" {
		t.Errorf("the owner sees %q of a table that they may read", got)
	}
	if got := viewer.listViewNames("roast_readings"); got != "" {
		t.Errorf("the viewer sees %q of a table that they can't read", got)
	}
	stranger := staff.newGuest().signUp("views-stranger")
	if got := stranger.listViewNames("customers"); got != "" {
		t.Errorf("a stranger sees %q", got)
	}
	for _, change := range []struct{ method, id, body, want string }{
		{"PATCH", shared, `{"name":"Taken over"}`, server.CodeRowRejected},
		{"DELETE", shared, "", server.CodeRowRejected},
		{"PATCH", private, `{"name":"Taken over"}`, server.CodeRowNotFound},
	} {
		if got := owner.send(change.method, rowsPath("tableside_views", "id", "eq."+change.id), change.body).errorCode(); got != change.want {
			t.Errorf("%s of another's view: %q, want %q", change.method, got, change.want)
		}
	}
	staff.send("PATCH", rowsPath("tableside_views", "id", "eq."+shared), `{"shared":false,"name":"No longer"}`).requireStatus(200)
	if got := owner.listViewNames("customers"); got != "" {
		t.Errorf("the owner still sees %q", got)
	}
}

func TestSavedViewsRejectInvalidChanges(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	staff.saveView("products", "Once", false)
	const view = `{"table_schema":"public","table_name":"products","name":%q,"query":%q%s}`
	for name, test := range map[string]struct{ body, code string }{
		"a duplicate name":           {fmt.Sprintf(view, "Once", "", ""), "23505"},
		"no name":                    {fmt.Sprintf(view, "", "", ""), "23514"},
		"a name that is too long":    {fmt.Sprintf(view, strings.Repeat("n", 81), "", ""), "23514"},
		"a name with a line break":   {fmt.Sprintf(view, "a\nb", "", ""), "23514"},
		"a URL that is too long":     {fmt.Sprintf(view, "Endless", strings.Repeat("a", 8001), ""), "23514"},
		"a URL with a line break":    {fmt.Sprintf(view, "Lines", "a=eq.1\r\nX: y", ""), "23514"},
		"an empty list of roles":     {fmt.Sprintf(view, "Nobody", "", `,"roles":[]`), "23514"},
		"a role without a name":      {fmt.Sprintf(view, "Null", "", `,"roles":[null]`), "23514"},
		"a position of many digits":  {fmt.Sprintf(view, "Digits", "", `,"position":1`+strings.Repeat("0", 1000)), "23514"},
		"a position without a value": {fmt.Sprintf(view, "NaN", "", `,"position":"NaN"`), "23514"},
		"an infinite position":       {fmt.Sprintf(view, "Infinite", "", `,"position":"Infinity"`), "23514"},
		"another owner":              {fmt.Sprintf(view, "Theirs", "", `,"owner":"00000000-0000-4000-8000-0000000000a1"`), "42501"},
	} {
		if got := staff.send("POST", rowsPath("tableside_views"), test.body).errorCode(); got != test.code {
			t.Errorf("%s: %q, want %q", name, got, test.code)
		}
	}
	if got := startServer(t).send("GET", rowsPath("tableside_views"), ""); got.StatusCode != 401 {
		t.Errorf("a guest: %d %s", got.StatusCode, got.body)
	}
}

func TestAViewIsSharedWithRoles(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	owner, viewer := staff.newGuest().signInAs("owner"), staff.newGuest().signInAs("viewer")
	save := func(name, more string) {
		t.Helper()
		body := fmt.Sprintf(`{"table_schema":"public","table_name":"profiles","name":%q,"query":""%s}`, name, more)
		staff.send("POST", rowsPath("tableside_views"), body).requireStatus(201)
	}
	save("For viewers", `,"shared":true,"roles":["viewer","no such role"]`)
	save("For owners", `,"shared":true,"roles":["owner"]`)
	save("For users who inherit the role", `,"shared":true,"roles":["authenticated"]`)
	save("Not shared", `,"shared":false,"roles":["viewer","owner"]`)
	for name, test := range map[string]struct {
		who  *testClient
		want string
	}{
		"the viewer":     {viewer, "For users who inherit the role, For viewers"},
		"the owner role": {owner, "For owners, For users who inherit the role"},
		"their creator":  {staff, "For owners, For users who inherit the role, For viewers, Not shared"},
	} {
		if got := test.who.listViewNames("profiles"); got != test.want {
			t.Errorf("%s: sees %q, want %q", name, got, test.want)
		}
	}
}

func TestAViewNeedsATableThatItsOwnerCanRead(t *testing.T) {
	const view = `{"table_schema":"public","table_name":%q,"name":"Elsewhere","query":"","shared":true}`
	viewer := startServer(t).signInAs("viewer")
	for _, table := range []string{"roast_readings", "no_such_table"} {
		if got := viewer.send("POST", rowsPath("tableside_views"), fmt.Sprintf(view, table)).errorCode(); got != "42501" {
			t.Errorf("insert for %s: %q, want 42501", table, got)
		}
	}
	conn := connectDatabase(t)
	var id string
	err := conn.QueryRow(t.Context(), `insert into public.tableside_views (table_schema, table_name, name, query, owner)
		values ('public', 'roast_readings', 'Before the grant was revoked', '', $1) returning id`, viewer.fetchUser().ID).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	if got := viewer.send("PATCH", rowsPath("tableside_views", "id", "eq."+id), `{"shared":true}`).errorCode(); got != "42501" {
		t.Errorf("share: %q, want 42501", got)
	}
	viewer.send("DELETE", rowsPath("tableside_views", "id", "eq."+id), "").requireStatus(200)
}

func TestSavedViewsHaveAQuota(t *testing.T) {
	stranger := startServer(t).signUp("views-hoarder")
	conn := connectDatabase(t)
	if _, err := conn.Exec(t.Context(), `create table public.views_quota (id int); grant select on public.views_quota to authenticated`); err != nil {
		t.Fatal(err)
	}
	body := func(from, to int) string {
		var list []string
		for i := from; i < to; i++ {
			list = append(list, fmt.Sprintf(`{"table_schema":"public","table_name":"views_quota","name":"v%d","query":""}`, i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	stranger.fetchSchema() // after the table was created
	if got := stranger.send("POST", rowsPath("tableside_views"), body(0, 201)); got.errorCode() != "P0001" || !strings.Contains(got.body, "You have 200 saved views") {
		t.Fatalf("201 views at once: %d %s", got.StatusCode, got.body)
	}
	stranger.send("POST", rowsPath("tableside_views"), body(0, 199)).requireStatus(201)
	// Concurrent inserts: only the 200th view fits.
	codes := make(chan string, 8)
	for i := range cap(codes) {
		go func() { codes <- stranger.send("POST", rowsPath("tableside_views"), body(1000+i, 1001+i)).errorCode() }()
	}
	saved := 0
	for range cap(codes) {
		switch code := <-codes; code {
		case "":
			saved++
		case "P0001":
		default:
			t.Errorf("an insert over the quota: %q", code)
		}
	}
	if saved != 1 {
		t.Errorf("%d concurrent inserts were accepted, want 1", saved)
	}
	startServer(t).signInAs("staff").saveView("products", "Others are not affected", false)
}

func TestAnAdministratorDeletesSharedViews(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	owner := staff.newGuest().signInAs("owner")
	private := staff.saveView("orders", "Private of staff", false)
	first, second := staff.saveView("orders", "Shared by staff", true), staff.saveView("deliveries", "Also shared by staff", true)
	remove := func(who *testClient, id string) string {
		t.Helper()
		return who.send("DELETE", rowsPath("tableside_views", "id", "eq."+id), "").errorCode()
	}
	if got := remove(owner, first); got != server.CodeRowRejected {
		t.Fatalf("before: %q, want %q", got, server.CodeRowRejected)
	}
	for range 2 { // the second iteration is an update
		if err := base.RunSQL(t.Context(), "administrator.sql", schema.ViewsAdministratorSQL("owner")); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := base.RunSQL(context.Background(), "cleanup.sql", `
			drop policy "Administrators see all shared views" on public.tableside_views;
			drop policy "Administrators delete shared views" on public.tableside_views`); err != nil {
			t.Error(err)
		}
	})
	if got := remove(owner, first); got != "" {
		t.Errorf("the administrator can't delete a shared view: %q", got)
	}
	if got := remove(owner, private); got != server.CodeRowNotFound {
		t.Errorf("the administrator and a view that isn't shared: %q, want %q", got, server.CodeRowNotFound)
	}
	if got := owner.send("PATCH", rowsPath("tableside_views", "id", "eq."+second), `{"name":"Taken over"}`).errorCode(); got != server.CodeRowRejected {
		t.Errorf("the administrator changes a view: %q, want %q", got, server.CodeRowRejected)
	}
	if got := remove(staff.newGuest().signInAs("viewer"), second); got != server.CodeRowRejected {
		t.Errorf("another role: %q, want %q", got, server.CodeRowRejected)
	}
}

func TestViewsSQLUpdatesAnEarlierVersion(t *testing.T) {
	conn := connectDatabase(t)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	first, err := os.ReadFile("../schema/testdata/tableside_views.first.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"drop table public.tableside_views; drop function public.tableside_views_changed()", string(first),
		`insert into public.tableside_views (table_schema, table_name, name, query, owner, shared)
			select 'public', 'orders', 'Saved long ago', '', id, true from auth.users where id = '00000000-0000-4000-8000-0000000000a1'`,
		schema.ViewsSQL, schema.ViewsSQL,
	} {
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var name string
	var checks, policies int
	err = tx.QueryRow(t.Context(), `select (select name from public.tableside_views where roles is null),
		(select count(*) from pg_policy where polrelid = 'public.tableside_views'::regclass),
		(select count(*) from pg_constraint where conrelid = 'public.tableside_views'::regclass and conname = 'tableside_views_roles_are_names')`).
		Scan(&name, &policies, &checks)
	if err != nil || name != "Saved long ago" || policies != 5 || checks != 1 {
		t.Errorf("the view %q, %d policies, %d checks of roles: %v", name, policies, checks, err)
	}
}

func TestTheDemoSharesViewsWithTheirRoles(t *testing.T) {
	demo := []string{"In progress", "Mine by status", "Unassigned"}
	for role, want := range map[string]string{
		"owner":  "In progress, Unassigned",
		"staff":  "In progress, Mine by status, Unassigned",
		"viewer": "",
	} {
		var seen []string
		for _, name := range strings.Split(startServer(t).signInAs(role).listViewNames("orders"), ", ") {
			if slices.Contains(demo, name) {
				seen = append(seen, name)
			}
		}
		if got := strings.Join(seen, ", "); got != want {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

func TestViewsSQLRunsAgain(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	staff.saveView("orders", "Kept", true)
	if err := base.RunSQL(t.Context(), "tableside_views.sql", schema.ViewsSQL); err != nil {
		t.Fatal(err)
	}
	if got := staff.listViewNames("orders"); !strings.Contains(got, "Kept") {
		t.Errorf("left are %q", got)
	}
	for _, table := range staff.fetchSchema().Tables {
		if _, hidden := table.Tags["hidden"]; table.Name == "tableside_views" && !hidden {
			t.Error("the table of views is listed among the tables")
		}
	}
}
