package rest

import (
	"fmt"
	"net/http"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// response is the response of a successful request.
type response struct {
	status int
	header http.Header
	body   []byte
}

// checkSingular returns PGRST116 if the client accepts only a single object and the result is not
// exactly one row.
func (req *request) checkSingular(res result) *pgrsterr.Error {
	if req.media.Output.Format == plan.Object && res.page != 1 {
		return pgrsterr.NotSingular(res.page)
	}
	return nil
}

// handleRead executes GET and HEAD of a relation.
func (h *Handler) handleRead(req *request) (*response, error) {
	if err := req.negotiate(req.targetName()); err != nil {
		return nil, err
	}
	statement, err := plan.Read(req.newPlanRequest())
	if err != nil {
		return nil, err
	}
	j := job{statement: statement}
	if req.media.Output.Format == plan.Object {
		j.check = req.checkSingular
	}
	res, err := h.run(req, j)
	if err != nil {
		return nil, err
	}
	if req.media.Explain != nil {
		return req.newExplainResponse(res), nil
	}
	resp, err := req.newRangeResponse(res)
	if err != nil {
		return nil, err
	}
	location := "/" + req.target
	if query := postgrestquery.CanonicalQuery(req.httpRequest.URL.RawQuery); query != "" {
		location += "?" + query
	}
	resp.header.Set("Content-Location", location)
	req.setContentHeaders(resp)
	p := req.prefer
	setPreferenceApplied(resp, postgrestquery.Preferences{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone})
	return resp, resp.applyResponseSettings(res)
}

// newRangeResponse starts the response to a read or a call: status, body and Content-Range. It
// returns PGRST103 if the offset is greater than the total.
func (req *request) newRangeResponse(res result) (*response, error) {
	lower := req.window.Offset
	upper := lower + res.page - 1
	resp := &response{status: http.StatusOK, header: http.Header{}, body: res.body}
	if res.total != nil {
		switch {
		case lower > *res.total:
			return nil, pgrsterr.OffsetOutOfRange(lower, *res.total)
		case res.page < *res.total:
			resp.status = http.StatusPartialContent
		}
	}
	resp.header.Set("Content-Range", formatContentRange(lower, upper, res.total))
	return resp, nil
}

// formatContentRange formats a Content-Range header: "0-9/100", with "*" for an empty range and for
// an unknown total.
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

// setContentHeaders sets Content-Type and Content-Profile.
func (req *request) setContentHeaders(resp *response) {
	resp.header.Set("Content-Type", req.media.ContentType)
	if req.hasProfile {
		resp.header.Set("Content-Profile", req.schema)
	}
}

// setPreferenceApplied sets Preference-Applied, if a preference was applied.
func setPreferenceApplied(resp *response, p postgrestquery.Preferences) {
	if text := p.FormatApplied(); text != "" {
		resp.header.Set("Preference-Applied", text)
	}
}

func (req *request) targetName() catalog.Name {
	return catalog.Name{Schema: req.schema, Name: req.target}
}

// handleOptions responds with the methods that the target allows.
func (req *request) handleOptions() (*response, error) {
	allow := "OPTIONS,GET,HEAD"
	switch {
	case req.isRPC:
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

// formatWriteMethods returns the methods that can change a relation, for the Allow header, each after a comma:
// ",POST,PATCH". PUT requires a primary key. It returns "" for a relation that is read-only.
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

// newExplainResponse returns the response with a query plan.
func (req *request) newExplainResponse(res result) *response {
	resp := &response{status: http.StatusOK, header: http.Header{}, body: res.body}
	req.setContentHeaders(resp)
	return resp
}
