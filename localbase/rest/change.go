package rest

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// countChanged returns the number of rows that a write affected, or nil if the client did not
// request a count.
func (req *request) countChanged(res result) *int64 {
	if req.prefer.Count == "exact" || req.prefer.Count == "estimated" {
		return &res.page
	}
	return nil
}

// handleChange executes POST, PATCH, PUT and DELETE of a relation.
func (h *Handler) handleChange(req *request, payload plan.Payload) (*response, error) {
	if err := req.negotiate(req.targetName()); err != nil {
		return nil, err
	}
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
	if req.media.Explain != nil {
		return req.newExplainResponse(res), nil
	}
	resp := &response{header: http.Header{}}
	if req.prefer.Return == "representation" {
		resp.body = res.body
		req.setContentHeaders(resp)
	}
	if method == http.MethodPost {
		req.finishInsert(resp, res)
	} else {
		req.finishChange(resp, res)
	}
	return resp, resp.applyResponseSettings(res)
}

// checkMaxAffected returns PGRST124 if a write affects more rows than max-affected allows,
// otherwise the result of checkSingular.
func (req *request) checkMaxAffected(res result) *pgrsterr.Error {
	if limit := req.prefer.MaxAffected; req.prefer.IsStrict() && limit != nil && res.page > *limit {
		return pgrsterr.MaxAffectedViolation(res.page)
	}
	return req.checkSingular(res)
}

// checkPutKey returns PGRST115 if a PUT did not write exactly one row: the key in the body differs
// from that in the URL.
func (req *request) checkPutKey(res result) *pgrsterr.Error {
	if res.page != 1 {
		return pgrsterr.PutKeyMismatch()
	}
	return nil
}

// finishInsert sets the status and headers of a response to POST.
func (req *request) finishInsert(resp *response, res result) {
	p := req.prefer
	relation, _ := req.catalog.Relation(req.targetName())
	if len(relation.PrimaryKey) == 0 && req.params.OnConflict == nil {
		p.Resolution = ""
	}
	p.MaxAffected = nil
	setPreferenceApplied(resp, p)
	resp.header.Set("Content-Range", formatContentRange(1, 0, req.countChanged(res)))
	if len(res.location) > 0 {
		resp.header.Set("Location", formatLocation(req.target, res.location))
	}
	resp.status = http.StatusCreated
	if req.prefer.Resolution == "merge-duplicates" && res.inserted != nil && *res.inserted <= 0 {
		resp.status = http.StatusOK
	}
}

// formatLocation formats the header Location: the path and query of the row that the filters select.
// Each filter is a column and a condition.
func formatLocation(relation string, filters [][2]string) string {
	var pairs []string
	for _, filter := range filters {
		pairs = append(pairs, encodeLocation(filter[0])+"="+encodeLocation(filter[1]))
	}
	return "/" + encodeLocation(relation) + "?" + strings.Join(pairs, "&")
}

// encodeLocation escapes all characters except the unreserved ones of RFC 3986, as PostgREST does.
func encodeLocation(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// finishChange sets the status and headers of a response to PATCH, PUT or DELETE.
func (req *request) finishChange(resp *response, res result) {
	p := req.prefer
	p.Resolution = ""
	switch req.httpRequest.Method {
	case http.MethodPatch:
		resp.header.Set("Content-Range", formatContentRange(0, res.page-1, req.countChanged(res)))
	case http.MethodDelete:
		p.Missing = ""
		resp.header.Set("Content-Range", formatContentRange(1, 0, req.countChanged(res)))
	case http.MethodPut:
		p.Missing, p.MaxAffected = "", nil
	}
	setPreferenceApplied(resp, p)
	switch {
	case req.prefer.Return != "representation":
		resp.status = http.StatusNoContent
	case req.httpRequest.Method == http.MethodPut && res.inserted != nil && *res.inserted > 0:
		resp.status = http.StatusCreated
	default:
		resp.status = http.StatusOK
	}
}
