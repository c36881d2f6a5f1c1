package rest

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/mediatype"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// request is a parsed HTTP request, not yet planned.
type request struct {
	httpRequest *http.Request
	caller      caller.Caller
	*state
	schema     string
	hasProfile bool   // respond with Content-Profile: the client chose the schema, or several are exposed
	target     string // relation or function, decoded; "" is the root
	isRPC      bool
	params     *postgrestquery.Params
	prefer     postgrestquery.Preferences
	window     postgrestquery.Range // limit and offset of the root relation
	media      mediatype.Negotiated // set by negotiate

	memory        *bytebudget.Lease // memory of the body
	bodyLimit     int64             // maximum size of one body
	reservedBytes int64             // bytes of this body, in all its forms
}

// serve parses and executes a request.
func (h *Handler) serve(r *http.Request) (*response, error) {
	authenticated, err := h.authenticate(r)
	if err != nil {
		return nil, err
	}
	current, err := h.currentState(r.Context())
	if err != nil {
		return nil, err
	}
	memory := h.bodyBudget.NewLease()
	defer memory.Release()
	req := &request{httpRequest: r, caller: authenticated, state: current, memory: memory, bodyLimit: h.bodyBudget.Size()}
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
	if req.isRPC {
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

// parsePath finds the target (relation or function) and the schema of the request, and rejects
// unknown paths and methods.
func (req *request) parsePath() error {
	r := req.httpRequest
	path := strings.Trim(r.URL.EscapedPath(), "/")
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 2 && parts[0] == "rpc":
		req.isRPC = true
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
	if req.isRPC && slices.Contains([]string{http.MethodPatch, http.MethodPut, http.MethodDelete}, r.Method) {
		return pgrsterr.UnsupportedRPCMethod(r.Method)
	}
	if path == "" && !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method) {
		return pgrsterr.UnsupportedMethod(r.Method)
	}
	return req.chooseSchema()
}

// chooseSchema sets the schema from Accept-Profile or Content-Profile; the default is the first
// exposed schema.
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

// parse parses the query string and the headers.
func (h *Handler) parse(req *request) error {
	r := req.httpRequest
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	var err error
	if req.params, err = postgrestquery.Parse(r.URL.RawQuery, req.isRPC && reading); err != nil {
		return convertQueryError(err)
	}
	header := postgrestquery.UnboundedRange
	if r.Method == http.MethodGet { // RFC 9110, section 14.2: other methods ignore Range
		if header, err = postgrestquery.ParseRange(r.Header.Get("Range")); err != nil {
			return convertQueryError(err)
		}
	}
	if req.window, err = req.params.LimitRoot(header); err != nil {
		return convertQueryError(err)
	}
	req.prefer = postgrestquery.ParsePreferences(r.Header.Values("Prefer"))
	if !req.transactionEnd.allowsOverride {
		req.prefer.Tx = ""
	}
	if req.prefer.IsStrict() && len(req.prefer.Unknown) > 0 {
		return pgrsterr.InvalidPreferences(req.prefer.Unknown)
	}
	return nil
}

// negotiate sets the form of the response. name is the relation, or the function if it returns no
// rows of a relation. The error is PGRST107.
func (req *request) negotiate(name catalog.Name) error {
	var err error
	req.media, err = mediatype.Negotiate(req.httpRequest.Header.Values("Accept"), mediatype.Target{
		Catalog: req.catalog, Name: name, IsDefaultSelect: len(req.params.Select) == 0, AllowsExplain: req.allowsExplain,
	})
	if req.httpRequest.Method == http.MethodHead {
		req.media.Output.Format = plan.NoBody
	}
	return err
}

// newPlanRequest returns the input that all plans need.
func (req *request) newPlanRequest() plan.Request {
	return plan.Request{
		Catalog: req.catalog, Settings: req.settings, Target: req.targetName(),
		Params: req.params, Prefer: req.prefer, Output: req.media.Output,
	}
}

// readPayload reads and parses the body of a request to a relation.
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
	case mediatype.JSON:
		return parseJSONPayload(raw, columns)
	case mediatype.CSV:
		return req.parseCSVPayload(raw)
	case mediatype.Form:
		return parseFormPayload(raw)
	default:
		return plan.Payload{}, pgrsterr.InvalidBody("Content-Type not acceptable: " + contentType)
	}
}

// readBody reads the whole request body within the memory limits of this body and of all bodies.
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

// reserveMemory reserves more memory for another form of the body.
func (req *request) reserveMemory(bytes int) error {
	if req.reservedBytes += int64(bytes); req.reservedBytes > req.bodyLimit {
		return pgrsterr.BodyTooLarge(req.bodyLimit)
	}
	if req.memory.Acquire(bytes) != nil {
		return pgrsterr.InsufficientMemory()
	}
	return nil
}

// contentType returns the media type of the body, without parameters and in lower case. Default:
// application/json.
func (req *request) contentType() string {
	header, _, _ := strings.Cut(req.httpRequest.Header.Get("Content-Type"), ";")
	if header = strings.ToLower(strings.TrimSpace(header)); header == "" {
		return mediatype.JSON
	}
	return header
}

// decodePathSegment decodes a segment of the path. It returns a segment with an invalid escape
// unchanged; no relation has such a name.
func decodePathSegment(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}
