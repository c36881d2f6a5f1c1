// Package aggregates parses requests for aggregates of a table, and formats them for the
// backend's REST service and for the function tableside_aggregate().
package aggregates

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// ErrInvalidRequest means that the select list of a request can't be computed.
var ErrInvalidRequest = errors.New("invalid aggregates")

// The limits of a request.
const (
	maxKeys     = 3
	maxMeasures = 8
	// MaxGroups is the maximum number of groups of a response.
	MaxGroups = 2000
)

// Bucket is the period by which the values of a date column are grouped; "": by the value.
type Bucket string

var buckets = []Bucket{"day", "week", "month", "quarter", "year"}

// Function is an aggregate function.
type Function string

// The aggregate functions.
const (
	Count    Function = "count"    // the number of rows
	Sum      Function = "sum"      // the sum of the values that are not NULL
	Average  Function = "average"  // the average of the values that are not NULL
	Min      Function = "min"      // the smallest value that is not NULL
	Max      Function = "max"      // the largest value that is not NULL
	Distinct Function = "distinct" // the number of different values that are not NULL
)

var functions = map[postgrestquery.Aggregate]Function{
	postgrestquery.Count: Count, postgrestquery.Sum: Sum, postgrestquery.Avg: Average,
	postgrestquery.Min: Min, postgrestquery.Max: Max,
}

// distinctCast in place of a count's cast requests the number of different values.
const distinctCast = "distinct"

// Key is a column by whose values the rows are grouped.
type Key struct {
	Field  postgrestquery.Field
	Bucket Bucket
}

// Measure is an aggregate of a column; Count has no column.
type Measure struct {
	Function Function
	Field    postgrestquery.Field
}

// Request is a request for aggregates of a table's rows.
type Request struct {
	Keys     []Key
	Measures []Measure
	Embeds   []postgrestquery.EmbedItem // related tables without columns, for filters
	Query    *postgrestquery.Params     // the filters, and the parsed select list
	Zone     string                     // the IANA time zone of the buckets
	Limit    int                        // the maximum number of groups
}

// zonePattern matches the form of time zones. The database checks that the zone exists.
var zonePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+/-]{0,63}$`)

// Parse reads the select list of a query in PostgREST's syntax, with two casts of its own:
// `placed_at::month` is a bucket, `customer_id.count()::distinct` the number of different
// values. zone is an IANA time zone, "" for UTC. The error is ErrInvalidRequest.
func Parse(query *postgrestquery.Params, zone string) (*Request, error) {
	r := &Request{Query: query, Zone: zone, Limit: MaxGroups}
	if zone == "" {
		r.Zone = "UTC"
	}
	if !zonePattern.MatchString(r.Zone) {
		return nil, fmt.Errorf("%w: %q is not a time zone", ErrInvalidRequest, zone)
	}
	for _, item := range query.Select {
		if err := r.addItem(item); err != nil {
			return nil, err
		}
	}
	if len(r.Measures) == 0 || len(r.Measures) > maxMeasures || len(r.Keys) > maxKeys {
		return nil, fmt.Errorf("%w: select up to %d columns and from 1 to %d aggregates", ErrInvalidRequest, maxKeys, maxMeasures)
	}
	for _, limit := range query.Ranges {
		if limit.Range.Limit != nil && len(limit.Path) == 0 {
			r.Limit = int(max(1, min(*limit.Range.Limit, MaxGroups)))
		}
	}
	return r, nil
}

// addItem adds an item of select= to the request: a key, a measure, or an embedded relation that only filters. The error
// is ErrInvalidRequest.
func (r *Request) addItem(selected postgrestquery.SelectItem) error {
	if embed, isEmbed := selected.(postgrestquery.EmbedItem); isEmbed {
		if len(embed.Items) > 0 {
			return fmt.Errorf("%w: columns of a related table can't be selected", ErrInvalidRequest)
		}
		r.Embeds = append(r.Embeds, embed)
		return nil
	}
	item := selected.(postgrestquery.FieldItem)
	bucket := Bucket(item.Cast)
	switch {
	case item.Aggregate == postgrestquery.NoAggregate && item.Field.Name != "*" && (bucket == "" || slices.Contains(buckets, bucket)):
		r.Keys = append(r.Keys, Key{Field: item.Field, Bucket: bucket})
	case item.Aggregate == postgrestquery.Count && item.AggregateCast == distinctCast && item.Field.Name != "*" && item.Cast == "":
		r.Measures = append(r.Measures, Measure{Function: Distinct, Field: item.Field})
	case item.Aggregate == postgrestquery.Count && item.Field.Name == "*" && item.Cast == "" && item.AggregateCast == "":
		r.Measures = append(r.Measures, Measure{Function: Count})
	case item.Aggregate != postgrestquery.NoAggregate && item.Aggregate != postgrestquery.Count && item.Field.Name != "*" && item.Cast == "" && item.AggregateCast == "":
		r.Measures = append(r.Measures, Measure{Function: functions[item.Aggregate], Field: item.Field})
	default:
		return fmt.Errorf("%w: %q is neither a column, a period of a date, nor an aggregate", ErrInvalidRequest, item.Field.String())
	}
	return nil
}

// RestQuery returns the query for the REST service's own aggregates, with the columns
// k0, k1, ... and m0, m1, ...; nil if it can't compute the request.
func (r *Request) RestQuery(maxRows int) *postgrestquery.Params {
	limit := int64(min(r.Limit+1, maxRows))
	query := &postgrestquery.Params{
		Filters: r.Query.Filters, Logic: r.Query.Logic,
		Ranges: []postgrestquery.PathRange{{Range: postgrestquery.Range{Limit: &limit}}},
	}
	for i, key := range r.Keys {
		if key.Bucket != "" {
			return nil
		}
		query.Select = append(query.Select, postgrestquery.FieldItem{Field: key.Field, Alias: fmt.Sprintf("k%d", i)})
	}
	for i, measure := range r.Measures {
		item := postgrestquery.FieldItem{Field: measure.Field, Alias: fmt.Sprintf("m%d", i)}
		for name, function := range functions {
			if function == measure.Function {
				item.Aggregate = name
			}
		}
		switch measure.Function {
		case Distinct:
			return nil
		case Count:
			item.Field.Name = "*"
		}
		query.Select = append(query.Select, item)
	}
	for _, embed := range r.Embeds {
		query.Select = append(query.Select, embed)
	}
	return query
}
