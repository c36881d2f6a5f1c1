package schema

import "regexp"

// tenantPattern matches the names of references that can be to the tenant of a multi-tenant database. In other databases they are
// not: the teams of a club, or the company of a contact.
var tenantPattern = regexp.MustCompile(`(?i)^(org|organi[sz]ation|tenant|workspace|team|company|account|business|agency|firm|household|family|school|club|clinic|practice|studio|community|brand)_?(id|uuid)?$`)

// minTenantTables is the minimum number of tables whose policies depend on a tenant.
const minTenantTables = 4

// setTenants marks the references to the tenant: those with a usual name, on which the policies for SELECT of at least half
// of the tables with references depend.
func setTenants(tables []Table) {
	type reference struct{ column, schema, table string }
	columns := map[reference][]*Column{}
	policies := map[reference]int{}
	count := 0
	for i := range tables {
		t := &tables[i]
		if (t.Kind == KindTable || t.Kind == KindPartitionedTable) && len(t.ForeignKeys) > 0 {
			count++
		}
		for _, key := range t.ForeignKeys {
			if len(key.Columns) != 1 || !tenantPattern.MatchString(key.Columns[0]) {
				continue
			}
			for j := range t.Columns {
				if c := &t.Columns[j]; c.Name == key.Columns[0] {
					r := reference{c.Name, key.RefSchema, key.RefTable}
					columns[r] = append(columns[r], c)
					if c.isInPolicy {
						policies[r]++
					}
				}
			}
		}
	}
	for r, found := range columns {
		if policies[r] < max(minTenantTables, (count+1)/2) {
			continue
		}
		for _, c := range found {
			c.IsTenant = true
		}
	}
}
