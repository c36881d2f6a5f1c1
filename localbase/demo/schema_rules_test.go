package demo_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

// The columns of views have the lists of values of the columns that they show without changes.
func TestViewsHaveListsOfTheirTables(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.parcels (id int primary key, kind text check (kind in ('letter', 'box')), weight int check (weight > 0),
		                             first_day int, last_day int, check (first_day < last_day));
		create view public.renamed as select id, kind as type, weight as kind from public.parcels;
		create view public.nested as select upper(type) as id, type from public.renamed;
		create view public.by_kind as select kind, count(*) from public.parcels group by 1;
		create view public.joined as select o.id, p.kind from public.parcels o left join public.renamed r using (id) left join public.parcels p on p.id = r.id;
		create view public.computed as select upper(kind) as kind from (select kind from public.parcels) p;
		create view public.combined as select kind from public.parcels union select 'pallet';
		create materialized view public.stored as select first_day, kind from public.parcels;
		grant select on all tables in schema public to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	got := map[string]string{}
	for _, table := range response.Tables {
		for _, check := range table.OriginChecks {
			got[table.Name] += fmt.Sprintf("%s: %s; ", strings.Join(check.Columns, ","), check.Expression)
		}
	}
	const list = "(kind = ANY (ARRAY['letter'::text, 'box'::text])); "
	for view, want := range map[string]string{
		"parcels": "", "renamed": "type: " + list,
		"nested": "type: " + list, "by_kind": "kind: " + list,
		"joined": "kind: " + list, "stored": "kind: " + list,
		"computed": "", "combined": "",
	} {
		if got[view] != want {
			t.Errorf("the checks of %s are %q, want %q", view, got[view], want)
		}
	}
}

// Views refer to the rows to which the columns that they show refer, and have the comments of these columns.
func TestViewsHaveReferencesAndCommentsOfTheirTables(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.people (id int primary key);
		create table public.shelves (hall int, number int, primary key (hall, number));
		create table public.parcels (id int primary key, sender int references public.people, hall int, shelf int,
		                             foreign key (hall, shelf) references public.shelves);
		comment on column public.parcels.sender is 'Who paid.';
		create view public.renamed as select id, sender as payer, hall, shelf from public.parcels;
		create view public.nested as select payer as sender, count(*) as hall from public.renamed group by 1;
		create view public.partly as select hall, upper('x') as shelf from public.parcels;
		create view public.computed as select sender + 1 as sender from public.parcels;
		create view public.commented as select sender from public.parcels;
		comment on column public.commented.sender is 'Of its own.';
		create materialized view public.stored as select sender from public.parcels;
		grant select on all tables in schema public to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	got := map[string]string{}
	for _, table := range response.Tables {
		for _, key := range table.ForeignKeys {
			got[table.Name] += fmt.Sprintf("%s -> %s(%s); ", strings.Join(key.Columns, ","), key.RefTable, strings.Join(key.RefColumns, ","))
		}
		for _, column := range table.Columns {
			if column.Comment != "" || column.OriginComment != "" {
				got[table.Name] += fmt.Sprintf("%s: %q %q; ", column.Name, column.Comment, column.OriginComment)
			}
		}
	}
	const shelf = "hall,shelf -> shelves(hall,number); "
	for name, want := range map[string]string{
		"parcels":   shelf + `sender -> people(id); sender: "Who paid." ""; `,
		"renamed":   shelf + `payer -> people(id); payer: "" "Who paid."; `,
		"nested":    `sender -> people(id); sender: "" "Who paid."; `,
		"partly":    "",
		"computed":  "",
		"commented": `sender -> people(id); sender: "Of its own." ""; `,
		"stored":    `sender -> people(id); sender: "" "Who paid."; `,
	} {
		if got[name] != want {
			t.Errorf("%s has %s, want %s", name, got[name], want)
		}
	}
}

// Hooks of the auth service are no actions, although PUBLIC can execute them by default.
func TestHooksOfTheAuthServiceAreNotListed(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create function public.custom_access_token_hook(event jsonb) returns jsonb language sql as 'select event';
		grant execute on function public.custom_access_token_hook to supabase_auth_admin;
		create function public.convert(data jsonb) returns jsonb language sql as 'select data';
		create function public.count_users() returns int language sql as 'select 1';
		grant execute on function public.count_users to supabase_auth_admin`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	var got []string
	for _, function := range response.Functions {
		got = append(got, function.Name)
	}
	if want := "convert count_users"; strings.Join(got, " ") != want {
		t.Errorf("the functions are %q, want %q", got, want)
	}
}

// The columns in which a policy for inserts requires the id of the user are reported, if they have no default.
func TestColumnsThatMustContainTheUser(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.messages (id int, user_id uuid, "Author" uuid, editor_id uuid, created_by uuid default auth.uid(), reader uuid);
		alter table public.messages enable row level security;
		create policy a on public.messages for insert to authenticated with check (auth.uid() = user_id and created_by = auth.uid());
		create policy b on public.messages using ((select auth.uid()) = "Author");
		create policy c on public.messages for update using (auth.uid() = editor_id);
		create policy d on public.messages for insert to service_role with check (auth.uid() = reader);
		create table public.open (user_id uuid);
		create policy a on public.open for insert with check (auth.uid() = user_id);
		create table public.friendships (sender_id uuid, recipient_id uuid);
		alter table public.friendships enable row level security;
		create policy a on public.friendships using (auth.uid() = sender_id or auth.uid() = recipient_id);
		create table public.approvals (approver_id uuid);
		alter table public.approvals enable row level security;
		create policy a on public.approvals using (not (auth.uid() = approver_id));
		grant select, insert, update on all tables in schema public to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	for _, table := range response.Tables {
		want := map[string]string{"messages": "user_id Author"}[table.Name]
		if got := strings.Join(table.OwnerColumns, " "); got != want {
			t.Errorf("the columns of %s are %q, want %q", table.Name, got, want)
		}
	}
}
