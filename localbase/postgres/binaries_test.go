//go:build unix

package postgres

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeFakeServer writes binaries that only print their version.
func writeFakeServer(t *testing.T, dir, version string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\necho 'postgres (PostgreSQL) %s'\n", version)
	for _, name := range []string{"postgres", "initdb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOldServersAreRejected(t *testing.T) {
	dir := tempDir(t)
	bin := filepath.Join(dir, "bin")
	writeFakeServer(t, bin, "15.8 (Debian 15.8-1)")
	_, err := Start(context.Background(), Options{Dir: filepath.Join(dir, "data"), BinDir: dir})
	want := fmt.Sprintf("PostgreSQL 17 or later is required: %s is version 15.8", bin)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestMissingServerErrorMessage(t *testing.T) {
	dir := tempDir(t)
	_, err := Start(context.Background(), Options{Dir: filepath.Join(dir, "data"), BinDir: dir})
	want := "PostgreSQL 17 or later is required: not found in " + dir
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestNewerServersAreAccepted(t *testing.T) {
	dir := tempDir(t)
	writeFakeServer(t, dir, "18.1")
	runAs, err := findProcessUser(dir + "/none")
	if err != nil {
		t.Fatal(err)
	}
	found, err := findBinaries(context.Background(), dir, runAs)
	if err != nil || found.major != 18 || found.version != "18.1" {
		t.Errorf("got %+v, %v", found, err)
	}
}

func TestLinksOutsidePackageAreRejected(t *testing.T) {
	dir := tempDir(t)
	list := `[{"source":"native/lib/a.so.1","target":"native/../../a.so"}]`
	if err := os.WriteFile(filepath.Join(dir, linksFile), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makeLinks(dir); err == nil || !strings.Contains(err.Error(), "outside the package") {
		t.Errorf("got %v", err)
	}
}

// copyBundleWithoutLinks copies npm's package as it is before its install script runs.
func copyBundleWithoutLinks(t *testing.T, dir string) string {
	t.Helper()
	runAs, err := findProcessUser(dir + "/none")
	if err != nil {
		t.Fatal(err)
	}
	found, err := findBinaries(context.Background(), "", runAs)
	if err != nil {
		t.Fatal(err)
	}
	bundle := filepath.Dir(found.dir)
	if _, err := os.Stat(filepath.Join(bundle, linksFile)); err != nil {
		t.Skip("the installed server is not npm's")
	}
	target := filepath.Join(dir, "native")
	if err := os.CopyFS(target, os.DirFS(bundle)); err != nil {
		t.Fatal(err)
	}
	libraries, err := os.ReadDir(filepath.Join(target, "lib"))
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range libraries {
		if library.Type()&os.ModeSymlink != 0 {
			if err := os.Remove(filepath.Join(target, "lib", library.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	return target
}

func TestMissingLibraryLinksAreMade(t *testing.T) {
	dir := tempDir(t)
	bundle := copyBundleWithoutLinks(t, dir)
	s := mustStart(t, Options{Dir: filepath.Join(dir, "data"), BinDir: bundle, NoSync: true})
	if got := query(t, s.DSN(Superuser, Superuser), `select datlocprovider::text from pg_database where datname = 'postgres'`); got != "i" {
		t.Errorf("the locale provider is %q, want i (ICU)", got)
	}
}

func TestRootUsesFoldersThatTheChildCanReach(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root runs the database as another user")
	}
	dir := tempDir(t)
	closed := filepath.Join(dir, "root only")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	bundle := copyBundleWithoutLinks(t, closed)
	oldCache, oldRoot := rootCache, fallbackRoot
	rootCache, fallbackRoot = filepath.Join(dir, "cache"), filepath.Join(dir, "lib")
	t.Cleanup(func() { rootCache, fallbackRoot = oldCache, oldRoot })

	data := filepath.Join(closed, "data")
	full := filepath.Join(closed, "full")
	if err := os.MkdirAll(filepath.Join(full, "somebody's"), 0o700); err != nil {
		t.Fatal(err)
	}
	mustStop(t, mustStart(t, Options{Dir: full, BinDir: bundle, NoSync: true}))
	if info, err := os.Stat(full); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the mode of a folder with content was changed to %v (%v)", info.Mode(), err)
	}
	if err := RemoveData(full); err != nil {
		t.Fatal(err)
	}

	s := mustStart(t, Options{Dir: data, BinDir: bundle, NoSync: true})
	execute(t, s.DSN(Superuser, Superuser), `create table t as select 1`)
	mustStop(t, s)
	target, err := os.Readlink(filepath.Join(data, clusterName))
	if err != nil || !strings.HasPrefix(target, fallbackRoot) {
		t.Errorf("the data folder contains a link to %q (%v), want a folder in %s", target, err, fallbackRoot)
	}
	if info, err := os.Stat(closed); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the mode of the closed folder was changed to %v (%v)", info.Mode(), err)
	}

	s = mustStart(t, Options{Dir: data, BinDir: bundle, NoSync: true})
	if got := query(t, s.DSN(Superuser, Superuser), `select count(*)::text from t`); got != "1" {
		t.Errorf("after the second start: %q rows", got)
	}
	mustStop(t, s)

	if err := os.Rename(fallbackRoot, fallbackRoot+" moved"); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(context.Background(), Options{Dir: data, BinDir: bundle}); err == nil || !strings.Contains(err.Error(), "restore it") {
		t.Errorf("without the database's files: %v", err)
	}
	if err := os.Rename(fallbackRoot+" moved", fallbackRoot); err != nil {
		t.Fatal(err)
	}
	if err := RemoveData(data); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(fallbackRoot); err != nil || len(entries) != 0 {
		t.Errorf("remaining folders: %v (%v)", entries, err)
	}
}
