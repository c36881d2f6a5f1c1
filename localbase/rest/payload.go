package rest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"

	"github.com/tableside/tableside/localbase/rest/fault"
	"github.com/tableside/tableside/localbase/rest/plan"
	"github.com/tableside/tableside/localbase/rest/query"
)

const (
	badJSON     = "Empty or invalid json"
	unevenJSON  = "All object keys must match"
	unevenCSV   = "All lines must have same number of fields"
	csvNullText = "NULL"
)

// jsonPayload looks at the keys of a JSON body. With columns the body is left
// to Postgres, since the keys are known.
func jsonPayload(raw []byte, columns []string) (plan.Payload, error) {
	if columns != nil {
		names := slices.Sorted(slices.Values(columns))
		return plan.Payload{Raw: raw, Keys: slices.Compact(names), Array: !startsObject(raw)}, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	first, err := dec.Token()
	if err != nil {
		return plan.Payload{}, fault.Body(badJSON)
	}
	p := plan.Payload{Raw: raw}
	switch first {
	case json.Delim('{'):
		p.Keys, err = objectKeys(dec)
	case json.Delim('['):
		p.Array = true
		p.Keys, err = arrayKeys(dec)
	default: // a lone value is no row
		p.Raw, p.Array = []byte("[]"), true
	}
	if err == nil {
		if _, end := dec.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("something follows the value")
		}
	}
	var ours *fault.Error
	switch {
	case errors.As(err, &ours):
		return plan.Payload{}, ours
	case err != nil:
		return plan.Payload{}, fault.Body(badJSON)
	}
	return p, nil
}

func startsObject(raw []byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == '{'
}

// objectKeys reads the rest of an object and answers its keys, sorted.
func objectKeys(dec *json.Decoder) ([]string, error) {
	var keys []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		keys = append(keys, key.(string)) // the decoder refuses other keys
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	slices.Sort(keys)
	return slices.Compact(keys), nil
}

// arrayKeys reads the rest of an array of objects that all have the same keys.
func arrayKeys(dec *json.Decoder) ([]string, error) {
	var keys []string
	uneven := false
	for n := 0; dec.More(); n++ {
		var element json.RawMessage
		if err := dec.Decode(&element); err != nil {
			return nil, err
		}
		inner := json.NewDecoder(bytes.NewReader(element))
		inner.UseNumber()
		if open, err := inner.Token(); err != nil || open != json.Delim('{') {
			uneven = true
			continue
		}
		own, err := objectKeys(inner)
		if err != nil {
			return nil, err
		}
		if n > 0 && !slices.Equal(own, keys) {
			uneven = true
		}
		keys = own
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if uneven {
		return nil, fault.Body(unevenJSON)
	}
	return keys, nil
}

// csvPayload turns CSV with a header line into rows of strings; NULL is null.
func csvPayload(raw []byte) (plan.Payload, error) {
	r := csv.NewReader(bytes.NewReader(raw))
	header, err := r.Read()
	if err != nil {
		return plan.Payload{}, fault.Body(badCSV(err))
	}
	rows := []map[string]any{}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return plan.Payload{}, fault.Body(badCSV(err))
		}
		row := make(map[string]any, len(header))
		for i, value := range record {
			row[header[i]] = value
			if value == csvNullText {
				row[header[i]] = nil
			}
		}
		rows = append(rows, row)
	}
	return encodedRows(rows, header)
}

func badCSV(err error) string {
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		return unevenCSV
	case errors.Is(err, io.EOF):
		return "not enough input"
	default:
		return err.Error()
	}
}

// formPayload makes one row of a form.
func formPayload(raw []byte) (plan.Payload, error) {
	args, err := formArgs(raw)
	if err != nil {
		return plan.Payload{}, err
	}
	row := map[string]any{}
	var keys []string
	for _, arg := range args {
		row[arg.Name] = arg.Value
		keys = append(keys, arg.Name)
	}
	return encodedRows([]map[string]any{row}, keys)
}

func encodedRows(rows []map[string]any, keys []string) (plan.Payload, error) {
	raw, err := json.Marshal(rows)
	if err != nil {
		return plan.Payload{}, fault.Body(badJSON)
	}
	keys = slices.Sorted(slices.Values(keys))
	return plan.Payload{Raw: raw, Keys: slices.Compact(keys), Array: true}, nil
}

// formArgs reads a form as a function's arguments, in their order.
func formArgs(raw []byte) ([]query.Arg, error) {
	args := []query.Arg{}
	for part := range bytes.SplitSeq(raw, []byte("&")) {
		if len(part) == 0 {
			continue
		}
		name, value, _ := bytes.Cut(part, []byte("="))
		key, err1 := url.QueryUnescape(string(name))
		text, err2 := url.QueryUnescape(string(value))
		if err1 != nil || err2 != nil {
			return nil, fault.Body("Invalid form")
		}
		args = append(args, query.Arg{Name: key, Value: text})
	}
	return args, nil
}
