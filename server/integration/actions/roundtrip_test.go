//go:build unix

package actions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// arguments are the arguments of the functions same_* and their results; a result of "" is
// the value of the argument.
var arguments = []struct{ name, args, result string }{
	{"boolean", `{"value":true}`, ""},
	{"smallint", `{"value":-32768}`, ""},
	{"bigint", `{"value":9007199254740993}`, ""},
	{"numeric", `{"value":1234567890123456.7891}`, ""},
	{"money", `{"value":"$12.50"}`, ""},
	{"float", `{"value":0.1}`, ""},
	{"text", `{"value":"it's \"quoted\" ☕"}`, ""},
	{"char", `{"value":"abcde"}`, ""},
	{"uuid", `{"value":"00000000-0000-4000-8000-0000000000a1"}`, ""},
	{"date", `{"value":"2026-02-28"}`, ""},
	{"time", `{"value":"23:59:59.5"}`, ""},
	{"timetz", `{"value":"12:00:00+02"}`, ""},
	{"timestamp", `{"value":"2026-02-28T12:00:00"}`, ""},
	{"timestamptz", `{"value":"2026-02-28T12:00:00+00:00"}`, ""},
	{"interval", `{"value":"1 day 02:03:04"}`, ""},
	{"json", `{"value":{"b":1.10,"a":[null]}}`, ""},
	{"jsonb", `{"value":[1, {"a": null}]}`, ""},
	{"bytea", `{"value":"\\x00ff"}`, ""},
	{"enum", `{"value":"in progress, waiting"}`, ""},
	{"range", `{"value":"[1,5)"}`, ""},
	{"multirange", `{"value":"{[2026-01-01,2026-01-03)}"}`, ""},
	{"tsvector", `{"value":"'coffee':1 'roast':2"}`, ""},
	{"network", `{"value":"192.0.2.1"}`, ""},
	{"point", `{"value":"(1,2)"}`, ""},
	{"domain", `{"value":5}`, ""},
	{"domain_array", `{"value":[5,6]}`, ""},
	{"array_domain", `{"value":["a","b, c"]}`, ""},
	{"enum_array", `{"value":["not started","готово"]}`, ""},
	{"array", `{"value":[1,null,3]}`, ""},
	{"matrix", `{"value":[["a","b"],["c","d"]]}`, ""},
	{"range_array", `{"value":["[2026-01-01,2026-01-03)"]}`, ""},
	{"composite", `{"value":{"amount":12.50,"currency":"EUR"}}`, ""},
	{"composite_array", `{"value":[{"amount":1.00,"currency":"DKK"}]}`, ""},
	{"defaults", `{}`, `"7 a, b true"`},
	{"defaults", `{"note":"x","value":1}`, `"1 x true"`},
	{"inout", `{"value":3}`, `{"value":3}`},
	{"out", `{"value":3}`, `{"result":"3"}`},
	{"set", `{"value":"a"}`, `["a","a"]`},
	{"table", `{"value":"a"}`, `[{"same":"a"}]`},
	{"variadic", `{"first":"a","others":["b","c"]}`, `["a","b","c"]`},
	{"void", `{"value":3}`, "-"}, // 204
}

