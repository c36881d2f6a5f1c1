package localbase

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// defaultFileSizeLimit is the CLI's default of storage.file_size_limit: 50MiB.
const defaultFileSizeLimit byteSize = 50 << 20

// byteSize is a number of bytes. In config.toml it is a text such as "50MiB".
type byteSize int64

// byteSizePattern matches the texts that the CLI accepts: a number, an optional unit, and an optional
// "iB" or "B".
var byteSizePattern = regexp.MustCompile(`(?i)^([0-9]+(?:\.[0-9]+)?) ?([kmgtp])?i?b?$`)

// UnmarshalText parses a size as the CLI does: units are powers of 1024, also without the i.
func (s *byteSize) UnmarshalText(text []byte) error {
	match := byteSizePattern.FindStringSubmatch(string(text))
	if match == nil {
		return fmt.Errorf("%q is not a size; use for example 50MiB", text)
	}
	number, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return fmt.Errorf("parse a size: %w", err)
	}
	power := strings.Index(" kmgtp", strings.ToLower(match[2]))
	if match[2] == "" {
		power = 0
	}
	bytes := math.Floor(number * math.Pow(1024, float64(power)))
	if bytes < 1 || bytes >= math.MaxInt64 {
		return fmt.Errorf("%q is not a size between 1 byte and 8 EiB", text)
	}
	*s = byteSize(bytes)
	return nil
}
