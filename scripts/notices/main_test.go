package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/licenseclassifier/v2/assets"
)

// newComponent creates a component whose folder contains the files.
func newComponent(t *testing.T, name string, files map[string]string) component {
	t.Helper()
	dir := t.TempDir()
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return component{Name: name, Version: "v1.0.0", Dir: dir}
}

func readLicenseText(t *testing.T, file string) string {
	t.Helper()
	text, err := assets.ReadLicenseFile("License/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestNoticesContainTheTextOfEachLicense(t *testing.T) {
	notices, err := formatNotices([]component{
		newComponent(t, "with-file", map[string]string{"LICENSE": "Copyright 2026 Ada\n\n" + readLicenseText(t, "MIT/pristine.txt")}),
		newComponent(t, "with-package-json", map[string]string{"package.json": `{"license":"Unlicense","author":"Signe"}`}),
	}, "/* comment in a file */")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"with-file v1.0.0 (MIT)", "Copyright 2026 Ada", "Permission is hereby granted",
		"with-package-json v1.0.0 (Unlicense)", "Author: Signe", "released into the public domain", "/* comment in a file */",
	} {
		if !strings.Contains(string(notices), want) {
			t.Errorf("the notices do not contain %q", want)
		}
	}
}

func TestNoticesRejectUnknownAndIncompatibleLicenses(t *testing.T) {
	for _, test := range []struct {
		name, want string
		files      map[string]string
	}{
		{"without-license", "no license file", nil},
		{"unknown-text", "unknown license", map[string]string{"LICENSE": "Ask the author before you use this."}},
		{"unknown-name", "is unknown", map[string]string{"package.json": `{"license":"Made-Up-1.0"}`}},
		{"copyleft", "GPL-3.0, which is not allowed", map[string]string{"LICENSE": readLicenseText(t, "GPL-3.0/license.txt")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := formatNotices([]component{newComponent(t, test.name, test.files)}, "")
			if err == nil || !strings.Contains(err.Error(), test.name) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v does not contain %q and %q", err, test.name, test.want)
			}
		})
	}
}
