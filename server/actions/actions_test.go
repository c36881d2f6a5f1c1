package actions

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

// shop is a schema with orders (id, number, status), order_items (order_id, product_id) and
// products (sku), and the given functions.
func shop(functions ...schema.Function) *schema.Schema {
	column := func(name string, kind schema.Kind, enum ...string) schema.Column {
		return schema.Column{Name: name, Kind: kind, Enum: enum, Privileges: schema.ColumnPrivileges{Select: true}}
	}
	table := func(name string, key []string, columns ...schema.Column) schema.Table {
		return schema.Table{Schema: "public", Name: name, PrimaryKey: key, Columns: columns}
	}
	return &schema.Schema{Schemas: []string{"public"}, Functions: functions, Tables: []schema.Table{
		table("orders", []string{"id"}, column("id", schema.Integer), column("number", schema.Integer),
			column("status", schema.Enum, "draft", "confirmed", "roasting")),
		table("order_items", []string{"order_id", "product_id"}, column("order_id", schema.Integer), column("product_id", schema.Integer)),
		table("products", []string{"sku"}, column("sku", schema.Text)),
	}}
}

// function returns a function whose arguments are "name kind", with "?" if they are
// optional and "[]" if they are arrays.
func function(name, comment string, args ...string) schema.Function {
	f := schema.Function{Schema: "public", Name: name, Comment: comment, Volatility: schema.Volatile}
	for _, text := range args {
		argName, kind, _ := strings.Cut(text, " ")
		kind, isOptional := strings.CutSuffix(kind, "?")
		kind, isArray := strings.CutSuffix(kind, "[]")
		arg := schema.Argument{Name: argName, Required: !isOptional, Type: schema.Type{SQL: kind, Base: kind, Kind: schema.Kind(kind), IsArray: isArray}}
		if table, isRow := strings.CutPrefix(kind, "row:"); isRow {
			arg.Type.Kind, arg.Type.Table = schema.Composite, &schema.TableName{Schema: "public", Table: table}
		}
		f.Args = append(f.Args, arg)
	}
	return f
}

// describeOffers returns offers as "row orders(order_id=id)".
func describeOffers(a schema.Action) string {
	var list []string
	for _, offer := range a.Offers {
		var fills []string
		for _, fill := range offer.Fills {
			fills = append(fills, fill.Argument+"="+fill.Column)
		}
		list = append(list, fmt.Sprintf("%s %s(%s)", offer.Scope, offer.Table, strings.Join(fills, ",")))
	}
	return strings.Join(list, "; ")
}

