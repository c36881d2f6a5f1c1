package actions

import (
	"slices"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

func TestArgumentsOfColumnNamesReferToTheTablesOfTheColumns(t *testing.T) {
	const createdBy = "created_by"
	users := schema.Table{Schema: "public", Name: "users", Kind: schema.KindTable, PrimaryKey: []string{"id"},
		Columns: []schema.Column{{Name: "id", Kind: schema.UUID}}}
	table := func(name, target string, kind schema.Kind) schema.Table {
		return schema.Table{Schema: "public", Name: name, Kind: schema.KindTable, Columns: []schema.Column{{Name: createdBy, Kind: kind}},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{createdBy}, RefSchema: "public", RefTable: target, RefColumns: []string{"id"}}}}
	}
	batches := table("batches", "users", schema.UUID)
	for name, test := range map[string]struct {
		tables []schema.Table
		want   string
	}{
		"one table":             {[]schema.Table{users, batches}, "users"},
		"several, to one table": {[]schema.Table{users, batches, table("sales", "users", schema.UUID)}, "users"},
		"to several tables":     {[]schema.Table{users, batches, table("sales", "batches", schema.UUID)}, ""},
		"another type":          {[]schema.Table{users, table("batches", "users", schema.Text)}, ""},
		"no column":             {[]schema.Table{users}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &schema.Schema{Schemas: []string{"public"}, Tables: test.tables,
				Functions: []schema.Function{function("create_batch", "", "p_quantity integer", "p_created_by uuid")}}
			var got string
			Derive(s, nil)
			if reference := s.Actions[0].Arguments[1].Reference; reference != nil {
				got = reference.Table
			}
			if got != test.want {
				t.Errorf("the argument refers to %q, want %q", got, test.want)
			}
		})
	}
}

func TestArgumentsOfAccountsReferToTheTableThatDescribesThem(t *testing.T) {
	table := func(name string, unique ...[]string) schema.Table {
		return schema.Table{Schema: "public", Name: name, Kind: schema.KindTable, Privileges: schema.TablePrivileges{Select: true},
			PrimaryKey: []string{"id"}, UniqueKeys: unique,
			Columns:     []schema.Column{{Name: "id", Kind: schema.UUID}, {Name: "user_id", Kind: schema.UUID}},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"user_id"}, RefSchema: "auth", RefTable: "users", RefColumns: []string{"id"}}}}
	}
	unique := []string{"user_id"}
	for name, test := range map[string]struct {
		tables []schema.Table
		want   *schema.ColumnName
	}{
		"profiles":           {[]schema.Table{table("chats"), table("members", unique), table("profiles", unique)}, &schema.ColumnName{Schema: "public", Table: "profiles", Column: "user_id"}},
		"other people":       {[]schema.Table{table("chats"), table("members", unique)}, &schema.ColumnName{Schema: "public", Table: "members", Column: "user_id"}},
		"no table of people": {[]schema.Table{table("chats"), table("carts", unique)}, nil},
		"no unique column":   {[]schema.Table{table("chats"), table("members")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := &schema.Schema{Schemas: []string{"public"}, Tables: test.tables,
				Functions: []schema.Function{function("delete_messages", "", "p_user_id uuid", "p_from integer")}}
			Derive(s, nil)
			got := s.Actions[0].Arguments[0].Reference
			if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
				t.Errorf("the argument refers to %v, want %v", got, test.want)
			}
		})
	}
}

func TestArgumentsReferToTablesOfOtherSchemasIfTheFunctionsSchemaHasNone(t *testing.T) {
	table := func(schemaName, name string) schema.Table {
		return schema.Table{Schema: schemaName, Name: name, Kind: schema.KindTable, PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Kind: schema.UUID}}}
	}
	members := table("tenants", "members")
	members.Columns = append(members.Columns, schema.Column{Name: "account_id", Kind: schema.UUID})
	members.ForeignKeys = []schema.ForeignKey{{Columns: []string{"account_id"}, RefSchema: "tenants", RefTable: "customers", RefColumns: []string{"id"}}}
	for name, test := range map[string]struct {
		tables []schema.Table
		want   string
	}{
		"the function's schema":      {[]schema.Table{table("public", "accounts"), table("tenants", "accounts")}, "public"},
		"another schema":             {[]schema.Table{table("tenants", "accounts")}, "tenants"},
		"columns of another schema":  {[]schema.Table{table("tenants", "customers"), members}, "tenants"},
		"tables of several schemas":  {[]schema.Table{table("tenants", "accounts"), table("crm", "accounts")}, ""},
		"a table with another name":  {[]schema.Table{table("tenants", "customers")}, ""},
		"a table in no other schema": {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &schema.Schema{Schemas: []string{"public", "tenants", "crm"}, Tables: test.tables,
				Functions: []schema.Function{function("create_invitation", "", "account_id uuid", "role text")}}
			var got string
			Derive(s, nil)
			if reference := s.Actions[0].Arguments[0].Reference; reference != nil {
				got = reference.Schema
			}
			if got != test.want {
				t.Errorf("the argument refers to a table of %q, want %q", got, test.want)
			}
		})
	}
}

