package schema

import (
	"regexp"
	"slices"
	"strings"
)

var (
	statusPattern  = regexp.MustCompile(`(?i)(^|_)(status|state|stage|phase)$`)
	addressPattern = regexp.MustCompile(`(?i)(^|_)(city|town|zip|(zip|post|postal)_?code|country)$`)
)

// markStatusTexts sets IsStatus of the columns that contain a status by their names, but are texts without listed values, such as
// "stage text". The state of an address, a reference and a column with the tag @format are not.
func (t *Table) markStatusTexts() {
	words := func(c Column) string { return strings.Join(splitName(c.Name), "_") }
	hasAddress := slices.ContainsFunc(t.Columns, func(c Column) bool { return addressPattern.MatchString(words(c)) })
	for i := range t.Columns {
		c := &t.Columns[i]
		_, hasFormat := c.Tags["format"]
		isReference := slices.ContainsFunc(t.ForeignKeys, func(k ForeignKey) bool { return slices.Contains(k.Columns, c.Name) })
		name := words(*c)
		isState := strings.HasSuffix(strings.ToLower(name), "state")
		c.IsStatus = c.Kind == Text && (c.Base == "text" || c.Base == "varchar") && !c.IsArray && !hasFormat && !isReference &&
			statusPattern.MatchString(name) && !(hasAddress && isState)
	}
}
