package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"
)

// routes is the whole API. HEAD is answered wherever GET is.
func (s *Server) routes(e *echo.Echo) {
	e.GET("/healthz", s.healthz)
	e.GET("/readyz", s.readyz)

	e.GET("/api/workspace", answer(s.getWorkspace))
	e.GET("/api/schema", s.getSchema)

	e.POST("/api/auth/sign-in", call(s.signIn))
	e.POST("/api/auth/sign-up", call(s.signUp))
	e.POST("/api/auth/sign-out", s.signOut)

	e.GET("/api/rows/:table", s.listRows)
	e.POST("/api/rows/:table", s.insertRows)
	e.PATCH("/api/rows/:table", s.updateRows)
	e.DELETE("/api/rows/:table", s.deleteRows)
	e.GET("/api/export/:table", s.exportRows)
	e.GET("/api/export/:schema/:table", s.exportRows)
	e.POST("/api/rpc/:function", s.callFunction)
	e.GET("/api/view-roles", answer(s.listViewRoles))

	e.GET("/api/buckets", answer(s.listBuckets))
	e.GET("/api/files/:bucket", s.listFiles)
	e.GET("/api/files/:bucket/*", s.downloadFile)
	e.PUT("/api/files/:bucket/*", s.uploadFile)
	e.DELETE("/api/files/:bucket/*", s.deleteFile)
	e.POST("/api/files/:bucket/move", call(s.moveFile))
	e.POST("/api/files/:bucket/copy", call(s.copyFile))
	e.POST("/api/files/:bucket/remove", call(s.removeFiles))
	e.POST("/api/files/:bucket/sign", call(s.signFile))

	e.Any("/api", notFound)
	e.Any("/api/*", s.noRoute)
	e.GET("/*", s.serveApp)
}

// methods are those that routes are made for.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// noRoute answers 405 with Allow for a path that has other methods (to OPTIONS
// 204, RFC 9110, 9.3.7), else 404. The router is asked for each: it alone knows
// which pattern a path belongs to.
func (s *Server) noRoute(c *echo.Context) error {
	var allowed []string
	for _, method := range methods {
		asked := c.Request().WithContext(c.Request().Context())
		asked.Method = method
		found := s.echo.NewContext(asked, nil)
		s.echo.Router().Route(found)
		// A route has a method of its own; those for any are for what is no route.
		if info := found.RouteInfo(); slices.Contains(methods, info.Method) {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		return notFound(c)
	}
	c.Response().Header().Set("Allow", strings.Join(append(allowed, http.MethodOptions), ", "))
	if c.Request().Method == http.MethodOptions {
		return c.NoContent(http.StatusNoContent)
	}
	return &Error{Code: CodeMethodNotAllowed, Message: "This route has no such method; the Allow header lists those that it has."}
}

func notFound(*echo.Context) error {
	return &Error{Code: CodeNotFound, Message: "There is no such route."}
}
