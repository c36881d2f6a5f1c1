package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"
)

// addRoutes adds all routes. Each GET route also handles HEAD. It is long because it is the list of the whole API.
func (s *Server) addRoutes(e *echo.Echo) {
	e.GET("/healthz", s.healthz)
	e.GET("/readyz", s.readyz)

	e.GET("/api/workspace", adaptHandler(s.getWorkspace))
	e.GET("/api/schema", s.getSchema)
	e.GET("/api/ungranted-tables", s.listUngrantedTables)

	e.POST("/api/auth/sign-in", adaptJSONHandler(s.signIn))
	e.POST("/api/auth/sign-up", adaptJSONHandler(s.signUp))
	e.POST("/api/auth/anonymous", adaptJSONHandler(s.signInAnonymously))
	e.POST("/api/auth/otp", adaptJSONHandler(s.sendSignInMail))
	e.POST("/api/auth/recover", adaptJSONHandler(s.sendRecoveryMail))
	e.POST("/api/auth/resend", adaptJSONHandler(s.resendMail))
	e.POST("/api/auth/verify", adaptJSONHandler(s.verify))
	e.POST("/api/auth/session", adaptJSONHandler(s.importSession))
	e.GET("/api/auth/oauth/:provider", s.startOAuth)
	e.POST(signOutPath, adaptOptionalJSONHandler(s.signOut))
	e.GET("/api/auth/account", adaptHandler(s.getAccount))
	e.PATCH("/api/auth/user", adaptJSONHandler(s.updateUser))
	e.POST("/api/auth/reauthenticate", adaptParamsHandler(s.reauthenticate))
	e.DELETE("/api/auth/identities/:id", adaptParamsHandler(s.unlinkIdentity))
	e.GET("/api/auth/factors", adaptHandler(s.listFactors))
	e.POST("/api/auth/factors", adaptJSONHandler(s.enrollFactor))
	e.DELETE("/api/auth/factors/:id", adaptOptionalJSONHandler(s.removeFactor))
	e.POST("/api/auth/factors/:id/verify", adaptJSONHandler(s.verifyFactor))
	e.GET("/api/auth/accounts", adaptParamsHandler(s.listAccounts))
	e.DELETE("/api/auth/accounts/:userId", adaptParamsHandler(s.removeAccount))
	e.POST("/api/auth/switch", adaptJSONHandler(s.switchAccount))
	e.GET(viewAsPath+"/users", adaptParamsHandler(s.listViewAsUsers))
	e.POST(viewAsPath, adaptJSONHandler(s.startViewAs))
	e.DELETE(viewAsPath, adaptParamsHandler(s.endViewAs))
	e.GET(callbackPath, s.handleCallback)
	e.GET("/", s.handleCallback)

	e.POST("/api/auth/passkeys/authentication/options", adaptJSONHandler(s.startPasskeySignIn))
	e.POST("/api/auth/passkeys/authentication/verify", adaptJSONHandler(s.signInWithPasskey))
	e.POST("/api/auth/passkeys/registration/options", adaptJSONHandler(s.startPasskeyRegistration))
	e.POST("/api/auth/passkeys/registration/verify", adaptJSONHandler(s.registerPasskey))
	e.GET("/api/auth/passkeys", adaptHandler(s.listPasskeys))
	e.PATCH("/api/auth/passkeys/:id", adaptJSONHandler(s.renamePasskey))
	e.DELETE("/api/auth/passkeys/:id", adaptParamsHandler(s.deletePasskey))

	e.GET("/api/rows/:table", s.listRows)
	e.POST("/api/rows/:table", s.insertRows)
	e.PATCH("/api/rows/:table", s.updateRows)
	e.DELETE("/api/rows/:table", s.deleteRows)
	e.GET("/api/aggregates/:table", s.getAggregates)
	e.GET("/api/aggregates/:table/batch", s.getAggregateBatch)
	e.GET("/api/excerpts/:table", s.listExcerpts)
	e.GET("/api/values/:schema/:table", s.getValue)
	e.GET("/api/export/:table", s.exportRows)
	e.GET("/api/export/:schema/:table", s.exportRows)
	e.POST("/api/rpc/:function", s.callFunction)
	e.GET("/api/functions/:name", s.callEdgeFunction)
	e.POST("/api/functions/:name", s.callEdgeFunction)
	e.PUT("/api/functions/:name", s.callEdgeFunction)
	e.PATCH("/api/functions/:name", s.callEdgeFunction)
	e.DELETE("/api/functions/:name", s.callEdgeFunction)
	e.GET("/api/view-roles", adaptHandler(s.listViewRoles))

	e.GET("/api/realtime/websocket", s.serveRealtime)

	e.GET("/api/buckets", adaptHandler(s.listBuckets))
	e.GET("/api/files/:bucket", s.listFiles)
	e.GET("/api/files/:bucket/*", s.downloadFile)
	e.PUT("/api/files/:bucket/*", s.uploadFile)
	e.DELETE("/api/files/:bucket/*", s.deleteFile)
	e.POST("/api/files/:bucket/move", adaptJSONHandler(s.moveFile))
	e.POST("/api/files/:bucket/copy", adaptJSONHandler(s.copyFile))
	e.POST("/api/files/:bucket/remove", adaptJSONHandler(s.removeFiles))
	e.POST("/api/files/:bucket/sign", adaptJSONHandler(s.signFile))
	e.POST("/api/files/:bucket/zip", s.downloadArchive)

	e.GET("/api/file-info/:bucket/*", s.getFileInfo)
	e.GET("/api/shared/:bucket/*", s.downloadSharedFile)
	e.OPTIONS(uploadsRoute, s.describeUploads)
	e.POST(uploadsRoute, s.createUpload)
	e.HEAD(uploadsRoute+"/:id", s.continueUpload)
	e.PATCH(uploadsRoute+"/:id", s.continueUpload)
	e.DELETE(uploadsRoute+"/:id", s.continueUpload)

	e.Any("/api", rejectUnknownRoute)
	e.Any("/api/*", s.rejectUnmatchedRoute)
	e.GET("/*", s.serveApp)
}

// routeMethods are the methods of routes.
var routeMethods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// rejectUnmatchedRoute responds with 405 and Allow if the path has other methods (to
// OPTIONS with 204, RFC 9110, 9.3.7), otherwise with not_found. It asks the router for
// each method, because only the router knows which pattern a path matches.
func (s *Server) rejectUnmatchedRoute(c *echo.Context) error {
	var allowed []string
	for _, method := range routeMethods {
		request := c.Request().WithContext(c.Request().Context())
		request.Method = method
		found := s.echo.NewContext(request, nil)
		s.echo.Router().Route(found)
		// Routes for any method are those that reject requests.
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
	return &Error{Code: CodeMethodNotAllowed, Message: "This route doesn’t support the method. The Allow header lists the supported methods."}
}

func rejectUnknownRoute(*echo.Context) error {
	return &Error{Code: CodeNotFound, Message: "Route not found."}
}
