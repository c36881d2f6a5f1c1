package postgrestquery

import (
	"slices"
	"strconv"
	"strings"
)

// Range is a window of rows.
type Range struct {
	Offset int64
	Limit  *int64 // nil: no limit
}

// UnboundedRange is every row.
var UnboundedRange = Range{}

// RangeError is a range that can't be (PGRST103); the text is the error's details.
type RangeError string

// Error is the text.
func (e RangeError) Error() string { return string(e) }

// The range errors.
const (
	ErrNegativeLimit  RangeError = "Limit should be greater than or equal to zero."
	ErrLowerOverUpper RangeError = "The lower boundary must be lower than or equal to the upper boundary in the Range header."
)

// Intersect is the window that both ranges allow, by absolute row numbers.
func (r Range) Intersect(other Range) Range {
	out := Range{Offset: max(r.Offset, other.Offset)}
	for _, one := range []Range{r, other} {
		if one.Limit == nil {
			continue
		}
		left := max(one.Offset+*one.Limit-out.Offset, 0)
		if out.Limit == nil || left < *out.Limit {
			out.Limit = &left
		}
	}
	return out
}

// LimitTo limits the range to n rows; n <= 0 is no limit.
func (r Range) LimitTo(n int64) Range {
	if n > 0 && (r.Limit == nil || *r.Limit > n) {
		r.Limit = &n
	}
	return r
}

// ParseRange reads a Range header ("0-9", "10-"). Anything else is Unbounded.
func ParseRange(header string) (Range, error) {
	from, to, found := strings.Cut(strings.TrimPrefix(header, "items="), "-")
	lower, err := strconv.ParseInt(from, 10, 64)
	if !found || err != nil || lower < 0 {
		return UnboundedRange, nil
	}
	if to == "" {
		return Range{Offset: lower}, nil
	}
	upper, err := strconv.ParseInt(to, 10, 64)
	if err != nil {
		return UnboundedRange, nil
	}
	if upper < lower {
		return UnboundedRange, ErrLowerOverUpper
	}
	n := upper - lower + 1
	return Range{Offset: lower, Limit: &n}, nil
}

// Preferences is what the Prefer headers ask for. A field is "" when the request
// says nothing of it.
type Preferences struct {
	Resolution  string // merge-duplicates, ignore-duplicates
	Missing     string // default, null
	Return      string // representation, minimal, headers-only
	Count       string // exact, planned, estimated
	Tx          string // commit, rollback
	Handling    string // strict, lenient
	Timezone    string
	MaxAffected *int64
	Unknown     []string // preferences that mean nothing here
}

var preferenceValues = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"representation", "minimal", "headers-only"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

// ParsePreferences reads Prefer headers; the first of several values for one
// preference holds. A time zone counts only if knownTimezone says so.
func ParsePreferences(headers []string, knownTimezone func(string) bool) Preferences {
	var p Preferences
	fields := map[string]*string{
		"resolution": &p.Resolution, "missing": &p.Missing, "return": &p.Return,
		"count": &p.Count, "tx": &p.Tx, "handling": &p.Handling,
	}
	for _, one := range strings.Split(strings.Join(headers, ","), ",") {
		one = strings.TrimSpace(one)
		name, value, _ := strings.Cut(one, "=")
		field, listed := fields[name]
		switch {
		case one == "":
		case listed && slices.Contains(preferenceValues[name], value):
			if *field == "" {
				*field = value
			}
		case name == "timezone" && knownTimezone(value):
			if p.Timezone == "" {
				p.Timezone = value
			}
		case name == "max-affected":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && p.MaxAffected == nil {
				p.MaxAffected = &n
			}
		default:
			p.Unknown = append(p.Unknown, one)
		}
	}
	return p
}

// IsStrict tells whether unknown preferences and max-affected are enforced.
func (p Preferences) IsStrict() bool { return p.Handling == "strict" }

// FormatApplied is the value of Preference-Applied, in PostgREST's order; "" when
// nothing was applied. Clear the fields that the action doesn't honour first.
func (p Preferences) FormatApplied() string {
	var out []string
	for _, one := range []struct{ name, value string }{
		{"resolution", p.Resolution}, {"missing", p.Missing}, {"return", p.Return}, {"count", p.Count},
		{"tx", p.Tx}, {"handling", p.Handling}, {"timezone", p.Timezone},
	} {
		if one.value != "" {
			out = append(out, one.name+"="+one.value)
		}
	}
	if p.MaxAffected != nil && p.IsStrict() {
		out = append(out, "max-affected="+strconv.FormatInt(*p.MaxAffected, 10))
	}
	return strings.Join(out, ", ")
}

// LimitRoot gives the root relation the window that both its own limit and
// offset and r allow, and answers it.
func (p *Params) LimitRoot(r Range) (Range, error) {
	for i := range p.Ranges {
		own := &p.Ranges[i]
		if len(own.Path) > 0 {
			continue
		}
		if own.Range.Limit != nil && *own.Range.Limit < 0 {
			return UnboundedRange, ErrNegativeLimit
		}
		own.Range = own.Range.Intersect(r)
		return own.Range, nil
	}
	p.Ranges = append(p.Ranges, PathRange{Range: r})
	return r, nil
}