func TestArgumentsRoundTrip(t *testing.T) {
	c := startServer(t, nil).signUp("arguments")
	s := c.fetchSchema()
	for _, test := range arguments {
		t.Run(test.name+test.args, func(t *testing.T) {
			action := c.findAction(s, "public.same_"+test.name)
			var args map[string]json.RawMessage
			if err := json.Unmarshal([]byte(test.args), &args); err != nil {
				t.Fatal(err)
			}
			for _, a := range action.Arguments {
				if _, isSet := args[a.Name]; a.Required && !isSet {
					t.Errorf("the required argument %s is missing", a.Name)
				}
			}
			want := test.result
			if want == "" {
				want = string(args["value"])
			}
			got := c.send("POST", "/api/rpc/same_"+test.name, test.args)
			if want == "-" {
				got.requireStatus(204)
				return
			}
			got.requireStatus(200)
			if compact(t, got.body) != compact(t, want) {
				t.Errorf("got %s, want %s", got.body, want)
			}
		})
	}
	for _, action := range s.Actions {
		name, isTested := strings.CutPrefix(action.Name, "same_")
		if isTested && name != "row" && name != "body" && !slices.ContainsFunc(arguments, func(a struct{ name, args, result string }) bool { return a.name == name }) {
			t.Errorf("%s is not tested", action.Name)
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out.String()
}

func TestOtherFormsOfArguments(t *testing.T) {
	c := startServer(t, nil).signUp("forms")
	s := c.fetchSchema()
	rows := c.send("GET", "/api/rows/tree?limit=1&order=id.asc", "").requireStatus(200).body
	row := strings.TrimSuffix(strings.TrimPrefix(compact(t, rows), "["), "]")
	if got := c.send("POST", "/api/rpc/same_row", `{"value":`+row+`}`).requireStatus(200); compact(t, got.body) != row {
		t.Errorf("a row: %s, want %s", got.body, row)
	}
	if offers := c.findAction(s, "public.same_row").Offers; len(offers) != 1 || offers[0].Table != "tree" || offers[0].Fills[0].Column != "" {
		t.Errorf("a row type is offered on %+v", offers)
	}
	if got := c.send("POST", "/api/rpc/same_body", "as it is", "Content-Type: text/plain").requireStatus(200); got.body != `"as it is"` {
		t.Errorf("a body of text: %s", got.body)
	}
	if got := c.send("POST", "/api/rpc/echo", `{"b":1.10}`).requireStatus(200); got.body != `{"b":1.10}` {
		t.Errorf("a body of JSON: %s", got.body)
	}
	if got := c.send("POST", "/api/rpc/Same%20Names", `{"Größe":1,"with space":"b","select":"c"}`).requireStatus(200); got.body != `"1bc"` {
		t.Errorf("names: %s", got.body)
	}
	if got := c.send("POST", "/api/rpc/once", `{"value":1}`, "Idempotency-Key: 00000000-0000-4000-8000-0000000000a1").requireStatus(200); got.body != `"1 00000000-0000-4000-8000-0000000000a1"` {
		t.Errorf("idempotency_key: %s", got.body)
	}
	if got := c.send("POST", "/api/rpc/add", `{"a":1}`).requireStatus(200); got.body != "2" {
		t.Errorf("an overload: %s", got.body)
	}
	c.send("POST", "/api/rpc/add", `{"a":1,"b":2}`).requireError(http.StatusMultipleChoices, "PGRST203")
	if add := c.findAction(s, "public.add(a,b)"); add.Unavailable == "" {
		t.Error("an ambiguous overload has no reason")
	}
	c.send("POST", "/api/rpc/forbidden", `{}`).requireError(404, server.CodeNotFound)
}

func TestFunctionOfAPolicyIsHidden(t *testing.T) {
	c := startServer(t, nil).signUp("policies")
	s := c.fetchSchema()
	if !c.findAction(s, "public.sees_runs").Hidden {
		t.Error("the function of a policy is shown")
	}
	if c.findAction(s, "public.record_run").Hidden {
		t.Error("a function that no policy calls is hidden")
	}
}

func TestUnknownTagIsAWarningForOwners(t *testing.T) {
	c := startServer(t, nil).signUp("warnings")
	if s := c.fetchSchema(); len(s.Warnings) != 0 {
		t.Errorf("a user without the rights of an owner sees %v", s.Warnings)
	}
	if err := base.RunSQL(t.Context(), "role", `update auth.users set role = 'keeper' where email = 'warnings@example.test'`); err != nil {
		t.Fatal(err)
	}
	c.send("POST", "/api/auth/sign-in", `{"email":"warnings@example.test","password":"a long password"}`).requireStatus(200)
	s := c.fetchSchema()
	want := schema.Warning{Object: "function public.record_run", Tag: "unknown"}
	if !slices.ContainsFunc(s.Warnings, func(w schema.Warning) bool { return w.Object == want.Object && w.Tag == want.Tag && w.Message != "" }) {
		t.Errorf("warnings %v", s.Warnings)
	}
	if a := c.findAction(s, "public.record_run"); a.Title != "Record a run" || a.Description != "Adds a run." || len(a.Touches) != 1 {
		t.Errorf("%+v", a)
	}
}

// A double click, and a browser that repeats a request over a broken connection, send the
// same key twice.
func TestConcurrentRequestsOfARunCallTheFunctionOnce(t *testing.T) {
	c := startServer(t, nil).signUp("twice")
	var wait sync.WaitGroup
	statuses := make([]int, 5)
	for i := range statuses {
		wait.Go(func() {
			statuses[i] = c.send("POST", "/api/rpc/record_run", `{"note":"twice","seconds":0.5}`, "Idempotency-Key: twice").StatusCode
		})
	}
	wait.Wait()
	slices.Sort(statuses)
	if fmt.Sprint(statuses) != "[200 409 409 409 409]" {
		t.Errorf("statuses %v", statuses)
	}
	if rows := c.send("GET", "/api/rows/runs?note=eq.twice&select=note", "").requireStatus(200).body; compact(t, rows) != `[{"note":"twice"}]` {
		t.Errorf("the function ran as %s", rows)
	}
}
