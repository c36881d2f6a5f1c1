package catalog

import (
	"reflect"
	"testing"
)

func TestParseViewColumns(t *testing.T) {
	const tree = `({QUERY :commandType 1 :cteList <> :rtable ({RANGETBLENTRY :subquery {QUERY :targetList
		({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname inner :resorigtbl 999 :resorigcol 1 :resjunk false})}})
		:targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname a\ \{name\} :ressortgroupref 0 :resorigtbl 123 :resorigcol 4 :resjunk false}
		{TARGETENTRY :expr {CONST :constvalue 4 [ 1 0 ]} :resno 2 :resname c :resorigtbl 0 :resorigcol 0 :resjunk false}
		{TARGETENTRY :expr {VAR :varno 1} :resno 3 :resname sort :resorigtbl 123 :resorigcol 5 :resjunk true}) :sortClause <>})`
	want := []viewColumn{{1, column{123, 4}}}
	if got := parseViewColumns(tree); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := parseViewColumns("}})) invalid {{"); got != nil {
		t.Errorf("invalid tree: got %v", got)
	}
}

func TestResolveViewColumnsThroughViews(t *testing.T) {
	b := &builder{columnNames: map[column]string{{10, 1}: "outer_id", {10, 2}: "again", {20, 1}: "inner_id"}}
	b.resolveViewColumns(map[uint32][]viewColumn{
		10: {{1, column{20, 1}}, {2, column{20, 1}}},
		20: {{1, column{30, 7}}},
		40: {{1, column{40, 1}}}, // invalid in PostgreSQL; must not recurse endlessly
	})
	if got, want := b.shownColumns[10][column{30, 7}], []string{"outer_id", "again"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
