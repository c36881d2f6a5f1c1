import { isRecordDate } from '@/data/layouts/calendar-source';
import { isGroupable } from '@/data/paging/groups/groups.utils';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { getColumnFormat } from '@/data/values/formats/column-format';
import { isCoordinate, isRate } from '@/data/values/formats/rates';
import type { Column, Table } from '@/lib/api.gen';
import { hasBuckets, isMeasure, isReport, numberKinds } from './chart-columns';
import type { ChartBucket, ChartFunction, ChartKey, ChartSpec } from './chart-spec';

const orderedKinds = new Set(['date', 'time', 'timestamp', 'timestamptz', 'interval']);

/** Returns the columns by which a chart can group rows. */
export function listChartKeyColumns(table: Table): Column[] {
  return listReadableColumns(table).filter((column) => isGroupable(column) && !('file' in column.tags));
}

/** Returns the aggregates of a column. Numbers that identify rows (keys) have no sum. */
export function listChartFunctions(table: Table, column: Column): ChartFunction[] {
  if (!isGroupable(column)) return [];
  if (numberKinds.has(column.kind)) {
    return isMeasure(table, column)
      ? ['sum', 'average', 'min', 'max', 'distinct']
      : ['min', 'max', 'distinct'];
  }
  return orderedKinds.has(column.kind) ? ['min', 'max', 'distinct'] : ['distinct'];
}

/** Returns the period with which a chart starts for a column; undefined for columns without periods. */
export function findDefaultBucket(column: Column): ChartBucket | undefined {
  return hasBuckets(column) ? 'month' : undefined;
}

/**
 * Returns the chart with which a table starts: the sum of an amount or the average of a rate by month, otherwise the number
 * of rows by month, by status, or by reference. Undefined if the table has no readable column.
 */
export function createDefaultChart(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
): ChartSpec | undefined {
  const columns = listReadableColumns(table);
  if (columns.length === 0) return undefined;
  const measures = columns.filter((column) => isMeasure(table, column) && !('hidden' in column.tags));
  const currency = measures.find((column) => getColumnFormat(column).kind === 'currency');
  const amounts = measures.filter((column) => !isRate(column));
  const amount =
    currency ?? amounts.find(({ kind }) => kind === 'numeric') ?? (isReport(table) ? amounts[0] : undefined);
  const rate = measures.find(
    (column) => isRate(column) && !isCoordinate(column) && (column.kind === 'numeric' || isReport(table)),
  );
  const by = defaultKey(columns, relations);
  return {
    type: by ? 'bar' : 'number',
    fn: amount ? 'sum' : rate ? 'average' : 'count',
    column: (amount ?? rate)?.name,
    by,
    split: undefined,
  };
}

/**
 * Returns the chart that shows of what a number consists: its bars by the column of a new chart. Undefined if the table has no such
 * column, or the number is a time, which bars can't show.
 */
export function createBreakdown(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
  spec: ChartSpec,
): ChartSpec | undefined {
  const columns = listReadableColumns(table);
  const measured = columns.find(({ name }) => name === spec.column);
  const isTime = measured !== undefined && orderedKinds.has(measured.kind) && spec.fn !== 'distinct';
  const by = defaultKey(
    columns.filter((column) => column !== measured),
    relations,
  );
  return isTime || !by ? undefined : { ...spec, type: 'bar', by, split: undefined };
}

/**
 * Returns the column by which a new chart groups: a date, an enum, a reference or a boolean; undefined without one. Dates such as
 * `created_at` and `archived_at` come after other dates.
 */
function defaultKey(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): ChartKey | undefined {
  const visible = columns.filter((column) => !('hidden' in column.tags));
  const dates = visible.filter(hasBuckets);
  const column =
    dates.find((each) => !isRecordDate(each)) ??
    dates[0] ??
    visible.find(({ kind, array }) => kind === 'enum' && !array) ??
    visible.find(({ name }) => relations.has(name)) ??
    visible.find(({ kind, array }) => kind === 'boolean' && !array);
  return column && { column: column.name, bucket: findDefaultBucket(column) };
}

/** Returns a chart without columns that the table does not have, or that can't be used in this way. */
export function checkChart(table: Table, spec: ChartSpec): ChartSpec {
  const find = (name: string | undefined) =>
    listReadableColumns(table).find((column) => column.name === name);
  const keyOf = (key: ChartKey | undefined): ChartKey | undefined => {
    const column = find(key?.column);
    if (!key || !column || !isGroupable(column)) return undefined;
    return { column: key.column, bucket: hasBuckets(column) ? key.bucket : undefined };
  };
  const column = find(spec.column);
  const canMeasure = column !== undefined && listChartFunctions(table, column).includes(spec.fn);
  const by = keyOf(spec.by);
  const split = keyOf(spec.split);
  return {
    type: by || spec.type === 'pivot' ? spec.type : 'number',
    fn: canMeasure ? spec.fn : 'count',
    column: canMeasure ? spec.column : undefined,
    by,
    split: by && split?.column !== by.column ? split : undefined,
  };
}
