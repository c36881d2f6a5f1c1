package server

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var shouldUpdate = flag.Bool("update", false, "write the generated and golden files again")

const generatedFile = "../ui/src/lib/api.gen.ts"

// TestTypeScriptTypesMatchGoStructs keeps ui/src/lib/api.gen.ts equal to the
// structs with json tags in server and server/schema. After a change of a wire
// type run: go test ./server -run TypeScript -update
func TestTypeScriptTypesMatchGoStructs(t *testing.T) {
	generated, err := renderTypeScript(".", "schema")
	if err != nil {
		t.Fatal(err)
	}
	if *shouldUpdate {
		if err := os.MkdirAll(filepath.Dir(generatedFile), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(generatedFile, generated, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(generatedFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, generated) {
		t.Errorf("%s differs from the Go structs; run: go test ./server -run TypeScript -update", generatedFile)
	}
}

// typeScriptNames are Go names that would hide a global of JavaScript.
var typeScriptNames = map[string]string{"Error": "ApiErrorBody", "Function": "DatabaseFunction"}

// typeScriptTypes gathers what the Go files declare, by TypeScript name.
type typeScriptTypes struct {
	structs map[string]*ast.StructType
	aliases map[string]ast.Expr // named types that are neither struct nor enumeration
	enums   map[string][]string // named string types with constants, in the order of declaration
}

// renderTypeScript renders every exported struct with json tags that the Go packages
// in dirs declare (tests excepted).
func renderTypeScript(dirs ...string) ([]byte, error) {
	types := typeScriptTypes{structs: map[string]*ast.StructType{}, aliases: map[string]ast.Expr{}, enums: map[string][]string{}}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", dir, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, fmt.Errorf("parse %s: %w", name, err)
			}
			types.collect(file)
		}
	}
	return types.render(), nil
}

func (t *typeScriptTypes) collect(file *ast.File) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				t.collectType(spec)
			case *ast.ValueSpec:
				t.collectConstant(gen.Tok, spec)
			}
		}
	}
}

func (t *typeScriptTypes) collectType(spec *ast.TypeSpec) {
	if !spec.Name.IsExported() {
		return
	}
	switch expr := spec.Type.(type) {
	case *ast.StructType:
		if hasJSONTag(expr) {
			t.structs[typeScriptName(spec.Name.Name)] = expr
		}
	case *ast.Ident, *ast.MapType:
		t.aliases[typeScriptName(spec.Name.Name)] = expr
	}
}

// collectConstant adds a string constant to its type's values; the error codes
// are untyped and become the type ErrorCode.
func (t *typeScriptTypes) collectConstant(tok token.Token, spec *ast.ValueSpec) {
	if tok != token.CONST || len(spec.Values) != 1 {
		return
	}
	value, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || value.Kind != token.STRING {
		return
	}
	text, err := strconv.Unquote(value.Value)
	if err != nil {
		return
	}
	if kind, ok := spec.Type.(*ast.Ident); ok && kind.IsExported() {
		t.enums[kind.Name] = append(t.enums[kind.Name], text)
	} else if spec.Type == nil && strings.HasPrefix(spec.Names[0].Name, "Code") {
		t.enums["ErrorCode"] = append(t.enums["ErrorCode"], text)
	}
}

func (t *typeScriptTypes) render() []byte {
	var out bytes.Buffer
	out.WriteString("// Generated from the Go structs in server/ by `go test ./server -run TypeScript -update`.\n")
	for _, name := range sortedKeys(t.enums) {
		quoted := make([]string, len(t.enums[name]))
		for i, value := range t.enums[name] {
			quoted[i] = "'" + value + "'"
		}
		fmt.Fprintf(&out, "\nexport type %s =\n  | %s\n", name, strings.Join(quoted, "\n  | "))
	}
	for _, name := range sortedKeys(t.aliases) {
		if t.enums[name] == nil {
			fmt.Fprintf(&out, "\nexport type %s = %s\n", name, t.typeOf(t.aliases[name]))
		}
	}
	for _, name := range sortedKeys(t.structs) {
		fmt.Fprintf(&out, "\nexport interface %s {\n", name)
		for _, field := range t.structs[name].Fields.List {
			t.renderField(&out, field)
		}
		out.WriteString("}\n")
	}
	return out.Bytes()
}

func (t *typeScriptTypes) renderField(out *bytes.Buffer, field *ast.Field) {
	name, options, _ := strings.Cut(jsonTag(field), ",")
	if name == "" || name == "-" {
		return
	}
	optional := ""
	if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
		optional = "?"
	}
	fmt.Fprintf(out, "  %s%s: %s\n", name, optional, t.typeOf(field.Type))
}

func (t *typeScriptTypes) typeOf(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return t.typeOf(expr.X) + " | null"
	case *ast.ArrayType:
		return t.typeOf(expr.Elt) + "[]"
	case *ast.MapType:
		return "Record<" + t.typeOf(expr.Key) + ", " + t.typeOf(expr.Value) + ">"
	case *ast.SelectorExpr:
		return t.typeOf(expr.Sel)
	case *ast.Ident:
		switch expr.Name {
		case "string", "Time": // time.Time is RFC 3339 in JSON
			return "string"
		case "bool":
			return "boolean"
		case "int", "int32", "int64", "float64":
			return "number"
		case "RawMessage": // json.RawMessage
			return "unknown"
		}
		return typeScriptName(expr.Name)
	}
	return "unknown"
}

func typeScriptName(name string) string {
	if other, ok := typeScriptNames[name]; ok {
		return other
	}
	return name
}

func hasJSONTag(s *ast.StructType) bool {
	for _, field := range s.Fields.List {
		if jsonTag(field) != "" {
			return true
		}
	}
	return false
}

func jsonTag(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
