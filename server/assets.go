package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v5"
)

// Cache policies. The content of a file with a hash in its name never changes; a
// browser validates all others at each use.
const (
	immutableCacheControl   = "public, max-age=31536000, immutable"
	revalidatedCacheControl = "no-cache"
)

// securityHeaders returns the headers of each response. Their names are canonical.
func (s *settings) securityHeaders() http.Header {
	return http.Header{
		"Content-Security-Policy":    {contentSecurityPolicy(s.Captcha)},
		"Cache-Control":              {"no-store"},
		"X-Content-Type-Options":     {"nosniff"},
		"X-Frame-Options":            {"DENY"},
		"Referrer-Policy":            {"same-origin"},
		"Cross-Origin-Opener-Policy": {"same-origin"},
		"Permissions-Policy":         {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	}
}

// captchaOrigins are the origins of a CAPTCHA's scripts, frames, styles and data. Sources:
// https://developers.cloudflare.com/turnstile/reference/content-security-policy/
// https://docs.hcaptcha.com/#content-security-policy-settings
var captchaOrigins = map[CaptchaProvider]string{
	Turnstile: " https://challenges.cloudflare.com",
	HCaptcha:  " https://hcaptcha.com https://*.hcaptcha.com",
}

// contentSecurityPolicy returns the policy of the app's page: scripts, styles and data
// only from this server and from the CAPTCHA, if there is one. Images can come from any
// https server, for the pictures of users. Styles can be inline,
// because the libraries for dialogs and toasts write them. Frames can show blobs that the
// page created: a PDF in the browser's viewer.
func contentSecurityPolicy(captcha *Captcha) string {
	var external string
	if captcha != nil {
		external = captchaOrigins[captcha.Provider]
	}
	return "default-src 'none'; script-src 'self'" + external + "; style-src 'self' 'unsafe-inline'" + external + "; " +
		"img-src 'self' data: blob: https:; media-src 'self' blob:; font-src 'self'; connect-src 'self'" + external + "; " +
		"worker-src 'self'; manifest-src 'self'; frame-src 'self' blob:" + external + "; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// setSecurityHeaders sets securityHeaders. Files of the app and of users replace some
// of them. All responses share the slices of values, which Set and Add do not change.
func (s *Server) setSecurityHeaders() echo.MiddlewareFunc {
	headers := s.securityHeaders()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			maps.Copy(c.Response().Header(), headers)
			return next(c)
		}
	}
}

// assets are the files of the app, in memory with their compressed forms.
type assets struct{ files map[string]*asset }

type asset struct {
	contentType   string
	cacheControl  string
	etag          string
	encodedBodies map[string][]byte // by Content-Encoding; "" is the file itself
}

// encodings are the compressed forms that the build creates for a file, smaller first.
var encodings = []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// assetTypes are the Content-Types of the build's files. The machine's own table is not
// used: on some machines .js is text/plain, which a browser does not run.
var assetTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
	".webp": "image/webp", ".woff2": "font/woff2", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
}

// hashedNamePattern matches the content hash that esbuild puts before the extension.
var hashedNamePattern = regexp.MustCompile(`-[A-Z0-9]{8}\.[a-z0-9.]+$`)

// readAssets reads all files of the app into memory. It skips names that start with a dot. Without
// files it returns an empty set.
func readAssets(files fs.FS) (*assets, error) {
	a := &assets{files: map[string]*asset{}}
	if files == nil {
		return a, nil
	}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		for _, encoding := range encodings {
			if strings.HasSuffix(name, encoding.extension) {
				return nil // readAsset reads it with the uncompressed file
			}
		}
		a.files[name], err = readAsset(files, name)
		return err
	})
	return a, err
}

// readAsset reads a file, and its compressed forms if the folder contains them.
func readAsset(files fs.FS, name string) (*asset, error) {
	body, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	sum := sha256.Sum256(body)
	found := &asset{
		contentType: assetTypes[path.Ext(name)], cacheControl: revalidatedCacheControl,
		etag: base64.RawURLEncoding.EncodeToString(sum[:12]), encodedBodies: map[string][]byte{"": body},
	}
	if found.contentType == "" {
		found.contentType = "application/octet-stream"
	}
	if hashedNamePattern.MatchString(name) {
		found.cacheControl = immutableCacheControl
	}
	for _, encoding := range encodings {
		if body, err := fs.ReadFile(files, name+encoding.extension); err == nil {
			found.encodedBodies[encoding.name] = body
		}
	}
	return found, nil
}

// serveApp handles GET /*: it returns a file of the app, or the app's page for all other
// paths, which the app routes itself. A missing file below assets/, for example of an
// older build, is not_found.
func (s *Server) serveApp(c *echo.Context) error {
	name := strings.TrimPrefix(path.Clean("/"+c.Request().URL.Path), "/")
	found := s.assets.files[name]
	if found == nil && strings.HasPrefix(name, "assets/") {
		return rejectUnknownRoute(c)
	}
	if found == nil {
		found = s.chooseHTML(c.Request(), name)
	}
	if found == nil {
		return &Error{Code: CodeNotFound, Message: errNoAssets.Error()}
	}
	return found.serve(c)
}

// chooseHTML returns the HTML page for an address of the app. All pages start the same
// app. They differ in the scripts and data that they request at once: for the sign-in
// form, for a signed-in user, for a table, or for a dashboard. A cache in between can't confuse them,
// because it must ask with the page's ETag each time.
func (s *Server) chooseHTML(r *http.Request, name string) *asset {
	page := "index.html"
	if s.sessions.newRequestSession(r, s.isSecure(r)).currentSession() != nil {
		page = "signed-in.html"
		// The home page shows records with the code of tables.
		if isTable, _ := path.Match("tables/*/*", name); isTable || name == "" {
			page = "table.html"
		} else if strings.HasPrefix(name, "dashboards/") {
			page = "dashboard.html"
		}
	}
	if found := s.assets.files[page]; found != nil {
		return found
	}
	return s.assets.files["index.html"]
}

// serve writes the file, compressed if the browser accepts it. It returns 304 if the browser has
// the same version.
func (a *asset) serve(c *echo.Context) error {
	header, r := c.Response().Header(), c.Request()
	header.Set("Content-Type", a.contentType)
	header.Set("Cache-Control", a.cacheControl)
	header.Add("Vary", "Accept-Encoding")
	body, tag := a.encodedBodies[""], a.etag
	for _, encoding := range encodings {
		if smaller, ok := a.encodedBodies[encoding.name]; ok && acceptsEncoding(r.Header.Get("Accept-Encoding"), encoding.name) {
			body, tag = smaller, a.etag+"-"+encoding.name
			header.Set("Content-Encoding", encoding.name)
			header.Set("Content-Length", strconv.Itoa(len(body)))
			break
		}
	}
	header.Set("ETag", `"`+tag+`"`)
	http.ServeContent(c.Response(), r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// acceptsEncoding reports whether an Accept-Encoding header contains an encoding, with a
// weight other than zero (RFC 9110, 12.5.3).
func acceptsEncoding(header, encoding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q="), 64)
			return weight == "" || err != nil || q > 0
		}
	}
	return false
}
