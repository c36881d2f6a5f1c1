package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runLocal runs `tableside local` with a data folder and returns its outputs.
func runLocal(t *testing.T, data, command string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = run(context.Background(), append([]string{"local", command, "--data", data, "--log-level", "error"}, args...), strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), err
}

// TestMigrationsAndDumpsFromTheCommandLine loads a project of the Supabase CLI, dumps the database, and
// loads the dump into another one.
func TestMigrationsAndDumpsFromTheCommandLine(t *testing.T) {
	dir, err := os.MkdirTemp("", "tableside-command-") // as root, the database runs as another user, which must enter the folder
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	first, second, file := filepath.Join(dir, "first"), filepath.Join(dir, "second"), filepath.Join(dir, "dump.sql")
	stdout, stderr, err := runLocal(t, first, "sql", "localbase/sqlfiles/testdata")
	if err != nil || strings.Count(stdout, ": applied\n") != 3 || !strings.Contains(stderr, "the extension vector is not available") {
		t.Fatalf("sql: %v\n%s%s", err, stdout, stderr)
	}
	if stdout, stderr, err = runLocal(t, first, "dump", "--rows", "-o", file); err != nil || stdout != file+": done\n" {
		t.Fatalf("dump: %v\n%s%s", err, stdout, stderr)
	}
	if stdout, stderr, err = runLocal(t, second, "sql", file); err != nil {
		t.Fatalf("sql: %v\n%s%s", err, stdout, stderr)
	}
	stdout, stderr, err = runLocal(t, second, "dump", "--rows")
	if err != nil || !strings.Contains(stdout, "copy public.notes (id, body) from stdin;\n1\tfrom a migration\n2\tfrom the seed\n") {
		t.Errorf("dump: %v\n%s%s", err, stdout, stderr)
	}
	if _, _, err := runLocal(t, second, "sql", filepath.Join(dir, "missing.sql")); err == nil || !strings.Contains(err.Error(), "missing.sql") {
		t.Errorf("a missing file: %v", err)
	}
}
