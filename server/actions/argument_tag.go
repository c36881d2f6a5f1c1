package actions

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// argumentKeywordPattern matches a part of @arg that starts with a keyword.
var argumentKeywordPattern = regexp.MustCompile(`^(title|help|default|choices from|file)(?:\s*[=:]\s*|\s+)(.+)$`)

// applyArgumentTag parses the text of an argument tag and stores it in the argument that it names. The text is
// "quantity Bags, Multiples of 12 fill a box, default 24": the name and the title, the help text, and in any order
// "title TEXT", "help TEXT", "default VALUE", "choices from TABLE" and "file bucket=NAME folder=PATH". It warns if the
// function has no such argument.
func (p placement) applyArgumentTag(text string) {
	name, rest, _ := strings.Cut(text, " ")
	i := slices.IndexFunc(p.action.Arguments, func(a schema.ActionArgument) bool { return a.Name == name })
	if i < 0 {
		p.warn("arg", "The function has no argument %q.", name)
		return
	}
	argument := &p.action.Arguments[i]
	var help []string
	for n, part := range strings.Split(rest, ",") {
		part = strings.TrimSpace(part)
		found := argumentKeywordPattern.FindStringSubmatch(part)
		switch {
		case part == "":
		case found != nil && found[1] == "title":
			argument.Title = found[2]
		case found != nil && found[1] == "help":
			help = append(help, found[2])
		case found != nil && found[1] == "default":
			argument.Preset = &found[2]
		case found != nil && found[1] == "choices from":
			p.applyChoices(argument, found[2])
		case found != nil && found[1] == "file":
			p.applyFile(argument, found[2])
		case n == 0:
			argument.Title = part
		default:
			help = append(help, part)
		}
	}
	argument.Help = strings.Join(help, ", ")
}

// applyChoices makes the argument a reference to the key of a table.
func (p placement) applyChoices(argument *schema.ActionArgument, name string) {
	table := p.findTable(name, p.functionSchema())
	switch {
	case table == nil:
		p.warn("arg", "There is no table %s, or you can’t access it.", name)
	case len(table.PrimaryKey) != 1:
		p.warn("arg", "The table %s has no key of one column, so its rows can’t be choices.", name)
	default:
		argument.Reference = &schema.ColumnName{Schema: table.Schema, Table: table.Name, Column: table.PrimaryKey[0]}
	}
}

// applyFile makes the argument the path of a file, from "bucket=documents folder=inbox accept=.csv".
func (p placement) applyFile(argument *schema.ActionArgument, text string) {
	file := parseFile(text)
	if file.Bucket == "" {
		p.warn("arg", "A file argument needs a bucket: file bucket=NAME.")
		return
	}
	argument.File = &file
}

// parseFile parses the options of a file argument. It ignores unknown options.
func parseFile(text string) schema.ActionFile {
	var file schema.ActionFile
	for _, word := range strings.Fields(text) {
		switch key, value, _ := strings.Cut(word, "="); key {
		case "bucket":
			file.Bucket = value
		case "folder":
			file.Folder = strings.Trim(value, "/")
		case "accept":
			file.Accept = strings.ReplaceAll(value, "|", ",")
		}
	}
	return file
}
