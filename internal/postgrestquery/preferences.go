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

// UnboundedRange contains every row.
var UnboundedRange = Range{}

// RangeError reports an invalid range (PGRST103). Its text is the details of the error.
type RangeError string

// Error returns the text.
func (e RangeError) Error() string { return string(e) }

// The range errors.
const (
	ErrNegativeLimit  RangeError = "Limit should be greater than or equal to zero."
	ErrLowerOverUpper RangeError = "The lower boundary must be lower than or equal to the upper boundary in the Range header."
)

// Intersect returns the rows that both ranges contain, by absolute row numbers.
func (r Range) Intersect(other Range) Range {
	out := Range{Offset: max(r.Offset, other.Offset)}
	for _, window := range []Range{r, other} {
		if window.Limit == nil {
			continue
		}
		left := max(window.Offset+*window.Limit-out.Offset, 0)
		if out.Limit == nil || left < *out.Limit {
			out.Limit = &left
		}
	}
	return out
}

// LimitTo returns the range with at most n rows; n <= 0: no limit.
func (r Range) LimitTo(n int64) Range {
	if n > 0 && (r.Limit == nil || *r.Limit > n) {
		r.Limit = &n
	}
	return r
}

// ParseRange parses a Range header ("0-9", "10-"). Any other text is UnboundedRange. The
// error is ErrLowerOverUpper.
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

// Preferences are the preferences of the Prefer headers. A field is "" if the request
// does not contain it.
type Preferences struct {
	Resolution  string // merge-duplicates, ignore-duplicates
	Missing     string // default, null
	Return      string // representation, minimal, headers-only
	Count       string // exact, planned, estimated
	Tx          string // commit, rollback
	Handling    string // strict, lenient
	Timezone    string
	MaxAffected *int64
	Unknown     []string // preferences with an unknown name or value
}

var preferenceValues = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"representation", "minimal", "headers-only"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

// ParsePreferences parses Prefer headers. Of several values for a preference, it uses the
// first. It accepts any time zone, since only the database knows the names and offsets.
func ParsePreferences(headers []string) Preferences {
	var p Preferences
	fields := map[string]*string{
		"resolution": &p.Resolution, "missing": &p.Missing, "return": &p.Return,
		"count": &p.Count, "tx": &p.Tx, "handling": &p.Handling,
	}
	for _, preference := range strings.Split(strings.Join(headers, ","), ",") {
		preference = strings.TrimSpace(preference)
		name, value, _ := strings.Cut(preference, "=")
		field, listed := fields[name]
		switch {
		case preference == "":
		case listed && slices.Contains(preferenceValues[name], value):
			if *field == "" {
				*field = value
			}
		case name == "timezone" && value != "":
			if p.Timezone == "" {
				p.Timezone = value
			}
		case name == "max-affected":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && p.MaxAffected == nil {
				p.MaxAffected = &n
			}
		default:
			p.Unknown = append(p.Unknown, preference)
		}
	}
	return p
}

// IsStrict reports whether unknown preferences and max-affected are enforced.
func (p Preferences) IsStrict() bool { return p.Handling == "strict" }

// FormatApplied returns the value of Preference-Applied, in PostgREST's order; "" if
// nothing was applied. Callers first clear the fields that they do not apply.
func (p Preferences) FormatApplied() string {
	var out []string
	for _, field := range []struct{ name, value string }{
		{"resolution", p.Resolution}, {"missing", p.Missing}, {"return", p.Return}, {"count", p.Count},
		{"tx", p.Tx}, {"handling", p.Handling}, {"timezone", p.Timezone},
	} {
		if field.value != "" {
			out = append(out, field.name+"="+field.value)
		}
	}
	if p.MaxAffected != nil && p.IsStrict() {
		out = append(out, "max-affected="+strconv.FormatInt(*p.MaxAffected, 10))
	}
	return strings.Join(out, ", ")
}

// LimitRoot limits the root relation to the rows that both r and its own limit and offset
// allow, and returns that range. The error is ErrNegativeLimit.
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
