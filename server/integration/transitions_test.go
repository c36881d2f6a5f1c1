//go:build unix

package integration

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

// The transitions of a column come from its tag, otherwise from the owner's function.
func TestTransitionsOfTheFunction(t *testing.T) {
	run := func(sql string) {
		t.Helper()
		if err := base.RunSQL(context.WithoutCancel(t.Context()), "transitions.sql", sql); err != nil {
			t.Fatal(err)
		}
	}
	const signature = `create or replace function public.tableside_transitions()
		returns table (table_schema text, table_name text, column_name text, transitions text)
		language sql stable set search_path = '' as `
	run(`create type public.ticket_status as enum ('open', 'waiting', 'closed');
		create table public.tickets (id bigint primary key, status public.ticket_status);
		grant select, update on public.tickets to authenticated;` + schema.TransitionsSQL)
	t.Cleanup(func() {
		run(`drop function public.tableside_transitions(); drop table public.tickets; drop type public.ticket_status; notify pgrst, 'reload schema';`)
	})
	read := func() (map[string][]string, []schema.Warning) {
		t.Helper()
		owner := startServer(t).signInAs("owner")
		found := owner.fetchSchema()
		for _, table := range found.Tables {
			if table.Name == "tickets" {
				return table.Columns[1].Transitions, found.Warnings
			}
		}
		t.Fatal("no table tickets")
		return nil, nil
	}
	if got, _ := read(); got != nil {
		t.Errorf("the example is used: %v", got)
	}
	run(signature + `$$ values ('public', 'tickets', 'status', 'open>waiting|closed, waiting>open'), ('public', 'orders', 'status', 'draft>packed'), ('x', 'y', 'z', 'a>b') $$;` + schema.TransitionsSQL)
	if got, _ := read(); !reflect.DeepEqual(got, map[string][]string{"open": {"waiting", "closed"}, "waiting": {"open"}}) {
		t.Errorf("transitions %v", got)
	}
	run(signature + `$$ select 'public', 'tickets', 'status', (1 / 0)::text $$`)
	got, warnings := read()
	if got != nil {
		t.Errorf("transitions of a function that fails: %v", got)
	}
	var texts []string
	for _, warning := range warnings {
		texts = append(texts, warning.Object+": "+warning.Message)
	}
	if all := strings.Join(texts, "\n"); !strings.Contains(all, "function tableside_transitions: It fails: division by zero") {
		t.Errorf("warnings %s", all)
	}
}
