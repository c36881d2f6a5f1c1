package auth

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// redirectTarget is where a flow that r begins will end: what the client asks
// for, if it may, else the page it came from, if that may, else the site.
func (h *Handler) redirectTarget(r *http.Request) string {
	for _, asked := range []string{r.URL.Query().Get("redirect_to"), r.Header.Get("redirect_to"), r.Referer()} {
		if h.isRedirectAllowed(asked) {
			return asked
		}
	}
	return h.opts.SiteURL
}

// isRedirectAllowed says whether tokens may be handed to a URL: the site's own host,
// or one that RedirectURLs allow.
func (h *Handler) isRedirectAllowed(target string) bool {
	u, err := url.Parse(target)
	if target == "" || err != nil || u.User != nil {
		return false
	}
	site, err := url.Parse(h.opts.SiteURL)
	if err == nil && u.Hostname() != "" && u.Hostname() == site.Hostname() &&
		(u.Scheme == "http" || u.Scheme == "https" || u.Scheme == site.Scheme) {
		return true
	}
	bare, _, _ := strings.Cut(target, "#")
	for _, pattern := range h.opts.RedirectURLs {
		if compileRedirectPattern(pattern).MatchString(bare) {
			return true
		}
	}
	return false
}

// compileRedirectPattern compiles a glob: ** is anything, * anything but . and /, ? one such character.
func compileRedirectPattern(glob string) *regexp.Regexp {
	var re strings.Builder
	re.WriteString("^")
	for i := 0; i < len(glob); i++ {
		switch {
		case strings.HasPrefix(glob[i:], "**"):
			re.WriteString(".*")
			i++
		case glob[i] == '*':
			re.WriteString("[^./]*")
		case glob[i] == '?':
			re.WriteString("[^./]")
		default:
			re.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	return regexp.MustCompile(re.String() + "$")
}

// addQuery adds parameters to a URL's query, or to its fragment.
func addQuery(target string, query, fragment url.Values) string {
	u, err := url.Parse(target)
	if err != nil {
		return target // mayRedirect parsed it
	}
	merged := u.Query()
	for key, values := range query {
		merged[key] = values
	}
	u.RawQuery = merged.Encode()
	if fragment == nil {
		return u.String()
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String() + "#" + fragment.Encode()
}

// oauthErrors are RFC 6749's names for our statuses.
var oauthErrors = map[int]string{
	http.StatusBadRequest:          "invalid_request",
	http.StatusUnauthorized:        "unauthorized_client",
	http.StatusForbidden:           "access_denied",
	http.StatusInternalServerError: "server_error",
	http.StatusServiceUnavailable:  "temporarily_unavailable",
}

// newErrorRedirect leads a person's browser to the application with what went
// wrong in the fragment, and if asked for in the query too.
func newErrorRedirect(target string, refused *Error, inQuery bool) response {
	values := url.Values{"error_code": {refused.Code}, "error_description": {refused.Message}}
	switch refused.Code {
	case codeSignupDisabled, codeUserBanned, codeProviderEmailUnverified:
		values.Set("error", "access_denied")
	default:
		if name, known := oauthErrors[refused.Status]; known {
			values.Set("error", name)
		} else if inQuery {
			values.Set("error", "server_error")
		}
	}
	var query url.Values
	if inQuery {
		query = values
	}
	return response{status: http.StatusSeeOther, location: addQuery(target, query, values)}
}
