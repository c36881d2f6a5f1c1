package server

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// getSchema handles GET /api/schema: it returns what the caller's role can reach.
// Anyone can call it. The schema is cached for Options.SchemaMaxAge; with
// Cache-Control: no-cache, the server reads it again. The response is compressed, and has
// an ETag. Codes: schema_unavailable,
// not_signed_in.
func (s *Server) getSchema(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	maxAge := s.SchemaMaxAge
	if strings.Contains(c.Request().Header.Get("Cache-Control"), "no-cache") {
		maxAge = 0
	}
	found, err := s.schemas.getCached(ctx, caller, maxAge)
	if err != nil {
		return err
	}
	encoded, err := found.encode()
	if err != nil {
		return err
	}
	return encoded.write(c)
}

// requestSchema returns the database schema that a request names: in the path, in
// Accept-Profile or Content-Profile (percent-encoded), or by default the first of Options.Schemas.
func (s *Server) requestSchema(c *echo.Context) string {
	if inPath := c.Param("schema"); inPath != "" {
		return inPath
	}
	for _, header := range []string{"Accept-Profile", "Content-Profile"} {
		if profile := c.Request().Header.Get(header); profile != "" {
			return decodeProfile(profile)
		}
	}
	return s.Schemas[0]
}

// decodeProfile decodes the name of a schema. Headers of browsers contain only Latin
// characters, so the app percent-encodes other names.
func decodeProfile(profile string) string {
	if decoded, err := url.PathUnescape(profile); err == nil && utf8.ValidString(decoded) {
		return decoded
	}
	return profile
}

// newSchemaUnavailableError returns schema_unavailable, with the hint to install the SQL function
// that describes the tables.
func newSchemaUnavailableError(details string, cause error) *Error {
	return &Error{
		Code: CodeSchemaUnavailable, Message: "Tableside can’t read this backend’s tables yet.", Details: details,
		Hint:  "The project’s owner must run the output of `tableside schema-sql` in the SQL editor once.",
		Cause: cause,
	}
}

// isNotInstalled reports whether a function of Tableside does not exist in the
// database, or the caller cannot call it.
func isNotInstalled(err *supa.Error) bool {
	switch err.Code {
	case "PGRST202", "42883", "42501", "PGRST106":
		return true
	}
	return false
}
