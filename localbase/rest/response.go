package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// response is a response that is no error.
type response struct {
	status int
	header http.Header
	body   []byte
}

// checkSingular objects when a single object was asked for and isn't what there is.
func (req *request) checkSingular(res result) *pgrsterr.Error {
	if req.media.output.Format == plan.Object && res.page != 1 {
		return pgrsterr.NotSingular(res.page)
	}
	return nil
}

// handleRead answers GET and HEAD of a relation.
func (h *Handler) handleRead(req *request) (*response, error) {
	statement, err := plan.Read(req.newPlanRequest())
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{statement: statement, check: req.checkSingular})
	if err != nil {
		return nil, err
	}
	a, err := req.newRangeResponse(res)
	if err != nil {
		return nil, err
	}
	location := "/" + req.target
	if req.params.Canonical != "" {
		location += "?" + req.params.Canonical
	}
	a.header.Set("Content-Location", location)
	req.setContentHeaders(a)
	p := req.prefer
	setPreferenceApplied(a, postgrestquery.Preferences{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone})
	return a, a.applyResponseSettings(res)
}

// newRangeResponse begins the answer to a request for rows: which of how many they are.
func (req *request) newRangeResponse(res result) (*response, error) {
	lower := req.window.Offset
	upper := lower + res.page - 1
	a := &response{status: http.StatusOK, header: http.Header{}, body: res.body}
	if res.total != nil {
		switch {
		case lower > *res.total:
			return nil, pgrsterr.OffsetOutOfRange(lower, *res.total)
		case res.page < *res.total:
			a.status = http.StatusPartialContent
		}
	}
	a.header.Set("Content-Range", formatContentRange(lower, upper, res.total))
	return a, nil
}

// formatContentRange is the value of Content-Range.
func formatContentRange(lower, upper int64, total *int64) string {
	window, all := "*", "*"
	if total != nil {
		all = fmt.Sprint(*total)
	}
	if lower <= upper && all != "0" {
		window = fmt.Sprintf("%d-%d", lower, upper)
	}
	return window + "/" + all
}

// setContentHeaders says what the body is.
func (req *request) setContentHeaders(a *response) {
	a.header.Set("Content-Type", req.media.contentType+"; charset=utf-8")
	if req.hasProfile {
		a.header.Set("Content-Profile", req.schema)
	}
}

func setPreferenceApplied(a *response, p postgrestquery.Preferences) {
	if text := p.FormatApplied(); text != "" {
		a.header.Set("Preference-Applied", text)
	}
}

// countChanged is the count of a write: all rows that it touched, if asked for.
func (req *request) countChanged(res result) *int64 {
	if req.prefer.Count == "exact" || req.prefer.Count == "estimated" {
		return &res.page
	}
	return nil
}

// handleChange answers POST, PATCH, PUT and DELETE of a relation.
func (h *Handler) handleChange(req *request, payload plan.Payload) (*response, error) {
	r := req.newPlanRequest()
	if req.prefer.Return != "representation" {
		r.Output.Format = plan.NoBody
	}
	var statement *plan.Statement
	var err error
	check := req.checkSingular
	method := req.httpRequest.Method
	switch method {
	case http.MethodPost:
		statement, err = plan.Insert(r, payload)
	case http.MethodPatch:
		statement, err = plan.Update(r, payload)
		check = req.checkMaxAffected
	case http.MethodDelete:
		statement, err = plan.Delete(r)
		check = req.checkMaxAffected
	case http.MethodPut:
		if req.window.Limit != nil || req.window.Offset > 0 {
			return nil, pgrsterr.PutLimitNotAllowed()
		}
		statement, err = plan.Upsert(r, payload)
		check = req.checkPutKey
	}
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{statement: statement, write: true, check: check})
	if err != nil {
		return nil, err
	}
	a := &response{header: http.Header{}}
	if req.prefer.Return == "representation" {
		a.body = res.body
		req.setContentHeaders(a)
	}
	if method == http.MethodPost {
		req.finishInsert(a, res)
	} else {
		req.finishChange(a, res)
	}
	return a, a.applyResponseSettings(res)
}

// checkMaxAffected objects to a change of more rows than the client allows.
func (req *request) checkMaxAffected(res result) *pgrsterr.Error {
	if limit := req.prefer.MaxAffected; req.prefer.IsStrict() && limit != nil && res.page > *limit {
		return pgrsterr.MaxAffectedViolation(res.page)
	}
	return req.checkSingular(res)
}

// checkPutKey objects to a PUT whose body has another key than its URL.
func (req *request) checkPutKey(res result) *pgrsterr.Error {
	if res.page != 1 {
		return pgrsterr.PutKeyMismatch()
	}
	return nil
}

// finishInsert finishes the answer to a POST.
func (req *request) finishInsert(a *response, res result) {
	p := req.prefer
	relation, _ := req.catalog.Relation(req.targetName())
	if len(relation.PrimaryKey) == 0 && req.params.OnConflict == nil {
		p.Resolution = ""
	}
	p.MaxAffected = nil
	setPreferenceApplied(a, p)
	a.header.Set("Content-Range", formatContentRange(1, 0, req.countChanged(res)))
	if res.location != "" {
		a.header.Set("Location", "/"+req.target+"?"+encodeLocationQuery(res.location))
	}
	a.status = http.StatusCreated
	if req.prefer.Resolution == "merge-duplicates" && res.inserted != nil && *res.inserted <= 0 {
		a.status = http.StatusOK
	}
}

