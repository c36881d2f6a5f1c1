package rest

import (
	"context"
	"errors"

	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// job is a statement with the parameters of its transaction.
type job struct {
	statement *plan.Statement
	write     bool
	settings  []catalog.Setting            // of the called function
	check     func(result) *pgrsterr.Error // an error rolls the transaction back
}

// run executes a job with the caller's role and claims in a new transaction.
func (h *Handler) run(req *request, j job) (result, error) {
	ctx := req.httpRequest.Context()
	acquireCtx, cancel := context.WithTimeout(ctx, acquireTimeout)
	conn, err := h.opts.Pool.Acquire(acquireCtx)
	cancel()
	if err != nil {
		return result{}, convertConnectError(err)
	}
	defer conn.Release()
	if e := req.media.Explain; e != nil {
		j.statement, j.check = &plan.Statement{SQL: e.SQL(j.statement.SQL), Args: j.statement.Args}, nil
	}
	s := findSession(conn.Conn(), req.state)
	res, err := req.runTransaction(ctx, s, j)
	var outdated outdatedStatementError
	if errors.As(err, &outdated) {
		res, err = req.runTransaction(ctx, s, j)
	}
	if err != nil {
		err = convertDatabaseError(err, req.caller)
		req.addGrantHint(ctx, conn.Conn(), err)
		return result{}, err
	}
	return res, nil
}

// runTransaction executes a job in a transaction. It estimates the number of rows if the request
// requires that. An error causes a rollback. A read needs one round trip to the database, unless its
// result determines how the transaction ends. The transaction of a write ends separately, so that
// it is not committed if the client disconnects before.
func (req *request) runTransaction(ctx context.Context, s *session, j job) (res result, err error) {
	defer func() {
		if err != nil {
			s.rollback(context.WithoutCancel(ctx))
		}
	}()
	queries := []query{{sql: req.formatBegin(j)}, req.newConfigureQuery(j.settings)}
	if req.preRequest != "" {
		queries = append(queries, query{sql: "select " + req.preRequest + "()"})
	}
	index, estimate := len(queries), j.statement.Estimate
	queries = append(queries, query{j.statement.SQL, j.statement.Args})
	if estimate != nil && req.prefer.Count == "planned" {
		queries = append(queries, query{estimate.SQL, estimate.Args})
		estimate = nil
	}
	isComplete := !j.write && j.check == nil && estimate == nil
	end := len(queries)
	if isComplete {
		queries = append(queries, req.endQueries()...)
	}
	results, err := s.send(ctx, queries...)
	if err != nil {
		return result{}, req.convertConfigureError(err, len(results))
	}
	if res, err = req.readStatement(results[index]); err != nil {
		return result{}, err
	}
	estimates := results[index+1 : end]
	if estimate != nil && res.total != nil && *res.total > req.settings.MaxRows {
		if estimates, err = s.send(ctx, query{estimate.SQL, estimate.Args}); err != nil {
			return result{}, err
		}
	}
	for _, rows := range estimates { // at most one
		if err := res.applyEstimate(rows); err != nil {
			return result{}, err
		}
	}
	if j.check != nil {
		if e := j.check(res); e != nil {
			return result{}, e
		}
	}
	if !isComplete {
		_, err = s.send(ctx, req.endQueries()...)
	}
	return res, err
}

// formatBegin returns the statement that begins the transaction of a job.
func (req *request) formatBegin(j job) string {
	begin := "begin"
	if level := req.isolationLevel(j.settings); level != "" {
		begin += " isolation level " + string(level)
	}
	if j.write {
		return begin + " read write"
	}
	return begin + " read only"
}

// endQueries returns the queries that end the transaction. Before a rollback, they report the errors
// of a commit.
func (req *request) endQueries() []query {
	if req.transactionEnd.isRolledBack(req.prefer.Tx) {
		return []query{{sql: "set constraints all immediate"}, {sql: "rollback"}}
	}
	return []query{{sql: "commit"}}
}
