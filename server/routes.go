package server

import (
	"net/http"

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
	e.Any("/api/*", notFound)
	e.GET("/*", s.serveApp)
}

func notFound(*echo.Context) error {
	return &Error{Code: CodeNotFound, Message: "There is no such route, or not with this method.", Status: http.StatusNotFound}
}
