package realtime

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// The messages of the pgoutput plugin, version 1, that contain changes.
// https://www.postgresql.org/docs/17/protocol-logicalrep-message-formats.html

type beginMessage struct {
	commitLSN lsn // of the commit
	committed time.Time
	xid       uint32
}

type commitMessage struct {
	endLSN lsn // of the transaction
}

type relationMessage struct {
	id      uint32
	schema  string
	name    string
	columns []relationColumn
}

type relationColumn struct {
	name  string
	isKey bool // of the replica identity
}

// rowMessage is a changed row. Its bytes are valid until the next message is read.
type rowMessage struct {
	action       string // INSERT, UPDATE or DELETE
	relation     uint32
	old          []datum // nil: not sent
	isOldKeyOnly bool    // old contains only the replica identity
	new          []datum
}

// datum is a column of a row.
type datum struct {
	kind byte // a kind below
	text []byte
}

const (
	datumNull      = 'n'
	datumUnchanged = 'u' // stored out of line (TOAST) and unchanged, so not sent
	datumText      = 't'
)

// postgresEpoch is the origin of Postgres' timestamps in microseconds.
var postgresEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func parsePostgresTime(microseconds uint64) time.Time {
	return postgresEpoch.Add(time.Duration(int64(microseconds)) * time.Microsecond)
}

var errTruncated = errors.New("truncated")

// reader reads fields. After the first error, all fields are empty.
type reader struct {
	rest []byte
	err  error
}

// readBytes returns the next n bytes, without a copy. After the end it sets r.err and returns nil.
func (r *reader) readBytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.err = errTruncated
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// readByte returns the next byte; 0 after an error.
func (r *reader) readByte() byte {
	if b := r.readBytes(1); b != nil {
		return b[0]
	}
	return 0
}

// readUint16 returns the next two bytes as a big-endian number; 0 after an error.
func (r *reader) readUint16() uint16 {
	if b := r.readBytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

// readUint32 returns the next four bytes as a big-endian number; 0 after an error.
func (r *reader) readUint32() uint32 {
	if b := r.readBytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// readUint64 returns the next eight bytes as a big-endian number; 0 after an error.
func (r *reader) readUint64() uint64 {
	if b := r.readBytes(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// readString returns the text up to the next zero byte, and skips this byte.
func (r *reader) readString() string {
	for i, b := range r.rest {
		if b == 0 {
			s := string(r.rest[:i])
			r.rest = r.rest[i+1:]
			return s
		}
	}
	r.err = errTruncated
	return ""
}

// parseMessage returns a message of the types above, or nil for other messages.
func parseMessage(data []byte) (any, error) {
	if len(data) == 0 {
		return nil, errTruncated
	}
	r := &reader{rest: data[1:]}
	var message any
	switch data[0] {
	case 'B':
		message = beginMessage{commitLSN: lsn(r.readUint64()), committed: parsePostgresTime(r.readUint64()), xid: r.readUint32()}
	case 'C':
		r.readBytes(1 + 8) // flags, LSN of the commit
		message = commitMessage{endLSN: lsn(r.readUint64())}
	case 'R':
		message = r.readRelation()
	case 'I', 'U', 'D':
		message = r.readRow(data[0])
	}
	if r.err != nil {
		return nil, fmt.Errorf("read message %q: %w", data[0], r.err)
	}
	return message, nil
}

// readRelation reads the body of a Relation message: the columns of a table.
func (r *reader) readRelation() relationMessage {
	m := relationMessage{id: r.readUint32(), schema: r.readString(), name: r.readString()}
	r.readBytes(1) // replica identity
	if m.schema == "" {
		m.schema = "pg_catalog"
	}
	for range r.readUint16() {
		flags := r.readByte()
		column := relationColumn{name: r.readString(), isKey: flags&1 != 0}
		r.readBytes(4 + 4) // type and type modifier, which table reads from the catalog
		if r.err != nil {
			break
		}
		m.columns = append(m.columns, column)
	}
	return m
}

// readRow reads the body of an Insert, Update or Delete message; kind is its first byte.
func (r *reader) readRow(kind byte) rowMessage {
	m := rowMessage{action: map[byte]string{'I': "INSERT", 'U': "UPDATE", 'D': "DELETE"}[kind], relation: r.readUint32()}
	part := r.readByte()
	if part == 'K' || part == 'O' {
		m.isOldKeyOnly = part == 'K'
		m.old = r.readTuple()
		if kind == 'D' {
			return m
		}
		part = r.readByte()
	}
	if part != 'N' {
		r.err = fmt.Errorf("unexpected part %q", part)
		return m
	}
	m.new = r.readTuple()
	return m
}

// readTuple reads TupleData: the values of a row, in the order of the relation's columns.
func (r *reader) readTuple() []datum {
	count := int(r.readUint16())
	row := make([]datum, 0, min(count, len(r.rest)))
	for range count {
		d := datum{kind: r.readByte()}
		switch d.kind {
		case datumNull, datumUnchanged:
		case datumText:
			d.text = r.readBytes(int(r.readUint32()))
		default:
			r.err = fmt.Errorf("unexpected kind of value %q", d.kind)
		}
		if r.err != nil {
			return nil
		}
		row = append(row, d)
	}
	return row
}
