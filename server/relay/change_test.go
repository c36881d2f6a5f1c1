package relay

import "testing"

// The topic of a table reports that a row changed, without its values.
func TestChangesOfTableTopicsHaveNoValues(t *testing.T) {
	const data = `{"columns":[{"name":"id","type":"int8"},{"name":"note","type":"text"}],"commit_timestamp":"2026-11-22T10:00:00Z","errors":null,` +
		`"old_record":{"id":7,"note":"secret"},"record":{"id":7,"note":"secret"},"schema":"public","table":"orders","type":"UPDATE"}`
	const reduced = `{"ids":[9007199254740993],"data":{"schema":"public","table":"orders","commit_timestamp":"2026-11-22T10:00:00Z","type":"UPDATE",` +
		`"errors":null,"columns":[],"record":{},"old_record":{}}}`
	const payload = `{"data":` + data + `,"ids":[9007199254740993]}`
	table := `realtime:tableside:table:public:orders`
	for _, test := range []struct {
		name    string
		version Version
		in, out string // out is "" if the message is dropped
	}{
		{"version 2", Version2, `[null,null,"` + table + `","postgres_changes",` + payload + `]`, `[null,null,"` + table + `","postgres_changes",` + reduced + `]`},
		{"version 1", Version1, `{"topic":"` + table + `","event":"postgres_changes","payload":` + payload + `,"ref":null}`,
			`{"join_ref":null,"ref":null,"topic":"` + table + `","event":"postgres_changes","payload":` + reduced + `}`},
		{"a presence topic", Version2, `[null,null,"realtime:tableside:presence:public:orders","postgres_changes",` + payload + `]`,
			`[null,null,"realtime:tableside:presence:public:orders","postgres_changes",` + reduced + `]`},
		{"a user channel", Version2, `[null,null,"realtime:a","postgres_changes",` + payload + `]`, `[null,null,"realtime:a","postgres_changes",` + payload + `]`},
		{"an invalid payload", Version2, `[null,null,"` + table + `","postgres_changes",{"data":"secret"}]`, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, ok := newTestFilter(test.version).FromBackend(text(test.in))
			if ok != (test.out != "") || ok && string(out.Data) != test.out {
				t.Errorf("got %q, %t, want %q", out.Data, ok, test.out)
			}
		})
	}
}
