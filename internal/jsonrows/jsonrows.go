// Package jsonrows reads rows of JSON in place: an object, or an array of
// objects, in one pass over the text and without decoding or copying values. A
// decoded text of many small values needs fifty times its own size.
//
// The functions expect valid JSON (json.Valid).
package jsonrows

import (
	"bytes"
	"encoding/json"
	"iter"
)

// IsArray reports whether the text is an array.
func IsArray(text []byte) bool { return startsWith(text, '[') }

// IsObject reports whether the text is an object.
func IsObject(text []byte) bool { return startsWith(text, '{') }

// startsWith reports whether first is the first byte of text after white space.
func startsWith(text []byte, first byte) bool {
	i := skipSpace(text, 0)
	return i < len(text) && text[i] == first
}

// Rows returns the elements of an array. For any other value it returns that value.
func Rows(text []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		if !IsArray(text) {
			yield(text)
			return
		}
		for i := nextTokenStart(text, 0); text[i] != ']'; {
			end := skipValue(text, i)
			if !yield(text[i:end:end]) {
				return
			}
			if i = skipSpace(text, end); text[i] == ',' {
				i = nextTokenStart(text, i)
			}
		}
	}
}

// Members returns the names and values of an object, in their order; nothing
// for any other value.
func Members(object []byte) iter.Seq2[[]byte, json.RawMessage] {
	return func(yield func([]byte, json.RawMessage) bool) {
		if !IsObject(object) {
			return
		}
		for i := nextTokenStart(object, 0); object[i] != '}'; {
			end := skipString(object, i)
			name := unquote(object[i:end])
			i = nextTokenStart(object, end) // after the colon
			end = skipValue(object, i)
			if !yield(name, object[i:end:end]) {
				return
			}
			if i = skipSpace(object, end); object[i] == ',' {
				i = nextTokenStart(object, i)
			}
		}
	}
}

// nextTokenStart returns the position of the token after the one-byte token at or after i.
func nextTokenStart(text []byte, i int) int { return skipSpace(text, skipSpace(text, i)+1) }

// skipSpace returns the index of the first byte from i on that is not white space of JSON.
func skipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
		i++
	}
	return i
}

// skipValue returns the end of the value that begins at i.
func skipValue(text []byte, i int) int {
	depth := 0
	for {
		switch text[i] {
		case '"':
			i = skipString(text, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ' ', '\t', '\r', '\n', ',', ':':
			i++ // only within an object or array
			continue
		default: // a number, true, false or null
			for i < len(text) && !isLiteralEnd(text[i]) {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// isLiteralEnd reports whether c ends a number, true, false or null.
func isLiteralEnd(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ']', '}':
		return true
	}
	return false
}

// skipString returns the end of the string that begins at i.
func skipString(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// unquote returns a string's content; in place unless it contains an escape.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // it is valid
	return []byte(text)
}
