package localbase

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/caller"
)

func TestRoleKeysEqualSupabaseStart(t *testing.T) {
	for role, want := range map[string]string{
		caller.RoleAnon:    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
		caller.RoleService: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU",
	} {
		if got := newRoleKey(supabaseStartSecrets.JWTSecret, role); got != want {
			t.Errorf("key of %s:\ngot  %s\nwant %s", role, got, want)
		}
	}
}

func TestSecretsAreGeneratedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), secretsFile)
	first, err := loadSecrets(path, "")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v), want 0600", info.Mode(), err)
	}
	for value, form := range map[string]string{
		first.PublishableKey: `^sb_publishable_[\w-]{22}_[\w-]{8}$`,
		first.SecretKey:      `^sb_secret_[\w-]{22}_[\w-]{8}$`,
		first.JWTSecret:      `^[\w-]{40}$`,
	} {
		if !regexp.MustCompile(form).MatchString(value) {
			t.Errorf("%q doesn't match %s", value, form)
		}
	}
	second, err := loadSecrets(path, "")
	if err != nil || second != first {
		t.Errorf("the second call returned different secrets (%v)", err)
	}
	other, err := loadSecrets(filepath.Join(t.TempDir(), secretsFile), "")
	if err != nil || other.JWTSecret == first.JWTSecret || other.SecretKey == first.SecretKey {
		t.Errorf("another data folder has the same secrets (%v)", err)
	}
	const given = "a-secret-of-more-than-32-characters-from-a-user"
	third, err := loadSecrets(path, given)
	if err != nil || third.JWTSecret != given || third.SecretKey != first.SecretKey {
		t.Errorf("a given secret must replace only the stored JWT secret (%v)", err)
	}
}

func TestInvalidSecretsAreRejected(t *testing.T) {
	path := filepath.Join(t.TempDir(), secretsFile)
	if _, err := loadSecrets(path, "short"); err == nil || !strings.Contains(err.Error(), "has 5 characters; it needs at least 32") {
		t.Errorf("a short secret: %v", err)
	}
	for _, content := range []string{"", "{", `{"JWTSecret":"short"}`} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := loadSecrets(path, ""); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v, want an error that names the file", content, err)
		}
	}
}

func TestFolderID(t *testing.T) {
	folder, copied := t.TempDir(), t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	id := func(dir, secret string) string {
		t.Helper()
		id, err := computeFolderID(dir, secret)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	original := id(folder, "secret")
	if id(folder, "secret") != original || id(link, "secret") != original {
		t.Error("the same folder has two IDs")
	}
	if id(copied, "secret") == original {
		t.Error("a copy with the same secrets has the same ID")
	}
	if id(folder, "another secret") == original {
		t.Error("a new folder at the same path has the same ID")
	}
}
