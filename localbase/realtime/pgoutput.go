package realtime

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// The messages of the pgoutput plugin, version 1, that carry something of ours.
// https://www.postgresql.org/docs/17/protocol-logicalrep-message-formats.html

type beginMessage struct {
	final     lsn // of the commit
	committed time.Time
	xid       uint32
}

type commitMessage struct {
	end lsn // of the transaction
}

type relationMessage struct {
	id      uint32
	schema  string
	name    string
	columns []relationColumn
}

type relationColumn struct {
	name string
	key  bool // of the replica identity
}

// rowMessage is a changed row. Its bytes are valid until the next message is read.
type rowMessage struct {
	action   string // INSERT, UPDATE or DELETE
	relation uint32
	old      []datum // nil: none was sent
	oldIsKey bool    // old holds the replica identity only
	new      []datum
}

// datum is one column of a row.
type datum struct {
	kind byte // one of the kinds below
	text []byte
}

const (
	datumNull      = 'n'
	datumUnchanged = 'u' // stored apart, not changed and so not sent
	datumText      = 't'
)

// postgresEpoch is where Postgres counts its microseconds from.
var postgresEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func postgresTime(microseconds uint64) time.Time {
	return postgresEpoch.Add(time.Duration(int64(microseconds)) * time.Microsecond)
}

var errCutShort = errors.New("cut short")

// reader reads fields; after the first that is cut short, all are empty.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.err = errCutShort
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (r *reader) string() string {
	for i, b := range r.rest {
		if b == 0 {
			s := string(r.rest[:i])
			r.rest = r.rest[i+1:]
			return s
		}
	}
	r.err = errCutShort
	return ""
}

// parseMessage answers one of the messages above, or nil for those that carry
// nothing of ours.
func parseMessage(data []byte) (any, error) {
	if len(data) == 0 {
		return nil, errCutShort
	}
	r := &reader{rest: data[1:]}
	var message any
	switch data[0] {
	case 'B':
		message = beginMessage{final: lsn(r.uint64()), committed: postgresTime(r.uint64()), xid: r.uint32()}
	case 'C':
		r.take(1 + 8) // flags, position of the commit
		message = commitMessage{end: lsn(r.uint64())}
	case 'R':
		message = r.relation()
	case 'I', 'U', 'D':
		message = r.row(data[0])
	}
	if r.err != nil {
		return nil, fmt.Errorf("read message %q: %w", data[0], r.err)
	}
	return message, nil
}

func (r *reader) relation() relationMessage {
	m := relationMessage{id: r.uint32(), schema: r.string(), name: r.string()}
	r.take(1) // replica identity
	if m.schema == "" {
		m.schema = "pg_catalog"
	}
	for range r.uint16() {
		flags := r.byte()
		column := relationColumn{name: r.string(), key: flags&1 != 0}
		r.take(4 + 4) // type and its modifier, which the catalog tells
		if r.err != nil {
			break
		}
		m.columns = append(m.columns, column)
	}
	return m
}

func (r *reader) row(kind byte) rowMessage {
	m := rowMessage{action: map[byte]string{'I': "INSERT", 'U': "UPDATE", 'D': "DELETE"}[kind], relation: r.uint32()}
	part := r.byte()
	if part == 'K' || part == 'O' {
		m.oldIsKey = part == 'K'
		m.old = r.tuple()
		if kind == 'D' {
			return m
		}
		part = r.byte()
	}
	if part != 'N' {
		r.err = fmt.Errorf("unexpected part %q", part)
		return m
	}
	m.new = r.tuple()
	return m
}

func (r *reader) tuple() []datum {
	count := int(r.uint16())
	row := make([]datum, 0, min(count, len(r.rest)))
	for range count {
		d := datum{kind: r.byte()}
		switch d.kind {
		case datumNull, datumUnchanged:
		case datumText:
			d.text = r.take(int(r.uint32()))
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
