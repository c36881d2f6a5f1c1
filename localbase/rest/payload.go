package rest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/url"
	"slices"

	"github.com/tableside/tableside/internal/jsonrows"
	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

const (
	invalidJSONMessage      = "Empty or invalid json"
	mismatchedKeysMessage   = "All object keys must match"
	mismatchedFieldsMessage = "All lines must have same number of fields"
	csvNullText             = "NULL"
)

// parseJSONPayload finds the keys of a JSON body, without decoding its values. With
// columns the body is left to Postgres, since the keys are known.
func parseJSONPayload(raw []byte, columns []string) (plan.Payload, error) {
	if columns != nil {
		names := slices.Sorted(slices.Values(columns))
		return plan.Payload{Raw: raw, Keys: slices.Compact(names), IsArray: !jsonrows.IsObject(raw)}, nil
	}
	if !json.Valid(raw) {
		return plan.Payload{}, pgrsterr.InvalidBody(invalidJSONMessage)
	}
	switch {
	case jsonrows.IsObject(raw):
		return plan.Payload{Raw: raw, Keys: parseObjectKeys(raw)}, nil
	case jsonrows.IsArray(raw):
		keys, even := parseArrayKeys(raw)
		if !even {
			return plan.Payload{}, pgrsterr.InvalidBody(mismatchedKeysMessage)
		}
		return plan.Payload{Raw: raw, Keys: keys, IsArray: true}, nil
	default: // a lone value is no row
		return plan.Payload{Raw: []byte("[]"), IsArray: true}, nil
	}
}

// maxKeys is one more than the columns that a view can have in PostgreSQL: no
// relation has so many, and further keys do not change the response.
const maxKeys = 1665

// parseObjectKeys returns the keys of an object, sorted, at most maxKeys.
func parseObjectKeys(object []byte) []string {
	seen := map[string]bool{}
	for key := range jsonrows.Members(object) {
		if !seen[string(key)] { // looking up does not copy the key
			seen[string(key)] = true
		}
		if len(seen) == maxKeys {
			break
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// parseArrayKeys returns the keys of the first object of an array, and whether all
// elements are objects with the same keys.
func parseArrayKeys(array []byte) (keys []string, even bool) {
	var rowOf map[string]int // by key: the last row that has it
	n := 0
	for element := range jsonrows.Rows(array) {
		n++
		if !jsonrows.IsObject(element) {
			return nil, false
		}
		if rowOf == nil {
			keys, rowOf = parseObjectKeys(element), map[string]int{}
			if len(keys) == maxKeys {
				return keys, true
			}
			for _, key := range keys {
				rowOf[key] = 0
			}
		}
		distinct := 0
		for key := range jsonrows.Members(element) {
			row, known := rowOf[string(key)]
			if !known {
				return nil, false
			}
			if row != n {
				rowOf[string(key)] = n
				distinct++
			}
		}
		if distinct != len(rowOf) {
			return nil, false
		}
	}
	return keys, true
}

// parseCSVPayload turns CSV with a header line into rows of strings; NULL is null.
func (req *request) parseCSVPayload(raw []byte) (plan.Payload, error) {
	r := csv.NewReader(bytes.NewReader(raw))
	header, err := r.Read()
	if err != nil {
		return plan.Payload{}, pgrsterr.InvalidBody(formatCSVError(err))
	}
	rows := &rowsEncoder{reserveMemory: req.reserveMemory}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return plan.Payload{}, pgrsterr.InvalidBody(formatCSVError(err))
		}
		row := make(map[string]any, len(header))
		for i, value := range record {
			row[header[i]] = value
			if value == csvNullText {
				row[header[i]] = nil
			}
		}
		if err := rows.add(row); err != nil {
			return plan.Payload{}, err
		}
	}
	return rows.finish(header), nil
}

func formatCSVError(err error) string {
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		return mismatchedFieldsMessage
	case errors.Is(err, io.EOF):
		return "not enough input"
	default:
		return err.Error()
	}
}

// parseFormPayload makes one row of a form.
func parseFormPayload(raw []byte) (plan.Payload, error) {
	args, err := parseFormArgs(raw)
	if err != nil {
		return plan.Payload{}, err
	}
	row := map[string]any{}
	var keys []string
	for _, arg := range args {
		row[arg.Name] = arg.Value
		keys = append(keys, arg.Name)
	}
	rows := &rowsEncoder{reserveMemory: func(int) error { return nil }} // one row, of a bounded number of fields
	if err := rows.add(row); err != nil {
		return plan.Payload{}, err
	}
	return rows.finish(keys), nil
}

// rowsEncoder writes rows as a JSON array. Each row repeats the names of its
// columns, so that the array can be much larger than the body from which the rows
// are: hold is asked for the memory.
type rowsEncoder struct {
	reserveMemory func(bytes int) error
	array         bytes.Buffer
}

func (e *rowsEncoder) add(row map[string]any) error {
	raw, err := json.Marshal(row)
	if err != nil {
		return pgrsterr.InvalidBody(invalidJSONMessage)
	}
	if err := e.reserveMemory(len(raw) + 1); err != nil {
		return err
	}
	separator := byte('[')
	if e.array.Len() > 0 {
		separator = ','
	}
	e.array.WriteByte(separator)
	e.array.Write(raw)
	return nil
}

// finish ends the array; keys are the columns of all rows.
func (e *rowsEncoder) finish(keys []string) plan.Payload {
	if e.array.Len() == 0 {
		e.array.WriteByte('[')
	}
	e.array.WriteByte(']')
	keys = slices.Sorted(slices.Values(keys))
	return plan.Payload{Raw: e.array.Bytes(), Keys: slices.Compact(keys), IsArray: true}
}

// parseFormArgs reads a form as a function's arguments, in their order.
func parseFormArgs(raw []byte) ([]postgrestquery.Arg, error) {
	args := []postgrestquery.Arg{}
	for part := range bytes.SplitSeq(raw, []byte("&")) {
		if len(part) == 0 {
			continue
		}
		name, value, _ := bytes.Cut(part, []byte("="))
		key, err1 := url.QueryUnescape(string(name))
		text, err2 := url.QueryUnescape(string(value))
		if err1 != nil || err2 != nil {
			return nil, pgrsterr.InvalidBody("Invalid form")
		}
		if len(args) == maxKeys {
			return nil, pgrsterr.InvalidBody("The form has too many fields")
		}
		args = append(args, postgrestquery.Arg{Name: key, Value: text})
	}
	return args, nil
}
