import { parseDefaultOrder } from '@/data/query/default-order';
import type { Filter } from '@/data/query/filters/filters.utils';
import { canOrderBy } from '@/data/query/lookups/lookup-name';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { listReadableColumns, listViewColumns } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { findTitleRule } from '@/data/titles/title-columns';
import { findDueRule } from '@/data/values/formats/due-dates';
import { findCurrencyColumn } from '@/data/values/formats/row-currency';
import type { Column, Table } from '@/lib/api.gen';
import { findIdentity } from './cursor/keyset.utils';
import { isGroupable, orderByGroup } from './groups/groups.utils';

/** The data that a view needs in addition to its visible columns. */
export interface ViewNeeds {
  columns?: readonly string[];
  /** The order if the page's URL has none. Without it, the table's own order. */
  order?: readonly OrderTerm[] | undefined;
}

export interface RowsViewOptions {
  /** The filters, without relative values such as `today`. */
  filters: readonly Filter[];
  /** The order of the page's URL; unknown columns are ignored. */
  order: readonly OrderTerm[];
  /** The columns that the view shows. */
  columns: readonly Column[];
  /** The name of the column by which the rows are grouped. */
  groupedBy?: string | undefined;
  needs?: ViewNeeds;
}

/**
 * Returns the rows and columns to read for a page of a table: the visible columns and those that the page
 * needs to order, identify and name the rows.
 */
export function buildRowsView(table: Table, options: RowsViewOptions): RowsView {
  const { filters, order, columns, groupedBy, needs = {} } = options;
  const names = new Set(listViewColumns(table).map(({ name }) => name));
  const known = order.filter((term) => names.has(term.column) && canOrderBy(term.column));
  const sorted = known.length > 0 ? known : (needs.order ?? parseDefaultOrder(table));
  const terms = groupedBy === undefined ? sorted : orderByGroup(groupedBy, sorted);
  const shown = columns.map(({ name }) => name);
  const title = findTitleRule(table);
  // A reference of several columns shows the referenced row in one of them.
  const references = table.foreignKeys.filter((key) => key.columns.some((name) => shown.includes(name)));
  const needed = new Set([
    ...shown,
    ...references.flatMap((key) => key.columns),
    ...columns.flatMap((column) => findCurrencyColumn(table, column)?.name ?? []),
    ...terms.map((term) => term.column),
    ...(findIdentity(table) ?? []),
    ...title.columns.map(({ name }) => name),
    // The second title or a date replaces a title that is empty.
    ...(title.columns.every(({ nullable }) => nullable) && title.second ? [title.second.name] : []),
    ...(title.fallback ? [title.fallback.name] : []),
    ...(needs.columns ?? []),
  ]);
  // Whether a row is late depends on whether it is finished.
  const dueRule = findDueRule(table);
  if (dueRule?.status && needed.has(dueRule.due.name)) needed.add(dueRule.status.name);
  return { filters, order: terms, columns: [...needed].filter((name) => names.has(name)).toSorted() };
}

/** Returns the column by which a grid's rows are grouped; undefined in other views and for unsuitable columns. */
export function findGroupColumn(table: Table, { group, view }: TablePageState): Column | undefined {
  if (!group || view.kind !== 'grid') return undefined;
  const column = listReadableColumns(table).find(({ name }) => name === group.column);
  return column && isGroupable(column) ? column : undefined;
}
