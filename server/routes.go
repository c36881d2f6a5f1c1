package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"
)

// addRoutes is the whole API. HEAD is answered wherever GET is.
func (s *Server) addRoutes(e *echo.Echo) {
	e.GET("/healthz", s.healthz)
	e.GET("/readyz", s.readyz)

	e.GET("/api/workspace", adaptHandler(s.getWorkspace))
	e.GET("/api/schema", s.getSchema)

	e.POST("/api/auth/sign-in", adaptJSONHandler(s.signIn))
	e.POST("/api/auth/sign-up", adaptJSONHandler(s.signUp))
	e.POST("/api/auth/sign-out", s.signOut)

	e.GET("/api/rows/:table", s.listRows)
	e.POST("/api/rows/:table", s.insertRows)
	e.PATCH("/api/rows/:table", s.updateRows)
	e.DELETE("/api/rows/:table", s.deleteRows)
	e.GET("/api/export/:table", s.exportRows)
	e.GET("/api/export/:schema/:table", s.exportRows)
	e.POST("/api/rpc/:function", s.callFunction)
	e.GET("/api/view-roles", adaptHandler(s.listViewRoles))

	e.GET("/api/buckets", adaptHandler(s.listBuckets))
	e.GET("/api/files/:bucket", s.listFiles)
	e.GET("/api/files/:bucket/*", s.downloadFile)
	e.PUT("/api/files/:bucket/*", s.uploadFile)
	e.DELETE("/api/files/:bucket/*", s.deleteFile)
	e.POST("/api/files/:bucket/move", adaptJSONHandler(s.moveFile))
	e.POST("/api/files/:bucket/copy", adaptJSONHandler(s.copyFile))
	e.POST("/api/files/:bucket/remove", adaptJSONHandler(s.removeFiles))
	e.POST("/api/files/:bucket/sign", adaptJSONHandler(s.signFile))

	e.Any("/api", rejectUnknownRoute)
	e.Any("/api/*", s.rejectUnmatchedRoute)
	e.GET("/*", s.serveApp)
}

// routeMethods are those that routes are made for.
var routeMethods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// rejectUnmatchedRoute answers 405 with Allow for a path that has other methods (to OPTIONS
// 204, RFC 9110, 9.3.7), else 404. The router is asked for each: it alone knows
// which pattern a path belongs to.
func (s *Server) rejectUnmatchedRoute(c *echo.Context) error {
	var allowed []string
	for _, method := range routeMethods {
		asked := c.Request().WithContext(c.Request().Context())
		asked.Method = method
		found := s.echo.NewContext(asked, nil)
		s.echo.Router().Route(found)
		// A route has a method of its own; those for any are for what is no route.
		if info := found.RouteInfo(); slices.Contains(routeMethods, info.Method) {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		return rejectUnknownRoute(c)
	}
	c.Response().Header().Set("Allow", strings.Join(append(allowed, http.MethodOptions), ", "))
	if c.Request().Method == http.MethodOptions {
		return c.NoContent(http.StatusNoContent)
	}
	return &Error{Code: CodeMethodNotAllowed, Message: "This route has no such method; the Allow header lists those that it has."}
}

func rejectUnknownRoute(*echo.Context) error {
	return &Error{Code: CodeNotFound, Message: "There is no such route."}
}
