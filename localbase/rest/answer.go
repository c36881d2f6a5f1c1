package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/fault"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// answer is a response that is no error.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// singular objects when a single object was asked for and isn't what there is.
func (req *request) singular(res result) *fault.Error {
	if req.media.output.Format == plan.Object && res.page != 1 {
		return fault.NotSingular(res.page)
	}
	return nil
}

// read answers GET and HEAD of a relation.
func (h *Handler) read(req *request) (*answer, error) {
	statement, err := plan.Read(req.plan())
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{statement: statement, check: req.singular})
	if err != nil {
		return nil, err
	}
	a, err := req.windowed(res)
	if err != nil {
		return nil, err
	}
	location := "/" + req.target
	if req.params.Canonical != "" {
		location += "?" + req.params.Canonical
	}
	a.header.Set("Content-Location", location)
	req.contentHeaders(a)
	p := req.prefer
	applied(a, postgrestquery.Prefer{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone})
	return a, a.override(res)
}

// windowed begins the answer to a request for rows: which of how many they are.
func (req *request) windowed(res result) (*answer, error) {
	lower := req.window.Offset
	upper := lower + res.page - 1
	a := &answer{status: http.StatusOK, header: http.Header{}, body: res.body}
	if res.total != nil {
		switch {
		case lower > *res.total:
			return nil, fault.OffsetBeyond(lower, *res.total)
		case res.page < *res.total:
			a.status = http.StatusPartialContent
		}
	}
	a.header.Set("Content-Range", contentRangeText(lower, upper, res.total))
	return a, nil
}

// contentRangeText is the value of Content-Range.
func contentRangeText(lower, upper int64, total *int64) string {
	window, all := "*", "*"
	if total != nil {
		all = fmt.Sprint(*total)
	}
	if lower <= upper && all != "0" {
		window = fmt.Sprintf("%d-%d", lower, upper)
	}
	return window + "/" + all
}

// contentHeaders says what the body is.
func (req *request) contentHeaders(a *answer) {
	a.header.Set("Content-Type", req.media.contentType+"; charset=utf-8")
	if req.negotiated {
		a.header.Set("Content-Profile", req.schema)
	}
}

func applied(a *answer, p postgrestquery.Prefer) {
	if text := p.Applied(); text != "" {
		a.header.Set("Preference-Applied", text)
	}
}

// changedTotal is the count of a write: all rows that it touched, if asked for.
func (req *request) changedTotal(res result) *int64 {
	if req.prefer.Count == "exact" || req.prefer.Count == "estimated" {
		return &res.page
	}
	return nil
}

// change answers POST, PATCH, PUT and DELETE of a relation.
func (h *Handler) change(req *request, payload plan.Payload) (*answer, error) {
	r := req.plan()
	if req.prefer.Return != "representation" {
		r.Output.Format = plan.None
	}
	var statement *plan.Statement
	var err error
	check := req.singular
	method := req.http.Method
	switch method {
	case http.MethodPost:
		statement, err = plan.Insert(r, payload)
	case http.MethodPatch:
		statement, err = plan.Update(r, payload)
		check = req.withinMaximum
	case http.MethodDelete:
		statement, err = plan.Delete(r)
		check = req.withinMaximum
	case http.MethodPut:
		if req.window.Limit != nil || req.window.Offset > 0 {
			return nil, fault.PutLimit()
		}
		statement, err = plan.Upsert(r, payload)
		check = req.matchingKey
	}
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{statement: statement, write: true, check: check})
	if err != nil {
		return nil, err
	}
	a := &answer{header: http.Header{}}
	if req.prefer.Return == "representation" {
		a.body = res.body
		req.contentHeaders(a)
	}
	if method == http.MethodPost {
		req.created(a, res)
	} else {
		req.changed(a, res)
	}
	return a, a.override(res)
}

// withinMaximum objects to a change of more rows than the client allows.
func (req *request) withinMaximum(res result) *fault.Error {
	if limit := req.prefer.MaxAffected; req.prefer.Strict() && limit != nil && res.page > *limit {
		return fault.MaxAffected(res.page)
	}
	return req.singular(res)
}

// matchingKey objects to a PUT whose body has another key than its URL.
func (req *request) matchingKey(res result) *fault.Error {
	if res.page != 1 {
		return fault.PutMismatch()
	}
	return nil
}

