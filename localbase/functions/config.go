package functions

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/BurntSushi/toml"
)

// Config contains the settings of a function, in the format of the Supabase CLI's config.toml:
//
//	[functions.webhook]
//	enabled = true
//	verify_jwt = false
type Config struct {
	Enabled   *bool `toml:"enabled"`    // nil: true
	VerifyJWT *bool `toml:"verify_jwt"` // nil: true
}

// readConfig returns the function's settings: those of folder/config.toml take precedence over
// defaults, those of Options.
func readConfig(folder, name string, defaults Config) (Config, error) {
	var file struct {
		Functions map[string]Config `toml:"functions"`
	}
	_, err := toml.DecodeFile(filepath.Join(folder, "config.toml"), &file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Config{}, fmt.Errorf("read config.toml of the functions: %w", err)
	}
	own := file.Functions[name]
	return Config{Enabled: cmp.Or(own.Enabled, defaults.Enabled), VerifyJWT: cmp.Or(own.VerifyJWT, defaults.VerifyJWT)}, nil
}

// isTrue reports whether a setting is true, which is the default.
func isTrue(setting *bool) bool { return setting == nil || *setting }

// findDeno returns the path of Deno, or "" if it is not installed. It searches node_modules in the
// parents of the working directory and of the executable, then PATH.
func findDeno() string {
	binary := "deno"
	if runtime.GOOS == "windows" {
		binary = "deno.exe"
	}
	starts := []string{}
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if file, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(file))
	}
	for _, dir := range starts {
		for {
			found, _ := filepath.Glob(filepath.Join(dir, "node_modules", "@deno", "*", binary)) // the pattern is well-formed
			if len(found) > 0 {
				return found[0]
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	path, err := exec.LookPath(binary)
	if err != nil {
		return ""
	}
	return path
}
