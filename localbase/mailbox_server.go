package localbase

import (
	"net"
	"net/http"
	"strings"
)

// mailboxHandler serves the mails that localbase doesn't send, without a
// sign-in, as `supabase start` does. Whoever reads them can sign in as anyone, so
// it has a port, and therefore an origin, of its own: a script in a stored file
// or in the response of an edge function runs on the gateway's origin and can't
// read it. It sends no CORS headers, and refuses any Host that isn't this
// machine's, to which DNS rebinding would lead another site's script.
func mailboxHandler(mailbox http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, "the mailbox is read on this machine only", http.StatusForbidden)
			return
		}
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		w.Header().Set("X-Frame-Options", "DENY")
		mailbox.ServeHTTP(w, r)
	})
}

func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return host == "localhost" || net.ParseIP(strings.Trim(host, "[]")).IsLoopback()
}
