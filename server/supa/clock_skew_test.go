package supa

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
)

// rejectFirstRequests rejects the first requests with a token as PostgREST does whose clock is late, then responds with rows.
func rejectFirstRequests(rejections int32) http.HandlerFunc {
	var requests atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1) <= rejections {
			respondWithJSON(401, `{"code":"PGRST303","details":null,"hint":null,"message":"JWT issued at future"}`)(w, r)
			return
		}
		respondWithJSON(200, `[]`)(w, r)
	}
}

// The same token is accepted later; a renewed one would be even newer.
func TestATokenThatIsNotValidYet(t *testing.T) {
	renewals := 0
	user := Caller{Token: "token", RenewToken: func(context.Context, string) (string, error) {
		renewals++
		return "renewed", nil
	}}
	for name, caller := range map[string]Caller{"guest": {}, "user": user} {
		for _, method := range []string{"GET", "POST"} {
			r := newRecordingBackend(t, rejectFirstRequests(2))
			resp, err := r.newBackend(t, Config{}).RequestRows(t.Context(), caller, RowsRequest{
				Method: method, Schema: "public", Table: "t", Query: parseQuery(t, ""), Body: json.RawMessage(`[{"a":1}]`),
			})
			if err != nil {
				t.Errorf("%s, %s: %v", name, method, err)
				continue
			}
			_ = resp.Body.Close()
			if body := r.lastRequest(t).Body; method == "POST" && body != `[{"a":1}]` {
				t.Errorf("%s: the last request has the body %q", name, body)
			}
		}
	}
	if renewals > 0 {
		t.Errorf("%d renewals of the token", renewals)
	}
}

func TestATokenThatIsNotValidForLongerIsAnOutage(t *testing.T) {
	b := newRecordingBackend(t, rejectFirstRequests(100)).newBackend(t, Config{})
	_, err := b.RequestRows(t.Context(), Caller{Token: "token"}, RowsRequest{Method: "GET", Schema: "public", Table: "t", Query: parseQuery(t, "")})
	var rejection *Error
	if !errors.As(err, &rejection) || rejection.Code != CodeClockSkew || rejection.Status != 503 || !IsTransient(err) || rejection.IsTokenRejection() {
		t.Errorf("got %v", err)
	}
}
