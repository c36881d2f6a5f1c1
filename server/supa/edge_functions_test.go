package supa

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"time"
)

// The functions service sends its code in Sb-Error-Code, not always with X-Relay-Error.
func TestErrorsOfTheFunctionsService(t *testing.T) {
	const restricted = `{"message":"Service for this project is restricted due to the following violations: exceed_egress_quota."}`
	for _, test := range []struct {
		name   string
		status int
		code   string
		body   string
		want   []error // none: the response of the function
	}{
		{"not deployed", 404, "NOT_FOUND", `{"code":"NOT_FOUND","message":"Requested function was not found"}`, []error{ErrFunctionNotFound}},
		{"a lost bundle", 404, "NOT_FOUND_FUNCTION_BLOB", `{}`, []error{ErrFunctionNotFound}},
		{"does not start", 503, "BOOT_ERROR", `{}`, []error{ErrNotRun}},
		{"not loaded", 500, "LOAD_FUNCTION_METADATA_ERROR", `{}`, []error{ErrNotRun}},
		{"functions that call each other", 429, "RATE_LIMIT_EXCEEDED", `{}`, []error{ErrNotRun}},
		{"a rejected token", 401, "UNAUTHORIZED_ASYMMETRIC_JWT", `{}`, []error{ErrNotRun}},
		{"too slow", 504, "IDLE_TIMEOUT", `{}`, []error{ErrOutcomeUnknown, ErrTimeout}},
		{"too large", 546, "WORKER_RESOURCE_LIMIT", `{}`, []error{ErrOutcomeUnknown}},
		{"exits", 500, "WORKER_ERROR", `{}`, []error{ErrOutcomeUnknown}},
		{"a paused project", 540, "", "Project paused", []error{ErrNotRun}},
		{"a restricted project", 402, "", restricted, []error{ErrNotRun}},
		{"a disabled key", 401, "", `{"message":"Legacy API keys are disabled"}`, []error{ErrNotRun}},
		{"the function rejects the user", 401, "", `{"message":"Not for you"}`, nil},
		{"the function fails", 500, "EDGE_FUNCTION_ERROR", "sorry", nil},
		{"the function has its own code", 404, "no_such_order", "sorry", nil},
		{"the function wants money", 402, "", "pay first", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newRecordingBackend(t, func(w http.ResponseWriter, _ *http.Request) {
				if test.code != "" {
					w.Header().Set("Sb-Error-Code", test.code)
				}
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			}).newBackend(t, Config{})
			resp, err := backend.InvokeFunction(t.Context(), Caller{}, EdgeCall{Name: "f", Method: "POST", Timeout: 10 * time.Second})
			for _, want := range test.want {
				if !errors.Is(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
			}
			if test.want != nil {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.Status != test.status || string(body) != test.body {
				t.Errorf("got %d %q, %v", resp.Status, body, err)
			}
			if err := resp.Body.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
