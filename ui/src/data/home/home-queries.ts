import { queryOptions } from '@tanstack/react-query';
import type { AssignedTable } from '@/data/follows/follow-queries';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { findInsertTime } from '@/data/rows/insert-time';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { OrderTerm, Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { toSnakeCase } from '@/data/titles/name-words';
import { addDays, getWallTime, startOfDay } from '@/data/values/dates/calendar-days';
import { type DoneRule, type DueRule, findDoneRule, findDueRule } from '@/data/values/formats/due-dates';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { findViewedTable } from '@/lib/is-view';
import { formatNow } from './format-now';

/** The rows that the home page shows. Each part reads at most a few rows of a few tables, with the user's own rights. */

/** Maximum number of tables of a part, each of which is one request. */
const maxTables = 4;

/** Maximum number of rows of a table in a part. */
export const maxHomeRows = 6;

/** Number of days before its due date from which a row is shown. */
const dueWithinDays = 7;

/** Tables with more rows are not searched for changes, because the order by time may have no index. */
const maxChangedRows = 200_000;

const isListed = (table: Table) =>
  table.privileges.select && !('hidden' in table.tags) && table.primaryKey.length > 0;

/** Returns the filters of rows that are not finished; none if the table does not show it. */
export function openFilters({ status, doneValues }: DoneRule): Filter[] {
  if (!status) return [];
  if (status.kind === 'boolean') return [condition(status.name, 'is', 'true', true)];
  if (doneValues.length === 0) return [condition(status.name, 'is', 'null')];
  const isOpen = condition(status.name, 'in', doneValues, true);
  return [status.nullable ? group('or', [condition(status.name, 'is', 'null'), isOpen]) : isOpen];
}

/** Whether the home page shows the rows of a table. */
type IsShown = (table: Table) => boolean;

const showAll: IsShown = () => true;

/** A table with due dates. */
export interface DueTable {
  table: Table;
  rule: DueRule;
}

/**
 * Returns the tables whose late and due rows the home page shows. A table that does not show which rows are finished is
 * excluded, because all of its old rows would be late; the tag `@due` includes it. A view is replaced by its table with the same due date.
 */
export function findDueTables(schema: Schema, isShown = showAll): DueTable[] {
  return schema.tables
    .filter(isShown)
    .flatMap((table) => {
      const rule = isListed(table) ? findDueRule(table) : undefined;
      return rule && (rule.status || 'due' in rule.due.tags) ? [{ table, rule }] : [];
    })
    .map((each, _, all) => {
      const viewed = findViewedTable(schema, each.table);
      return all.find(({ table, rule }) => table === viewed && rule.due.name === each.rule.due.name) ?? each;
    })
    .filter((each, i, all) => all.indexOf(each) === i)
    .slice(0, maxTables);
}

/** Rows of a table for a part of the home page. */
export interface HomeRequest {
  part: 'assigned' | 'due' | 'changed';
  table: Table;
  filters: readonly Filter[];
  order: readonly OrderTerm[];
}

/** Returns the request for the rows that are late, or due within a week: the earliest first. */
export function buildDueRequest({ table, rule }: DueTable, now: Date, zone: string): HomeRequest {
  const end = addDays(getWallTime(zone, now)[0], dueWithinDays);
  const bound = rule.due.kind === 'timestamptz' ? startOfDay(end, zone) : end;
  const filters = [condition(rule.due.name, 'lte', bound), ...openFilters(rule)];
  return { part: 'due', table, filters, order: [{ column: rule.due.name, descending: false }] };
}

/** Names, in snake case, of the end of a period, such as that of a shift or an appointment. */
const endName = /^(ends?|ended|stop|stopped|finish)(_?(at|on|date|time))?$/;

/** Returns the filter of rows that have no end or end in the future; none if the table has no end. */
function buildEndFilters(table: Table, now: Date): Filter[] {
  const end = table.columns.find(
    ({ name, kind, array, privileges }) =>
      /^(date|timestamp)/.test(kind) && !array && privileges.select && endName.test(toSnakeCase(name)),
  );
  if (!end) return [];
  return [group('or', [condition(end.name, 'is', 'null'), condition(end.name, 'gte', formatNow(end, now))])];
}

/**
 * Returns the request for the rows that are assigned to the user and not finished: those that are due first, otherwise the newest.
 * In a table that shows neither what is finished nor when it is due, rows whose end is past are finished.
 */
export function buildAssignedRequest(
  { table, column }: AssignedTable,
  userId: string,
  now: Date,
): HomeRequest {
  const due = findDueRule(table)?.due;
  const rule = findDoneRule(table);
  const open = due || rule.status ? openFilters(rule) : buildEndFilters(table, now);
  const filters = [condition(column.name, 'eq', userId), ...open];
  const newest = table.primaryKey.map((name) => ({ column: name, descending: true }));
  const first: OrderTerm[] = due ? [{ column: due.name, descending: false }] : [];
  return { part: 'assigned', table, filters, order: [...first, ...newest] };
}

/** A table with the time of the last change of its rows. */
export interface ChangedTable {
  table: Table;
  changedAt: Column;
}

const updateName = /^(last_)?(updated|modified|changed)(_at|_on|at|on)?$/i;

/** Returns the tables whose recent changes the home page shows: those with a time of the last update or of the insert. */
export function findChangedTables(schema: Schema, isShown = showAll): ChangedTable[] {
  return schema.tables
    .filter(isShown)
    .flatMap((table) => {
      if (!isListed(table) || table.kind !== 'table') return [];
      if ((table.estimatedRows ?? 0) > maxChangedRows) return [];
      const times = table.columns.filter(
        ({ kind, privileges, array }) => privileges.select && !array && kind.startsWith('timestamp'),
      );
      const changedAt =
        times.find(({ name }) => updateName.test(toSnakeCase(name))) ?? findInsertTime(table.columns);
      return changedAt ? [{ table, changedAt }] : [];
    })
    .slice(0, maxTables);
}

/** Returns the request for the rows that were changed last and are not in the future. */
export function buildChangedRequest({ table, changedAt }: ChangedTable, now: Date): HomeRequest {
  const filters = [condition(changedAt.name, 'lte', now.toISOString())];
  return { part: 'changed', table, filters, order: [{ column: changedAt.name, descending: true }] };
}

/** Query for the rows of a request: one more than the page shows, so that it is known whether there are more. */
export function homeRowsQuery({ part, table, filters, order }: HomeRequest) {
  return queryOptions({
    queryKey: [...rowKeys.home(table), part, filters] as const,
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      const columns = listReadableNames(table);
      const { rows } = await listRows(table, { filters, columns, order, limit: maxHomeRows + 1, signal });
      return rows;
    },
  });
}
