package supa

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"
)

// callOnce calls a volatile function with an idempotency key.
func callOnce(t *testing.T, b *Backend, caller Caller) error {
	t.Helper()
	resp, err := b.CallFunction(t.Context(), caller, FunctionCall{
		Schema: "public", Function: "f", Body: []byte("{}"), IdempotencyKey: "key-1", SendsOnce: true,
	})
	if err == nil { // the connection is reused only after the body was read
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
	return err
}

// http.Transport would send a request with an Idempotency-Key again after a reused
// connection broke.
func TestVolatileFunctionIsSentOnceOverABrokenConnection(t *testing.T) {
	closes := false
	r := newRecordingBackend(t, func(w http.ResponseWriter, req *http.Request) {
		if closes {
			panic(http.ErrAbortHandler)
		}
		respondWithJSON(200, "1")(w, req)
	})
	b := r.newBackend(t, Config{})
	if err := callOnce(t, b, Caller{}); err != nil {
		t.Fatal(err)
	}
	closes = true
	if err := callOnce(t, b, Caller{}); !errors.Is(err, ErrOutcomeUnknown) {
		t.Errorf("error %v, want ErrOutcomeUnknown", err)
	}
	if got := r.requestCount(); got != 2 {
		t.Errorf("%d requests, want 2", got)
	}
	if got := r.lastRequest(t).Header.Get("Idempotency-Key"); got != "key-1" {
		t.Errorf("Idempotency-Key %q", got)
	}
}

func TestOutcomesOfVolatileFunctions(t *testing.T) {
	for name, test := range map[string]struct {
		respond http.HandlerFunc
		want    error // nil: the function certainly failed
	}{
		"raised":              {respondWithJSON(400, `{"code":"P0001","message":"no"}`), nil},
		"a statement timeout": {respondWithJSON(500, `{"code":"57014","message":"canceling statement"}`), nil},
		"no database":         {respondWithJSON(503, `{"code":"PGRST000","message":"no connection"}`), nil},
		"no permission":       {respondWithJSON(403, `{"code":"42501","message":"permission denied"}`), nil},
		"a broken database":   {respondWithJSON(503, `{"code":"PGRST001","message":"client error"}`), ErrOutcomeUnknown},
		"a stopped database":  {respondWithJSON(503, `{"code":"57P01","message":"terminating connection"}`), ErrOutcomeUnknown},
		"a lost connection":   {respondWithJSON(503, `{"code":"08006","message":"connection failure"}`), ErrOutcomeUnknown},
		"a page of a gateway": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<h1>Bad gateway</h1>", http.StatusBadGateway)
		}, ErrOutcomeUnknown},
		"a page instead of JSON": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, ErrOutcomeUnknown},
		"a redirect": {func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, "/elsewhere", http.StatusTemporaryRedirect)
		}, ErrOutcomeUnknown},
		"no response in time":      {func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }, ErrOutcomeUnknown},
		"a rejected token":         {respondWithJSON(401, `{"code":"PGRST303","message":"JWT expired"}`), ErrNotRun},
		"a token of the future":    {respondWithJSON(401, `{"code":"PGRST303","message":"JWT issued at future"}`), nil},
		"a raised token error":     {respondWithJSON(400, `{"code":"PGRST303","message":"raised"}`), nil},
		"a project that is paused": {respondWithJSON(540, ``), nil},
	} {
		t.Run(name, func(t *testing.T) {
			renewals := 0
			caller := Caller{Token: "old", RenewToken: func(context.Context, string) (string, error) { renewals++; return "new", nil }}
			r := newRecordingBackend(t, test.respond)
			err := callOnce(t, r.newBackend(t, Config{Timeout: 200 * time.Millisecond}), caller)
			if err == nil || test.want != nil && !errors.Is(err, test.want) ||
				test.want == nil && (errors.Is(err, ErrNotRun) || errors.Is(err, ErrOutcomeUnknown)) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if got := r.requestCount(); got != 1 {
				t.Errorf("%d requests, want 1", got)
			}
			if (renewals > 0) != (errors.Is(test.want, ErrNotRun)) {
				t.Errorf("%d renewals of the token", renewals)
			}
		})
	}
}

func TestFunctionIsCertainlyNotRunWithoutAConnection(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, "1"))
	b := r.newBackend(t, Config{})
	r.Close()
	if err := callOnce(t, b, Caller{}); !errors.Is(err, ErrUnreachable) || errors.Is(err, ErrOutcomeUnknown) {
		t.Errorf("error %v, want ErrUnreachable only", err)
	}
}