func TestOffers(t *testing.T) {
	for _, test := range []struct {
		name     string
		function schema.Function
		offers   string
		warning  string // part of the only one; "": none
	}{
		{"named after the key", function("f", "", "order_id integer"), "row orders(order_id=id)", ""},
		{"with a prefix", function("f", "", "p_order_id integer"), "row orders(p_order_id=id)", ""},
		{"a key with its own name", function("f", "", "sku text"), "row products(sku=sku)", ""},
		{"optional arguments", function("f", "", "order_id integer", "note text?"), "row orders(order_id=id)", ""},
		{"another required argument", function("f", "", "order_id integer", "note text"), "", ""},
		{"another type", function("f", "", "order_id text"), "", ""},
		{"an unspecific name", function("f", "", "id integer"), "", ""},
		{"a row type", function("f", "", "o row:orders"), "row orders(o=)", ""},
		{"an array of keys", function("f", "", "order_ids integer[]"), "selection orders(order_ids=id)", ""},
		{"an array of rows", function("f", "", "list row:orders[]"), "selection orders(list=)", ""},
		{"@on with another required argument", function("f", "@on orders", "order_id integer", "note text"), "row orders(order_id=id)", ""},
		{"@on with the only argument of the type", function("f", "@on orders", "which integer"), "row orders(which=id)", ""},
		{"@on without an argument", function("f", "@on orders", "day date"), "table orders()", ""},
		{"@on a selection", function("f", "@on orders[]", "list integer[]"), "selection orders(list=id)", ""},
		{"@on a selection without an array", function("f", "@on orders[]", "order_id integer"), "", "no argument for an array"},
		{"@on a composite key", function("f", "@on order_items", "order_id integer", "p_product_id integer"),
			"row order_items(order_id=order_id,p_product_id=product_id)", ""},
		{"@on with a column", function("f", "@on orders n=number", "n integer"), "row orders(n=number)", ""},
		{"@on two tables", function("f", "@on orders, products", "order_id integer"), "row orders(order_id=id); table products()", ""},
		{"@on twice", function("f", "@on orders @on products", "sku text?"), "table orders(); row products(sku=sku)", ""},
		{"@on with a schema", function("f", "@on public.orders", "order_id integer"), "row orders(order_id=id)", ""},
		{"@on an unknown table", function("f", "@on oders", "order_id integer"), "", "no table oders"},
		{"@on with an unknown column", function("f", "@on orders n=no", "n integer"), "", "no column no"},
		{"@on with an unknown argument", function("f", "@on orders m=number", "n integer"), "", `no argument "m"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := shop(test.function)
			Derive(s, nil)
			if got := describeOffers(s.Actions[0]); got != test.offers {
				t.Errorf("offers %q, want %q", got, test.offers)
			}
			checkWarning(t, s, test.warning)
		})
	}
}

// checkWarning checks that there is one warning that contains text, or none for "".
func checkWarning(t *testing.T, s *schema.Schema, text string) {
	t.Helper()
	if text == "" && len(s.Warnings) > 0 || text != "" && (len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].Message, text)) {
		t.Errorf("warnings %v, want %q", s.Warnings, text)
	}
}

func TestWhen(t *testing.T) {
	for _, test := range []struct{ when, conditions, warning string }{
		{"status=eq.draft", "[{status eq false [draft]}]", ""},
		{"status=in.(draft,confirmed)&number=not.is.null", "[{status in false [draft confirmed]} {number is true [null]}]", ""},
		{"status=eq", "", "not valid"},
		{"state=eq.draft", "", "no column state"},
		{"status=like.d*", "", "operators eq"},
		{"or=(status.eq.draft,number.gt.1)", "", "conditions such as"},
		{"select=id", "", "conditions such as"},
	} {
		t.Run(test.when, func(t *testing.T) {
			s := shop(function("f", "@when "+test.when, "order_id integer"))
			Derive(s, nil)
			got := ""
			if len(s.Actions[0].Offers) > 0 {
				got = fmt.Sprint(s.Actions[0].Offers[0].Conditions)
			}
			if got != test.conditions {
				t.Errorf("conditions %s, want %s", got, test.conditions)
			}
			checkWarning(t, s, test.warning)
		})
	}
}

func TestTags(t *testing.T) {
	s := shop(
		function("roast", "Puts it into the roaster. @title Start roasting @action Roast @icon flame @confirm Roast now?\n"+
			"@when status=eq.confirmed @sets status=roasting @touches orders, products @undo unroast @result message Order {number} is in the roaster",
			"order_id integer", "idempotency_key uuid?"),
		function("unroast", "@hidden @danger", "order_id integer"))
	Derive(s, nil)
	checkWarning(t, s, "")
	roast := s.Actions[0]
	if roast.Title != "Start roasting" || roast.Label != "Roast" || roast.Icon != "flame" || *roast.Confirm != "Roast now?" || roast.Description != "Puts it into the roaster." {
		t.Errorf("texts: %+v", roast)
	}
	if fmt.Sprint(roast.Sets) != "[{status roasting}]" || fmt.Sprint(roast.Touches) != "[{public orders} {public products}]" || roast.Undo != "public.unroast" {
		t.Errorf("effects: %v %v %q", roast.Sets, roast.Touches, roast.Undo)
	}
	if roast.Result.Kind != schema.MessageResult || roast.Result.Message != "Order {number} is in the roaster" {
		t.Errorf("result: %+v", roast.Result)
	}
	if !roast.Idempotent || len(roast.Arguments) != 1 {
		t.Errorf("idempotency_key: %v %v", roast.Idempotent, roast.Arguments)
	}
	if unroast := s.Actions[1]; !unroast.Hidden || !unroast.Danger || unroast.Confirm != nil {
		t.Errorf("unroast: %+v", unroast)
	}
}

func TestFunctionsOfPoliciesAreHiddenWithoutTags(t *testing.T) {
	helper, tagged, other := function("is_admin", "Whether the user is one."), function("may_ship", "@title May ship?"), function("is_open", "")
	helper.IsUsedByPolicy, tagged.IsUsedByPolicy = true, true
	s := shop(helper, tagged, other)
	Derive(s, nil)
	for _, a := range s.Actions {
		if a.Hidden != (a.Name == "is_admin") {
			t.Errorf("%s: hidden is %v", a.Name, a.Hidden)
		}
	}
}

func TestInvalidTagsAreWarnings(t *testing.T) {
	for comment, want := range map[string]string{
		"@titel Roast":           "Did you mean @title?",
		"@colour red":            "@colour is unknown",
		"@board status":          "no effect on a function",
		"@icon Flame!":           `There is no icon "Flame!"`,
		"@result picture":        "not a kind of result",
		"@touches odrers":        "no table odrers",
		"@undo nothing":          "no function nothing",
		"@sets status=burnt":     `"burnt" is not a value`,
		"@sets status":           "column=value",
		"@arg nothing Title":     `no argument "nothing"`,
		"@arg order_id file x=1": "needs a bucket",
		"@arg order_id Order, choices from order_items": "no key of one column",
	} {
		t.Run(comment, func(t *testing.T) {
			s := shop(function("f", comment, "order_id integer"))
			Derive(s, nil)
			checkWarning(t, s, want)
		})
	}
}

func TestArgumentTag(t *testing.T) {
	s := shop(function("f", "@arg quantity Bags, Multiples of 12, or a single bag, default 24\n"+
		"@arg day Day, default today @arg product choices from products @arg list file bucket=documents folder=/inbox/ accept=.csv|.txt, The list",
		"quantity integer", "day date", "product text", "list text", "p_order_id integer"))
	Derive(s, nil)
	checkWarning(t, s, "")
	args := s.Actions[0].Arguments
	if args[0].Title != "Bags" || args[0].Help != "Multiples of 12, or a single bag" || *args[0].Preset != "24" {
		t.Errorf("quantity: %+v", args[0])
	}
	if args[1].Title != "Day" || *args[1].Preset != "today" {
		t.Errorf("day: %+v", args[1])
	}
	if args[2].Title != "Product" || *args[2].Reference != (schema.ColumnName{Schema: "public", Table: "products", Column: "sku"}) {
		t.Errorf("product: %+v", args[2])
	}
	if *args[3].File != (schema.ActionFile{Bucket: "documents", Folder: "inbox", Accept: ".csv,.txt"}) || args[3].Help != "The list" {
		t.Errorf("list: %+v", args[3])
	}
	if args[4].Title != "Order" || args[4].Reference == nil || args[4].Reference.Table != "orders" {
		t.Errorf("p_order_id: %+v", args[4])
	}
}

func TestOverloads(t *testing.T) {
	s := shop(
		function("add", "", "a integer", "b integer?"), function("add", "", "a text", "b text"),
		function("find", "", "number integer"), function("find", "", "sku text"),
	)
	Derive(s, nil)
	var got []string
	for _, a := range s.Actions {
		got = append(got, fmt.Sprint(a.ID, " ", a.Unavailable == ""))
	}
	want := []string{"public.add(a,b) false", "public.add(a,b)+ false", "public.find(number) true", "public.find(sku) true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestResultKinds(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "schema", "testdata", "awkward.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	Derive(s, nil)
	for id, want := range map[string]string{
		"children_of": "rows json {public tree}", "pairs": "rows json n,square", "split": "record json half,rest",
		"echo": "json value", "same_body": "text text", "same_void": "none json", "same_inout": "record json value",
		"same_out": "record json result", "same_set": "rows json", "same_table": "rows json same", "same_row": "record json {public tree}",
		"same_composite": "record json amount,currency", "same_composite_array": "json json amount,currency", "same_bytea": "file json",
		"same_array": "value json", "same_date": "value json", "same_jsonb": "json json", "same_domain": "value json", "once": "text json",
	} {
		i := slices.IndexFunc(s.Actions, func(a schema.Action) bool { return a.ID == "public."+id })
		if i < 0 {
			t.Errorf("no action %s", id)
			continue
		}
		a := s.Actions[i]
		var columns []string
		for _, column := range a.Result.Columns {
			columns = append(columns, column.Name)
		}
		got := fmt.Sprint(a.Result.Kind, " ", a.Body, " ", strings.Join(columns, ","))
		if a.Result.Table != nil {
			got += fmt.Sprint(*a.Result.Table)
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	if slices.ContainsFunc(s.Actions, func(a schema.Action) bool { return a.Name == "unnamed" || a.Name == "forbidden" }) {
		t.Error("a function that can't be called is an action")
	}
}

// Without tableside_schema(), the functions come from the REST root.
func TestActionsFromOpenAPI(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "schema", "testdata", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.ParseOpenAPI(text, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	Derive(s, nil)
	i := slices.IndexFunc(s.Actions, func(a schema.Action) bool { return a.ID == "public.restock" })
	if i < 0 {
		t.Fatalf("actions %+v", s.Actions)
	}
	restock := s.Actions[i]
	if restock.Title != "Restock a product" || restock.Result.Kind != schema.AutoResult || restock.Volatility != schema.Volatile ||
		!restock.Arguments[0].Required || restock.Arguments[1].Required {
		t.Errorf("%+v", restock)
	}
}

// A response of GET /api/schema can be the schema file. It has actions, but no functions.
func TestActionsOfASchemaFileStay(t *testing.T) {
	s := shop(function("roast", "@title Roast", "order_id integer"))
	Derive(s, []EdgeFunction{{Name: "old", Method: "POST"}})
	s.Functions = []schema.Function{{Schema: "public", Name: "roast"}}
	Derive(s, []EdgeFunction{{Name: "new", Method: "POST"}})
	var ids []string
	for _, a := range s.Actions {
		ids = append(ids, a.ID)
	}
	if fmt.Sprint(ids) != "[edge:new public.roast]" || len(s.Actions[1].Offers) != 1 {
		t.Errorf("actions %v", ids)
	}
}

// The app contains only some icons, and docs/comments.md lists them.
func TestIconsAreThoseOfTheApp(t *testing.T) {
	source, err := os.ReadFile("../../ui/src/table/actions/action-icon.tsx")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, match := range regexp.MustCompile(`(?m)^  '?([a-z0-9-]+)'?: [A-Z]`).FindAllStringSubmatch(string(source), -1) {
		found = append(found, match[1])
	}
	slices.Sort(found)
	if !slices.Equal(found, iconNames) {
		t.Errorf("the app has the icons %q, the server accepts %q", found, iconNames)
	}
	docs, err := os.ReadFile("../../docs/comments.md")
	if err != nil {
		t.Fatal(err)
	}
	if list := "`" + strings.Join(iconNames, "`, `") + "`."; !strings.Contains(string(docs), list) {
		t.Errorf("docs/comments.md does not contain the list %s", list)
	}
}
