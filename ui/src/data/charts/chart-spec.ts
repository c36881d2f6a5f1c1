import { quoteName } from '../query/filters/filters.utils';
import { FilterSyntaxError } from '../query/filters/parse-filter';

/** The types of charts, in the order in which they are offered. */
export const chartTypes = ['bar', 'line', 'area', 'pie', 'number', 'pivot'] as const;
export type ChartType = (typeof chartTypes)[number];

/** The aggregates of a chart, in the order in which they are offered. */
export const chartFunctions = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const;
export type ChartFunction = (typeof chartFunctions)[number];

/** The periods by which dates are grouped. */
export const chartBuckets = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ChartBucket = (typeof chartBuckets)[number];

/** A column by whose values the rows are grouped. */
export interface ChartKey {
  column: string;
  /** The period of a date; undefined for each value. */
  bucket: ChartBucket | undefined;
}

/** A chart as the URL describes it: `bar.sum(total).by(placed_at.month).split(status)`. */
export interface ChartSpec {
  type: ChartType;
  fn: ChartFunction;
  /** The column of the aggregate; undefined for the number of rows. */
  column: string | undefined;
  /** Undefined for one number over all rows. */
  by: ChartKey | undefined;
  split: ChartKey | undefined;
}

const name = '"(?:[^"\\\\]|\\\\.)*"|[^".()]+';
const key = `\\((${name})(?:\\.(${chartBuckets.join('|')}))?\\)`;
const pattern = new RegExp(
  `^(${chartTypes.join('|')})\\.(${chartFunctions.join('|')})(?:\\((${name})\\))?(?:\\.by${key})?(?:\\.split${key})?$`,
);

/** Parses the value of `chart`. Throws FilterSyntaxError. */
export function parseChart(text: string): ChartSpec {
  const match = pattern.exec(text);
  if (!match) throw new FilterSyntaxError(text);
  const [, type, fn, column, by, byBucket, split, splitBucket] = match;
  if ((fn === 'count') !== (column === undefined)) throw new FilterSyntaxError(text);
  return {
    type: type as ChartType,
    fn: fn as ChartFunction,
    column: unquote(column),
    by: toKey(by, byBucket),
    split: toKey(split, splitBucket),
  };
}

/** Formats the value of `chart`. */
export function formatChart({ type, fn, column, by, split }: ChartSpec): string {
  const value = column === undefined ? fn : `${fn}(${quoteName(column)})`;
  const keys = [...(by ? [`by(${formatKey(by)})`] : []), ...(split ? [`split(${formatKey(split)})`] : [])];
  return [type, value, ...keys].join('.');
}

/** Returns the spec without the groups that its type does not show: a donut has no parts, a number has no groups. */
export function simplifyChart(spec: ChartSpec): ChartSpec {
  if (spec.type === 'number') return { ...spec, by: undefined, split: undefined };
  return spec.type === 'pie' ? { ...spec, split: undefined } : spec;
}

/** Returns the names of the columns of a chart. */
export function listChartColumns({ column, by, split }: ChartSpec): string[] {
  return [column, by?.column, split?.column].filter((each) => each !== undefined);
}

/** Formats a key as the request's select list does, except for the separator of the bucket. */
function formatKey({ column, bucket }: ChartKey): string {
  return bucket ? `${quoteName(column)}.${bucket}` : quoteName(column);
}

function unquote(text: string | undefined): string | undefined {
  return text?.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function toKey(column: string | undefined, bucket: string | undefined): ChartKey | undefined {
  const plain = unquote(column);
  return plain === undefined ? undefined : { column: plain, bucket: bucket as ChartBucket | undefined };
}
