//go:build unix

package integration

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// liveKind is a table with a kind of policy and key. All tables have the columns n (unique),
// owner, team, audience, open and secret.
type liveKind struct {
	name string
	key  string // the definition of the key; "" means none
	// rights are statements for the table %[1]s.
	rights    string
	isVisible func(w *liveWorld, viewer int, r *liveRow) bool
	// hasSecretKey means that the column code, the key, has a value that must stay hidden.
	hasSecretKey bool
	// isForRoles means that only viewers with a role of their own can read the table.
	isForRoles bool
	// hidesColumn means that nobody can read the column secret.
	hidesColumn bool
}

const (
	ownRights = `alter table %[1]s enable row level security; grant select, insert, update, delete on %[1]s to authenticated;
		create policy "Users have their own rows" on %[1]s to authenticated using (owner = auth.uid());`
	numberKey = "primary key (n)"
)

func isOwn(_ *liveWorld, viewer int, r *liveRow) bool { return r.owner == viewer }

var liveKinds = []liveKind{
	{name: "own", key: numberKey, rights: ownRights, isVisible: isOwn},
	{name: "role", key: numberKey, isForRoles: true, rights: `alter table %[1]s enable row level security; grant select on %[1]s to authenticated;
		create policy "Staff" on %[1]s for select to staff using (audience <> 'nobody');
		create policy "Viewers" on %[1]s for select to viewer using (audience = 'all');`,
		isVisible: func(_ *liveWorld, viewer int, r *liveRow) bool {
			return viewer == staffViewer && r.audience != "nobody" || viewer == customerViewer && r.audience == "all"
		}},
	{name: "team", key: numberKey, rights: `alter table %[1]s enable row level security; grant select on %[1]s to authenticated;
		create policy "Members" on %[1]s for select to authenticated
		using (exists (select from public.live_members m where m.team = %[1]s.team and m.member = auth.uid()));`,
		isVisible: func(w *liveWorld, viewer int, r *liveRow) bool { return w.members[[2]int{r.team, viewer}] }},
	{name: "columns", key: numberKey, rights: `grant select (n, owner, open) on %[1]s to authenticated;`, hidesColumn: true,
		isVisible: func(*liveWorld, int, *liveRow) bool { return true }},
	{name: "deny", key: numberKey, rights: `alter table %[1]s enable row level security; grant select on %[1]s to authenticated;
		create policy "All" on %[1]s for select to authenticated using (true);
		create policy "Nobody" on %[1]s as restrictive for select to authenticated using (audience = 'none of these');`,
		isVisible: func(*liveWorld, int, *liveRow) bool { return false }},
	{name: "composite", key: "primary key (team, n)", rights: ownRights, isVisible: isOwn},
	{name: "text", key: "primary key (code)", rights: ownRights, isVisible: isOwn},
	{name: "secretkey", key: "primary key (code)", rights: ownRights, isVisible: isOwn, hasSecretKey: true},
	{name: "nokey", rights: ownRights, isVisible: isOwn},
}

// Viewers with a database role of their own. The others have the role authenticated.
const (
	staffViewer    = 0
	customerViewer = 1
	viewerCount    = 6
	teamCount      = 4
	maxLiveRows    = 40 // of a table
)

// isReadable reports whether a viewer can read some of a table.
func (k liveKind) isReadable(viewer int) bool { return !k.isForRoles || viewer <= customerViewer }

// liveTableOf is a table of the test and its rows.
type liveTableOf struct {
	liveKind
	name        string
	isPublished bool // otherwise it has triggers
	rows        []*liveRow
	// truncated has the numbers of rows that a committed TRUNCATE removed.
	truncated map[int]bool
}

type liveRow struct {
	n, owner, team         int // owner is the index of a viewer
	audience               string
	code, openText, secret string
}

// liveWorld is what the database contains, and which viewers could ever read each value.
type liveWorld struct {
	t       *testing.T
	conn    *pgx.Conn
	random  *rand.Rand
	users   []string // ids, by viewer
	tables  []*liveTableOf
	members map[[2]int]bool
	// readers has a bit for each viewer who could read a value after some transaction.
	readers map[string]uint
	values  int
	rowsN   int
	changes int
}