// created finishes the answer to a POST.
func (req *request) created(a *answer, res result) {
	p := req.prefer
	relation, _ := req.catalog.Relation(req.name())
	if len(relation.PrimaryKey) == 0 && req.params.OnConflict == nil {
		p.Resolution = ""
	}
	p.MaxAffected = nil
	applied(a, p)
	a.header.Set("Content-Range", contentRangeText(1, 0, req.changedTotal(res)))
	if res.location != "" {
		a.header.Set("Location", "/"+req.target+"?"+locationQuery(res.location))
	}
	a.status = http.StatusCreated
	if req.prefer.Resolution == "merge-duplicates" && res.inserted != nil && *res.inserted <= 0 {
		a.status = http.StatusOK
	}
}

// locationQuery encodes the values of "a=eq.1&b=eq.x y".
func locationQuery(pairs string) string {
	encode := strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "+", "%2B")
	return encode.Replace(pairs)
}

// changed finishes the answer to a PATCH, PUT or DELETE.
func (req *request) changed(a *answer, res result) {
	p := req.prefer
	p.Resolution = ""
	switch req.http.Method {
	case http.MethodPatch:
		a.header.Set("Content-Range", contentRangeText(0, res.page-1, req.changedTotal(res)))
	case http.MethodDelete:
		p.Missing = ""
		a.header.Set("Content-Range", contentRangeText(1, 0, req.changedTotal(res)))
	case http.MethodPut:
		p.Missing, p.MaxAffected = "", nil
	}
	applied(a, p)
	switch {
	case req.prefer.Return != "representation":
		a.status = http.StatusNoContent
	case req.http.Method == http.MethodPut && res.inserted != nil && *res.inserted > 0:
		a.status = http.StatusCreated
	default:
		a.status = http.StatusOK
	}
}

func (req *request) name() catalog.Name { return catalog.Name{Schema: req.schema, Name: req.target} }

// call answers the call of a function.
func (h *Handler) call(req *request) (*answer, error) {
	args, err := req.arguments()
	if err != nil {
		return nil, err
	}
	function, err := plan.Find(req.catalog, req.name(), args)
	if err != nil {
		return nil, err
	}
	limited := req.prefer.Strict() && req.prefer.MaxAffected != nil
	if limited && !function.Returns.Set {
		return nil, fault.MaxAffectedRPC()
	}
	statement, err := plan.Call(req.plan(), function, args)
	if err != nil {
		return nil, err
	}
	res, err := h.run(req, job{
		statement: statement, write: args.Post && function.Volatility == catalog.Volatile,
		settings: function.Settings, check: req.withinMaximum,
	})
	if err != nil {
		return nil, err
	}
	a, err := req.windowed(res)
	if err != nil {
		return nil, err
	}
	p := req.prefer
	applied(a, postgrestquery.Prefer{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone, MaxAffected: p.MaxAffected})
	if function.Returns.Void() {
		a.status, a.body = http.StatusNoContent, nil
	} else {
		req.contentHeaders(a)
	}
	return a, a.override(res)
}

// arguments reads those of a call.
func (req *request) arguments() (plan.Arguments, error) {
	if req.http.Method != http.MethodPost {
		named := req.params.Args
		if named == nil {
			named = []postgrestquery.Arg{}
		}
		return plan.Arguments{Named: named}, nil
	}
	args := plan.Arguments{Post: true, MediaType: req.contentType()}
	raw, err := req.body()
	if err != nil {
		return args, err
	}
	switch args.MediaType {
	case mimeJSON:
		if len(raw) == 0 {
			raw = []byte("{}")
		}
		args.Body, err = jsonPayload(raw, req.params.Columns)
		args.Body.Raw = raw
	case mimeForm:
		args.Named, err = formArgs(raw)
	case "text/plain", "text/xml", "application/octet-stream":
		args.Body.Raw = raw
	case mimeCSV:
		args.Body, err = req.csvPayload(raw)
	default:
		err = fault.Body("Content-Type not acceptable: " + args.MediaType)
	}
	return args, err
}

// options answers OPTIONS with the methods that the target takes.
func (req *request) options() (*answer, error) {
	allow := "OPTIONS,GET,HEAD"
	switch {
	case req.rpc:
		functions := req.catalog.Functions(req.name())
		if len(functions) == 0 {
			_, err := plan.Find(req.catalog, req.name(), plan.Arguments{})
			return nil, err
		}
		if functions[0].Volatility == catalog.Volatile {
			allow = "OPTIONS,POST"
		} else {
			allow += ",POST"
		}
	case req.target != "":
		relation, ok := req.catalog.Relation(req.name())
		if !ok {
			return nil, fault.Table(req.schema, req.target, req.catalog.SimilarRelation(req.name()))
		}
		allow += writeMethods(relation)
	}
	return &answer{status: http.StatusOK, header: http.Header{"Allow": {allow}, "Access-Control-Allow-Origin": {"*"}}}, nil
}

func writeMethods(r *catalog.Relation) string {
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
