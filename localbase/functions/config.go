package functions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/BurntSushi/toml"
)

// config contains the settings of a function.
type config struct {
	VerifyJWT bool
}

// readConfig reads the function's settings from folder/config.toml. The format is that of the
// Supabase CLI:
//
//	[functions.webhook]
//	verify_jwt = false
//
// The default of verify_jwt is true.
func readConfig(folder, name string) (config, error) {
	var file struct {
		Functions map[string]struct {
			VerifyJWT *bool `toml:"verify_jwt"`
		} `toml:"functions"`
	}
	_, err := toml.DecodeFile(filepath.Join(folder, "config.toml"), &file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return config{}, fmt.Errorf("read config.toml of the functions: %w", err)
	}
	verify := file.Functions[name].VerifyJWT
	return config{VerifyJWT: verify == nil || *verify}, nil
}

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
