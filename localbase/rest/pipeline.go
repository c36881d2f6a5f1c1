package rest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// query is a statement in a pipeline. Its parameters are text of unknown type.
type query struct {
	sql  string
	args [][]byte
}

// maxPreparedStatements limits the memory of a connection: PostgreSQL retains some 10 kB for each.
const maxPreparedStatements = 100

// session is a connection with its prepared statements.
type session struct {
	conn       *pgconn.PgConn
	statements map[string]string // names of the prepared statements, by their SQL
	last       int               // number in the last name
	state      *state            // under which the statements were parsed
	discarded  []string          // statements to deallocate with the next pipeline
}

// findSession returns the session of a connection. It discards statements that were parsed before a
// change of the schema: the parameters of a statement keep their types, but those of the columns can
// differ now.
func findSession(conn *pgx.Conn, current *state) *session {
	const key = "rest"
	data := conn.PgConn().CustomData()
	s, ok := data[key].(*session)
	if !ok {
		s = &session{conn: conn.PgConn(), statements: map[string]string{}}
		data[key] = s
	}
	if s.state != current || len(s.statements) >= maxPreparedStatements {
		for _, name := range s.statements {
			s.discarded = append(s.discarded, name)
		}
		clear(s.statements)
		s.state = current
	}
	return s
}

// Codes of PostgreSQL's errors.
const (
	deallocatedStatement = "26000"
	operatorIntervention = "57" // class: the server stops, or cancels a statement
)

// outdatedStatementError is an error of a prepared statement before its execution. It is possible
// that a newly parsed statement succeeds: a type has changed, or a function has deallocated it.
type outdatedStatementError struct{ error }

func (e outdatedStatementError) Unwrap() error { return e.error }

// send executes the queries in order, in one round trip, and returns the rows of each. It prepares
// each statement that the connection does not have yet. After an error, PostgreSQL does not execute
// the rest; the results are then those of the queries before it.
func (s *session) send(ctx context.Context, queries ...query) (results [][][][]byte, err error) {
	pipeline := s.conn.StartPipeline(ctx)
	defer func() { _ = pipeline.Close() }() // after an error, it skips the other responses
	for _, name := range s.discarded {
		pipeline.SendDeallocate(name)
	}
	parsed := make([]string, len(queries)) // names of the statements that this pipeline prepares
	for i, q := range queries {
		name, ok := s.statements[q.sql]
		if !ok {
			s.last++
			name = "rest_" + strconv.Itoa(s.last)
			parsed[i] = name
			pipeline.SendPrepare(name, q.sql, nil)
		}
		pipeline.SendQueryPrepared(name, q.args, nil, nil)
	}
	if err := pipeline.Sync(); err != nil {
		return nil, fmt.Errorf("send statements: %w", err)
	}
	for range s.discarded {
		if _, err := pipeline.GetResults(); err != nil {
			return nil, fmt.Errorf("deallocate a statement: %w", err)
		}
	}
	s.discarded = nil
	for i, q := range queries {
		if parsed[i] != "" {
			if _, err := pipeline.GetResults(); err != nil {
				return results, err
			}
			s.statements[q.sql] = parsed[i]
		}
		rows, err := s.readRows(pipeline, q, parsed[i] != "")
		if err != nil {
			return results, err
		}
		results = append(results, rows)
	}
	return results, nil
}

// readRows reads the response to a query.
func (s *session) readRows(pipeline *pgconn.Pipeline, q query, isNew bool) ([][][]byte, error) {
	next, err := pipeline.GetResults()
	if err != nil {
		var pgErr *pgconn.PgError
		if isNew || !errors.As(err, &pgErr) || strings.HasPrefix(pgErr.Code, operatorIntervention) {
			return nil, err
		}
		if pgErr.Code == deallocatedStatement {
			clear(s.statements)
		} else {
			s.discarded = append(s.discarded, s.statements[q.sql])
			delete(s.statements, q.sql)
		}
		return nil, outdatedStatementError{err}
	}
	reader, ok := next.(*pgconn.ResultReader)
	if !ok {
		return nil, fmt.Errorf("unexpected response %T to %q", next, q.sql)
	}
	result := reader.Read()
	return result.Rows, result.Err
}

// rollback ends the transaction, if there is one. If that fails, the pool closes the connection.
func (s *session) rollback(ctx context.Context) {
	const idle = 'I'
	if !s.conn.IsClosed() && s.conn.TxStatus() != idle {
		_ = s.conn.Exec(ctx, "rollback").Close()
	}
}
