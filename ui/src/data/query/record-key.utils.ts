import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Kind, Table } from '@/lib/api.gen';
import type { KeyValue } from './table-page-state';

/** Kinds whose texts are known so well that the database needn’t be asked whether it takes one. */
const checkedKinds: ReadonlySet<Kind> = new Set(['integer', 'numeric', 'uuid', 'boolean', 'enum']);

/** Why what an address says can't be a record of this table, as a sentence; undefined if it can. */
export function keyProblem(table: Table, key: readonly KeyValue[]): string | undefined {
  const identity = identityOf(table);
  if (!identity) return 'Rows of this table have no key, so none of them has an address.';
  const named = key.map(({ column }) => column);
  const keys = [identity, table.primaryKey, ...table.uniqueKeys];
  if (!keys.some((columns) => hasSameColumns(columns, named))) {
    return `A record here is known by ${formatNames(identity)}, not by ${formatNames(named)}.`;
  }
  for (const { column: name, value } of key) {
    const column = table.columns.find((each) => each.name === name);
    if (!column || !checkedKinds.has(column.kind) || column.array) continue;
    const found = checkEnteredValue({ ...column, nullable: false }, value);
    if ('problem' in found) return `“${name}” can’t be “${value}”. ${found.problem}`;
  }
  return undefined;
}

function hasSameColumns(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

function formatNames(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(' and ');
}
