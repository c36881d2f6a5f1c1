// Package rowvalues reads the rows of a response while they arrive, and shortens large
// values: a browser must not parse megabytes to show a part of them. Its memory is
// limited, however large a value is.
package rowvalues

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// OmitLarge returns the rows of body, a JSON array of objects, without the members whose
// values have more than limit bytes.
func OmitLarge(body io.Reader, limit int) io.Reader {
	return newRowReader(body, limit, func(out *bytes.Buffer, name []byte, v value) bool {
		if v.isCut {
			return false
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(v.text)
		return true
	})
}

// Excerpts returns the rows of body, a JSON array of objects, with each value replaced by
// {"text": its first bytes, at most length, "bytes": its size}. NULL remains null. The
// text of a JSON value that is not a string is its JSON.
func Excerpts(body io.Reader, length int) io.Reader {
	return newRowReader(body, length, func(out *bytes.Buffer, name []byte, v value) bool {
		out.Write(name)
		out.WriteByte(':')
		if string(v.text) == "null" {
			out.WriteString("null")
			return true
		}
		text, _ := json.Marshal(v.excerpt()) // a string always has a JSON form
		out.WriteString(`{"text":`)
		out.Write(text)
		out.WriteString(`,"bytes":`)
		out.WriteString(strconv.FormatInt(v.size, 10))
		out.WriteByte('}')
		return true
	})
}

// writeMember writes a member with its quoted name, and reports whether it wrote it.
type writeMember func(out *bytes.Buffer, name []byte, v value) bool

// rowReader reads a JSON array of objects, member by member.
type rowReader struct {
	in    *scanner
	out   bytes.Buffer
	limit int // of a value
	write writeMember
	next  func() error // reads the next part of in: readStart, readRowStart or readMember
	err   error        // after out
	// isFirst is true until a member of the row was written.
	isFirst bool
}

func newRowReader(body io.Reader, limit int, write writeMember) *rowReader {
	r := &rowReader{in: newScanner(body), limit: limit, write: write}
	r.next = r.readStart
	return r
}

// Read reads members until there is output.
func (r *rowReader) Read(p []byte) (int, error) {
	for r.out.Len() == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.err = r.next()
	}
	return r.out.Read(p)
}

// readStart reads the start of the array and writes it to `out`.
func (r *rowReader) readStart() error {
	if err := r.in.expect('['); err != nil {
		return err
	}
	r.out.WriteByte('[')
	r.next = r.readRowStart
	return nil
}

// readRowStart reads the start of a row and writes it to `out`. At the end of the array it returns io.EOF.
func (r *rowReader) readRowStart() error {
	token, err := r.in.token()
	switch {
	case err != nil:
		return err
	case token == ']':
		r.out.WriteByte(']')
		return io.EOF
	case token == ',':
		r.out.WriteByte(',')
		return r.readRowStart()
	case token != '{':
		return fmt.Errorf("a row begins with %q", token)
	}
	r.out.WriteByte('{')
	r.isFirst = true
	r.next = r.readMember
	return nil
}

// readMember reads the next member of a row from `in` and writes it to `out`, unless `write` omits it. At the end of the
// row, it writes "}" and sets `next` to the start of the next row. The error is that of the body, or that of JSON that is
// not an array of objects.
func (r *rowReader) readMember() error {
	token, err := r.in.token()
	if err == nil && token == ',' {
		token, err = r.in.token()
	}
	if err != nil {
		return err
	}
	if token == '}' {
		r.out.WriteByte('}')
		r.next = r.readRowStart
		return nil
	}
	name, err := r.in.readValue(token, maxNameLength)
	if err != nil {
		return err
	}
	if token != '"' || name.isCut {
		return fmt.Errorf("a member begins with %q", token)
	}
	quoted := bytes.Clone(name.text)
	if err := r.in.expect(':'); err != nil {
		return err
	}
	if token, err = r.in.token(); err != nil {
		return err
	}
	v, err := r.in.readValue(token, r.limit)
	if err != nil {
		return err
	}
	end := r.out.Len()
	if !r.isFirst {
		r.out.WriteByte(',')
	}
	if r.write(&r.out, quoted, v) {
		r.isFirst = false
	} else {
		r.out.Truncate(end)
	}
	return nil
}
