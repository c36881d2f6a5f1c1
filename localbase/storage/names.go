package storage

import (
	"regexp"
	"strconv"
	"strings"
)

// What supabase/storage lets a name hold: characters that are safe in S3
// (src/storage/limits.ts). \w is ASCII in both languages.
var (
	keyPattern    = regexp.MustCompile(`^[\w/!\-.*'() &$@=;:+,?]+$`)
	bucketPattern = regexp.MustCompile(`^[\w!\-.*'() &$@=;:+,?]+$`)
	sizePattern   = regexp.MustCompile(`(?i)^([0-9]+(?:\.[0-9]+)?)(gb|mb|kb|b)$`)
	mimePattern   = regexp.MustCompile(`^([a-zA-Z0-9\-+.]+)/([a-zA-Z0-9\-+.]+)(;\s*charset=[a-zA-Z0-9\-]+)?$|\*$`)
)

const (
	maxBucketNameLength = 63
	maxMimeTypeLength   = 1000
	// folderPlaceholder is the empty object by which clients make a folder; it has no size and any type.
	folderPlaceholder = ".emptyFolderPlaceholder"
)

// checkKey refuses a key that supabase/storage would not take. A key is only
// ever a value in the database: `..` and `//` in it are characters like others.
func checkKey(key string) error {
	if !keyPattern.MatchString(key) {
		return newInvalidKey(key)
	}
	return nil
}

func checkBucketName(name string) error {
	if len(name) > maxBucketNameLength || !bucketPattern.MatchString(name) {
		return &apiError{status: 400, code: codeInvalidBucketName, label: "Invalid Input", message: "Bucket name invalid"}
	}
	return nil
}

// parseSize reads a size as 20GB, 1.5MB, 30KB or 3B: powers of ten, three significant digits.
func parseSize(text string) (int64, error) {
	match := sizePattern.FindStringSubmatch(text)
	if match == nil {
		return 0, newInvalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
	}
	number, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return 0, newInvalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
	}
	number, err = strconv.ParseFloat(strconv.FormatFloat(number, 'g', 3, 64), 64)
	if err != nil {
		return 0, newInvalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
	}
	factor := map[string]float64{"gb": 1e9, "mb": 1e6, "kb": 1e3, "b": 1}[strings.ToLower(match[2])]
	return int64(number * factor), nil
}

// checkMimePatterns refuses a bucket's list of types that holds something else than a type, `image/*` or `*`.
func checkMimePatterns(patterns []string) error {
	for _, pattern := range patterns {
		if len(pattern) > maxMimeTypeLength || !mimePattern.MatchString(pattern) {
			return newInvalidMimeType(pattern)
		}
	}
	return nil
}

// checkMimeType refuses a type that the bucket doesn't list. A listed type
// without parameters allows any parameters. No list allows everything.
func checkMimeType(mime string, allowed []string) error {
	if len(allowed) == 0 {
		return nil
	}
	bare, _, _ := strings.Cut(mime, ";")
	bare = strings.TrimSpace(bare)
	kind, _, ok := strings.Cut(bare, "/")
	if !ok {
		return newInvalidMimeType(mime)
	}
	for _, pattern := range allowed {
		if pattern == "*" || pattern == "*/*" || pattern == mime ||
			strings.EqualFold(pattern, bare) || strings.EqualFold(pattern, kind+"/*") {
			return nil
		}
	}
	return newInvalidMimeType(mime)
}

func isPlaceholder(key string) bool { return strings.HasSuffix(key, folderPlaceholder) }
