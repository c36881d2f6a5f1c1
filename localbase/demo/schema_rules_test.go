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

// Views that can't be updated have the key of the table from which their joins lead to the others, or of their groups.
func TestViewsHaveTheKeysOfTheirTablesOrGroups(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.places (id int primary key, name text);
		create table public.people (id int primary key, name text, place int references public.places);
		create table public.parcels (id int primary key, sender int references public.people, recipient int references public.people, weight int);
		create table public.scans (id int primary key, parcel_id int references public.parcels (id), at date);
		create view public.joined as
		  select p.id as parcel_id, s.name, c.name as place, (select count(*) from public.scans x where x.parcel_id = p.id) as scans
		  from public.parcels p left join public.people s on p.sender = s.id left join public.places c on s.place = c.id
		  where p.weight > 1 order by p.id;
		create view public.named as select n.id, p.weight from public.scans n join (public.parcels p join public.people s on s.id = p.sender) on p.id = n.parcel_id;
		create table public."Label" ("labelId" int primary key, "parcelId" int references public.parcels (id));
		create view public.quoted as select "Label"."labelId", p.weight from public."Label" join public.parcels p on "Label"."parcelId" = p.id;
		create table public.tagged (id int primary key, tags text[], sender int references public.people, vet int references public.people);
		create table public.teams (id int primary key, owner int);
		create table public.members (id int primary key, team int references public.teams);
		alter table public.teams add foreign key (owner) references public.members;
		create table public.included (id int, name text, primary key (id) include (name));
		create table public.ancestors (id int primary key);
		create table public.descendants (id int primary key) inherits (public.ancestors);
		create view public.from_cte as with c as (select id, name from public.people) select c.id, c.name, p.weight from c join public.parcels p on p.sender = c.id;
		create view public.with_tags as select id, unnest(tags) as tag from public.tagged;
		create view public.grouped_tags as select sender, unnest(array_agg(vet)) as vet from public.tagged group by 1;
		create view public.not_sender as select t.id, p.name from public.tagged t join public.people p on not (t.sender = p.id);
		create view public.other_reference as select t.sender, p.name, count(*) from public.tagged t join public.people p on p.id = t.vet group by 1, 2;
		create view public.each_other as select t.id, m.id as member, t.owner, m.team, p.weight, count(*) from public.teams t join public.members m on m.team = t.id and m.id = t.owner join public.parcels p on p.id = m.id group by 1, 2, 3, 4, 5;
		create view public.all_pairs as select t.id, p.id as parcel, count(*) from public.teams t, public.parcels p group by 1, 2;
		create view public.left_group as select p.sender, s.id as person, s.name, count(*) from public.people s left join public.parcels p on p.sender = s.id group by 1, 2, 3;
		create view public.with_included as select name, count(*) over () from public.included;
		create view public.inherited as select id, pg_catalog.now() from public.ancestors where id > 0 limit 10;
		create view public.either as select p.id, s.name from public.parcels p join public.people s on p.sender = s.id or p.weight = s.id;
		create view public.without_parcels as select p.id, s.name from public.people s left join public.parcels p on p.sender = s.id;
		create view public.other_alias as select p.id, s.name from public.parcels p join public.places c on p.sender = c.id join public.people s on s.name = c.name;
		create view public.repeated as select p.id, n.at from public.parcels p join public.scans n on n.parcel_id = p.id;
		create view public.other_columns as select p.id, s.name from public.parcels p join public.people s on s.place = p.weight;
		create view public.crossed as select p.id, s.name from public.parcels p, public.people s;
		create view public.paired as select p.id, o.weight from public.parcels p join public.parcels o on o.sender = p.sender;
		create view public.both as
		  select p.id, s.name as sender, r.name as recipient from public.parcels p
		  join public.people s on p.sender = s.id left join public.people r on r.id = p.recipient;
		create view public.neighbors as
		  select p.id, r.name from public.parcels p join public.people s on p.sender = s.id join public.people r on r.place = s.place;
		create view public.combined as select p.id, s.name from public.parcels p join public.people s on p.sender = s.id union all select 1, 'x';
		create view public.with_rows as select p.id, s.name, g.n from public.parcels p join public.people s on p.sender = s.id, generate_series(1, 2) g(n);
		create view public.by_person as
		  select s.id as person_id, s.name, c.name as place, count(p.id) from public.people s
		  left join public.places c on c.id = s.place left join public.parcels p on p.sender = s.id group by s.id, s.name, c.name;
		create view public.by_sender as select p.sender, s.name, sum(p.weight) from public.parcels p join public.people s on s.id = p.sender group by 1, 2;
		create view public.by_weight as select p.weight / 10 as class, s.place, count(*) from public.parcels p join public.people s on s.id = p.sender group by 1, 2;
		create view public.by_other_name as select p.sender, s.name, count(*) from public.parcels p join public.people s on s.place = p.weight group by 1, 2;
		create view public.by_pair as select s.id, o.name, count(*) from public.people s join public.people o on o.place = s.place group by 1, 2;
		create view public.hidden_group as select p.weight, count(*) from public.parcels p group by p.weight, p.sender;
		create view public.cubed as select p.weight, p.sender, count(*) from public.parcels p group by cube (1, 2);
		create view public.inner_group as select p.id, n.n from public.parcels p join (select parcel_id, count(*) as n from public.scans group by 1) n on n.parcel_id = p.id;
		create materialized view public.stored as select p.weight, count(*) from public.parcels p group by 1;
		comment on column public.parcels.id is '@hidden';
		grant select on all tables in schema public to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	got := map[string]string{}
	for _, table := range response.Tables {
		got[table.Name] = strings.Join(table.PrimaryKey, ",")
		for _, key := range table.ForeignKeys {
			if key.NotEmbeddable {
				got[table.Name] += fmt.Sprintf(" %s -> %s", key.Columns[0], key.RefTable)
			}
		}
		for _, column := range table.Columns {
			if column.OriginComment != "" {
				got[table.Name] += fmt.Sprintf(" %s: %s", column.Name, column.OriginComment)
			}
		}
	}
	for view, want := range map[string]string{
		"joined": "parcel_id parcel_id -> parcels", "named": "id", "both": "id id: @hidden", "quoted": "labelId labelId -> Label", "by_person": "person_id person_id -> people",
		"by_sender": "sender", "by_other_name": "sender,name", "by_pair": "id,name", "by_weight": "class,place", "stored": "weight",
		"from_cte": "", "with_tags": "", "grouped_tags": "", "not_sender": "", "other_reference": "sender,name", "each_other": "id,member,owner,team,weight member -> members",
		"all_pairs": "id,parcel parcel -> parcels", "left_group": "sender,person,name person -> people", "with_included": "", "inherited": "",
		"either": " id: @hidden", "without_parcels": " id: @hidden", "other_alias": " id: @hidden", "repeated": " id: @hidden", "other_columns": " id: @hidden", "crossed": " id: @hidden", "paired": " id: @hidden", "neighbors": " id: @hidden", "combined": "",
		"with_rows": " id: @hidden", "hidden_group": "", "cubed": "", "inner_group": " id: @hidden",
	} {
		if key, ok := got[view]; !ok || key != want {
			t.Errorf("the key of %s is %q, want %q", view, key, want)
		}
	}
}

