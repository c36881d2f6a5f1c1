import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Kind, Table } from '@/lib/api.gen';
import { queryMessages } from '../query-messages';
import type { KeyValue } from './table-page-state';

const messages = queryMessages.recordKey;

/** Kinds whose values are checked completely in the browser. */
const checkedKinds: ReadonlySet<Kind> = new Set(['integer', 'numeric', 'uuid', 'boolean', 'enum']);

/** Returns the reason why a key from the URL cannot identify a row of the table, as a sentence; undefined if it can. */
export function findKeyProblem(table: Table, key: readonly KeyValue[]): string | undefined {
  const identity = findIdentity(table);
  if (!identity) return messages.noKey;
  const keyColumns = key.map(({ column }) => column);
  const keys = [identity, table.primaryKey, ...table.uniqueKeys];
  if (!keys.some((columns) => hasSameColumns(columns, keyColumns))) {
    return messages.otherKey(messages.quotedNames(identity), messages.quotedNames(keyColumns));
  }
  for (const { column: name, value } of key) {
    const column = table.columns.find((each) => each.name === name);
    if (!column || !checkedKinds.has(column.kind) || column.array) continue;
    const checked = checkEnteredValue({ ...column, nullable: false }, value, 'plain');
    if ('problem' in checked) return messages.invalidValue(name, value, checked.problem);
  }
  return undefined;
}

function hasSameColumns(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
