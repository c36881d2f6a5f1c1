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

// parseJSONPayload finds the keys of a JSON body without decoding the values. If columns is set, it
// does not parse the body: the keys are known, and Postgres reports invalid JSON.
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
		keys, isUniform := parseArrayKeys(raw)
		if !isUniform {
			return plan.Payload{}, pgrsterr.InvalidBody(mismatchedKeysMessage)
		}
		return plan.Payload{Raw: raw, Keys: keys, IsArray: true}, nil
	default: // a scalar contains no row
		return plan.Payload{Raw: []byte("[]"), IsArray: true}, nil
	}
}

// maxKeys is the maximum number of columns of a PostgreSQL view plus one. A body with as many keys
// always has an unknown column, so further keys do not change the response.
const maxKeys = 1665

// parseObjectKeys returns the sorted keys of an object, at most maxKeys.
func parseObjectKeys(object []byte) []string {
	seen := map[string]bool{}
	for key := range jsonrows.Members(object) {
		if !seen[string(key)] { // a lookup does not copy the key
			seen[string(key)] = true
		}
		if len(seen) == maxKeys {
			break
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// parseArrayKeys returns the keys of the first object of an array. isUniform reports whether all
// elements are objects with the same keys.
func parseArrayKeys(array []byte) (keys []string, isUniform bool) {
	var rowOf map[string]int // key → the last row that contains it
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

// parseCSVPayload converts CSV with a header line to rows of strings. The text NULL means null.
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

// formatCSVError returns PostgREST's message for an error of the CSV reader.
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

// parseFormPayload converts a form to one row.
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
	rows := &rowsEncoder{reserveMemory: func(int) error { return nil }} // one row, with a limited number of fields
	if err := rows.add(row); err != nil {
		return plan.Payload{}, err
	}
	return rows.finish(keys), nil
}

// rowsEncoder encodes rows as a JSON array. Each row repeats the column names, so the array can be
// much larger than the request body: reserveMemory must succeed for each row.
type rowsEncoder struct {
	reserveMemory func(bytes int) error
	array         bytes.Buffer
}

// add appends a row. It returns an error if the memory is not available.
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

// finish ends the array and returns it as a payload; keys are the columns of all rows.
func (e *rowsEncoder) finish(keys []string) plan.Payload {
	if e.array.Len() == 0 {
		e.array.WriteByte('[')
	}
	e.array.WriteByte(']')
	keys = slices.Sorted(slices.Values(keys))
	return plan.Payload{Raw: e.array.Bytes(), Keys: slices.Compact(keys), IsArray: true}
}

// parseFormArgs returns the fields of a form in their order.
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
