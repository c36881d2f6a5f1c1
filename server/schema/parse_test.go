package schema

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The files demo-*.json and awkward.json contain the responses of
// tableside_schema() for a role on a real Postgres. The tests of localbase/demo write them.
func readGolden(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parseGolden(t *testing.T, name string) *Schema {
	t.Helper()
	s, err := Parse(readGolden(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func findTable(t *testing.T, s *Schema, name string) Table {
	t.Helper()
	i := slices.IndexFunc(s.Tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		t.Fatalf("no table %s", name)
	}
	return s.Tables[i]
}

func findColumn(t *testing.T, table Table, name string) Column {
	t.Helper()
	i := slices.IndexFunc(table.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no column %s.%s", table.Name, name)
	}
	return table.Columns[i]
}

func checkEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestParseOmitsFunctionsOfPseudoTypes(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "tables": [], "functions": [
		{"schema": "public", "name": "score", "args": [{"name": "a", "type": "record", "base": "record", "typtype": "p"}], "returns": {"type": "numeric"}},
		{"schema": "public", "name": "log", "args": [], "returns": {"type": "void", "base": "void", "typtype": "p"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	checkEqual(t, "functions", len(s.Functions), 1)
}

func TestParseReturnsWhatStaffCanReach(t *testing.T) {
	s := parseGolden(t, "demo-staff")
	checkEqual(t, "role", s.Role, "staff")
	checkEqual(t, "source", s.Source, SourceFunction)
	checkEqual(t, "schemas", s.Schemas, []string{"public"})

	products := findTable(t, s, "products")
	checkEqual(t, "title", products.Title, "Products")
	checkEqual(t, "comment", products.Comment, "The coffees that we roast and sell.")
	checkEqual(t, "privileges", products.Privileges, TablePrivileges{Select: true, Update: true})
	checkEqual(t, "price", findColumn(t, products, "price").Privileges, ColumnPrivileges{Select: true})
	checkEqual(t, "stock", findColumn(t, products, "stock").Privileges, ColumnPrivileges{Select: true, Update: true})
	checkEqual(t, "photo", findColumn(t, products, "photo").Tags, Tags{"file": "bucket=product-photos"})
	checkEqual(t, "unique keys", products.UniqueKeys, [][]string{{"sku"}})
	i := slices.IndexFunc(products.Checks, func(c Check) bool { return c.Name == "price_is_positive" })
	checkEqual(t, "check", products.Checks[i], Check{Name: "price_is_positive", Columns: []string{"price"},
		Expression: "(price > (0)::numeric)", Comment: "Price must be greater than 0."})

	orders := findTable(t, s, "orders")
	checkEqual(t, "tags", orders.Tags, Tags{"title": "Orders", "board": "status", "order": "placed_at.desc"})
	checkEqual(t, "identity", findColumn(t, orders, "id").Identity, IdentityAlways)
	status := findColumn(t, orders, "status")
	checkEqual(t, "status", status.Kind, Enum)
	checkEqual(t, "values", status.Enum, []string{"draft", "confirmed", "roasting", "packed", "shipped", "delivered", "cancelled"})
	total := findColumn(t, orders, "total")
	checkEqual(t, "total", []int{*total.Precision, *total.Scale}, []int{12, 2})

	items := findTable(t, s, "order_items")
	checkEqual(t, "primary key", items.PrimaryKey, []string{"order_id", "product_id"})
	checkEqual(t, "line total", findColumn(t, items, "line_total").Generated, true)
	checkEqual(t, "foreign key", items.ForeignKeys[0], ForeignKey{Name: "order_items_order_id_fkey", Columns: []string{"order_id"},
		RefSchema: "public", RefTable: "orders", RefColumns: []string{"id"}, OnDelete: "cascade"})

	restock := s.Functions[slices.IndexFunc(s.Functions, func(f Function) bool { return f.Name == "restock" })]
	checkEqual(t, "function", strings.Contains(restock.Comment, "@title Restock"), true)
	checkEqual(t, "returns", []any{restock.Result.Type.SQL, restock.Result.Type.Kind}, []any{"public.products", Composite})
	checkEqual(t, "arguments", []bool{restock.Args[0].Required, restock.Args[1].Required}, []bool{true, false})
}

func TestParseClassifiesTypes(t *testing.T) {
	s := parseGolden(t, "awkward")
	type class struct {
		kind  Kind
		array bool
	}
	for column, want := range map[string]class{
		"numbers.small": {Integer, false}, "numbers.exact": {Numeric, false}, "numbers.double": {Float, false}, "numbers.cash": {Numeric, false},
		"numbers.flag": {Boolean, false}, "moments.at": {TimestampTZ, false}, "moments.local": {Timestamp, false}, "moments.day": {Date, false},
		"moments.clock": {Time, false}, "moments.zoned": {TimeTZ, false}, "moments.span": {Interval, false},
		"arrays.ints": {Integer, true}, "arrays.documents": {JSON, true}, "arrays.grid": {Integer, true},
		"enums_and_domains.state": {Enum, false}, "enums_and_domains.states": {Enum, true}, "enums_and_domains.count": {Integer, false},
		"enums_and_domains.counts": {Integer, true}, "enums_and_domains.email": {Text, false}, "enums_and_domains.tags": {Text, true},
		"enums_and_domains.amount": {Composite, false}, "ranges.moments": {Range, false}, "ranges.several": {Multirange, false},
		"odd_types.id": {UUID, false}, "odd_types.bytes": {Bytea, false}, "odd_types.words": {TSVector, false}, "odd_types.address": {Network, false},
		"odd_types.spot": {Other, false}, "odd_types.binary_document": {JSON, false}, "odd_types.letter": {Text, false},
	} {
		table, name, _ := strings.Cut(column, ".")
		c := findColumn(t, findTable(t, s, table), name)
		checkEqual(t, column, class{c.Kind, c.IsArray}, want)
	}
	checkEqual(t, "a domain's NOT NULL", findColumn(t, findTable(t, s, "enums_and_domains"), "email").Nullable, false)
	checkEqual(t, "kind of relation", []TableKind{findTable(t, s, "measurements").Kind, findTable(t, s, "roots").Kind, findTable(t, s, "leaf_names").Kind},
		[]TableKind{KindPartitionedTable, KindView, KindMaterializedView})
}

func TestParseLeavesOutKeysThatCantBeRead(t *testing.T) {
	s := parseGolden(t, "awkward")
	checkEqual(t, "readable key", findTable(t, s, "column_grants").PrimaryKey, []string{"id"})
	checkEqual(t, "unreadable key", findTable(t, s, "insert_only").PrimaryKey, []string{})
	if slices.ContainsFunc(s.Tables, func(t Table) bool { return t.Name == "no_grant" || t.Name == "policies_none" }) {
		t.Error("a table is listed that the role can't reach")
	}
}

// Projects can have an earlier version of the SQL function.
func TestParseReadsTheFormerNameOfKeysOfPartitions(t *testing.T) {
	s, err := Parse([]byte(`{"version":1,"role":"staff","schemas":["public"],"tables":[{"schema":"public","name":"a","relkind":"p","columns":[],
		"foreignKeys":[{"name":"k","columns":["b"],"refSchema":"public","refTable":"b","refColumns":["id"],"onPartitions":true}]}],"functions":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if keys := s.Tables[0].ForeignKeys; len(keys) != 1 || !keys[0].NotEmbeddable {
		t.Errorf("the foreign keys are %+v, want one that can't be embedded", keys)
	}
}

func TestSchemaHasNoNullLists(t *testing.T) {
	lists := regexp.MustCompile(`"(schemas|tables|functions|columns|primaryKey|uniqueKeys|foreignKeys|checks|enum|args|tags|refColumns)":null`)
	fromOpenAPI, err := ParseOpenAPI(readGolden(t, "openapi"), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Schema{
		"awkward": parseGolden(t, "awkward"), "staff": parseGolden(t, "demo-staff"), "nothing": parseGolden(t, "demo-anon"), "openapi": fromOpenAPI,
	} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if found := lists.Find(text); found != nil {
			t.Errorf("%s: %s, want []", name, found)
		}
	}
}

func TestParseOpenAPI(t *testing.T) {
	s, err := ParseOpenAPI(readGolden(t, "openapi"), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	checkEqual(t, "source", s.Source, SourceOpenAPI)
	var names []string
	for _, table := range s.Tables {
		names = append(names, table.Name)
	}
	checkEqual(t, "tables", names, []string{"Mixed Case", "monthly_sales", "orders"})

	orders := findTable(t, s, "orders")
	checkEqual(t, "title and help", []string{orders.Title, orders.Comment}, []string{"Orders", "What customers ordered."})
	checkEqual(t, "order of columns", orders.Columns[0].Name, "number")
	checkEqual(t, "primary key", orders.PrimaryKey, []string{"id"})
	checkEqual(t, "foreign keys", orders.ForeignKeys, []ForeignKey{{Name: "orders_customer_id_fkey", Columns: []string{"customer_id"},
		RefSchema: "public", RefTable: "customers", RefColumns: []string{"id"}, OnDelete: "no action"}})
	customer := findColumn(t, orders, "customer_id")
	checkEqual(t, "a column's help without notes", []string{customer.Title, customer.Comment}, []string{"Customer", "Who ordered."})
	for name, want := range map[string]Kind{"number": Integer, "id": Integer, "status": Enum, "tags": Text, "total": Numeric,
		"code": Text, "during": Range, "paid": Boolean, "at": TimestampTZ} {
		checkEqual(t, name, findColumn(t, orders, name).Kind, want)
	}
	checkEqual(t, "array", findColumn(t, orders, "tags").IsArray, true)
	checkEqual(t, "defaults", []string{*findColumn(t, orders, "status").Default, *findColumn(t, orders, "total").Default, *findColumn(t, orders, "paid").Default},
		[]string{"draft", "0", "false"})
	checkEqual(t, "nullable", []bool{findColumn(t, orders, "status").Nullable, findColumn(t, orders, "code").Nullable}, []bool{false, true})

	checkEqual(t, "a view that can't be written", findTable(t, s, "monthly_sales").Privileges, TablePrivileges{Select: true})
	checkEqual(t, "composite key", findTable(t, s, "Mixed Case").PrimaryKey, []string{"Order Id", "product"})
	checkEqual(t, "functions", len(s.Functions), 2)
	checkEqual(t, "restock", []any{s.Functions[0].Name, s.Functions[0].Volatility, s.Functions[0].Args[0].Required, s.Functions[0].Args[1].Required},
		[]any{"restock", Volatile, true, false})
	checkEqual(t, "search", s.Functions[1].Volatility, Stable)
}

func TestParseFileTakesAllThreeForms(t *testing.T) {
	demo := parseGolden(t, "demo-owner")
	exported, err := json.Marshal(demo)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		text   []byte
		tables int
	}{
		"a response of tableside_schema()": {readGolden(t, "demo-owner"), len(demo.Tables)},
		"a response of /api/schema":        {exported, len(demo.Tables)},
		"an OpenAPI document":              {readGolden(t, "openapi"), 3},
	} {
		s, err := ParseFile(test.text, []string{"public"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkEqual(t, name, []any{s.Source, len(s.Tables)}, []any{SourceFile, test.tables})
	}
}

func TestParseRejectsInvalidSchemas(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":       `<html>`,
		"an error":      `{"code":"PGRST202","message":"Could not find the function"}`,
		"a list":        `[]`,
		"null":          `null`,
		"a new version": `{"version":2}`,
		"OpenAPI 3":     `{"openapi":"3.0.0"}`,
	} {
		for source, read := range map[string]func([]byte) (*Schema, error){
			"Parse":       Parse,
			"FromOpenAPI": func(b []byte) (*Schema, error) { return ParseOpenAPI(b, []string{"public"}) },
			"ParseFile":   func(b []byte) (*Schema, error) { return ParseFile(b, []string{"public"}) },
		} {
			if s, err := read([]byte(text)); !errors.Is(err, ErrInvalidSchema) || s != nil {
				t.Errorf("%s of %s: got %v, %v; want ErrNotSchema", source, name, s, err)
			}
		}
	}
}

func TestHideWarnings(t *testing.T) {
	for _, test := range []struct {
		role    string
		isOwner bool
		want    int
	}{{"authenticated", false, 0}, {"authenticated", true, 1}, {"owner", false, 1}, {"Admin", false, 1}, {"coowner", false, 0}} {
		s := &Schema{Role: test.role, IsOwner: test.isOwner, Warnings: []Warning{{Object: "table public.orders"}}}
		s.HideWarnings()
		if len(s.Warnings) != test.want || s.Warnings == nil {
			t.Errorf("%s, owner %v: %v", test.role, test.isOwner, s.Warnings)
		}
	}
}
