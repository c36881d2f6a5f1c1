package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// parseTransitions parses the tag @transitions of a column with these values:
// "draft>confirmed|cancelled, confirmed>roasting". A value that contains one of the
// characters > | , is in double quotes. Invalid parts are left out and described in problems.
func parseTransitions(text string, values []string) (transitions map[string][]string, problems []string) {
	transitions = map[string][]string{}
	check := func(value string) bool {
		problem := checkEnumValue(value, values)
		if problem != "" {
			problems = append(problems, problem)
		}
		return problem == ""
	}
	for _, step := range splitUnquoted(text, ',') {
		sides := splitUnquoted(step, '>')
		if len(sides) != 2 {
			problems = append(problems, fmt.Sprintf("%q must have the form value>value|value.", strings.TrimSpace(step)))
			continue
		}
		from := unquoteValue(sides[0])
		if !check(from) {
			continue
		}
		for _, side := range splitUnquoted(sides[1], '|') {
			if to := unquoteValue(side); check(to) && !slices.Contains(transitions[from], to) {
				transitions[from] = append(transitions[from], to)
			}
		}
	}
	return transitions, problems
}

// splitUnquoted splits text at a separator outside of double quotes.
func splitUnquoted(text string, separator rune) []string {
	isQuoted := false
	start := 0
	var parts []string
	for i, r := range text {
		switch {
		case r == '"':
			isQuoted = !isQuoted
		case r == separator && !isQuoted:
			parts = append(parts, text[start:i])
			start = i + len(string(separator))
		}
	}
	return append(parts, text[start:])
}

// unquoteValue returns a value without the spaces and double quotes around it. Two double
// quotes inside of it are one.
func unquoteValue(text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, `"`); ok && strings.HasSuffix(inner, `"`) {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return text
}

// TransitionsFunctionName is created by TransitionsSQL. It returns rows for addTransitions.
const TransitionsFunctionName = "tableside_transitions"

// addTransitions sets the transitions of columns without the tag @transitions to those of
// tableside_transitions(). response is its result. Problems become warnings.
func (s *Schema) addTransitions(response json.RawMessage) {
	var list []struct {
		Schema, Table, Column, Transitions string
	}
	var failure string
	object := "function " + TransitionsFunctionName
	switch {
	case response == nil:
		return
	case json.Unmarshal(response, &failure) == nil && failure != "":
		s.Warnings = append(s.Warnings, Warning{Object: object, Message: "It fails: " + failure})
		return
	case json.Unmarshal(response, &list) != nil:
		s.Warnings = append(s.Warnings, Warning{Object: object, Message: "It must return the columns table_schema, table_name, column_name and transitions."})
		return
	}
	for _, entry := range list {
		column := s.findColumn(entry.Schema, entry.Table, entry.Column)
		if column == nil || column.Transitions != nil {
			continue // not visible for this role, or the tag takes precedence
		}
		var problems []string
		column.Transitions, problems = parseTransitions(entry.Transitions, column.Enum)
		for _, problem := range problems {
			s.Warnings = append(s.Warnings, Warning{Object: object, Message: fmt.Sprintf("%s.%s: %s", entry.Table, entry.Column, problem)})
		}
	}
}

// findColumn returns a column of a table; nil if the role has no access to it.
func (s *Schema) findColumn(schemaName, table, name string) *Column {
	for i := range s.Tables {
		if s.Tables[i].Schema != schemaName || s.Tables[i].Name != table {
			continue
		}
		for j := range s.Tables[i].Columns {
			if s.Tables[i].Columns[j].Name == name {
				return &s.Tables[i].Columns[j]
			}
		}
	}
	return nil
}
