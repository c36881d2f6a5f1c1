package server

import (
	"net/http"

	"github.com/labstack/echo/v5"
)

// requireSameOrigin refuses changes that another site asks a browser for. A browser
// says where a request comes from: by Sec-Fetch-Site, or, an old one, by Origin.
// What says neither (curl) is no browser, and carries no one's cookie unasked.
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
			return &Error{Code: CodeCrossOrigin, Message: "Another site asked for this change. It was not made."}
		}
		return next(c)
	}
}
