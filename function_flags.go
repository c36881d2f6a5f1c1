package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/actions"
)

// functionFlags declare the edge functions that users can run.
type functionFlags struct {
	Functions        string        `env:"TABLESIDE_FUNCTIONS" placeholder:"NAMES|FILE" help:"The edge functions that users can run: names separated by commas, or a .json file that describes them (docs/actions.md)."`
	FunctionsTimeout time.Duration `env:"TABLESIDE_FUNCTIONS_TIMEOUT" default:"150s" help:"Timeout for the start of an edge function's response, and between its parts."`

	declared []actions.EdgeFunction // set by check
}

// check reads the declarations and rejects invalid declarations.
func (f *functionFlags) check() error {
	if f.FunctionsTimeout <= 0 {
		return fmt.Errorf("TABLESIDE_FUNCTIONS_TIMEOUT is %s: it must be a positive duration such as 150s", f.FunctionsTimeout)
	}
	var err error
	if file := strings.TrimSpace(f.Functions); strings.HasSuffix(file, ".json") {
		text, readErr := os.ReadFile(file)
		if readErr != nil {
			return fmt.Errorf("TABLESIDE_FUNCTIONS is a file that can't be read: %w", readErr)
		}
		f.declared, err = actions.ParseFile(text)
	} else {
		f.declared, err = actions.ParseNames(f.Functions)
	}
	if err != nil {
		return fmt.Errorf("TABLESIDE_FUNCTIONS: %w", err)
	}
	return nil
}

// apply sets the declarations and the timeout in the options of a server.
func (f *functionFlags) apply(to *server.Options) {
	to.EdgeFunctions, to.FunctionsTimeout = f.declared, f.FunctionsTimeout
}
