package pgtest

import (
	"context"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

func TestEachTestHasADatabaseOfItsOwn(t *testing.T) {
	a, b := New(t), New(t)
	a.Exec(t, `create table public.t (id int)`)
	b.Exec(t, `create table public.t (id int)`)
	for _, user := range []string{"postgres", "authenticator", "supabase_auth_admin", "supabase_storage_admin"} {
		var who, where string
		err := a.Pool(user).QueryRow(context.Background(), `select current_user, current_database()`).Scan(&who, &where)
		if err != nil || who != user || where != a.Name {
			t.Errorf("connected as %q to %q (%v), want %q and %q", who, where, err, user, a.Name)
		}
	}
}
