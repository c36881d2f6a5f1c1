package main

import (
	"embed"
	"io/fs"
)

//go:embed all:ui/dist
var distFiles embed.FS

// openBuiltApp returns the files of the built app, with index.html at the root. It
// contains only a marker file if ui/build.mjs has not run.
func openBuiltApp() fs.FS {
	app, err := fs.Sub(distFiles, "ui/dist")
	if err != nil {
		panic(err) // the path is a constant
	}
	return app
}
