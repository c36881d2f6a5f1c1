package pgtest

import (
	"context"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

func TestDatabasesAreSeparate(t *testing.T) {
	a, b := New(t), New(t)
	a.Exec(t, `create table public.t (id int)`)
	b.Exec(t, `create table public.t (id int)`)
	for _, want := range []string{"postgres", "authenticator", "supabase_auth_admin", "supabase_storage_admin"} {
		var user, database string
		err := a.Pool(want).QueryRow(context.Background(), `select current_user, current_database()`).Scan(&user, &database)
		if err != nil || user != want || database != a.Name {
			t.Errorf("connected as %q to %q (%v), want %q and %q", user, database, err, want, a.Name)
		}
	}
}
