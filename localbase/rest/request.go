package rest

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/fault"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// request is what an HTTP request says, before anything is planned.
type request struct {
	http *http.Request
	who  caller.Caller
	*state
	schema     string
	negotiated bool   // the schema is worth telling in Content-Profile
	target     string // relation or function; "" is the root
	rpc        bool
	params     *postgrestquery.Params
	prefer     postgrestquery.Prefer
	window     postgrestquery.Range // of the root
	media      media
	output     plan.Output

	memory    *bytebudget.Lease // for the body
	bodyLimit int64             // bytes of one body
	held      int64             // bytes of this one
}

// serve answers a request, or tells why not.
func (h *Handler) serve(r *http.Request) (*answer, error) {
	who, err := h.authenticate(r)
	if err != nil {
		return nil, err
	}
	now, err := h.current(r.Context())
	if err != nil {
		return nil, err
	}
	memory := h.bodies.Lease()
	defer memory.Release()
	req := &request{http: r, who: who, state: now, memory: memory, bodyLimit: h.bodies.Size()}
	if err := req.address(); err != nil {
		return nil, err
	}
	if r.Method == http.MethodOptions {
		return req.options()
	}
	if req.target == "" {
		return h.root(req)
	}
	if err := h.parse(req); err != nil {
		return nil, err
	}
	if req.rpc {
		return h.call(req)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return h.read(req)
	case http.MethodDelete:
		return h.change(req, plan.Payload{})
	default:
		payload, err := req.payload()
		if err != nil {
			return nil, err
		}
		return h.change(req, payload)
	}
}

// address finds target and schema.
func (req *request) address() error {
	r := req.http
	path := strings.Trim(r.URL.EscapedPath(), "/")
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 2 && parts[0] == "rpc":
		req.rpc = true
		req.target = pathSegment(parts[1])
	case len(parts) == 1:
		req.target = pathSegment(parts[0])
	default:
		return fault.Path()
	}
	known := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete, http.MethodOptions}
	if !slices.Contains(known, r.Method) {
		return fault.Method(r.Method)
	}
	if req.rpc && slices.Contains([]string{http.MethodPatch, http.MethodPut, http.MethodDelete}, r.Method) {
		return fault.RPCMethod(r.Method)
	}
	if path == "" && !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method) {
		return fault.Method(r.Method)
	}
	return req.profile()
}

// profile chooses the schema.
func (req *request) profile() error {
	schemas := req.catalog.Schemas
	header := "Content-Profile"
	if m := req.http.Method; m == http.MethodGet || m == http.MethodHead || m == http.MethodOptions {
		header = "Accept-Profile"
	}
	req.schema, req.negotiated = schemas[0], len(schemas) > 1
	if wanted := req.http.Header.Get(header); wanted != "" {
		if !slices.Contains(schemas, wanted) {
			return fault.Schema(wanted, schemas)
		}
		req.schema, req.negotiated = wanted, true
	}
	return nil
}

// parse reads the query string and the headers.
func (h *Handler) parse(req *request) error {
	r := req.http
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	var err error
	if req.params, err = postgrestquery.Parse(r.URL.RawQuery, req.rpc && reading); err != nil {
		return queryFault(err)
	}
	header := postgrestquery.Unbounded
	if reading {
		if header, err = postgrestquery.ParseRange(r.Header.Get("Range")); err != nil {
			return queryFault(err)
		}
	}
	if req.window, err = req.params.LimitRoot(header); err != nil {
		return queryFault(err)
	}
	req.prefer = postgrestquery.ParsePrefer(r.Header.Values("Prefer"), func(name string) bool {
		return h.knownTimezone(r.Context(), name)
	})
	if !req.txRollback {
		req.prefer.Tx = ""
	}
	if req.prefer.Strict() && len(req.prefer.Unknown) > 0 {
		return fault.Preferences(req.prefer.Unknown)
	}
	if req.media, err = negotiate(r.Header.Values("Accept")); err != nil {
		return err
	}
	req.output = req.media.output
	if r.Method == http.MethodHead {
		req.output.Format = plan.None
	}
	return nil
}

// knownTimezone asks Postgres once for each name.
func (h *Handler) knownTimezone(ctx context.Context, name string) bool {
	if known, ok := h.timezones.Load(name); ok {
		return known.(bool)
	}
	var known bool
	err := h.opts.Pool.QueryRow(ctx, `select exists (select from pg_timezone_names where name = $1)`, name).Scan(&known)
	if err != nil {
		return false // not remembered: the database may be back the next time
	}
	if known { // unknown names are anybody's to make up: they'd fill the memory
		h.timezones.Store(name, known)
	}
	return known
}

// plan is what every plan starts from.
func (req *request) plan() plan.Request {
	return plan.Request{
		Catalog: req.catalog, Settings: req.settings, Target: req.name(),
		Params: req.params, Prefer: req.prefer, Output: req.output,
	}
}

// payload reads a body for a relation.
func (req *request) payload() (plan.Payload, error) {
	raw, err := req.body()
	if err != nil {
		return plan.Payload{}, err
	}
	columns := req.params.Columns
	if req.http.Method == http.MethodPut {
		columns = nil
	}
	switch contentType := req.contentType(); contentType {
	case mimeJSON:
		return jsonPayload(raw, columns)
	case mimeCSV:
		return req.csvPayload(raw)
	case mimeForm:
		return formPayload(raw)
	default:
		return plan.Payload{}, fault.Body("Content-Type not acceptable: " + contentType)
	}
}

// body reads the request's body whole, into the memory that all requests share.
func (req *request) body() ([]byte, error) {
	limit := req.bodyLimit
	if req.http.ContentLength > limit {
		return nil, fault.BodyTooLarge(limit)
	}
	raw, err := req.memory.ReadAll(http.MaxBytesReader(nil, req.http.Body, limit), req.http.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.BodyTooLarge(limit)
	case errors.Is(err, bytebudget.ErrExhausted):
		return nil, fault.Busy()
	case err != nil:
		return nil, fault.Body("Could not read the request body")
	}
	req.held = int64(len(raw))
	return raw, nil
}

// hold takes more memory for the body in another form.
func (req *request) hold(bytes int) error {
	if req.held += int64(bytes); req.held > req.bodyLimit {
		return fault.BodyTooLarge(req.bodyLimit)
	}
	if req.memory.Hold(bytes) != nil {
		return fault.Busy()
	}
	return nil
}

func (req *request) contentType() string {
	header, _, _ := strings.Cut(req.http.Header.Get("Content-Type"), ";")
	if header = strings.ToLower(strings.TrimSpace(header)); header == "" {
		return mimeJSON
	}
	return header
}
