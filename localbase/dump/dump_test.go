package dump_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/dump"
	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/sqlfiles"
	"github.com/tableside/tableside/localbase/sqlscript"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func write(t *testing.T, db *pgtest.DB, hasData bool) string {
	t.Helper()
	return writeWith(t, db, dump.Options{HasData: hasData})
}

func writeWith(t *testing.T, db *pgtest.DB, options dump.Options) string {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), db.DSN("supabase_admin"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var out bytes.Buffer
	if err := dump.Write(context.Background(), conn, &out, options); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func load(t *testing.T, db *pgtest.DB, script string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dump.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	r := sqlfiles.Runner{DSN: db.DSN("supabase_admin"), Done: func(string, string) {}, Notify: func(sqlscript.Notice) {}}
	if err := r.Run(context.Background(), file); err != nil {
		t.Fatalf("%v\n%s", err, script)
	}
}

// TestDumpRestoresTheDatabase loads a dump into another database, whose dump must be the same.
func TestDumpRestoresTheDatabase(t *testing.T) {
	schema, err := os.ReadFile("testdata/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	awkward, err := os.ReadFile("../testdata/awkward.sql")
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{"schema": string(schema), "awkward": string(awkward)} {
		t.Run(name, func(t *testing.T) {
			source, target := pgtest.New(t), pgtest.New(t)
			load(t, source, script)
			want := write(t, source, true)
			if strings.Contains(want, "localbase_") {
				t.Error("the dump contains a role of localbase")
			}
			load(t, target, want)
			if inherits := strings.Contains(want, "alter table only public.amphibians inherit public.vans;"); inherits != (name == "schema") {
				t.Errorf("the dump of %s contains the inheritance: %t", name, inherits)
			}
			if got := write(t, target, true); got != want {
				t.Errorf("the dump of the restored database differs:\n%s", diff(want, got))
			}
		})
	}
}

// diff returns the lines that only one of the texts contains.
func diff(want, got string) string {
	var out strings.Builder
	for _, line := range strings.Split(want, "\n") {
		if !strings.Contains(got, line+"\n") {
			out.WriteString("- " + line + "\n")
		}
	}
	for _, line := range strings.Split(got, "\n") {
		if !strings.Contains(want, line+"\n") {
			out.WriteString("+ " + line + "\n")
		}
	}
	return out.String()
}

func TestDumpContainsOnlyTheUsersObjects(t *testing.T) {
	db := pgtest.New(t)
	load(t, db, `
		create table public.notes (id int generated always as identity primary key, owner uuid references auth.users);
		insert into public.notes default values;
		create policy "own files" on storage.objects for select to authenticated using (owner_id = auth.uid()::text);`)
	schema := write(t, db, false)
	for _, want := range []string{"create table public.notes", `create policy "own files" on storage.objects`, "REFERENCES auth.users(id)"} {
		if !strings.Contains(schema, want) {
			t.Errorf("the dump does not contain %s:\n%s", want, schema)
		}
	}
	for _, unwanted := range []string{"create table auth.", "storage.search", "supabase_migrations", "pgrst_ddl_watch", "copy "} {
		if strings.Contains(schema, unwanted) {
			t.Errorf("the dump contains %s", unwanted)
		}
	}
	if data := write(t, db, true); !strings.Contains(data, "copy public.notes (id, owner) from stdin;\n1\t\\N\n\\.\n") {
		t.Errorf("the dump does not contain the rows:\n%s", data)
	}
}

func TestDumpContainsPasswordsOnlyOnRequest(t *testing.T) {
	source := pgtest.New(t)
	source.Exec(t, `insert into auth.users (id, email, encrypted_password, confirmation_token, recovery_token)
		values ('00000000-0000-0000-0000-00000000000a', 'ada@example.com', '$2a$10$hash', 'confirm-me', 'recover-me')`)
	withPasswords := writeWith(t, source, dump.Options{HasData: true, HasPasswords: true})
	without := write(t, source, true)
	for text, want := range map[string][2]bool{"ada@example.com": {true, true}, "$2a$10$hash": {true, false}, "confirm-me": {}, "recover-me": {}} {
		if got := [2]bool{strings.Contains(withPasswords, text), strings.Contains(without, text)}; got != want {
			t.Errorf("%s is in the dumps with and without passwords: %v, want %v", text, got, want)
		}
	}
	target := pgtest.New(t)
	load(t, target, without)
	var secrets string
	err := target.Pool("postgres").QueryRow(context.Background(), `select encrypted_password || confirmation_token || recovery_token || '.' from auth.users`).Scan(&secrets)
	if err != nil || secrets != "." {
		t.Errorf("secrets %q, %v", secrets, err)
	}
}
