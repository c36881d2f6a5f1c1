package schema

import (
	"slices"
	"testing"
)

func TestTitlePutsAPlainNameIntoWords(t *testing.T) {
	for name, want := range map[string]string{
		"orders":           "Orders",
		"due_on":           "Due on",
		"order_id":         "Order ID",
		"id":               "ID",
		"identity":         "Identity",
		"Mixed Case":       "Mixed Case", // chosen to be read as it is
		"us_states":        "US states",
		"contact_us":       "Contact us",
		"NumberOfNeutrons": "Number of neutrons",
		"firstName":        "First name",
		"First_Name":       "First name",
		"ORDER_DATE":       "Order date",
		"SKU":              "SKU",
		"qr_invites":       "QR invites",
		"CustomerID":       "Customer ID",
		"UserIDs":          "User IDs",
		"PDFFile":          "PDF file",
		"CO2Level":         "CO2 level",
		"Address2":         "Address2",
		"iPhone":           "iPhone",
		"_private":         "_private",
		"_PostToTag":       "Post to tag",
		"trailing_":        "trailing_",
		"名前":               "名前",
		"имя_клиента":      "Имя клиента",
		"НомерЗаказа":      "Номер заказа",
		"größe":            "Größe",
		"اسم_العميل":       "اسم العميل",
		"select":           "Select",
		"line_2_text":      "Line 2 text",
	} {
		if got := FormatTitle(nil, name); got != want {
			t.Errorf("title of %q is %q, not %q", name, got, want)
		}
	}
	if got := FormatTitle(Tags{"title": "due date"}, "due_on"); got != "due date" {
		t.Errorf("the tag says due date, the title %q", got)
	}
}

func TestTitleOfAViewOmitsItsPrefix(t *testing.T) {
	for _, test := range []struct{ name, relKind, want string }{
		{"mv_client_summary", "m", "Client summary"}, {"vw_sales", "v", "Sales"}, {"v_open_orders", "v", "Open orders"},
		{"view_", "v", "view_"}, {"views_by_day", "v", "Views by day"}, {"v_engines", "r", "V engines"},
	} {
		if got := formatTableTitle(nil, test.name, test.relKind); got != test.want {
			t.Errorf("title of %q is %q, not %q", test.name, got, test.want)
		}
	}
}

func TestTitleOfAReferenceOmitsTheID(t *testing.T) {
	reference := func(column, table string) ForeignKey {
		return ForeignKey{Columns: []string{column}, RefSchema: "public", RefTable: table, RefColumns: []string{"id"}}
	}
	tables := []Table{
		{Schema: "public", Name: "people", Privileges: TablePrivileges{Select: true}},
		{Schema: "public", Name: "secrets"},
		{
			Schema: "public", Name: "orders",
			Columns: []Column{
				{Name: "employee_id", Title: "Employee ID"}, {Name: "Buyer ID", Title: "Buyer ID"},
				{Name: "secret_id", Title: "Secret ID"}, {Name: "id", Title: "ID"},
				{Name: "owner_id", Title: "Owner ID"}, {Name: "owner", Title: "Owner"},
				{Name: "clerk_id", Title: "Clerk ID", Tags: Tags{"title": "Clerk ID"}},
				{Name: "part_id", Title: "Part ID"}, {Name: "dept_no", Title: "Dept no"}, {Name: "country_code", Title: "Country code"},
				{Name: "postal_code", Title: "Postal code"},
				{Name: "phone_jsonb", Title: "Phone jsonb", Kind: JSON}, {Name: "json", Title: "JSON", Kind: JSON},
				{Name: "owner_json", Title: "Owner JSON", Kind: JSON}, {Name: "file_json", Title: "File JSON", Kind: Text},
				{Name: "personid", Title: "Personid"}, {Name: "peoplecode", Title: "Peoplecode"}, {Name: "paid", Title: "Paid"},
			},
			ForeignKeys: []ForeignKey{
				reference("employee_id", "people"), reference("Buyer ID", "people"), reference("secret_id", "secrets"),
				reference("id", "people"), reference("owner_id", "people"), reference("clerk_id", "people"),
				reference("dept_no", "people"), reference("country_code", "people"),
				reference("personid", "people"), reference("peoplecode", "people"), reference("paid", "people"),
				{Columns: []string{"part_id", "id"}, RefSchema: "public", RefTable: "people", RefColumns: []string{"a", "b"}},
			},
		},
	}
	shortenColumnTitles(tables)
	var got []string
	for _, c := range tables[2].Columns {
		got = append(got, c.Title)
	}
	want := []string{"Employee", "Buyer", "Secret ID", "ID", "Owner ID", "Owner", "Clerk ID", "Part ID", "Dept", "Country", "Postal code", "Phone", "JSON", "Owner JSON", "File JSON", "Personid", "People", "Paid"}
	if !slices.Equal(got, want) {
		t.Errorf("titles are %q, want %q", got, want)
	}
}

