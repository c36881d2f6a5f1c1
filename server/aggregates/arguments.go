package aggregates

import (
	"encoding/json"
	"fmt"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/schema"
)

// arguments are the arguments of tableside_aggregate().
type arguments struct {
	Schema   string `json:"relation_schema"`
	Relation string `json:"relation"`
	set
	Zone      string `json:"zone"`
	MaxGroups int    `json:"max_groups"`
}

// batchArguments are the arguments of tableside_aggregates().
type batchArguments struct {
	Schema    string `json:"relation_schema"`
	Relation  string `json:"relation"`
	Sets      []set  `json:"sets"`
	Zone      string `json:"zone"`
	MaxGroups int    `json:"max_groups"`
}

// set is what one request computes.
type set struct {
	Groups     []key       `json:"groups"`
	Measures   []measure   `json:"measures"`
	Conditions []condition `json:"conditions"`
}

// field is a column, or a path into a JSON column.
type field struct {
	Column string `json:"column,omitempty"`
	Path   []step `json:"path,omitempty"`
}

type step struct {
	Key     string `json:"key"`
	IsText  bool   `json:"isText"`
	IsIndex bool   `json:"isIndex"`
}

type key struct {
	field
	Bucket *Bucket `json:"bucket"`
}

type measure struct {
	field
	Function Function `json:"fn"`
}

// condition is a filter, or a group of the conditions before it.
type condition struct {
	field
	Operator   string   `json:"op,omitempty"`
	Value      *string  `json:"value,omitempty"`
	Values     []string `json:"values,omitempty"`
	Config     string   `json:"config,omitempty"`
	Quantifier string   `json:"quantifier,omitempty"`
	Logic      string   `json:"logic,omitempty"`
	Terms      int      `json:"terms"`
	IsNegated  bool     `json:"negated"`
}

// Arguments returns the JSON arguments of tableside_aggregate() for a table. The error is
// ErrInvalidRequest for filters of related tables.
func (r *Request) Arguments(table *schema.Table) (json.RawMessage, error) {
	only, err := r.newSet()
	if err != nil {
		return nil, err
	}
	return encode(arguments{Schema: table.Schema, Relation: table.Name, set: only, Zone: r.Zone, MaxGroups: r.Limit + 1})
}

// BatchArguments returns the JSON arguments of tableside_aggregates() for several requests with
// the same time zone. Their largest limit applies. The error is ErrInvalidRequest for filters of
// related tables.
func BatchArguments(table *schema.Table, requests []*Request) (json.RawMessage, error) {
	a := batchArguments{Schema: table.Schema, Relation: table.Name, Sets: []set{}}
	for _, r := range requests {
		added, err := r.newSet()
		if err != nil {
			return nil, err
		}
		a.Sets, a.Zone, a.MaxGroups = append(a.Sets, added), r.Zone, max(a.MaxGroups, r.Limit+1)
	}
	return encode(a)
}

func encode(arguments any) (json.RawMessage, error) {
	text, err := json.Marshal(arguments)
	if err != nil {
		return nil, fmt.Errorf("encode the arguments: %w", err)
	}
	return text, nil
}

func (r *Request) newSet() (set, error) {
	s := set{Groups: []key{}, Measures: []measure{}, Conditions: []condition{}}
	for _, k := range r.Keys {
		group := key{field: newField(k.Field)}
		if k.Bucket != "" {
			group.Bucket = &k.Bucket
		}
		s.Groups = append(s.Groups, group)
	}
	for _, m := range r.Measures {
		s.Measures = append(s.Measures, measure{field: newField(m.Field), Function: m.Function})
	}
	if len(r.Embeds) > 0 {
		return s, fmt.Errorf("%w: a filter of a related table", ErrInvalidRequest)
	}
	for _, f := range r.Query.Filters {
		if len(f.Path) > 0 {
			return s, fmt.Errorf("%w: a filter of a related table", ErrInvalidRequest)
		}
		s.Conditions = appendCondition(s.Conditions, f.Filter)
	}
	for _, l := range r.Query.Logic {
		if len(l.Path) > 0 {
			return s, fmt.Errorf("%w: a filter of a related table", ErrInvalidRequest)
		}
		s.Conditions = appendCondition(s.Conditions, l.Logic)
	}
	return s, nil
}

func newField(from postgrestquery.Field) field {
	to := field{Column: from.Name}
	for _, s := range from.Path {
		to.Path = append(to.Path, step{Key: s.Key, IsText: s.AsText, IsIndex: s.IsIndex})
	}
	return to
}

// appendCondition appends a condition in postfix order: a group after its terms.
func appendCondition(list []condition, logic postgrestquery.Logic) []condition {
	if group, ok := logic.(postgrestquery.Group); ok {
		for _, term := range group.Terms {
			list = appendCondition(list, term)
		}
		operator := "and"
		if group.IsOr {
			operator = "or"
		}
		return append(list, condition{Logic: operator, Terms: len(group.Terms), IsNegated: group.IsNegated})
	}
	filter := logic.(postgrestquery.Filter)
	added := condition{
		field: newField(filter.Field), Operator: string(filter.Op), Value: &filter.Value, Config: filter.Config,
		Quantifier: string(filter.Quantifier), IsNegated: filter.IsNegated,
	}
	switch filter.Op {
	case postgrestquery.OpIn:
		added.Value, added.Values = nil, append([]string{}, filter.Values...)
	case postgrestquery.OpIs:
		value := string(filter.Is)
		added.Value = &value
	}
	return append(list, added)
}
