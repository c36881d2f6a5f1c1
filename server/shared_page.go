package server

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v5"
)

// sharedErrorPage is the page for a visitor whose link does not work. It needs no files of the app.
var sharedErrorPage = template.Must(template.New("shared").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
  background: light-dark(#fafafa, #111214); color: light-dark(#1a1b1e, #ececee); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 420px; text-align: center; }
h1 { margin: 0 0 8px; font-size: 20px; font-weight: 600; line-height: 1.3; text-wrap: balance; }
p { margin: 0; color: light-dark(#5c5f66, #a3a6ad); }
</style>
<main>
<h1>{{.Title}}</h1>
<p>{{.NextStep}}</p>
</main>
</html>
`))

// sharedErrorText is the text of sharedErrorPage.
type sharedErrorText struct{ Title, NextStep string }

// newSharedErrorText returns the text for an error of downloadSharedFile.
func newSharedErrorText(e *Error) sharedErrorText {
	switch {
	case e.Code == CodeLinkExpired:
		return sharedErrorText{"This link has expired or isn’t complete", "Ask the person who sent it for a new link."}
	case e.Status >= http.StatusInternalServerError, e.Status == http.StatusTooManyRequests:
		return sharedErrorText{"The file can’t be loaded right now", "Try again in a few minutes."}
	default:
		return sharedErrorText{"File not found", "The file was deleted or moved, or the link isn’t complete. Ask the person who sent it for a new link."}
	}
}

// writeSharedError returns an error of a shared link: a page to browsers, which request HTML, and
// JSON to other clients.
func (s *Server) writeSharedError(c *echo.Context, err error) error {
	if !strings.Contains(c.Request().Header.Get("Accept"), "text/html") {
		return err
	}
	converted := convertError(err)
	if converted.Status == statusClientClosedRequest {
		return err
	}
	s.Logger.Debug("shared link", "code", converted.Code, "error", err)
	header := c.Response().Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	if retry := chooseRetryAfter(err, converted.Status); retry != "" {
		header.Set("Retry-After", retry)
	}
	c.Response().WriteHeader(converted.Status)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	return sharedErrorPage.Execute(c.Response(), newSharedErrorText(converted))
}
