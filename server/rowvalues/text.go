package rowvalues

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// ErrNoValue is the error of CopyText for a body without rows, or with NULL.
var ErrNoValue = errors.New("no value")

// CopyText writes the first value of the first row of body as text: the content of a
// string, and the JSON of another value. It calls start before it writes. Errors:
// ErrNoValue, before start.
func CopyText(to io.Writer, body io.Reader, start func()) error {
	s := newScanner(body)
	if err := s.expect('['); err != nil {
		return err
	}
	token, err := s.token()
	if err != nil {
		return err
	}
	if token == ']' {
		return ErrNoValue
	}
	if err := s.expect('"'); err != nil {
		return err
	}
	if _, err := s.readValue('"', maxNameLength); err != nil {
		return err
	}
	if err := s.expect(':'); err != nil {
		return err
	}
	if token, err = s.token(); err != nil {
		return err
	}
	if token == 'n' {
		return ErrNoValue
	}
	start()
	out := bufio.NewWriterSize(to, 32<<10)
	if token == '"' {
		err = s.copyString(out)
	} else {
		err = s.copyJSON(out, token)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// copyJSON writes a value that is not a string as it is.
func (s *scanner) copyJSON(out *bufio.Writer, first byte) error {
	add := func(part []byte) { _, _ = out.Write(part) } // Flush returns the error
	add([]byte{first})
	if first == '{' || first == '[' {
		return s.readNested(add)
	}
	return s.readLiteral(add)
}

// copyString writes the content of a string.
func (s *scanner) copyString(out *bufio.Writer) error {
	for {
		part, err := s.readUntil(`"\`)
		if err != nil {
			return err
		}
		last := part[len(part)-1]
		if last != '"' && last != '\\' {
			_, _ = out.Write(part) // Flush returns the error
			continue
		}
		_, _ = out.Write(part[:len(part)-1])
		if last == '"' {
			return nil
		}
		if err := s.copyEscape(out); err != nil {
			return err
		}
	}
}

// simpleEscapes are the characters of the escapes of two bytes.
var simpleEscapes = map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\\': '\\', '/': '/'}

// copyEscape writes the character of an escape, after its backslash.
func (s *scanner) copyEscape(out *bufio.Writer) error {
	c, err := s.in.ReadByte()
	if err != nil {
		return incomplete(err)
	}
	if c != 'u' {
		char, known := simpleEscapes[c]
		if !known {
			return fmt.Errorf("unknown escape %q", c)
		}
		return out.WriteByte(char)
	}
	r, err := s.readHex()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(r) {
		next, _ := s.in.Peek(2)
		if string(next) != `\u` {
			r = utf8.RuneError
		} else {
			_, _ = s.in.Discard(2) // it is buffered
			low, err := s.readHex()
			if err != nil {
				return err
			}
			r = utf16.DecodeRune(r, low)
		}
	}
	_, err = out.WriteRune(r)
	return err
}

// readHex reads the four digits of an escape.
func (s *scanner) readHex() (rune, error) {
	var digits [4]byte
	if _, err := io.ReadFull(s.in, digits[:]); err != nil {
		return 0, incomplete(err)
	}
	code, err := strconv.ParseUint(string(digits[:]), 16, 16)
	if err != nil {
		return 0, fmt.Errorf("an escape: %w", err)
	}
	return rune(code), nil
}
