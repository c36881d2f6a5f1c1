package rest

import (
	"net/http"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/mediatype"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// handleCall executes the call of a function.
func (h *Handler) handleCall(req *request) (*response, error) {
	args, err := req.readArguments()
	if err != nil {
		return nil, err
	}
	function, err := plan.FindFunction(req.catalog, req.targetName(), args)
	if err != nil {
		return nil, err
	}
	rowsOf := function.Name
	if function.Returns.IsComposite {
		rowsOf = function.Returns.Type
	}
	if err := req.negotiate(rowsOf); err != nil {
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
	j := job{statement: statement, write: args.IsPost && function.Volatility == catalog.Volatile, settings: function.Settings}
	if limited || req.media.Output.Format == plan.Object {
		j.check = req.checkMaxAffected
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
	p := req.prefer
	setPreferenceApplied(resp, postgrestquery.Preferences{Count: p.Count, Tx: p.Tx, Handling: p.Handling, Timezone: p.Timezone, MaxAffected: p.MaxAffected})
	if function.Returns.IsVoid() {
		resp.status, resp.body = http.StatusNoContent, nil
	} else {
		req.setContentHeaders(resp)
	}
	return resp, resp.applyResponseSettings(res)
}

// readArguments returns the arguments of a function call: of the query string, or for POST of the
// body. The error is PGRST102 for an invalid body or an unknown media type.
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
	case mediatype.JSON:
		if len(raw) == 0 {
			raw = []byte("{}")
		}
		args.Body, err = parseJSONPayload(raw, req.params.Columns)
		args.Body.Raw = raw
	case mediatype.Form:
		args.Named, err = parseFormArgs(raw)
	case "text/plain", "text/xml", "application/octet-stream":
		args.Body.Raw = raw
	case mediatype.CSV:
		args.Body, err = req.parseCSVPayload(raw)
	default:
		err = pgrsterr.InvalidBody("Content-Type not acceptable: " + args.MediaType)
	}
	return args, err
}
