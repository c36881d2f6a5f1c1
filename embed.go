package main

import (
	"embed"
	"io/fs"
)

//go:embed all:ui/dist
var distFiles embed.FS

// openBuiltApp is the built app: index.html and what it loads. Empty, but for a
// marker file, when ui/build.mjs has not run.
func openBuiltApp() fs.FS {
	app, err := fs.Sub(distFiles, "ui/dist")
	if err != nil {
		panic(err) // the path is the constant above
	}
	return app
}
