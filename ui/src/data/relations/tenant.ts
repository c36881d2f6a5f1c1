import type { Column, Table } from '@/lib/api.gen';

/** Names of columns that refer to the tenant of a multi-tenant database. All rows that a user sees have the same value. */
const tenantName = /^(org|organi[sz]ation|tenant|workspace)_?(id|uuid)?$/i;

/** Whether a column of a foreign key refers to the tenant: by its name, or by the policies of the tables. */
export function isTenantColumn({ name, tenant }: Column): boolean {
  return tenant === true || tenantName.test(name);
}

/** Whether the column `name` of a table refers to the tenant. It can be a column that the role can't read: only its name is known then. */
export function refersToTenant({ columns }: Table, name: string): boolean {
  return tenantName.test(name) || columns.some((column) => column.name === name && isTenantColumn(column));
}

/** Whether a column contains keys of tenants, not a text such as the name of an organization: it is a uuid or part of a foreign key. */
export function isTenantReference({ foreignKeys }: Table, column: Column): boolean {
  const isPart = foreignKeys.some((key) => key.columns.includes(column.name));
  return isTenantColumn(column) && (column.kind === 'uuid' || isPart);
}
