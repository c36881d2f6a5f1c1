package supa

import (
	"cmp"
	"net/http"
	"regexp"
	"strings"
)

// Codes for a project that rejects all requests to all of its services, with the status 503.
const (
	CodeProjectPaused = "project_paused"
	// CodeProjectRestricted means that the project has exceeded a quota of its plan, or that its owner has unpaid bills.
	CodeProjectRestricted = "project_restricted"
	// CodeKeyRejected means that the gateway does not accept the server's API key, for example because the legacy keys of
	// the project are disabled.
	CodeKeyRejected = "api_key_rejected"
)

// statusProjectPaused is a status that only Supabase's gateway uses.
const statusProjectPaused = 540

// restrictedText is part of the gateway's text for a restricted project: "Service for this project is restricted due to the
// following violations: exceed_egress_quota. ..." The status is 402, which functions can return too.
const restrictedText = "project is restricted"

// rejectedKeyPattern matches the texts with which the gateways of hosted and of self-hosted projects reject an API key, with the
// status 401. The services reject tokens with other texts.
var rejectedKeyPattern = regexp.MustCompile(`^(?:Invalid API key|Unregistered API key|Legacy API keys are disabled|` +
	`No API key found in request|Invalid authentication credentials)$`)

// parseProjectRejection returns the error for a response with which the gateway of a project rejects all requests; nil
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
	case status == http.StatusUnauthorized && rejectedKeyPattern.MatchString(gatewayMessage(body)):
		rejection.Code, rejection.Message = CodeKeyRejected, "The Supabase project doesn’t accept the API key of this server."
		rejection.Hint = "The owner of this workspace must set a current API key."
		rejection.Details = gatewayMessage(body)
	default:
		return nil
	}
	return rejection
}