// newValue returns a unique text, which no viewer can read yet.
func (w *liveWorld) newValue() string {
	w.values++
	value := fmt.Sprintf("t%07dq", w.values)
	w.readers[value] = 0
	return value
}

// recordReaders adds the viewers who can read the row's values now.
func (w *liveWorld) recordReaders(table *liveTableOf, r *liveRow) {
	for viewer := range viewerCount {
		if !table.isVisible(w, viewer, r) {
			continue
		}
		bit := uint(1) << viewer
		w.readers[r.openText] |= bit
		w.readers[r.code] |= bit
		if !table.hidesColumn {
			w.readers[r.secret] |= bit
		}
	}
}

// createLiveTables creates each kind of table with each source of live updates, and returns the SQL.
func createLiveTables() (tables []*liveTableOf, sql string, triggered []string) {
	var b strings.Builder
	b.WriteString(`create table public.live_members (team int, member uuid, primary key (team, member));
		grant select on public.live_members to authenticated;
		create table public.live_marker_a (n int primary key); create table public.live_marker_b (n int primary key);
		grant select on public.live_marker_a, public.live_marker_b to authenticated;
		alter publication supabase_realtime add table public.live_marker_a;`)
	triggered = append(triggered, "live_marker_b")
	for _, isPublished := range []bool{true, false} {
		for _, kind := range liveKinds {
			table := &liveTableOf{liveKind: kind, isPublished: isPublished, name: "live_triggers_" + kind.name,
				truncated: map[int]bool{}}
			if isPublished {
				table.name = "live_published_" + kind.name
			}
			qualified := "public." + table.name
			key := kind.key
			if key != "" {
				key = ", " + key
			}
			fmt.Fprintf(&b, `create table %s (n bigint not null, owner uuid, team int not null, audience text, code text not null,
				open text, secret text%s);`, qualified, key)
			fmt.Fprintf(&b, kind.rights, qualified)
			switch {
			case !isPublished:
				triggered = append(triggered, table.name)
			default:
				if kind.key == "" {
					fmt.Fprintf(&b, `alter table %s replica identity full;`, qualified)
				}
				fmt.Fprintf(&b, `alter publication supabase_realtime add table %s;`, qualified)
			}
			tables = append(tables, table)
		}
	}
	return tables, b.String(), triggered
}

// statement is one change of a transaction.
type statement struct {
	sql  string
	args []any
}

