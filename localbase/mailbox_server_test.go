package localbase

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestMailboxRejectsRemoteHosts(t *testing.T) {
	mailbox := mailboxHandler(http.HandlerFunc(echoRequest))
	for host, want := range map[string]int{
		"127.0.0.1:54324":       http.StatusOK,
		"localhost:54324":       http.StatusOK,
		"[::1]:54324":           http.StatusOK,
		"localhost":             http.StatusOK,
		"rebound.example:54324": http.StatusForbidden,
		"127.0.0.1.example":     http.StatusForbidden,
		"":                      http.StatusForbidden,
	} {
		r := httptest.NewRequest(http.MethodGet, "/api/mails", nil)
		r.Host = host
		r.Header.Set("Origin", "http://127.0.0.1:54321")
		w := httptest.NewRecorder()
		mailbox.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("host %q: %d, want %d", host, w.Code, want)
		}
		if cors := w.Header().Get("Access-Control-Allow-Origin"); cors != "" {
			t.Errorf("host %q: scripts of %s can read the mails", host, cors)
		}
	}
}
