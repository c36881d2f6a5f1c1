import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Kind, Table } from '@/lib/api.gen';
import type { KeyValue } from './table-page-state';

/** Kinds whose values are checked completely in the browser. */
const checkedKinds: ReadonlySet<Kind> = new Set(['integer', 'numeric', 'uuid', 'boolean', 'enum']);

/** Returns the reason why a key from the URL cannot identify a row of the table, as a sentence; undefined if it can. */
export function keyProblem(table: Table, key: readonly KeyValue[]): string | undefined {
  const identity = identityOf(table);
  if (!identity) return 'Rows of this table have no key, so none of them has an address.';
  const keyColumns = key.map(({ column }) => column);
  const keys = [identity, table.primaryKey, ...table.uniqueKeys];
  if (!keys.some((columns) => hasSameColumns(columns, keyColumns))) {
    return `A record here is known by ${formatNames(identity)}, not by ${formatNames(keyColumns)}.`;
  }
  for (const { column: name, value } of key) {
    const column = table.columns.find((each) => each.name === name);
    if (!column || !checkedKinds.has(column.kind) || column.array) continue;
    const checked = checkEnteredValue({ ...column, nullable: false }, value);
    if ('problem' in checked) return `“${name}” can’t be “${value}”. ${checked.problem}`;
  }
  return undefined;
}

function hasSameColumns(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

function formatNames(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(' and ');
}
