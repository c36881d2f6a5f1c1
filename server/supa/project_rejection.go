package supa

import (
	"cmp"
	"net/http"
	"strings"
)

// Codes for a hosted project that rejects all requests to all of its services, with the status 503.
const (
	CodeProjectPaused = "project_paused"
	// CodeProjectRestricted means that the project has exceeded a quota of its plan, or that its owner has unpaid bills.
	CodeProjectRestricted = "project_restricted"
)

// statusProjectPaused is a status that only Supabase's gateway uses.
const statusProjectPaused = 540

// restrictedText is part of the gateway's text for a restricted project: "Service for this project is restricted due to the
// following violations: exceed_egress_quota. ..." The status is 402, which functions can return too.
const restrictedText = "project is restricted"

// parseProjectRejection returns the error for a response with which the gateway of a hosted project rejects all requests; nil
// for other responses.
// Source: https://supabase.com/docs/guides/platform/http-status-codes
func parseProjectRejection(area Area, status int, body []byte) *Error {
	rejection := &Error{Area: area, Status: http.StatusServiceUnavailable}
	switch {
	case status == statusProjectPaused:
		rejection.Code, rejection.Message = CodeProjectPaused, "The Supabase project is paused."
	case status == http.StatusPaymentRequired && strings.Contains(string(body), restrictedText):
		rejection.Code = CodeProjectRestricted
		rejection.Message = "The Supabase project is restricted: it has exceeded its quota, or has unpaid bills."
		rejection.Details = cmp.Or(gatewayMessage(body), strings.TrimSpace(string(body)))
	default:
		return nil
	}
	return rejection
}
