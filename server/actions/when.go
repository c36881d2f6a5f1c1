package actions

import (
	"errors"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/schema"
)

// applyWhen adds the filter of @when, in the syntax of the REST service, to each offer on
// rows. If the filter is not valid, or does not fit the table, the action is not offered.
func (p placement) applyWhen(text string) {
	if text == "" {
		return
	}
	conditions, problem := parseWhen(text)
	if problem == "" && len(p.action.Offers) == 0 {
		problem = "The action is not offered on a row, so @when has no effect. Add @on with the name of a table."
	}
	if problem != "" {
		p.warn("when", "%s", problem)
	}
	offers := []schema.ActionOffer{}
	for _, offer := range p.action.Offers {
		switch {
		case offer.Scope == schema.TableOffer:
			offers = append(offers, offer)
			continue
		case problem != "":
			continue
		}
		if missing := p.findMissingColumn(offer, conditions); missing != "" {
			p.warn("when", "The table %s has no column %s, or you can’t read it.", offer.Table, missing)
			continue
		}
		offer.When, offer.Conditions = text, conditions
		offers = append(offers, offer)
	}
	p.action.Offers = offers
}

// findMissingColumn returns the first column of the conditions that the table does not
// have or that the user cannot read, or "".
func (p placement) findMissingColumn(offer schema.ActionOffer, conditions []schema.ActionCondition) string {
	table := p.findTable(offer.Schema+"."+offer.Table, "")
	for _, condition := range conditions {
		if column := findColumn(table, condition.Column); column == nil || !column.Privileges.Select {
			return condition.Column
		}
	}
	return ""
}

// whenOperators are the operators of @when, which the app evaluates for the rows on the
// screen.
var whenOperators = map[postgrestquery.Operator]bool{
	"eq": true, "neq": true, "gt": true, "gte": true, "lt": true, "lte": true, "in": true, "is": true,
}

// parseWhen parses "status=eq.draft&total=gt.0". problem is "" or the reason why the filter
// cannot be used.
func parseWhen(text string) (conditions []schema.ActionCondition, problem string) {
	params, err := postgrestquery.Parse(text, false)
	var syntax *postgrestquery.ParseError
	if errors.As(err, &syntax) {
		return nil, "The filter is not valid: " + syntax.Message + "."
	}
	if err != nil {
		return nil, "The filter is not valid."
	}
	if len(params.Filters) == 0 || len(params.Logic) > 0 || len(params.Select) > 0 || len(params.Order) > 0 || len(params.Ranges) > 0 {
		return nil, "The filter must consist of conditions such as status=eq.draft, separated by &."
	}
	for _, scoped := range params.Filters {
		f := scoped.Filter
		if len(scoped.Path) > 0 || len(f.Field.Path) > 0 || f.Quantifier != postgrestquery.NoQuantifier || !whenOperators[f.Op] {
			return nil, "The filter can use the operators eq, neq, gt, gte, lt, lte, in and is on columns of the table."
		}
		condition := schema.ActionCondition{Column: f.Field.Name, Operator: string(f.Op), Negated: f.IsNegated, Values: []string{f.Value}}
		switch f.Op {
		case postgrestquery.OpIn:
			condition.Values = f.Values
		case postgrestquery.OpIs:
			condition.Values = []string{strings.ToLower(string(f.Is))}
		}
		conditions = append(conditions, condition)
	}
	return conditions, ""
}
