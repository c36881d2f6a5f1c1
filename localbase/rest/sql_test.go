package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/plan"
)

var update = flag.Bool("update", false, "write the golden files")

// loadCatalog reads the catalog of the chat schema.
func loadCatalog(t testing.TB, a *testAPI) *catalog.Catalog {
	t.Helper()
	conn, err := a.db.Pool("authenticator").Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	c, err := catalog.Load(context.Background(), conn.Conn(), []string{"public", "personal"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// planStatement returns the statement for a request to a relation, or to a function by GET.
func planStatement(c *catalog.Catalog, method, target, rawQuery, body string, prefer postgrestquery.Preferences) (*plan.Statement, error) {
	name, call := strings.CutPrefix(target, "rpc/")
	params, err := postgrestquery.Parse(rawQuery, call)
	if err != nil {
		return nil, err
	}
	r := plan.Request{
		Catalog: c, Settings: plan.Settings{MaxRows: 1000, Aggregates: true},
		Target: catalog.Name{Schema: "public", Name: name}, Params: params,
		Prefer: prefer, Output: plan.Output{Format: plan.Array},
	}
	payload := plan.Payload{Raw: []byte(body), Keys: params.Columns, IsArray: strings.HasPrefix(body, "[")}
	switch {
	case call:
		args := plan.Arguments{Named: params.Args}
		if args.Named == nil {
			args.Named = []postgrestquery.Arg{}
		}
		f, err := plan.FindFunction(c, r.Target, args)
		if err != nil {
			return nil, err
		}
		return plan.Call(r, f, args)
	case method == http.MethodPost:
		return plan.Insert(r, payload)
	case method == http.MethodPatch:
		return plan.Update(r, payload)
	case method == http.MethodPut:
		return plan.Upsert(r, payload)
	case method == http.MethodDelete:
		return plan.Delete(r)
	default:
		return plan.Read(r)
	}
}

// TestSQL compares the SQL of typical requests with a golden file, so that changes are reviewed.
func TestSQL(t *testing.T) {
	c := loadCatalog(t, newAPI(t, nil))
	representation := postgrestquery.Preferences{Return: "representation"}
	var golden strings.Builder
	for _, r := range []struct {
		method, target, query, body string
		prefer                      postgrestquery.Preferences
	}{
		{"GET", "orders", "select=id,n:number&id=gt.3&or=(total.gt.5,note.is.null)&order=id.desc.nullslast&limit=10&offset=5", "", postgrestquery.Preferences{Count: "exact"}},
		{"GET", "messages", "select=id,channels!inner(slug),users(username,best_friends!first_user(id))&channels.slug=like(any).{a*,b*}&order=channels(slug)", "", postgrestquery.Preferences{Count: "estimated"}},
		{"GET", "products", "select=name,...categories(name)&categories=not.is.null", "", postgrestquery.Preferences{}},
		{"GET", "messages", "select=username,count(),...channels(id.max())", "", postgrestquery.Preferences{}},
		{"GET", "channels", "select=id,get_messages(id)&data->a->>b=eq.7&data->tags=cs.[1]", "", postgrestquery.Preferences{}},
		{"GET", "messages", "select=id&message=wfts(english).hello", "", postgrestquery.Preferences{Count: "planned"}},
		{"GET", "orders", "select=id&order=total.desc,id&or=(total.lt.5,and(total.eq.5,id.gt.7))&limit=50&offset=100", "", postgrestquery.Preferences{}},
		{"GET", "orders", "select=id&order=id&number=eq.x&limit=50", "", postgrestquery.Preferences{}},
		{"POST", "messages", "columns=message,username,channel_id&select=id,channels(slug)", "[{}]", representation},
		{"POST", "orders", "columns=id,number,note&on_conflict=number", "{}", postgrestquery.Preferences{Resolution: "merge-duplicates", Missing: "default", Return: "headers-only"}},
		{"PUT", "composite", "columns=a,b,value&a=eq.1&b=eq.x", "{}", representation},
		{"PATCH", "orders", "columns=note&id=eq.1&select=id", "{}", representation},
		{"DELETE", "orders", "id=in.(1,2)", "", postgrestquery.Preferences{}},
		{"GET", "rpc/get_messages_by_username", "search_username=supabot&select=id,blurb_message,channels(slug)&id=gt.1", "", postgrestquery.Preferences{Count: "exact"}},
		{"GET", "rpc/variadic_sum", "n=1&n=2", "", postgrestquery.Preferences{}},
	} {
		s, err := planStatement(c, r.method, r.target, r.query, r.body, r.prefer)
		if err != nil {
			t.Fatalf("%s %s?%s: %v", r.method, r.target, r.query, err)
		}
		fmt.Fprintf(&golden, "%s /%s?%s\n%s\n", r.method, r.target, r.query, s.SQL)
		for i, arg := range s.Args {
			fmt.Fprintf(&golden, "  $%d = %s\n", i+1, arg)
		}
		if s.Estimate != nil {
			fmt.Fprintf(&golden, "  estimate: %s\n", s.Estimate.SQL)
		}
		golden.WriteString("\n")
	}
	compareGolden(t, "testdata/sql.golden", golden.String())
}

// compareGolden compares got with a golden file. With -update it writes the file.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update and review the diff):\n%s", file, got)
	}
}

// indentJSON indents JSON and preserves the order of members.
func indentJSON(t *testing.T, text []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.String() + "\n"
}
