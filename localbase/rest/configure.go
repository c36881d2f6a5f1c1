package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// newConfigureQuery returns a query that sets the caller's role and claims, the request's data that
// SQL can read, and the settings of the role, the function and the request. If the caller is a
// service's own database user, it divides by zero, because the queries behind it in the pipeline
// must not be executed and SQL has no other way to fail without a function.
func (req *request) newConfigureQuery(function []catalog.Setting) query {
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
	sql := "select 1 / case when " + caller.ForbiddenRoleCondition("$2::text") + " then 0 else 1 end" // $2: the role is the first setting
	var args [][]byte
	for _, s := range settings {
		sql += fmt.Sprintf(", set_config($%d, $%d, true)", len(args)+1, len(args)+2)
		args = append(args, []byte(s.Name), []byte(s.Value))
	}
	return query{sql, args}
}

// convertConfigureError returns a permission error if err is the division by zero with which the query of
// newConfigureQuery rejects a role that a token must not select; otherwise err. executed is the number of
// queries that the request executed before the error.
func (req *request) convertConfigureError(err error, executed int) error {
	const divisionByZero = "22012"
	var pgErr *pgconn.PgError
	if executed == 1 && errors.As(err, &pgErr) && pgErr.Code == divisionByZero {
		return req.caller.PermissionDeniedError()
	}
	return err
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
