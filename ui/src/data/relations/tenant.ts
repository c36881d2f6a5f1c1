import type { Column, Table } from '@/lib/api.gen';

/** References to the tenant in databases of several organizations: all rows that a user sees have the same. */
const tenantName = /^(org|organi[sz]ation|tenant|workspace)_?(id|uuid)?$/i;

/** Whether a column of a foreign key refers to the tenant, by its name. */
export function isTenantName(name: string): boolean {
  return tenantName.test(name);
}

/** Whether a column is a reference to the tenant, or a key of it in a view. A text such as a contact's organization is not. */
export function isTenantReference({ foreignKeys }: Table, { name, kind }: Column): boolean {
  return isTenantName(name) && (kind === 'uuid' || foreignKeys.some((key) => key.columns.includes(name)));
}
