package server

import (
	"net/http"

	"github.com/labstack/echo/v5"
)

// requireSameOrigin rejects changes that another site sends through a user's browser. A
// browser sends the origin in Sec-Fetch-Site or, if it is old, in Origin. A request
// without both does not come from a browser, so it has no cookie of an unsuspecting
// user.
func (s *Server) requireSameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		r := c.Request()
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodOptions:
			return next(c)
		}
		site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
		allowed := true
		switch {
		case site != "":
			allowed = site == "same-origin" || site == "none"
		case origin != "":
			allowed = s.isOwnOrigin(origin, r)
		}
		if !allowed {
			return &Error{Code: CodeCrossOrigin, Message: "This change came from another site and was blocked."}
		}
		return next(c)
	}
}
