import type { Relation } from '@/data/relations/references';
import { isTenantColumn } from '@/data/relations/tenant';
import type { Row } from '@/data/rows/row';
import { findTitleRule } from '@/data/titles/title-columns';
import { isChipText } from '@/data/values/formats/enum-labels';
import type { Column } from '@/lib/api.gen';

const statusName = /^(status|state|stage|phase)$/i;
const statusSuffix = /(_(status|state|stage|phase)|[a-z](Status|State|Stage|Phase))$/;

/** Returns the rank of a column as a status by its name; 2 for other columns. */
const rankStatus = ({ name }: Column) => (statusName.test(name) ? 0 : statusSuffix.test(name) ? 1 : 2);

/** Returns enum columns with the status first: a priority or a kind shows less about the position of a row in a process. */
export function putStatusFirst(columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => rankStatus(a) - rankStatus(b));
}

/** Returns the columns with a status that are texts without listed values, such as `stage text`. */
export function listStatusTexts(columns: readonly Column[]): Column[] {
  return putStatusFirst(columns.filter(({ status }) => status));
}

/** Returns the column of `listStatusTexts` that a chip can show for a row. */
export function findStatusText(columns: readonly Column[], row: Row): Column | undefined {
  return listStatusTexts(columns).find((column) => isChipText(column, row[column.name] ?? null));
}

/**
 * Returns the enum column with the status of a row, found by its tags or name, otherwise a text by its name; undefined if none has a
 * value. Kinds, units and priorities are not statuses.
 */
export function findStatusColumn(columns: readonly Column[], row: Row): Column | undefined {
  const isStatus = (column: Column) =>
    column.done !== undefined || column.transitions !== undefined || rankStatus(column) < 2;
  const states = columns.filter(
    (column) => column.kind === 'enum' && !column.array && row[column.name] && isStatus(column),
  );
  return putStatusFirst(states)[0] ?? findStatusText(columns, row);
}

/**
 * Whether a card shows a reference as its most important field, such as an order's customer: its rows have a title other than
 * their key, and it is not the tenant.
 */
export function isLeadRelation(column: Column, { target }: Relation): boolean {
  const [title] = findTitleRule(target).columns;
  return title !== undefined && !target.primaryKey.includes(title.name) && !isTenantColumn(column);
}
