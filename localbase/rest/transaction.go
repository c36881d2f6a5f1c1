package rest

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// result is the row that a plan.Statement returns.
type result struct {
	total    *int64 // number of all rows; nil: not requested
	page     int64  // number of rows in the body
	body     []byte
	headers  []byte // the setting response.headers, or nil
	status   []byte // the setting response.status, or nil
	inserted *int64
	location string
}

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
	access := pgx.ReadOnly
	if j.write {
		access = pgx.ReadWrite
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{AccessMode: access, IsoLevel: req.isolationLevel(j.settings)})
	if err != nil {
		return result{}, convertDatabaseError(fmt.Errorf("begin: %w", err), req.caller)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // no effect after a commit
	res, err := req.runStatement(ctx, tx, j)
	if err != nil {
		return result{}, convertDatabaseError(err, req.caller)
	}
	if req.transactionEnd.isRolledBack(req.prefer.Tx) {
		return res, nil
	}
	if err := tx.Commit(ctx); err != nil {
		return result{}, convertDatabaseError(fmt.Errorf("commit: %w", err), req.caller)
	}
	return res, nil
}

// runStatement executes a statement as the caller and returns its result. It estimates the number
// of rows if the request requires that. The error of j.check causes a rollback.
func (req *request) runStatement(ctx context.Context, tx pgx.Tx, j job) (result, error) {
	if err := req.configureTransaction(ctx, tx, j.settings); err != nil {
		return result{}, err
	}
	if req.preRequest != "" {
		if _, err := tx.Exec(ctx, "select "+req.preRequest+"()"); err != nil {
			return result{}, err
		}
	}
	if req.media.Explain != nil {
		return explain(ctx, tx, j.statement, req.media.Explain)
	}
	row, err := execute(ctx, tx, j.statement)
	if err != nil {
		return result{}, err
	}
	res, err := readResult(row)
	if err != nil {
		return result{}, err
	}
	if req.media.Output.IsHex() {
		if res.body, err = hex.DecodeString(string(res.body)); err != nil {
			return result{}, fmt.Errorf("read the body of the media type handler: %w", err)
		}
	}
	if e := j.statement.Estimate; e != nil && (req.prefer.Count == "planned" || res.total != nil && *res.total > req.settings.MaxRows) {
		estimated, err := estimateRows(ctx, tx, e)
		if err != nil {
			return result{}, err
		}
		if res.total == nil || estimated > *res.total {
			res.total = &estimated
		}
	}
	if j.check != nil {
		if e := j.check(res); e != nil {
			return result{}, e
		}
	}
	return res, nil
}

// configureTransaction sets the caller's role and claims, the request's data that SQL can read, and
// the settings of the role, the function and the request. It is one statement, because each
// statement costs a round trip per request. It returns an error if the caller is a service's own
// database user.
func (req *request) configureTransaction(ctx context.Context, tx pgx.Tx, function []catalog.Setting) error {
	var settings []catalog.Setting
	for _, s := range req.caller.Settings() {
		settings = append(settings, catalog.Setting(s))
	}
	settings = append(settings,
		catalog.Setting{Name: "search_path", Value: req.searchPath()},
		catalog.Setting{Name: "request.method", Value: req.httpRequest.Method},
		catalog.Setting{Name: "request.path", Value: req.httpRequest.URL.Path},
		catalog.Setting{Name: "request.headers", Value: encodeHeaders(req.httpRequest)},
		catalog.Setting{Name: "request.cookies", Value: encodeCookies(req.httpRequest)},
	)
	settings = append(settings, req.catalog.RoleSettings(req.caller.Role)...)
	settings = append(settings, function...)
	if req.prefer.Timezone != "" {
		settings = append(settings, catalog.Setting{Name: "timezone", Value: req.prefer.Timezone})
	}
	var calls []string
	var args []any
	for _, s := range settings {
		calls = append(calls, fmt.Sprintf("set_config($%d, $%d, true)", len(args)+1, len(args)+2))
		args = append(args, s.Name, s.Value)
	}
	isService := false
	columns := make([]any, 1+len(calls)) // nil: discarded
	columns[0] = &isService
	sql := "select " + caller.ServiceRoleCondition("$2::text") + ", " + strings.Join(calls, ", ") // $2: the role is the first setting
	if err := tx.QueryRow(ctx, sql, args...).Scan(columns...); err != nil {
		return fmt.Errorf("configure the transaction: %w", err)
	}
	if isService {
		return req.caller.PermissionDeniedError()
	}
	return nil
}

// searchPath returns the request's schema and the extra schemas, quoted. As in PostgREST, a schema
// can appear twice.
func (req *request) searchPath() string {
	quoted := []string{pgx.Identifier{req.schema}.Sanitize()}
	for _, extra := range req.extraSearchPath {
		quoted = append(quoted, pgx.Identifier{extra}.Sanitize())
	}
	return strings.Join(quoted, ", ")
}

// encodeHeaders returns the headers except Cookie as a JSON object with lower-case names.
func encodeHeaders(r *http.Request) string {
	headers := map[string]string{}
	for name, values := range r.Header {
		if name != "Cookie" {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
	if r.Host != "" {
		headers["host"] = r.Host
	}
	return encodeObject(headers)
}

// encodeCookies returns the cookies of a request as a JSON object, for the setting request.cookies.
func encodeCookies(r *http.Request) string {
	cookies := map[string]string{}
	for _, c := range r.Cookies() {
		cookies[c.Name] = c.Value
	}
	return encodeObject(cookies)
}

// encodeObject returns the values as JSON. Settings cannot contain a NUL byte; JSON escapes it.
func encodeObject(values map[string]string) string {
	encoded, err := json.Marshal(values)
	if err != nil {
		panic(fmt.Sprintf("encode strings: %v", err)) // strings always encode
	}
	return string(encoded)
}

// execute runs a statement and returns its row. The parameters are text of unknown type.
func execute(ctx context.Context, tx pgx.Tx, s *plan.Statement) ([][]byte, error) {
	res := tx.Conn().PgConn().ExecParams(ctx, s.SQL, s.Args, nil, nil, nil).Read()
	if res.Err != nil {
		return nil, res.Err
	}
	if len(res.Rows) == 0 {
		return nil, fmt.Errorf("no row from %q", s.SQL)
	}
	return res.Rows[0], nil
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
	res.location = string(row[6])
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

// estimateRows returns the planner's estimate of the number of rows.
func estimateRows(ctx context.Context, tx pgx.Tx, s *plan.Statement) (int64, error) {
	row, err := execute(ctx, tx, s)
	if err != nil {
		return 0, err
	}
	var explained []struct {
		Plan struct {
			Rows int64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(row[0], &explained); err != nil || len(explained) == 0 {
		return 0, fmt.Errorf("read the estimate: %w", err)
	}
	return explained[0].Plan.Rows, nil
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
