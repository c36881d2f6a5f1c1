import type { Row, Value } from '@/data/rows/row';
import { getWallTime } from '@/data/values/dates/calendar-days';
import { summarize } from '@/data/values/summary/summary.utils';
import type { Column, Table } from '@/lib/api.gen';
import { startOfBucket } from './chart-buckets';
import type { ChartKey, ChartSpec } from './chart-spec';

/** A group of rows. */
export interface ChartGroup {
  /** The values of the group's columns as texts, or the first days of its periods; null for NULL. */
  keys: readonly (string | null)[];
  /** The exact aggregate; null if there are no values. */
  value: string | null;
}

/** The sum of groups that the backend has not returned. */
export interface RestGroup {
  /** The keys as in a group; undefined for the sum of all other values of the column. */
  keys: readonly (string | null | undefined)[];
  value: string;
}

/** Computes the groups of a chart from rows, as the database does. */
export function summarizeRows(
  table: Table,
  { fn, column: name, by, split }: ChartSpec,
  rows: readonly Row[],
  zone: string,
): ChartGroup[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const keys = [by, split].filter((key) => key !== undefined);
  const groups = new Map<string, { keys: (string | null)[]; values: Value[] }>();
  for (const row of rows) {
    const texts = keys.map((key) =>
      formatGroupKey(columns.get(key.column), key, row[key.column] ?? null, zone),
    );
    const id = JSON.stringify(texts);
    const group = groups.get(id) ?? { keys: texts, values: [] };
    group.values.push(name === undefined ? true : (row[name] ?? null));
    groups.set(id, group);
  }
  if (keys.length === 0 && groups.size === 0) groups.set('', { keys: [], values: [] });
  const measured = columns.get(name ?? '');
  return [...groups.values()].map((group) => ({
    keys: group.keys,
    value: computeValue(measured, fn, group.values),
  }));
}

function computeValue(
  column: Column | undefined,
  fn: ChartSpec['fn'],
  values: readonly Value[],
): string | null {
  if (fn === 'distinct') return String(new Set(values.filter((value) => value !== null).map(String)).size);
  return column && fn !== 'count' ? summarize(column, fn, values) : String(values.length);
}

/** Returns the value by which a row is grouped, as text: the value, or the first day of its period in the zone. null for NULL. */
function formatGroupKey(
  column: Column | undefined,
  { bucket }: ChartKey,
  value: Value,
  zone: string,
): string | null {
  if (value === null) return null;
  const text = String(value);
  if (!bucket) return text;
  if (text.endsWith('infinity')) return text;
  const instant = new Date(text);
  const day =
    column?.kind === 'timestamptz' && !Number.isNaN(instant.getTime())
      ? getWallTime(zone, instant)[0]
      : text.replace(/^(\d+-\d\d-\d\d).*?( BC)?$/, '$1$2');
  return startOfBucket(day, bucket);
}
