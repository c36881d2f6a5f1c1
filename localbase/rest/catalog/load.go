package catalog

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Bits of the result of pg_relation_is_updatable.
const (
	canUpdate = 1 << 2
	canInsert = 1 << 3
	canDelete = 1 << 4
)

// Load reads the catalog of the exposed schemas in a read-only transaction of conn. The database
// user needs no privileges on them. The settings of functions named in hoisted apply to the whole
// transaction.
func Load(ctx context.Context, conn *pgx.Conn, schemas, hoisted []string) (*Catalog, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // read-only
	if _, err := tx.Exec(ctx, `set local search_path = ''`); err != nil {
		return nil, fmt.Errorf("clear search_path: %w", err)
	}
	c := &Catalog{Schemas: schemas}
	l := &loader{ctx: ctx, tx: tx, catalog: c, hoisted: hoisted, builder: &builder{columnNames: map[column]string{}}}
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"relations", l.loadRelations}, {"column names", l.loadColumnNames}, {"columns", l.loadColumns},
		{"computed columns", l.loadComputedVectors},
		{"views", l.loadViews}, {"keys", l.loadKeys}, {"relationships", l.loadRelationships},
		{"functions", l.loadFunctions}, {"role settings", l.loadRoleSettings},
		{"media type handlers", l.loadMediaHandlers}, {"domain representations", l.loadRepresentations},
	} {
		if err := step.run(); err != nil {
			return nil, fmt.Errorf("read %s: %w", step.name, err)
		}
	}
	return c, nil
}

// loader runs the queries. Their order matters: later queries use the results of earlier ones.
type loader struct {
	ctx     context.Context
	tx      pgx.Tx
	catalog *Catalog
	builder *builder
	hoisted []string             // names of settings of functions that apply to the whole transaction
	byOID   map[uint32]*Relation // exposed relations
}

// readRows runs a query. It scans each row into targets and then calls read.
func (l *loader) readRows(sql string, args []any, targets []any, read func()) error {
	rows, err := l.tx.Query(l.ctx, sql, args...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, targets, func() error { read(); return nil })
	return err
}

// loadRelations reads the names of all relations, which relationships need, and the relations of
// the exposed schemas.
func (l *loader) loadRelations() error {
	l.builder.names, l.builder.views = map[uint32]Name{}, map[uint32]bool{}
	l.byOID, l.catalog.relations = map[uint32]*Relation{}, map[Name]*Relation{}
	var oid int64
	var name Name
	var view, exposed bool
	var description string
	var can int
	return l.readRows(relationsSQL, []any{l.catalog.Schemas}, []any{&oid, &name.Schema, &name.Name, &view, &exposed, &description, &can}, func() {
		l.builder.names[uint32(oid)] = name
		if view {
			l.builder.views[uint32(oid)] = true
		}
		if !exposed {
			return
		}
		r := &Relation{
			Name: name, Description: description, IsView: view,
			Insertable: can&canInsert != 0, Updatable: can&canUpdate != 0, Deletable: can&canDelete != 0,
		}
		l.byOID[uint32(oid)], l.catalog.relations[name] = r, r
	})
}

// loadColumnNames reads the names of all columns, which relationships need.
func (l *loader) loadColumnNames() error {
	var oid int64
	var number int16
	var name string
	return l.readRows(columnNamesSQL, nil, []any{&oid, &number, &name}, func() {
		l.builder.columnNames[column{uint32(oid), number}] = name
	})
}

// loadColumns reads the columns of the exposed relations.
func (l *loader) loadColumns() error {
	var oid int64
	var c Column
	var maxLength int32
	return l.readRows(columnsSQL, []any{l.catalog.Schemas},
		[]any{&oid, &c.Name, &c.Description, &c.Type, &c.FullType, &c.Nullable, &c.Default, &maxLength, &c.Enum}, func() {
			c.MaxLength = int(maxLength)
			r := l.byOID[uint32(oid)]
			r.Columns = append(r.Columns, c)
			c.Enum = nil
		})
}

// loadComputedVectors reads the computed columns of type tsvector.
func (l *loader) loadComputedVectors() error {
	var oid int64
	var name string
	return l.readRows(computedVectorsSQL, nil, []any{&oid, &name}, func() {
		if r := l.byOID[uint32(oid)]; r != nil {
			r.ComputedVectors = append(r.ComputedVectors, name)
		}
	})
}

// loadViews finds the table column behind each column of a view.
func (l *loader) loadViews() error {
	byView := map[uint32][]viewColumn{}
	var oid int64
	var tree string
	err := l.readRows(viewsSQL, nil, []any{&oid, &tree}, func() { byView[uint32(oid)] = parseViewColumns(tree) })
	l.builder.resolveViewColumns(byView)
	return err
}

