package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFunctionFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "functions.json")
	if err := os.WriteFile(file, []byte(`["first", {"name": "second", "title": "Second"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		value   string
		timeout time.Duration
		names   string
		problem string // part of the error; "": none
	}{
		{"", time.Second, "", ""},
		{"first, second-one", time.Second, "first second-one", ""},
		{file, time.Second, "first second", ""},
		{"../auth", time.Second, "", "not a name"},
		{"missing.json", time.Second, "", "can't be read"},
		{"first", 0, "", "TABLESIDE_FUNCTIONS_TIMEOUT"},
	} {
		flags := functionFlags{Functions: test.value, FunctionsTimeout: test.timeout}
		err := flags.check()
		if test.problem != "" {
			if err == nil || !strings.Contains(err.Error(), test.problem) {
				t.Errorf("%q: %v, want %q", test.value, err, test.problem)
			}
			continue
		}
		var names []string
		for _, f := range flags.declared {
			names = append(names, f.Name)
		}
		if err != nil || strings.Join(names, " ") != test.names {
			t.Errorf("%q: %v %v", test.value, names, err)
		}
	}
}
