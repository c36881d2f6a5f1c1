package auth

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// redirectTarget returns the URL to which a flow redirects at its end: the first allowed URL of the
// parameter redirect_to, the header redirect_to and the referrer, or else SiteURL.
func (h *Handler) redirectTarget(r *http.Request) string {
	for _, candidate := range []string{r.URL.Query().Get("redirect_to"), r.Header.Get("redirect_to"), r.Referer()} {
		if h.isRedirectAllowed(candidate) {
			return candidate
		}
	}
	return h.opts.SiteURL
}

// isRedirectAllowed reports whether a URL can receive tokens: if it has the host of SiteURL or matches
// a pattern in RedirectURLs.
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
	withoutFragment, _, _ := strings.Cut(target, "#")
	for _, pattern := range h.opts.RedirectURLs {
		if compileRedirectPattern(pattern).MatchString(withoutFragment) {
			return true
		}
	}
	return false
}

// compileRedirectPattern compiles a glob pattern: ** matches any text, * any text without . and /,
// and ? any character except . and /.
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

// addQuery sets parameters in a URL's query and, if fragment is not nil, replaces the URL's
// fragment by these parameters. Other parameters of the query are unchanged.
func addQuery(target string, query, fragment url.Values) string {
	u, err := url.Parse(target)
	if err != nil {
		return target // isRedirectAllowed has parsed it
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

// oauthErrors maps statuses to the error codes of RFC 6749.
var oauthErrors = map[int]string{
	http.StatusBadRequest:          "invalid_request",
	http.StatusUnauthorized:        "unauthorized_client",
	http.StatusForbidden:           "access_denied",
	http.StatusInternalServerError: "server_error",
	http.StatusServiceUnavailable:  "temporarily_unavailable",
}

// newErrorRedirect redirects to the application with the error in the fragment, and in the query if
// inQuery is set.
func newErrorRedirect(target string, apiError *Error, inQuery bool) response {
	values := url.Values{"error_code": {apiError.Code}, "error_description": {apiError.Message}}
	switch apiError.Code {
	case codeSignupDisabled, codeUserBanned, codeProviderEmailUnverified:
		values.Set("error", "access_denied")
	default:
		if name, ok := oauthErrors[apiError.Status]; ok {
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