// loadKeys reads the primary keys and foreign keys.
func (l *loader) loadKeys() error {
	l.builder.primaryKeys = map[uint32][]int16{}
	var oid int64
	var key []int16
	err := l.readRows(primaryKeysSQL, nil, []any{&oid, &key}, func() {
		l.builder.primaryKeys[uint32(oid)] = slices.Clone(key)
	})
	if err != nil {
		return err
	}
	for oid, r := range l.byOID {
		r.PrimaryKey = l.builder.findPrimaryKey(oid)
	}
	var row foreignKey
	var from, to int64
	var fromKey, toKey []int16
	return l.readRows(foreignKeysSQL, nil, []any{&row.name, &from, &to, &fromKey, &toKey, &row.isUnique}, func() {
		fk := foreignKey{name: row.name, from: uint32(from), to: uint32(to), isUnique: row.isUnique}
		for i := range fromKey {
			fk.columns = append(fk.columns, columnPair{fromKey[i], toKey[i]})
		}
		l.builder.foreignKeys = append(l.builder.foreignKeys, fk)
	})
}

// findPrimaryKey returns the columns of a table's primary key. For a view it returns the columns
// that expose the complete primary keys of its tables.
func (b *builder) findPrimaryKey(oid uint32) []string {
	var names []string
	if !b.views[oid] {
		for _, att := range b.primaryKeys[oid] {
			names = append(names, b.columnNames[column{oid, att}])
		}
		return names
	}
	tables := map[uint32]bool{}
	for origin := range b.shownColumns[oid] {
		tables[origin.relation] = true
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		var key []string
		for _, att := range b.primaryKeys[table] {
			if shown := b.shownColumns[oid][column{table, att}]; len(shown) > 0 {
				key = append(key, shown[0])
			}
		}
		if len(key) == len(b.primaryKeys[table]) {
			names = append(names, key...)
		}
	}
	return names
}

// loadRelationships derives the relationships from foreign keys, and reads the computed ones, which
// are functions.
func (l *loader) loadRelationships() error {
	primaryKeys := map[Name][]string{}
	for oid, name := range l.builder.names {
		primaryKeys[name] = l.builder.findPrimaryKey(oid)
	}
	found := l.builder.deriveRelationships(primaryKeys)
	var computed []*Relationship
	var function, from, to Name
	var single bool
	err := l.readRows(computedSQL, nil,
		[]any{&function.Schema, &function.Name, &from.Schema, &from.Name, &to.Schema, &to.Name, &single}, func() {
			computed = append(computed, &Relationship{From: from, To: to, Kind: Computed, Function: function, IsSingle: single})
		})
	l.catalog.relationships = indexRelationships(found, computed, l.catalog.Schemas)
	return err
}

// loadFunctions reads the functions of the exposed schemas.
func (l *loader) loadFunctions() error {
	l.catalog.functions = map[Name][]*Function{}
	var row Function
	var names, types, settings []string
	var required, variadic []bool
	var volatility string
	err := l.readRows(functionsSQL, []any{l.catalog.Schemas}, []any{
		&row.Name.Schema, &row.Name.Name, &row.Description, &names, &types, &required, &variadic,
		&row.Returns.Type.Schema, &row.Returns.Type.Name, &row.Returns.IsSetReturning, &row.Returns.IsComposite, &volatility, &settings,
	}, func() {
		f := row
		f.Volatility = Volatility(volatility)
		for i := range types {
			f.Params = append(f.Params, Param{names[i], types[i], required[i], variadic[i]})
		}
		f.Settings = parseHoistedSettings(settings, l.hoisted)
		l.catalog.functions[f.Name] = append(l.catalog.functions[f.Name], &f)
	})
	for _, overloads := range l.catalog.functions {
		slices.SortFunc(overloads, compareOverloads)
	}
	return err
}

// IsolationSetting is the setting of roles and functions that selects the isolation level of the
// transaction.
const IsolationSetting = "default_transaction_isolation"

// parseHoistedSettings returns the settings of a function that must apply before the function
// starts.
func parseHoistedSettings(settings, hoisted []string) []Setting {
	var out []Setting
	for _, kv := range settings {
		name, value, _ := strings.Cut(kv, "=")
		if slices.Contains(hoisted, name) {
			out = append(out, Setting{name, value})
		}
	}
	return out
}

// compareOverloads compares functions of the same name, so that their order is always the same.
func compareOverloads(a, b *Function) int {
	return cmp.Or(cmp.Compare(len(a.Params), len(b.Params)), cmp.Compare(a.Description, b.Description),
		slices.CompareFunc(a.Params, b.Params, func(x, y Param) int {
			return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Type, y.Type))
		}))
}

// loadRoleSettings reads the settings of roles (ALTER ROLE ... SET).
func (l *loader) loadRoleSettings() error {
	l.catalog.settings = map[string][]Setting{}
	var role string
	var s Setting
	return l.readRows(roleSettingsSQL, nil, []any{&role, &s.Name, &s.Value}, func() {
		l.catalog.settings[role] = append(l.catalog.settings[role], s)
	})
}
