package schema

import (
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
