package sqlscript

import (
	"slices"
	"strings"
)

// maxTokens is the number of tokens of a statement that rules examine.
const maxTokens = 64

// token is a word, a quoted name, or another character of a statement.
type token struct {
	text       string // an unquoted word in lower case; the content of a quoted name or string
	isQuoted   bool
	start, end int // in the statement
}

// scanTokens returns the first tokens of a statement, without comments.
func scanTokens(sql string, limit int) []token {
	s := scanner{text: sql, line: 1}
	var tokens []token
	for s.skipSpace(); !s.isAtEnd() && len(tokens) < limit; s.skipSpace() {
		start := s.pos
		switch c := s.peek(0); {
		case c == '"' || c == '\'':
			s.skipQuoted(c, false)
			content := strings.TrimSuffix(sql[start+1:s.pos], string(c))
			tokens = append(tokens, token{strings.ReplaceAll(content, string([]byte{c, c}), string(c)), true, start, s.pos})
		case c == '$':
			s.skipDollarQuoted()
			tokens = append(tokens, token{"$", true, start, s.pos})
		case isNameStart(c) || isDigit(c):
			word := s.readWord()
			tokens = append(tokens, token{strings.ToLower(word), false, start, s.pos})
		default:
			s.advance(1)
			tokens = append(tokens, token{string(c), false, start, s.pos})
		}
	}
	return tokens
}

// startsWith reports whether the tokens begin with unquoted words.
func startsWith(tokens []token, words ...string) bool {
	if len(tokens) < len(words) {
		return false
	}
	for i, word := range words {
		if tokens[i].isQuoted || tokens[i].text != word {
			return false
		}
	}
	return true
}

// indexOf returns the position of the unquoted words in the tokens, or -1.
func indexOf(tokens []token, words ...string) int {
	for i := range tokens {
		if startsWith(tokens[i:], words...) {
			return i
		}
	}
	return -1
}

// textAt returns the text of a token, or "" after the end.
func textAt(tokens []token, i int) string {
	if i < 0 || i >= len(tokens) {
		return ""
	}
	return tokens[i].text
}

// findConcurrently returns the position of CONCURRENTLY in CREATE, DROP or REFRESH.
func findConcurrently(tokens []token) (int, bool) {
	i := indexOf(tokens, "concurrently")
	return i, i > 0 && i < 5 && slices.Contains([]string{"create", "drop", "refresh", "reindex"}, tokens[0].text)
}
