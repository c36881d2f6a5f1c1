package localbase

import (
	"net"
	"net/http"
	"strings"
)

// mailboxHandler serves the mails of localbase without a sign-in, as `supabase start` does.
// A reader of the mails can sign in as any user, so scripts must not be able to read them:
//   - It has its own port and therefore its own origin. Scripts in stored files or in responses
//     of edge functions run on the gateway's origin.
//   - It sends no CORS headers.
//   - It rejects hosts that are not loopback addresses, as protection against DNS rebinding.
func mailboxHandler(mailbox http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, "the mailbox is only available on this machine", http.StatusForbidden)
			return
		}
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		w.Header().Set("X-Frame-Options", "DENY")
		mailbox.ServeHTTP(w, r)
	})
}

// isLoopback reports whether a host, with or without a port, is localhost or a loopback address.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return host == "localhost" || net.ParseIP(strings.Trim(host, "[]")).IsLoopback()
}