// change runs one transaction with random changes, as the database's owner or as a user.
// withMembers allows changes of teams.
func (w *liveWorld) change(withMembers bool) {
	w.t.Helper()
	table := w.tables[w.random.IntN(len(w.tables))]
	if withMembers && w.random.IntN(20) == 0 {
		w.changeMember()
		return
	}
	var batch []statement
	touched := map[*liveRow]bool{}
	before, truncatedBefore := cloneRows(table.rows), maps.Clone(table.truncated)
	isRolledBack := w.random.IntN(30) == 0
	if user, row := w.random.IntN(viewerCount), w.pick(table); table.rights == ownRights && row != nil && row.owner == user && w.random.IntN(2) == 0 {
		batch = append(batch,
			statement{`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
				[]any{fmt.Sprintf(`{"sub":%q,"role":"authenticated"}`, w.users[user])}},
			w.updateValues(table, row))
		touched[row] = true
	} else {
		for range 1 + w.random.IntN(4) {
			batch = append(batch, w.changeRow(table, touched))
		}
	}
	tx, err := w.conn.Begin(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range batch {
		if _, err := tx.Exec(context.Background(), s.sql, s.args...); err != nil {
			w.t.Fatalf("%s: %v", s.sql, err)
		}
		w.changes++
	}
	if isRolledBack {
		err = tx.Rollback(context.Background())
		table.rows, table.truncated = before, truncatedBefore
	} else {
		err = tx.Commit(context.Background())
		for _, r := range table.rows {
			if touched[r] {
				w.recordReaders(table, r)
			}
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func cloneRows(rows []*liveRow) []*liveRow {
	cloned := make([]*liveRow, len(rows))
	for i, r := range rows {
		c := *r
		cloned[i] = &c
	}
	return cloned
}

func (w *liveWorld) pick(table *liveTableOf) *liveRow {
	if len(table.rows) == 0 {
		return nil
	}
	return table.rows[w.random.IntN(len(table.rows))]
}

// changeMember adds a viewer to a team, or removes them.
func (w *liveWorld) changeMember() {
	w.t.Helper()
	member := [2]int{w.random.IntN(teamCount), w.random.IntN(viewerCount)}
	sql := `insert into public.live_members values ($1, $2)`
	if w.members[member] {
		sql = `delete from public.live_members where team = $1 and member = $2`
	}
	if _, err := w.conn.Exec(context.Background(), sql, member[0], w.users[member[1]]); err != nil {
		w.t.Fatal(err)
	}
	w.members[member] = !w.members[member]
	w.changes++
	for _, table := range w.tables {
		for _, r := range table.rows {
			w.recordReaders(table, r)
		}
	}
}

// changeRow returns a random statement on a table, and applies it to the rows of the model.
func (w *liveWorld) changeRow(table *liveTableOf, touched map[*liveRow]bool) statement {
	name := "public." + table.name
	row := w.pick(table)
	choice := w.random.IntN(100)
	switch {
	case row == nil || choice < 25 && len(table.rows) < maxLiveRows:
		return w.insert(table, touched)
	case choice < 45: // who can see the row
		row.owner, row.team, row.audience = w.random.IntN(viewerCount), w.random.IntN(teamCount), w.newAudience()
		touched[row] = true
		return statement{`update ` + name + ` set owner = $2, team = $3, audience = $4 where n = $1`,
			[]any{row.n, w.users[row.owner], row.team, row.audience}}
	case choice < 60 || len(table.rows) >= maxLiveRows && choice < 80:
		table.rows = deleteRow(table.rows, row)
		return statement{`delete from ` + name + ` where n = $1`, []any{row.n}}
	case choice < 63: // many rows
		value := w.newValue()
		for _, r := range table.rows {
			if r.owner == row.owner {
				r.openText = value
				touched[r] = true
			}
		}
		return statement{`update ` + name + ` set open = $2 where owner = $1`, []any{w.users[row.owner], value}}
	case choice < 64 && w.random.IntN(5) == 0:
		for _, r := range table.rows {
			table.truncated[r.n] = true
		}
		table.rows = nil
		return statement{`truncate ` + name, nil}
	}
	touched[row] = true
	return w.updateValues(table, row)
}

func deleteRow(rows []*liveRow, row *liveRow) []*liveRow {
	var remaining []*liveRow
	for _, r := range rows {
		if r != row {
			remaining = append(remaining, r)
		}
	}
	return remaining
}

func (w *liveWorld) newAudience() string {
	return []string{"all", "staff", "nobody"}[w.random.IntN(3)]
}

func (w *liveWorld) insert(table *liveTableOf, touched map[*liveRow]bool) statement {
	w.rowsN++
	row := &liveRow{n: w.rowsN, owner: w.random.IntN(viewerCount), team: w.random.IntN(teamCount), audience: w.newAudience(),
		code: fmt.Sprintf("row-%d", w.rowsN), openText: w.newValue(), secret: w.newValue()}
	if table.hasSecretKey {
		row.code = w.newValue()
	}
	table.rows = append(table.rows, row)
	touched[row] = true
	return statement{`insert into public.` + table.name + ` values ($1, $2, $3, $4, $5, $6, $7)`,
		[]any{row.n, w.users[row.owner], row.team, row.audience, row.code, row.openText, row.secret}}
}

// updateValues gives a row new values that must be hidden.
func (w *liveWorld) updateValues(table *liveTableOf, row *liveRow) statement {
	row.openText, row.secret = w.newValue(), w.newValue()
	if table.hasSecretKey {
		row.code = w.newValue()
	}
	return statement{`update public.` + table.name + ` set open = $2, secret = $3, code = $4 where n = $1`,
		[]any{row.n, row.openText, row.secret, row.code}}
}