// encodeLocationQuery encodes the values of "a=eq.1&b=eq.x y".
func encodeLocationQuery(pairs string) string {
	encode := strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "+", "%2B")
	return encode.Replace(pairs)
}

// finishChange finishes the answer to a PATCH, PUT or DELETE.
func (req *request) finishChange(a *response, res result) {
	p := req.prefer
	p.Resolution = ""
	switch req.httpRequest.Method {
	case http.MethodPatch:
		a.header.Set("Content-Range", formatContentRange(0, res.page-1, req.countChanged(res)))
	case http.MethodDelete:
		p.Missing = ""
		a.header.Set("Content-Range", formatContentRange(1, 0, req.countChanged(res)))
	case http.MethodPut:
		p.Missing, p.MaxAffected = "", nil
	}
	setPreferenceApplied(a, p)
	switch {
	case req.prefer.Return != "representation":
		a.status = http.StatusNoContent
	case req.httpRequest.Method == http.MethodPut && res.inserted != nil && *res.inserted > 0:
		a.status = http.StatusCreated
	default:
		a.status = http.StatusOK
	}
}

func (req *request) targetName() catalog.Name {
	return catalog.Name{Schema: req.schema, Name: req.target}
}

// handleCall answers the call of a function.
func (h *Handler) handleCall(req *request) (*response, error) {
	args, err := req.readArguments()
	if err != nil {
		return nil, err
	}
	function, err := plan.FindFunction(req.catalog, req.targetName(), args)
	if err != nil {
		return nil, err
	}
	limited := req.prefer.IsStrict() && req.prefer.MaxAffected != nil
	if limited && !function.Returns.IsSetReturning {
		return nil, pgrsterr.MaxAffectedRPCViolation()
	}
	statement, err := plan.Call(req.newPlanRequest(), function, args)
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{
		statement: statement, write: args.IsPost && function.Volatility == catalog.Volatile,
		settings: function.Settings, check: req.checkMaxAffected,
	})
	if err != nil {
		return nil, err
	}
	a, err := req.newRangeResponse(res)
	if err != nil {
		return nil, err
	}
	p := req.prefer
	setPreferenceApplied(a, postgrestquery.Preferences{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone, MaxAffected: p.MaxAffected})
	if function.Returns.IsVoid() {
		a.status, a.body = http.StatusNoContent, nil
	} else {
		req.setContentHeaders(a)
	}
	return a, a.applyResponseSettings(res)
}

// readArguments reads those of a call.
func (req *request) readArguments() (plan.Arguments, error) {
	if req.httpRequest.Method != http.MethodPost {
		named := req.params.Args
		if named == nil {
			named = []postgrestquery.Arg{}
		}
		return plan.Arguments{Named: named}, nil
	}
	args := plan.Arguments{IsPost: true, MediaType: req.contentType()}
	raw, err := req.readBody()
	if err != nil {
		return args, err
	}
	switch args.MediaType {
	case mimeJSON:
		if len(raw) == 0 {
			raw = []byte("{}")
		}
		args.Body, err = parseJSONPayload(raw, req.params.Columns)
		args.Body.Raw = raw
	case mimeForm:
		args.Named, err = parseFormArgs(raw)
	case "text/plain", "text/xml", "application/octet-stream":
		args.Body.Raw = raw
	case mimeCSV:
		args.Body, err = req.parseCSVPayload(raw)
	default:
		err = pgrsterr.InvalidBody("Content-Type not acceptable: " + args.MediaType)
	}
	return args, err
}

// handleOptions answers OPTIONS with the methods that the target takes.
func (req *request) handleOptions() (*response, error) {
	allow := "OPTIONS,GET,HEAD"
	switch {
	case req.rpc:
		functions := req.catalog.Functions(req.targetName())
		if len(functions) == 0 {
			_, err := plan.FindFunction(req.catalog, req.targetName(), plan.Arguments{})
			return nil, err
		}
		if functions[0].Volatility == catalog.Volatile {
			allow = "OPTIONS,POST"
		} else {
			allow += ",POST"
		}
	case req.target != "":
		relation, ok := req.catalog.Relation(req.targetName())
		if !ok {
			return nil, pgrsterr.TableNotFound(req.schema, req.target, req.catalog.FindSimilarRelation(req.targetName()))
		}
		allow += formatWriteMethods(relation)
	}
	return &response{status: http.StatusOK, header: http.Header{"Allow": {allow}, "Access-Control-Allow-Origin": {"*"}}}, nil
}

func formatWriteMethods(r *catalog.Relation) string {
	methods := ""
	if r.Insertable {
		methods += ",POST"
	}
	if r.Insertable && r.Updatable && len(r.PrimaryKey) > 0 {
		methods += ",PUT"
	}
	if r.Updatable {
		methods += ",PATCH"
	}
	if r.Deletable {
		methods += ",DELETE"
	}
	return methods
}
