package rest

import (
	"bytes"
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/rest/mediatype"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// explain returns the query plan of a statement as the body.
func explain(ctx context.Context, tx pgx.Tx, s *plan.Statement, e *mediatype.Explain) (result, error) {
	res := tx.Conn().PgConn().ExecParams(ctx, e.SQL(s.SQL), s.Args, nil, nil, nil).Read()
	if res.Err != nil {
		return result{}, res.Err
	}
	var lines [][]byte
	for _, row := range res.Rows {
		lines = append(lines, row[0])
	}
	return result{body: bytes.Join(lines, []byte("\n"))}, nil
}

// newExplainResponse returns the response with a query plan.
func (req *request) newExplainResponse(res result) *response {
	resp := &response{status: http.StatusOK, header: http.Header{}, body: res.body}
	req.setContentHeaders(resp)
	return resp
}