// A trigger can assign a required column before an insert, so that users need not enter it.
func TestRequiredColumnsThatTriggersFill(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.posts (id int not null, slug text not null, "Number" int not null, title text not null, note text,
		                           status text not null, later text not null, disabled text not null, preset int not null default 1);
		create function public.fill() returns trigger language plpgsql as $$
		begin
		  if new.slug is null then NEW.slug := lower(new.title); end if;
		  select count(*) into strict new."Number" from public.posts;
		  if new.status = 'x' then raise exception 'no'; end if;
		  new.preset := 2; new.note := '';
		  return new;
		end $$;
		create function public.fill_later() returns trigger language plpgsql as $$ begin new.later := 'x'; return new; end $$;
		create function public.fill_disabled() returns trigger language plpgsql as $$ begin new.disabled := 'x'; return new; end $$;
		create trigger fill before insert or update on public.posts for each row execute function public.fill();
		create trigger later before update on public.posts for each row execute function public.fill_later();
		create trigger disabled before insert on public.posts for each row execute function public.fill_disabled();
		alter table public.posts disable trigger disabled;
		grant select, insert on public.posts to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	var got []string
	for _, column := range response.Tables[0].Columns {
		if column.Filled {
			got = append(got, column.Name)
		}
	}
	if want := "slug Number"; strings.Join(got, " ") != want {
		t.Errorf("triggers fill %q, want %q", got, want)
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

// Views have the order of their ORDER BY, by the columns that they show, and not that of their keys.
func TestViewsHaveTheOrderOfTheirQueries(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.jobs (id int primary key, state text, starts date, ends date);
		create view public.sorted as select id, starts as "begin", ends from public.jobs
		  order by case state when 'late' then 0 else 1 end, starts, ends desc nulls last;
		create view public.latest as select id, ends from public.jobs order by ends desc;
		create view public.counted as select state, count(*) as jobs from public.jobs group by state order by count(*) desc;
		create view public.unsorted as select id, (select j.ends from public.jobs j order by j.ends limit 1) as ends from public.jobs;
		grant select on all tables in schema public to authenticated`)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	got := map[string]string{}
	for _, table := range response.Tables {
		got[table.Name] = table.Order
	}
	for view, want := range map[string]string{
		"sorted": "begin.asc,ends.desc.nullslast", "latest": "ends.desc", "counted": "jobs.desc", "unsorted": "",
	} {
		if order, ok := got[view]; !ok || order != want {
			t.Errorf("the order of %s is %q, want %q", view, order, want)
		}
	}
}
