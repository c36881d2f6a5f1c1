// Command notices writes the license notices of all third-party software in the binary: the npm
// packages and fonts of the app, the Go modules, and Go's standard library. It fails for a package
// with an unknown license, or one that is not allowed. Run it in the repository's root after
// ui/build.mjs, which writes bin/ui-packages.json.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const (
	packagesFile = "bin/ui-packages.json"
	outputFile   = "ui/dist/THIRD_PARTY_NOTICES.txt" // embedded and served with the app's files
)

// component is an embedded third-party package.
type component struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Dir     string `json:"dir"` // contains the license files
}

// uiPackages is the content of bin/ui-packages.json.
type uiPackages struct {
	Packages []component `json:"packages"`
	// LegalComments contains the license comments in the bundled source files.
	LegalComments string `json:"legalComments"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(packagesFile)
	if err != nil {
		return fmt.Errorf("read the app's packages (node ui/build.mjs writes them): %w", err)
	}
	var ui uiPackages
	if err := json.Unmarshal(text, &ui); err != nil {
		return fmt.Errorf("parse %s: %w", packagesFile, err)
	}
	modules, err := listGoModules()
	if err != nil {
		return err
	}
	notices, err := formatNotices(append(ui.Packages, modules...), ui.LegalComments)
	if err != nil {
		return err
	}
	return saveNotices(outputFile, notices)
}

// formatNotices returns the notices. Its error lists all components with a missing, unknown or not
// allowed license.
func formatNotices(components []component, legalComments string) ([]byte, error) {
	classifier, err := newClassifier()
	if err != nil {
		return nil, err
	}
	sort.Slice(components, func(i, j int) bool { return components[i].Name < components[j].Name })
	var out bytes.Buffer
	out.WriteString("Tableside contains the following third-party software.\n")
	var problems []error
	for _, c := range components {
		componentLicense, err := classifier.readLicense(c)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		fmt.Fprintf(&out, "\n%s\n%s %s (%s)\n\n%s\n", strings.Repeat("=", 80),
			c.Name, c.Version, strings.Join(componentLicense.names, ", "), strings.TrimSpace(componentLicense.text))
	}
	if legalComments != "" {
		fmt.Fprintf(&out, "\n%s\nLicense comments in the bundled source files\n\n%s\n", strings.Repeat("=", 80), strings.TrimSpace(legalComments))
	}
	return out.Bytes(), errors.Join(problems...)
}

// saveNotices writes the file and its gzip version, as ui/build.mjs does for the app's files.
func saveNotices(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("save notices: %w", err)
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		return fmt.Errorf("save notices: %w", err)
	}
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("compress notices: %w", err)
	}
	if _, err := w.Write(content); err != nil {
		return fmt.Errorf("compress notices: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("compress notices: %w", err)
	}
	if err := os.WriteFile(name+".gz", compressed.Bytes(), 0o644); err != nil {
		return fmt.Errorf("save compressed notices: %w", err)
	}
	return nil
}