func TestTextsOfColumnNamesHaveTheValuesOfTheColumns(t *testing.T) {
	table := func(name string, kind schema.Kind, values ...string) schema.Table {
		return schema.Table{Schema: "public", Name: name, Kind: schema.KindTable, Columns: []schema.Column{{Name: "shift", Kind: kind, Enum: values}}}
	}
	batches, sales := table("batches", schema.Enum, "early", "late"), table("sales", schema.Enum, "late", "early")
	for name, test := range map[string]struct {
		tables   []schema.Table
		argument string
		fallback string // the argument's default as SQL; "": none
		want     []string
	}{
		"one table":                          {[]schema.Table{batches}, "p_shift text", "", []string{"early", "late"}},
		"several, with the same values":      {[]schema.Table{batches, sales}, "shift text", "", []string{"early", "late"}},
		"several, with different values":     {[]schema.Table{batches, table("sales", schema.Enum, "early")}, "p_shift text", "", nil},
		"a column without listed values":     {[]schema.Table{batches, table("sales", schema.Text)}, "p_shift text", "", nil},
		"a default that is one of them":      {[]schema.Table{batches}, "p_shift text?", "'late'::text", []string{"early", "late"}},
		"no value by default":                {[]schema.Table{batches}, "p_shift text?", "NULL::text", []string{"early", "late"}},
		"a default that is none of them":     {[]schema.Table{batches}, "p_shift text?", "'all'::text", nil},
		"an array":                           {[]schema.Table{batches}, "p_shift text[]", "", nil},
		"another type":                       {[]schema.Table{batches}, "p_shift integer", "", nil},
		"an argument with a name of its own": {[]schema.Table{batches}, "p_note text", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := function("report", "", test.argument)
			if test.fallback != "" {
				f.Args[0].Default = &test.fallback
			}
			s := &schema.Schema{Schemas: []string{"public"}, Tables: test.tables, Functions: []schema.Function{f}}
			Derive(s, nil)
			got := s.Actions[0].Arguments[0]
			if !slices.Equal(got.Enum, test.want) || (got.Kind == schema.Enum) != (test.want != nil) {
				t.Errorf("the argument has the kind %s and the values %v, want the values %v", got.Kind, got.Enum, test.want)
			}
		})
	}
}

func TestArgumentsWithACommonNameAreNoKeys(t *testing.T) {
	tags := schema.Table{Schema: "public", Name: "tags", Kind: schema.KindTable, PrimaryKey: []string{"name"},
		Columns: []schema.Column{{Name: "name", Kind: schema.Text}}}
	s := &schema.Schema{Schemas: []string{"public"}, Tables: []schema.Table{tags},
		Functions: []schema.Function{function("create_team", "", "name text"), function("merge_tag", "", "tag_name text")}}
	Derive(s, nil)
	for i, want := range []bool{false, true} {
		action := s.Actions[i]
		if isKey := action.Arguments[0].Reference != nil || len(action.Offers) > 0; isKey != want {
			t.Errorf("%s: the argument is a key: %v, want %v", action.Name, isKey, want)
		}
	}
}

func TestArgumentsThatAreSearches(t *testing.T) {
	s := shop(function("merge_orders", "", "loser_id integer", "winner_id integer", "reason_id text", "id integer", "batch_id integer"),
		function("merge_order", "", "others_ids integer[]"),
		function("copy_items", "", "from_order_id integer", "p_to_order_ids integer[]", "new_sku text", "old_order_id text", "loser_id integer", "new_order_id integer"))
	Derive(s, nil)
	var got []string
	for _, action := range s.Actions {
		for _, argument := range action.Arguments {
			reference := "-"
			if argument.Reference != nil {
				reference = argument.Reference.Table + "." + argument.Reference.Column
			}
			got = append(got, argument.Title+" "+reference)
		}
	}
	want := []string{"From order orders.id", "To order IDs orders.id", "New SKU -", "Old order ID -", "Loser ID -",
		"Others IDs orders.id", "Loser orders.id", "Winner orders.id", "Reason ID -", "ID -", "Batch ID -", "New order ID -"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
