import { findDefaultBucket, listChartFunctions, listChartKeyColumns } from '@/data/charts/chart-defaults';
import type { ChartFunction, ChartKey, ChartSpec } from '@/data/charts/chart-spec';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Table } from '@/lib/api.gen';
import { chartsMessages } from './charts-messages';

/** An option of a choice, as the control Select takes it. */
export interface ChartOption {
  value: string;
  label: string;
}

/** Returns the key with which a chart groups by a column; undefined if the table does not have it. */
export function toKey(table: Table, name: string): ChartKey | undefined {
  const column = table.columns.find((each) => each.name === name);
  return column && { column: name, bucket: findDefaultBucket(column) };
}

/** Returns the columns by which a chart can group rows. */
export function listColumnOptions(table: Table): ChartOption[] {
  return listChartKeyColumns(table).map(({ name, title }) => ({ value: name, label: title }));
}

/** Formats the measure of a chart as the value of an option. */
export function formatMeasure({ fn, column }: Pick<ChartSpec, 'fn' | 'column'>): string {
  return column === undefined ? fn : `${fn} ${column}`;
}

/** Parses the value of an option of measureOptions. */
export function parseMeasure(text: string): Pick<ChartSpec, 'fn' | 'column'> {
  const space = text.indexOf(' ');
  if (space < 0) return { fn: 'count', column: undefined };
  return { fn: text.slice(0, space) as ChartFunction, column: text.slice(space + 1) };
}

/** Returns what a chart of the table can measure: the number of rows, and the aggregates of its columns. */
export function measureOptions(table: Table): ChartOption[] {
  const measures = listReadableColumns(table).flatMap((column) =>
    listChartFunctions(table, column).map((fn) => ({
      value: formatMeasure({ fn, column: column.name }),
      label: chartsMessages.measure(fn, column.title),
    })),
  );
  return [{ value: 'count', label: chartsMessages.rowCount(table.title) }, ...measures];
}
