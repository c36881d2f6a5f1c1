package supa

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// escapeSegment escapes a name for a segment of a path. It rejects "." and "..", because
// servers resolve them even if they are escaped.
func escapeSegment(name string) (string, error) {
	if name == "" || name == "." || name == ".." || strings.ContainsRune(name, 0) || !utf8.ValidString(name) {
		return "", fmt.Errorf("%w: %q", ErrInvalidName, name)
	}
	return url.PathEscape(name), nil
}

// storageRoutes are the words that the storage service uses as the first segment below
// /object and /render. A request for a bucket with such a name would reach another
// route: an upload to the bucket "sign" would sign a URL.
var storageRoutes = []string{
	"authenticated", "copy", "info", "list", "list-v2", "move", "public", "render", "sign", "upload",
}

// escapeBucket escapes a bucket's id for a segment of a path.
func escapeBucket(id string) (string, error) {
	if slices.Contains(storageRoutes, id) {
		return "", fmt.Errorf("%w: %q", ErrReservedBucket, id)
	}
	return escapeSegment(id)
}

// escapeObject escapes each segment of an object's name.
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
