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
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// request is what an HTTP request says, before anything is planned.
type request struct {
	httpRequest *http.Request
	caller      caller.Caller
	*state
	schema     string
	hasProfile bool   // the schema is worth telling in Content-Profile
	target     string // relation or function; "" is the root
	rpc        bool
	params     *postgrestquery.Params
	prefer     postgrestquery.Preferences
	window     postgrestquery.Range // of the root
	media      mediaType
	output     plan.Output

	memory        *bytebudget.Lease // for the body
	bodyLimit     int64             // bytes of one body
	reservedBytes int64             // bytes of this one
}

// serve answers a request, or tells why not.
func (h *Handler) serve(r *http.Request) (*response, error) {
	who, err := h.authenticate(r)
	if err != nil {
		return nil, err
	}
	now, err := h.currentState(r.Context())
	if err != nil {
		return nil, err
	}
	memory := h.bodyBudget.NewLease()
	defer memory.Release()
	req := &request{httpRequest: r, caller: who, state: now, memory: memory, bodyLimit: h.bodyBudget.Size()}
	if err := req.parsePath(); err != nil {
		return nil, err
	}
	if r.Method == http.MethodOptions {
		return req.handleOptions()
	}
	if req.target == "" {
		return h.handleRoot(req)
	}
	if err := h.parse(req); err != nil {
		return nil, err
	}
	if req.rpc {
		return h.handleCall(req)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return h.handleRead(req)
	case http.MethodDelete:
		return h.handleChange(req, plan.Payload{})
	default:
		payload, err := req.readPayload()
		if err != nil {
			return nil, err
		}
		return h.handleChange(req, payload)
	}
}

// parsePath finds target and schema.
func (req *request) parsePath() error {
	r := req.httpRequest
	path := strings.Trim(r.URL.EscapedPath(), "/")
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 2 && parts[0] == "rpc":
		req.rpc = true
		req.target = decodePathSegment(parts[1])
	case len(parts) == 1:
		req.target = decodePathSegment(parts[0])
	default:
		return pgrsterr.InvalidPath()
	}
	known := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete, http.MethodOptions}
	if !slices.Contains(known, r.Method) {
		return pgrsterr.UnsupportedMethod(r.Method)
	}
	if req.rpc && slices.Contains([]string{http.MethodPatch, http.MethodPut, http.MethodDelete}, r.Method) {
		return pgrsterr.UnsupportedRPCMethod(r.Method)
	}
	if path == "" && !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method) {
		return pgrsterr.UnsupportedMethod(r.Method)
	}
	return req.chooseSchema()
}

// chooseSchema chooses the schema.
func (req *request) chooseSchema() error {
	schemas := req.catalog.Schemas
	header := "Content-Profile"
	if m := req.httpRequest.Method; m == http.MethodGet || m == http.MethodHead || m == http.MethodOptions {
		header = "Accept-Profile"
	}
	req.schema, req.hasProfile = schemas[0], len(schemas) > 1
	if wanted := req.httpRequest.Header.Get(header); wanted != "" {
		if !slices.Contains(schemas, wanted) {
			return pgrsterr.UnacceptableSchema(wanted, schemas)
		}
		req.schema, req.hasProfile = wanted, true
	}
	return nil
}

// parse reads the query string and the headers.
func (h *Handler) parse(req *request) error {
	r := req.httpRequest
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	var err error
	if req.params, err = postgrestquery.Parse(r.URL.RawQuery, req.rpc && reading); err != nil {
		return convertQueryError(err)
	}
	header := postgrestquery.UnboundedRange
	if reading {
		if header, err = postgrestquery.ParseRange(r.Header.Get("Range")); err != nil {
			return convertQueryError(err)
		}
	}
	if req.window, err = req.params.LimitRoot(header); err != nil {
		return convertQueryError(err)
	}
	req.prefer = postgrestquery.ParsePreferences(r.Header.Values("Prefer"), func(name string) bool {
		return h.isKnownTimezone(r.Context(), name)
	})
	if !req.txRollback {
		req.prefer.Tx = ""
	}
	if req.prefer.IsStrict() && len(req.prefer.Unknown) > 0 {
		return pgrsterr.InvalidPreferences(req.prefer.Unknown)
	}
	if req.media, err = negotiateMediaType(r.Header.Values("Accept")); err != nil {
		return err
	}
	req.output = req.media.output
	if r.Method == http.MethodHead {
		req.output.Format = plan.NoBody
	}
	return nil
}

// isKnownTimezone asks Postgres once for each name.
func (h *Handler) isKnownTimezone(ctx context.Context, name string) bool {
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

// newPlanRequest is what every plan starts from.
func (req *request) newPlanRequest() plan.Request {
	return plan.Request{
		Catalog: req.catalog, Settings: req.settings, Target: req.targetName(),
		Params: req.params, Prefer: req.prefer, Output: req.output,
	}
}

// readPayload reads a body for a relation.
func (req *request) readPayload() (plan.Payload, error) {
	raw, err := req.readBody()
	if err != nil {
		return plan.Payload{}, err
	}
	columns := req.params.Columns
	if req.httpRequest.Method == http.MethodPut {
		columns = nil
	}
	switch contentType := req.contentType(); contentType {
	case mimeJSON:
		return parseJSONPayload(raw, columns)
	case mimeCSV:
		return req.parseCSVPayload(raw)
	case mimeForm:
		return parseFormPayload(raw)
	default:
		return plan.Payload{}, pgrsterr.InvalidBody("Content-Type not acceptable: " + contentType)
	}
}

// readBody reads the request's body whole, into the memory that all requests share.
func (req *request) readBody() ([]byte, error) {
	limit := req.bodyLimit
	if req.httpRequest.ContentLength > limit {
		return nil, pgrsterr.BodyTooLarge(limit)
	}
	raw, err := req.memory.ReadAll(http.MaxBytesReader(nil, req.httpRequest.Body, limit), req.httpRequest.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, pgrsterr.BodyTooLarge(limit)
	case errors.Is(err, bytebudget.ErrExhausted):
		return nil, pgrsterr.InsufficientMemory()
	case err != nil:
		return nil, pgrsterr.InvalidBody("Could not read the request body")
	}
	req.reservedBytes = int64(len(raw))
	return raw, nil
}

// reserveMemory takes more memory for the body in another form.
func (req *request) reserveMemory(bytes int) error {
	if req.reservedBytes += int64(bytes); req.reservedBytes > req.bodyLimit {
		return pgrsterr.BodyTooLarge(req.bodyLimit)
	}
	if req.memory.Acquire(bytes) != nil {
		return pgrsterr.InsufficientMemory()
	}
	return nil
}

func (req *request) contentType() string {
	header, _, _ := strings.Cut(req.httpRequest.Header.Get("Content-Type"), ";")
	if header = strings.ToLower(strings.TrimSpace(header)); header == "" {
		return mimeJSON
	}
	return header
}
