package schema

import (
	"strings"
	"testing"
)

func TestInstallSQLUsesAnExposedSchema(t *testing.T) {
	tests := []struct {
		schemas []string
		want    string // the qualified name of the function
	}{
		{nil, "public.tableside_schema("},
		{[]string{"sales", "public"}, "public.tableside_schema("},
		{[]string{"sales", "stock"}, "sales.tableside_schema("},
		{[]string{"販売"}, `"販売".tableside_schema(`},
	}
	for _, test := range tests {
		sql := InstallSQL(test.schemas)
		if !strings.Contains(sql, "create or replace function "+test.want) {
			t.Errorf("%v: the SQL does not create %s", test.schemas, test.want)
		}
		if test.want[:7] != "public." && strings.Contains(sql, "public.tableside_") {
			t.Errorf("%v: the SQL names public", test.schemas)
		}
	}
}
