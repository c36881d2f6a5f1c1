package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// maxFunctionLines is the maximum length of a function in lines.
const maxFunctionLines = 60

// routeLists are the functions that can be longer, because each is the list of all routes of an API.
var routeLists = []string{"server/routes.go: addRoutes", "localbase/auth/routes.go: registerRoutes"}

func TestFunctionsAreShort(t *testing.T) {
	long := map[string]bool{}
	for path, file := range parseSources(t) {
		for _, declaration := range file.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := path + ": " + function.Name.Name
			if lines := file.line(function.End()) - file.line(function.Pos()) + 1; lines > maxFunctionLines {
				long[name] = true
				t.Logf("%s has %d lines", name, lines)
			}
		}
	}
	for _, name := range routeLists {
		if !long[name] {
			t.Errorf("%s is short or does not exist: remove it from routeLists", name)
		}
		delete(long, name)
	}
	if len(long) > 0 {
		t.Errorf("split the functions above that have more than %d lines", maxFunctionLines)
	}
}

func TestExportedSymbolsHaveDocComments(t *testing.T) {
	for path, file := range parseSources(t) {
		for _, declaration := range file.syntax.Decls {
			for name, doc := range exportedSymbols(declaration) {
				if doc.Text() == "" {
					t.Errorf("%s: %s has no doc comment", path, name)
				}
			}
		}
	}
}

// source is a parsed file.
type source struct {
	syntax *ast.File
	files  *token.FileSet
}

// line returns the line of a position.
func (s source) line(pos token.Pos) int { return s.files.Position(pos).Line }

// parseSources returns all Go files of the repository by path, without tests.
func parseSources(t *testing.T) map[string]source {
	t.Helper()
	sources := map[string]source{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == "node_modules" || len(name) > 1 && strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		syntax, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		sources[filepath.ToSlash(path)] = source{syntax, files}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// exportedSymbols returns the doc comments of the exported symbols of a declaration, by name. Constants and variables
// can share the comment of their group. Methods of unexported types are not exported.
func exportedSymbols(declaration ast.Decl) map[string]*ast.CommentGroup {
	docs := map[string]*ast.CommentGroup{}
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		if declaration.Name.IsExported() && (declaration.Recv == nil || hasExportedType(declaration.Recv)) {
			docs[declaration.Name.Name] = declaration.Doc
		}
	case *ast.GenDecl:
		for _, spec := range declaration.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					docs[spec.Name.Name] = cmp.Or(spec.Doc, declaration.Doc)
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.IsExported() {
						docs[name.Name] = cmp.Or(spec.Doc, spec.Comment, declaration.Doc)
					}
				}
			}
		}
	}
	return docs
}

// hasExportedType reports whether the type of a receiver is exported.
func hasExportedType(receiver *ast.FieldList) bool {
	expression := receiver.List[0].Type
	for {
		switch part := expression.(type) {
		case *ast.StarExpr:
			expression = part.X
		case *ast.IndexExpr:
			expression = part.X
		case *ast.Ident:
			return part.IsExported()
		default:
			return true
		}
	}
}
