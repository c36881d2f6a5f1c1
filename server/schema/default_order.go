package schema

import (
	"regexp"
	"slices"
	"strings"
)

// insertTimePattern matches the names of columns with the time of a row's insert, as findInsertTime does in the app.
var insertTimePattern = regexp.MustCompile(`(?i)^(created|inserted|added|placed|submitted|posted|recorded|logged)(_?(at|on|date|time))?$`)

// setDefaultOrders gives tables whose keys are random UUIDs the tag @order with the time of the insert, the newest first: the
// order of such keys has no meaning. Tables with the tag are unchanged, as are those with many rows, because the column may
// have no index. Views get the tag with the columns of their ORDER BY.
func setDefaultOrders(tables []Table) {
	for i := range tables {
		t := &tables[i]
		if _, hasOrder := t.Tags["order"]; hasOrder {
			continue
		}
		if t.viewOrder != "" {
			t.setOrder(t.viewOrder)
			continue
		}
		if t.Kind != KindTable || !t.hasRandomKey() || t.hasManyRows {
			continue
		}
		time := slices.IndexFunc(t.Columns, func(c Column) bool {
			return (c.Kind == TimestampTZ || c.Kind == Timestamp) && !c.IsArray && c.Privileges.Select &&
				insertTimePattern.MatchString(strings.Join(splitName(c.Name), "_"))
		})
		if time < 0 {
			continue
		}
		order := t.Columns[time].Name + ".desc"
		if t.Columns[time].Nullable { // otherwise an index on the column serves the order
			order += ".nullslast"
		}
		t.setOrder(order)
	}
}

// setOrder sets the tag @order without a change of the map, which other schemas can share.
func (t *Table) setOrder(order string) {
	tags := Tags{"order": order}
	for name, value := range t.Tags {
		tags[name] = value
	}
	t.Tags = tags
}

// hasRandomKey reports whether the primary key is one UUID that does not contain a time, as those of version 7 do.
func (t Table) hasRandomKey() bool {
	return len(t.PrimaryKey) == 1 && slices.ContainsFunc(t.Columns, func(c Column) bool {
		return c.Name == t.PrimaryKey[0] && c.Kind == UUID &&
			(c.Default == nil || !strings.Contains(strings.ToLower(*c.Default), "v7"))
	})
}
