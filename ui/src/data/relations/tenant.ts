import type { Column, Table } from '@/lib/api.gen';

/** Names of columns that refer to the tenant of a multi-tenant database. All rows that a user sees have the same value. */
const tenantName = /^(org|organi[sz]ation|tenant|workspace)_?(id|uuid)?$/i;

/** Whether a column of a foreign key refers to the tenant: by its name, or by the policies of the tables. */
export function isTenantColumn({ name, tenant }: Column): boolean {
  return tenant === true || tenantName.test(name);
}

/** Whether the column of a table with a name refers to the tenant. */
export function isTenantName({ columns }: Table, name: string): boolean {
  return tenantName.test(name) || columns.some((column) => column.name === name && isTenantColumn(column));
}

/** Whether a column refers to a tenant, and is a uuid or part of a foreign key. */
export function isTenantReference({ foreignKeys }: Table, column: Column): boolean {
  const isPart = foreignKeys.some((key) => key.columns.includes(column.name));
  return isTenantColumn(column) && (column.kind === 'uuid' || isPart);
}
