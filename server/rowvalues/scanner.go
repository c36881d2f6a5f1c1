package rowvalues

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxNameLength is the maximum length of a quoted name in bytes. PostgreSQL's names have
// 63 bytes; each can be an escape.
const maxNameLength = 1024

// value is a JSON value, or its first part.
type value struct {
	text  []byte // JSON, at most the limit; valid until the next value is read
	isCut bool   // whether text is only the first part
	size  int64  // in bytes; of a string without quotes and escapes
}

// excerpt returns the value as text: a string's content, and the JSON of other values. A
// part does not end within a character or an escape.
func (v value) excerpt() string {
	if v.text[0] != '"' {
		return string(trimPartialRune(v.text))
	}
	text := v.text
	if v.isCut {
		text = append(trimPartialRune(trimPartialEscape(text)), '"')
	}
	var content string
	_ = json.Unmarshal(text, &content) // if a backend sends invalid escapes, the text is empty
	return content
}

// trimPartialEscape removes an incomplete escape from the end of a string's text.
func trimPartialEscape(text []byte) []byte {
	for i := 1; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		length := 2
		if i+1 < len(text) && text[i+1] == 'u' {
			length = 6
		}
		if i+length > len(text) {
			return text[:i:i]
		}
		i += length - 1
	}
	return text
}

// trimPartialRune removes an incomplete character from the end of a text.
func trimPartialRune(text []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return text[: len(text)-n : len(text)-n]
			}
			break
		}
	}
	return text
}

// scanner reads JSON without its own memory for values.
type scanner struct {
	in   *bufio.Reader
	text []byte
}

func newScanner(body io.Reader) *scanner {
	return &scanner{in: bufio.NewReaderSize(body, 32<<10)}
}

// token returns the next byte that is not white space.
func (s *scanner) token() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return 0, incomplete(err)
		}
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c, nil
		}
	}
}

// incomplete converts the end of the body to an error: the JSON is not complete.
func incomplete(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return fmt.Errorf("read rows: %w", err)
}

// expect reads a token.
func (s *scanner) expect(want byte) error {
	token, err := s.token()
	if err == nil && token != want {
		return fmt.Errorf("%q instead of %q in rows", token, want)
	}
	return err
}

// readValue reads the value that begins with first, and returns at most limit bytes of
// it.
func (s *scanner) readValue(first byte, limit int) (value, error) {
	s.text = s.text[:0]
	v := value{}
	add := func(part []byte) {
		v.size += int64(len(part))
		if room := limit - len(s.text); len(part) > room {
			part, v.isCut = part[:room], true
		}
		s.text = append(s.text, part...)
	}
	add([]byte{first})
	var err error
	switch first {
	case '"':
		var escapes int64
		escapes, err = s.readString(add)
		v.size -= 2 + escapes
	case '{', '[':
		err = s.readNested(add)
	default:
		err = s.readLiteral(add)
	}
	v.text = s.text
	return v, err
}

// readString reads the rest of a string, and returns how many bytes its escapes need in
// addition to its content.
func (s *scanner) readString(add func([]byte)) (escapes int64, err error) {
	for {
		part, err := s.readUntil(`"\`)
		if err != nil {
			return escapes, err
		}
		add(part)
		if part[len(part)-1] == '"' {
			return escapes, nil
		}
		if part[len(part)-1] != '\\' {
			continue
		}
		c, err := s.in.ReadByte()
		if err != nil {
			return escapes, incomplete(err)
		}
		add([]byte{c})
		escapes++
		if c == 'u' {
			escapes += 4 // for the characters that need such an escape
		}
	}
}

// readNested reads the rest of an object or array.
func (s *scanner) readNested(add func([]byte)) error {
	for depth := 1; depth > 0; {
		part, err := s.readUntil(`"{}[]`)
		if err != nil {
			return err
		}
		add(part)
		switch part[len(part)-1] {
		case '"':
			if _, err := s.readString(add); err != nil {
				return err
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return nil
}

// readLiteral reads the rest of a number, true, false or null.
func (s *scanner) readLiteral(add func([]byte)) error {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return incomplete(err)
		}
		if bytes.IndexByte([]byte(" \t\r\n,]}"), c) >= 0 {
			return s.in.UnreadByte()
		}
		add([]byte{c})
	}
}

// readUntil reads at least one byte: up to and including the first of the delimiters, or
// all that is buffered.
func (s *scanner) readUntil(delimiters string) ([]byte, error) {
	if _, err := s.in.Peek(1); err != nil {
		return nil, incomplete(err)
	}
	ahead, _ := s.in.Peek(s.in.Buffered())
	if i := bytes.IndexAny(ahead, delimiters); i >= 0 {
		ahead = ahead[:i+1]
	}
	_, _ = s.in.Discard(len(ahead)) // it is buffered
	return ahead, nil
}
