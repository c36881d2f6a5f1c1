package rest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"strconv"

	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// result is the row that a plan.Statement returns.
type result struct {
	total    *int64 // number of all rows; nil: not requested
	page     int64  // number of rows in the body
	body     []byte
	headers  []byte // the setting response.headers, or nil
	status   []byte // the setting response.status, or nil
	inserted *int64
	location [][2]string // filters that select the inserted row: columns and conditions
}

// readStatement parses the rows of the job's statement: one row, or the lines of its query plan.
func (req *request) readStatement(rows [][][]byte) (result, error) {
	if req.media.Explain != nil {
		var lines [][]byte
		for _, row := range rows {
			lines = append(lines, row[0])
		}
		return result{body: bytes.Join(lines, []byte("\n"))}, nil
	}
	if len(rows) == 0 {
		return result{}, errors.New("the statement returned no row")
	}
	res, err := readResult(rows[0])
	if err == nil && req.media.Output.IsHex() {
		if res.body, err = hex.DecodeString(string(res.body)); err != nil {
			err = fmt.Errorf("read the body of the media type handler: %w", err)
		}
	}
	return res, err
}

// readResult parses the row that every statement returns: the total, the number of rows, the body,
// and values for the headers.
func readResult(row [][]byte) (result, error) {
	const columns = 7
	if len(row) != columns {
		return result{}, fmt.Errorf("%d columns in the result", len(row))
	}
	var res result
	var err error
	if res.total, err = optionalInt(row[0]); err != nil {
		return result{}, fmt.Errorf("read total: %w", err)
	}
	page, err := optionalInt(row[1])
	if err != nil || page == nil {
		return result{}, fmt.Errorf("read page: %w", err)
	}
	res.page, res.body, res.headers, res.status = *page, row[2], row[3], row[4]
	if res.inserted, err = optionalInt(row[5]); err != nil {
		return result{}, fmt.Errorf("read inserted: %w", err)
	}
	if row[6] != nil {
		if err := json.Unmarshal(row[6], &res.location); err != nil {
			return result{}, fmt.Errorf("read location: %w", err)
		}
	}
	return res, nil
}

// optionalInt parses a number; nil for NULL.
func optionalInt(text []byte) (*int64, error) {
	if text == nil {
		return nil, nil
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return &n, err
}

// applyEstimate sets the total to the planner's estimate, unless a larger number was counted.
func (res *result) applyEstimate(rows [][][]byte) error {
	var explained []struct {
		Plan struct {
			Rows int64 `json:"Plan Rows"`
		}
	}
	if len(rows) == 0 {
		return errors.New("the estimate returned no row")
	}
	if err := json.Unmarshal(rows[0][0], &explained); err != nil || len(explained) == 0 {
		return fmt.Errorf("read the estimate: %w", err)
	}
	if estimated := explained[0].Plan.Rows; res.total == nil || estimated > *res.total {
		res.total = &estimated
	}
	return nil
}

// applyResponseSettings applies the settings response.status and response.headers, which SQL can
// set.
func (resp *response) applyResponseSettings(res result) error {
	if res.headers != nil {
		var list []map[string]string
		if json.Unmarshal(res.headers, &list) != nil {
			return pgrsterr.InvalidResponseHeaders()
		}
		headers := http.Header{}
		for _, entry := range list {
			if len(entry) != 1 {
				return pgrsterr.InvalidResponseHeaders()
			}
			for name, value := range entry {
				headers.Add(name, value)
			}
		}
		for name, values := range headers {
			resp.header[textproto.CanonicalMIMEHeaderKey(name)] = values
		}
	}
	if res.status != nil {
		status, err := strconv.Atoi(string(res.status))
		if err != nil || status < 200 || status > 599 {
			return pgrsterr.InvalidResponseStatus()
		}
		resp.status = status
	}
	return nil
}
