package storage

import (
	"regexp"
	"strconv"
	"strings"
)

// Patterns of supabase/storage (src/storage/limits.ts). Names contain only characters that are safe in
// S3. \w matches only ASCII, as in JavaScript.
var (
	keyPattern    = regexp.MustCompile(`^[\w/!\-.*'() &$@=;:+,?]+$`)
	bucketPattern = regexp.MustCompile(`^[\w!\-.*'() &$@=;:+,?]+$`)
	sizePattern   = regexp.MustCompile(`(?i)^([0-9]+(?:\.[0-9]+)?)(gb|mb|kb|b)$`)
	mimePattern   = regexp.MustCompile(`^([a-zA-Z0-9\-+.]+)/([a-zA-Z0-9\-+.]+)(;\s*charset=[a-zA-Z0-9\-]+)?$|\*$`)
)

const (
	maxBucketNameLength = 100
	maxMimeTypeLength   = 1000
	// folderPlaceholder is the name of the empty object with which clients create a folder. Any type is
	// allowed.
	folderPlaceholder = ".emptyFolderPlaceholder"
)

// checkKey rejects keys that supabase/storage rejects. `..` and `//` are allowed, since keys are never
// paths of files.
func checkKey(key string) error {
	if !keyPattern.MatchString(key) {
		return newInvalidKey(key)
	}
	return nil
}

// checkBucketName returns InvalidBucketName if name is too long or contains a character that is not
// allowed.
func checkBucketName(name string) error {
	if len(name) > maxBucketNameLength || !bucketPattern.MatchString(name) {
		return &apiError{status: 400, code: codeInvalidBucketName, label: "Invalid Input", message: "Bucket name invalid"}
	}
	return nil
}

// parseSize parses a size such as 20GB, 1.5MB, 30KB or 3B. Units are powers of ten, and the number is
// rounded to three significant digits.
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

// checkMimePatterns rejects a bucket's list of types unless each is a type, a pattern such as `image/*`,
// or `*`.
func checkMimePatterns(patterns []string) error {
	for _, pattern := range patterns {
		if len(pattern) > maxMimeTypeLength || !mimePattern.MatchString(pattern) {
			return newInvalidMimeType(pattern)
		}
	}
	return nil
}

// checkMimeType rejects a type that is not in the bucket's list. A listed type without parameters allows
// all parameters. An empty list allows all types.
func checkMimeType(mime string, allowed []string) error {
	if len(allowed) == 0 {
		return nil
	}
	essence, _, _ := strings.Cut(mime, ";")
	essence = strings.TrimSpace(essence)
	kind, _, ok := strings.Cut(essence, "/")
	if !ok {
		return newInvalidMimeType(mime)
	}
	for _, pattern := range allowed {
		if pattern == "*" || pattern == "*/*" || pattern == mime ||
			strings.EqualFold(pattern, essence) || strings.EqualFold(pattern, kind+"/*") {
			return nil
		}
	}
	return newInvalidMimeType(mime)
}

func isPlaceholder(key string) bool { return strings.HasSuffix(key, folderPlaceholder) }
