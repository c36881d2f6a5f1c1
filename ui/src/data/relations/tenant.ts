import type { Column, Table } from '@/lib/api.gen';

/** Names of columns that refer to the tenant of a multi-tenant database. All rows that a user sees have the same value. */
const tenantName = /^(org|organi[sz]ation|tenant|workspace)_?(id|uuid)?$/i;

/** Whether a column of a foreign key refers to the tenant, by its name. */
export function isTenantName(name: string): boolean {
  return tenantName.test(name);
}

/** Whether a column has the name of a tenant and is a uuid or part of a foreign key. */
export function isTenantReference({ foreignKeys }: Table, { name, kind }: Column): boolean {
  return isTenantName(name) && (kind === 'uuid' || foreignKeys.some((key) => key.columns.includes(name)));
}
