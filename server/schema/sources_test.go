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

// The files demo-*.json and awkward.json are what tableside_schema() answered to
// a role on a real Postgres; localbase/demo's tests write them.
func golden(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parsed(t *testing.T, name string) *Schema {
	t.Helper()
	s, err := Parse(golden(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tableOf(t *testing.T, s *Schema, name string) Table {
	t.Helper()
	i := slices.IndexFunc(s.Tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		t.Fatalf("no table %s", name)
	}
	return s.Tables[i]
}

func columnOf(t *testing.T, table Table, name string) Column {
	t.Helper()
	i := slices.IndexFunc(table.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no column %s.%s", table.Name, name)
	}
	return table.Columns[i]
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestParseTellsWhatStaffCanReach(t *testing.T) {
	s := parsed(t, "demo-staff")
	equal(t, "role", s.Role, "staff")
	equal(t, "source", s.Source, SourceFunction)
	equal(t, "schemas", s.Schemas, []string{"public"})

	products := tableOf(t, s, "products")
	equal(t, "title", products.Title, "Products")
	equal(t, "comment", products.Comment, "The coffees that we roast and sell.")
	equal(t, "privileges", products.Privileges, TablePrivileges{Select: true, Update: true})
	equal(t, "price", columnOf(t, products, "price").Privileges, ColumnPrivileges{Select: true})
	equal(t, "stock", columnOf(t, products, "stock").Privileges, ColumnPrivileges{Select: true, Update: true})
	equal(t, "photo", columnOf(t, products, "photo").Tags, Tags{"file": "bucket=product-photos"})
	equal(t, "unique keys", products.UniqueKeys, [][]string{{"sku"}})
	i := slices.IndexFunc(products.Checks, func(c Check) bool { return c.Name == "price_is_positive" })
	equal(t, "check", products.Checks[i], Check{Name: "price_is_positive", Columns: []string{"price"},
		Expression: "(price > (0)::numeric)", Comment: "A price is above zero."})

	orders := tableOf(t, s, "orders")
	equal(t, "tags", orders.Tags, Tags{"title": "Orders", "board": "status", "order": "placed_at.desc"})
	equal(t, "identity", columnOf(t, orders, "id").Identity, IdentityAlways)
	status := columnOf(t, orders, "status")
	equal(t, "status", status.Kind, Enum)
	equal(t, "values", status.Enum, []string{"draft", "confirmed", "roasting", "packed", "shipped", "delivered", "cancelled"})
	total := columnOf(t, orders, "total")
	equal(t, "total", []int{*total.Precision, *total.Scale}, []int{12, 2})

	items := tableOf(t, s, "order_items")
	equal(t, "primary key", items.PrimaryKey, []string{"order_id", "product_id"})
	equal(t, "line total", columnOf(t, items, "line_total").Generated, true)
	equal(t, "foreign key", items.ForeignKeys[0], ForeignKey{Name: "order_items_order_id_fkey", Columns: []string{"order_id"},
		RefSchema: "public", RefTable: "orders", RefColumns: []string{"id"}, OnDelete: "cascade"})

	restock := s.Functions[slices.IndexFunc(s.Functions, func(f Function) bool { return f.Name == "restock" })]
	equal(t, "function", restock.Title, "Restock a product")
	equal(t, "returns", restock.Returns, Returns{Type: "public.products", Kind: Composite, Table: "products"})
	equal(t, "arguments", []bool{restock.Args[0].Required, restock.Args[1].Required}, []bool{true, false})
}

func TestParseClassifiesTypes(t *testing.T) {
	s := parsed(t, "awkward")
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
		c := columnOf(t, tableOf(t, s, table), name)
		equal(t, column, class{c.Kind, c.Array}, want)
	}
	equal(t, "a domain's NOT NULL", columnOf(t, tableOf(t, s, "enums_and_domains"), "email").Nullable, false)
	equal(t, "kind of relation", []TableKind{tableOf(t, s, "measurements").Kind, tableOf(t, s, "roots").Kind, tableOf(t, s, "leaf_names").Kind},
		[]TableKind{KindPartitioned, KindView, KindMaterializedView})
}

func TestParseLeavesOutKeysThatCantBeRead(t *testing.T) {
	s := parsed(t, "awkward")
	equal(t, "readable key", tableOf(t, s, "column_grants").PrimaryKey, []string{"id"})
	equal(t, "unreadable key", tableOf(t, s, "insert_only").PrimaryKey, []string{})
	if slices.ContainsFunc(s.Tables, func(t Table) bool { return t.Name == "no_grant" || t.Name == "policies_none" }) {
		t.Error("a table is listed that the role can't reach")
	}
}

func TestSchemaHasNoNullLists(t *testing.T) {
	lists := regexp.MustCompile(`"(schemas|tables|functions|columns|primaryKey|uniqueKeys|foreignKeys|checks|enum|args|tags|refColumns)":null`)
	fromOpenAPI, err := FromOpenAPI(golden(t, "openapi"), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Schema{
		"awkward": parsed(t, "awkward"), "staff": parsed(t, "demo-staff"), "nothing": parsed(t, "demo-anon"), "openapi": fromOpenAPI,
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

func TestFromOpenAPI(t *testing.T) {
	s, err := FromOpenAPI(golden(t, "openapi"), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "source", s.Source, SourceOpenAPI)
	var names []string
	for _, table := range s.Tables {
		names = append(names, table.Name)
	}
	equal(t, "tables", names, []string{"Mixed Case", "monthly_sales", "orders"})

	orders := tableOf(t, s, "orders")
	equal(t, "title and help", []string{orders.Title, orders.Comment}, []string{"Orders", "What customers ordered."})
	equal(t, "order of columns", orders.Columns[0].Name, "number")
	equal(t, "primary key", orders.PrimaryKey, []string{"id"})
	equal(t, "foreign keys", orders.ForeignKeys, []ForeignKey{{Name: "orders_customer_id_fkey", Columns: []string{"customer_id"},
		RefSchema: "public", RefTable: "customers", RefColumns: []string{"id"}, OnDelete: "no action"}})
	customer := columnOf(t, orders, "customer_id")
	equal(t, "a column's help without notes", []string{customer.Title, customer.Comment}, []string{"Customer", "Who ordered."})
	for name, want := range map[string]Kind{"number": Integer, "id": Integer, "status": Enum, "tags": Text, "total": Numeric,
		"code": Text, "during": Range, "paid": Boolean, "at": TimestampTZ} {
		equal(t, name, columnOf(t, orders, name).Kind, want)
	}
	equal(t, "array", columnOf(t, orders, "tags").Array, true)
	equal(t, "defaults", []string{*columnOf(t, orders, "status").Default, *columnOf(t, orders, "total").Default, *columnOf(t, orders, "paid").Default},
		[]string{"draft", "0", "false"})
	equal(t, "nullable", []bool{columnOf(t, orders, "status").Nullable, columnOf(t, orders, "code").Nullable}, []bool{false, true})

	equal(t, "a view that can't be written", tableOf(t, s, "monthly_sales").Privileges, TablePrivileges{Select: true})
	equal(t, "composite key", tableOf(t, s, "Mixed Case").PrimaryKey, []string{"Order Id", "product"})
	equal(t, "functions", len(s.Functions), 2)
	equal(t, "restock", []any{s.Functions[0].Title, s.Functions[0].Volatility, s.Functions[0].Args[0].Required, s.Functions[0].Args[1].Required},
		[]any{"Restock a product", Volatile, true, false})
	equal(t, "search", s.Functions[1].Volatility, Stable)
}

func TestParseFileTakesAllThreeForms(t *testing.T) {
	demo := parsed(t, "demo-owner")
	exported, err := json.Marshal(demo)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		text   []byte
		tables int
	}{
		"an answer of tableside_schema()": {golden(t, "demo-owner"), len(demo.Tables)},
		"an answer of /api/schema":        {exported, len(demo.Tables)},
		"an OpenAPI document":             {golden(t, "openapi"), 3},
	} {
		s, err := ParseFile(test.text, []string{"public"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		equal(t, name, []any{s.Source, len(s.Tables)}, []any{SourceFile, test.tables})
	}
}

func TestWhatIsNoSchemaIsRefused(t *testing.T) {
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
			"FromOpenAPI": func(b []byte) (*Schema, error) { return FromOpenAPI(b, []string{"public"}) },
			"ParseFile":   func(b []byte) (*Schema, error) { return ParseFile(b, []string{"public"}) },
		} {
			if s, err := read([]byte(text)); !errors.Is(err, ErrNotSchema) || s != nil {
				t.Errorf("%s of %s: got %v, %v; want ErrNotSchema", source, name, s, err)
			}
		}
	}
}
