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

// config is what supabase/config.toml says of one function.
type config struct {
	VerifyJWT bool
}

// readConfig reads folder/config.toml, in the form of the Supabase CLI's:
//
//	[functions.webhook]
//	verify_jwt = false
func readConfig(folder, name string) (config, error) {
	var file struct {
		Functions map[string]struct {
			VerifyJWT *bool `toml:"verify_jwt"`
		} `toml:"functions"`
	}
	_, err := toml.DecodeFile(filepath.Join(folder, "config.toml"), &file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return config{}, fmt.Errorf("config.toml of the functions: %w", err)
	}
	verify := file.Functions[name].VerifyJWT
	return config{VerifyJWT: verify == nil || *verify}, nil
}

// findDeno looks for the binary of npm's deno package above the working
// directory and above the executable, then on PATH. "" means there is none.
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
