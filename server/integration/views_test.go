//go:build unix

package integration

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// saveView saves a view of a table and answers its id.
func (p *person) saveView(table, name string, shared bool) string {
	p.t.Helper()
	body := fmt.Sprintf(`{"table_schema":"public","table_name":%q,"name":%q,"query":"order=id.desc","shared":%t}`, table, name, shared)
	saved := rows(p.t, p.do("POST", rowsPath("tableside_views"), body).wants(201).body)
	return filterText(p.t, saved[0]["id"])
}

// viewNames are the names of the views of a table that a person sees.
func (p *person) viewNames(table string) string {
	p.t.Helper()
	var names []string
	for _, view := range rows(p.t, p.do("GET", rowsPath("tableside_views", "table_name", "eq."+table, "order", "name"), "").wants(200).body) {
		names = append(names, filterText(p.t, view["name"]))
	}
	return strings.Join(names, ", ")
}

func TestSavedViewsAreTheirOwnersUntilShared(t *testing.T) {
	staff := guest(t).as("staff")
	owner, viewer := staff.another().as("owner"), staff.another().as("viewer")
	private := staff.saveView("customers", "Mine alone", false)
	shared := staff.saveView("customers", "For all", true)
	staff.saveView("roast_readings", "Hot drums", true)

	if got := staff.viewNames("customers"); got != "For all, Mine alone" {
		t.Errorf("staff see %q", got)
	}
	if got := owner.viewNames("customers"); got != "For all" {
		t.Errorf("the owner sees %q", got)
	}
	if got := owner.viewNames("roast_readings"); got != "Hot drums" {
		t.Errorf("the owner sees %q of a table that they may read", got)
	}
	if got := viewer.viewNames("roast_readings"); got != "" {
		t.Errorf("the viewer sees %q of a table that they may not read", got)
	}
	stranger := staff.another().signedUp("views-stranger")
	if got := stranger.viewNames("customers"); got != "" {
		t.Errorf("a stranger sees %q", got)
	}
	for _, change := range []struct{ method, id, body, want string }{
		{"PATCH", shared, `{"name":"Taken over"}`, server.CodeRowRefused},
		{"DELETE", shared, "", server.CodeRowRefused},
		{"PATCH", private, `{"name":"Taken over"}`, server.CodeRowNotFound},
	} {
		if got := owner.do(change.method, rowsPath("tableside_views", "id", "eq."+change.id), change.body).code(); got != change.want {
			t.Errorf("%s of another's view: %q, want %q", change.method, got, change.want)
		}
	}
	staff.do("PATCH", rowsPath("tableside_views", "id", "eq."+shared), `{"shared":false,"name":"No longer"}`).wants(200)
	if got := owner.viewNames("customers"); got != "" {
		t.Errorf("the owner still sees %q", got)
	}
}

func TestSavedViewsRefuseWhatTheyShould(t *testing.T) {
	staff := guest(t).as("staff")
	staff.saveView("products", "Once", false)
	const view = `{"table_schema":"public","table_name":"products","name":%q,"query":%q%s}`
	for name, test := range map[string]struct{ body, code string }{
		"a name twice":                 {fmt.Sprintf(view, "Once", "", ""), "23505"},
		"no name":                      {fmt.Sprintf(view, "", "", ""), "23514"},
		"a long name":                  {fmt.Sprintf(view, strings.Repeat("n", 81), "", ""), "23514"},
		"a name of two lines":          {fmt.Sprintf(view, "a\nb", "", ""), "23514"},
		"an endless address":           {fmt.Sprintf(view, "Endless", strings.Repeat("a", 8001), ""), "23514"},
		"an address with a line's end": {fmt.Sprintf(view, "Lines", "a=eq.1\r\nX: y", ""), "23514"},
		"another owner":                {fmt.Sprintf(view, "Theirs", "", `,"owner":"00000000-0000-4000-8000-0000000000a1"`), "42501"},
	} {
		if got := staff.do("POST", rowsPath("tableside_views"), test.body).code(); got != test.code {
			t.Errorf("%s: %q, want %q", name, got, test.code)
		}
	}
	if got := guest(t).do("GET", rowsPath("tableside_views"), ""); got.StatusCode != 401 {
		t.Errorf("a guest: %d %s", got.StatusCode, got.body)
	}
}

func TestTheDemoHasSavedViews(t *testing.T) {
	for role, want := range map[string]string{
		"staff":  "In the works, Mine by status, Nobody looks after",
		"viewer": "In the works, Nobody looks after",
	} {
		var seen []string
		for _, name := range strings.Split(guest(t).as(role).viewNames("orders"), ", ") {
			if strings.Contains(want, name) {
				seen = append(seen, name)
			}
		}
		if got := strings.Join(seen, ", "); got != want {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

func TestViewsSQLRunsAgain(t *testing.T) {
	staff := guest(t).as("staff")
	staff.saveView("orders", "Kept", true)
	if err := base.RunSQL(t.Context(), "tableside_views.sql", schema.ViewsSQL); err != nil {
		t.Fatal(err)
	}
	if got := staff.viewNames("orders"); !strings.Contains(got, "Kept") {
		t.Errorf("left are %q", got)
	}
	for _, table := range staff.schema().Tables {
		if _, hidden := table.Tags["hidden"]; table.Name == "tableside_views" && !hidden {
			t.Error("the table of views is listed among the tables")
		}
	}
}
