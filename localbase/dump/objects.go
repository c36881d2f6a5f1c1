package dump

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// object is a type, sequence, table, view or function, with its SQL.
type object struct {
	id  string // class and oid
	sql string
}

// objects writes the objects so that each is after those that it depends on.
func (d *dumper) objects() {
	if d.err != nil {
		return
	}
	rows, err := d.tx.Query(d.ctx, objectsSQL)
	var all []object
	if err == nil {
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (o object, err error) { return o, row.Scan(&o.id, &o.sql) })
	}
	if err != nil {
		d.err = fmt.Errorf("dump objects: %w", err)
		return
	}
	rows, err = d.tx.Query(d.ctx, dependenciesSQL)
	dependencies := map[string][]string{}
	if err == nil {
		var from, to string
		_, err = pgx.ForEachRow(rows, []any{&from, &to}, func() error {
			dependencies[from] = append(dependencies[from], to)
			return nil
		})
	}
	if err != nil {
		d.err = fmt.Errorf("dump dependencies: %w", err)
		return
	}
	for _, o := range sortObjects(all, dependencies) {
		d.print("\n" + o.sql + ";\n")
	}
}

// sortObjects returns the objects in an order in which each is after its dependencies. It breaks a cycle
// at any place, and retains the given order of independent objects.
func sortObjects(all []object, dependencies map[string][]string) []object {
	byID := make(map[string]object, len(all))
	for _, o := range all {
		byID[o.id] = o
	}
	isVisited := map[string]bool{}
	var sorted []object
	var visit func(o object)
	visit = func(o object) {
		if isVisited[o.id] {
			return
		}
		isVisited[o.id] = true
		for _, id := range dependencies[o.id] {
			if next, ok := byID[id]; ok {
				visit(next)
			}
		}
		sorted = append(sorted, o)
	}
	for _, o := range all {
		visit(o)
	}
	return sorted
}
