package supa

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// escapeSegment escapes a name for one segment of a path. "." and ".." are
// refused even escaped: servers on the way resolve them.
func escapeSegment(name string) (string, error) {
	if name == "" || name == "." || name == ".." || strings.ContainsRune(name, 0) || !utf8.ValidString(name) {
		return "", fmt.Errorf("%w: %q", ErrBadName, name)
	}
	return url.PathEscape(name), nil
}

// escapeObject escapes an object's name segment by segment.
func escapeObject(name string) (string, error) {
	segments := strings.Split(name, "/")
	for i, segment := range segments {
		escaped, err := escapeSegment(segment)
		if err != nil {
			return "", fmt.Errorf("%w in %q", err, name)
		}
		segments[i] = escaped
	}
	return strings.Join(segments, "/"), nil
}