func TestAccountTitles(t *testing.T) {
	account := func(column string) ForeignKey {
		return ForeignKey{Columns: []string{column}, RefSchema: "auth", RefTable: "users", RefColumns: []string{"id"}}
	}
	for _, test := range []struct {
		name     string
		profiles Table
		want     []string
	}{
		{"a readable table describes the accounts",
			Table{Name: "profiles", Privileges: TablePrivileges{Select: true}}, []string{"User", "Owner", "Profile ID"}},
		{"an unreadable table", Table{Name: "profiles"}, []string{"User ID", "Owner ID", "Profile ID"}},
		{"a readable table with a name in camel case",
			Table{Name: "AppUser", Privileges: TablePrivileges{Select: true}}, []string{"User", "Owner", "Profile ID"}},
		{"a table with another name",
			Table{Name: "carts", Privileges: TablePrivileges{Select: true}}, []string{"User ID", "Owner ID", "Profile ID"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.profiles.PrimaryKey = []string{"profile_id"}
			test.profiles.Columns = []Column{{Name: "profile_id", Title: "Profile ID"}}
			test.profiles.ForeignKeys = []ForeignKey{account("profile_id")}
			tables := []Table{
				{
					Name:        "todos",
					Columns:     []Column{{Name: "user_id", Title: "User ID"}, {Name: "owner_id", Title: "Owner ID"}},
					ForeignKeys: []ForeignKey{account("user_id"), account("owner_id")},
				},
				test.profiles,
			}
			shortenColumnTitles(tables)
			got := []string{tables[0].Columns[0].Title, tables[0].Columns[1].Title, tables[1].Columns[0].Title}
			if !slices.Equal(got, test.want) {
				t.Errorf("titles are %q, want %q", got, test.want)
			}
		})
	}
}

func TestTitlesOfPrismaJoinColumns(t *testing.T) {
	join := func(name, a, b string) Table {
		reference := func(column, table string) ForeignKey {
			return ForeignKey{Columns: []string{column}, RefSchema: "public", RefTable: table, RefColumns: []string{"id"}}
		}
		return Table{
			Name:        name,
			Columns:     []Column{{Name: "A", Title: "A"}, {Name: "B", Title: "B"}},
			ForeignKeys: []ForeignKey{reference("A", a), reference("B", b)},
		}
	}
	for _, test := range []struct {
		table Table
		want  []string
	}{
		{join("_PostToTag", "Post", "Tag"), []string{"Blog post", "Tag"}},
		{join("_UserFollows", "Tag", "Tag"), []string{"A", "B"}},
		{join("_PostToSecret", "Post", "Secret"), []string{"Blog post", "B"}},
		{join("grades", "Post", "Tag"), []string{"A", "B"}},
	} {
		shortenColumnTitles([]Table{test.table,
			{Schema: "public", Name: "Post", Title: "Blog post"}, {Schema: "public", Name: "Tag", Title: "Tag"}})
		got := []string{test.table.Columns[0].Title, test.table.Columns[1].Title}
		if !slices.Equal(got, test.want) {
			t.Errorf("titles of %s are %q, not %q", test.table.Name, got, test.want)
		}
	}
}

func TestShortenLowerName(t *testing.T) {
	for _, test := range []struct{ column, table, want string }{
		{"countrycode", "country", "Country"},
		{"countrycode", "Countries", "Country"},
		{"customerid", "customers", "Customer"},
		{"boxno", "tbl_boxes", "Box"},
		{"deptno", "dept", "Dept"},
		{"countrycode", "city", ""},
		{"country", "country", ""},
		{"id", "i", ""},
	} {
		if got := shortenLowerName(test.column, test.table); got != test.want {
			t.Errorf("the title of %s, a reference to %s, is %q, not %q", test.column, test.table, got, test.want)
		}
	}
}
