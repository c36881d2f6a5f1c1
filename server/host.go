package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v5"
)

// requireOwnHost rejects a request for a foreign host while the server listens on
// loopback only. A site whose name resolves to 127.0.0.1 (DNS rebinding) is of the
// same origin as this server to the browser; only the Host header reveals it.
func (s *Server) requireOwnHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		if s.loopbackOnly && !s.isOwnHost(c.Request()) {
			return &Error{
				Code: CodeUnknownHost, Message: "Tableside isn’t available at this address.",
				Hint: "Open http://localhost, or set TABLESIDE_PUBLIC_URL to the address that users open.",
			}
		}
		return next(c)
	}
}

// isOwnHost reports whether a request's Host is this machine or the public URL, with any
// port. A request without Host does not come from a browser.
func (s *Server) isOwnHost(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && address.Unmap().IsLoopback() {
		return true
	}
	return host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost") ||
		s.publicURL != nil && strings.EqualFold(host, s.publicURL.Hostname())
}

// isLoopback reports whether an address accepts connections from this machine only.
func isLoopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
