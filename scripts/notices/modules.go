package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// listGoModules returns the Go standard library and the modules in the binary.
func listGoModules() ([]component, error) {
	root, err := runGo("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := runGo("env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	components := []component{{
		Name: "Go standard library", Version: string(bytes.TrimSpace(version)), Dir: string(bytes.TrimSpace(root)),
	}}
	text, err := runGo("list", "-deps", "-json=Module", ".")
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	seen := map[string]bool{}
	for {
		var pkg struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return components, nil
		} else if err != nil {
			return nil, fmt.Errorf("parse go list: %w", err)
		}
		if module := pkg.Module; module != nil && !module.Main && !seen[module.Path] {
			seen[module.Path] = true
			components = append(components, component{Name: module.Path, Version: module.Version, Dir: module.Dir})
		}
	}
}

func runGo(args ...string) ([]byte, error) {
	out, err := exec.Command("go", args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("go %v: %w: %s", args, err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("go %v: %w", args, err)
	}
	return out, nil
}
