import type { Row } from '@/data/rows/row';
import { textWidth } from '@/data/values/text-width';
import { formatValue, hasGroupedDigits, isLongText, isZoned, titleColumn } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { formatZoneLabel, getZone } from '@/lib/browser/zone';

/** Columns that this role can read, in the table's order. */
export function readableColumns(table: Table): Column[] {
  return table.columns.filter((column) => column.privileges.select);
}

/**
 * The columns that a table's page shows if nobody chose: not those tagged
 * `@hidden`, nor what only machines read. A uuid key goes where something better
 * names the row.
 */
export function defaultColumns(table: Table): string[] {
  const all = readableColumns(table);
  const title = titleColumn(table);
  const shown = all.filter((column) => {
    if ('hidden' in column.tags || column.kind === 'tsvector') return false;
    const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name;
    return !(isKey && column.kind === 'uuid' && title && title !== column);
  });
  return (shown.length > 0 ? shown : all).map((column) => column.name);
}

/** The columns to show, in order: those that are chosen and can be read. */
export function visibleColumns(table: Table, chosen: readonly string[] | undefined): Column[] {
  const columns = new Map(readableColumns(table).map((column) => [column.name, column]));
  const shown = (chosen ?? defaultColumns(table)).flatMap((name) => columns.get(name) ?? []);
  return shown.length > 0 ? shown : [...columns.values()];
}

/** Whether a column's values stand at the end of the cell, as amounts do; numbers that name rows stand where names do. */
export function isEndAligned(table: Table, column: Column): boolean {
  return !column.array && hasGroupedDigits(table, column);
}

/** Pixels around a value in its cell, and around a title in its header: icon, marks and arrow. */
const cellPadding = 24;
const headerExtras = 64;

/** Pixels between a title and the zone in its header, and around the text in a chip. */
const zoneGap = 6;
const chipPadding = 18;

const widthLimits: Partial<Record<Column['kind'], readonly [least: number, most: number]>> = {
  boolean: [72, 120],
  date: [122, 140],
  time: [92, 140],
  timestamp: [146, 200],
  timestamptz: [146, 200],
  // Every digit of a bigint.
  integer: [76, 250],
  numeric: [88, 260],
  float: [88, 200],
  enum: [96, 220],
  uuid: [120, 150],
  json: [140, 260],
};

/** How wide the widest value of each column is in its cell, in pixels. */
export type ValueWidths = ReadonlyMap<string, number>;

/** The widest values of some rows, and of those that were met before. */
export function measureValueWidths(
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
  before: ValueWidths = new Map(),
): ValueWidths {
  const widths = new Map(before);
  for (const column of columns) {
    const known = before.get(column.name) ?? 0;
    widths.set(column.name, Math.max(known, ...rows.map((row) => valueWidth(table, column, row))));
  }
  return widths;
}

/** A row that stands for the largest key of so many: a table's first ones are shorter than its last. */
export function makeLargestKeyRow({ primaryKey, columns }: Table, count: number): Row {
  const column = columns.find(({ name }) => name === primaryKey[0]);
  return column?.kind === 'integer' && primaryKey.length === 1 ? { [column.name]: String(count) } : {};
}

/** A width fitted to a column's type, its title, and the widest of its values. */
export function fitColumnWidth(column: Column, value: number, isReference: boolean): number {
  const zone = isZoned(column) ? textWidth(formatZoneLabel(getZone()), 11) + zoneGap : 0;
  const title = textWidth(column.title, 12) + zone + headerExtras;
  // References are shown by title, whose length isn't known from the key.
  if (isReference || 'file' in column.tags) return Math.round(clamp(title, 164, 220));
  const [least, most] = column.array
    ? [140, 260]
    : (widthLimits[column.kind] ?? [100, isLongText(column) ? 240 : 280]);
  return Math.round(
    clamp(Math.max(title, Math.min(value, most)), least, Math.max(most, Math.min(title, 240))),
  );
}

function valueWidth(table: Table, column: Column, row: Row): number {
  const value = row[column.name] ?? null;
  const text = formatValue(column, value, { grouped: hasGroupedDigits(table, column), precision: 'minute' });
  const more = column.kind === 'enum' ? chipPadding : 0;
  return textWidth(text.slice(0, 80), 13) + cellPadding + more;
}

/** Pixels that a short text or a reference grows by at the most; beyond that it would only look lost. */
const maxGrowth = 140;

/** Fitted widths, with the room that is left shared out among the columns whose values vary in length. */
export function distributeWidth(
  fitted: readonly number[],
  columns: readonly Column[],
  references: ReadonlySet<string>,
  room: number,
): number[] {
  let left = room - fitted.reduce((sum, width) => sum + width, 0);
  if (left <= 0) return [...fitted];
  const widths = [...fitted];
  const give = (takes: (column: Column) => boolean, most: number) => {
    const takers = columns.flatMap((column, i) => (takes(column) ? [i] : []));
    const each = Math.min(most, Math.floor(left / Math.max(1, takers.length)));
    for (const i of takers) widths[i] = (widths[i] ?? 0) + each;
    left -= each * takers.length;
  };
  give((column) => hasVariableLength(column) || references.has(column.name), maxGrowth);
  give(isLongText, Number.POSITIVE_INFINITY);
  return widths;
}

function hasVariableLength(column: Column): boolean {
  return column.array || ['text', 'json', 'composite', 'range', 'other'].includes(column.kind);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Puts a column in the place of another, as dragging a header does. */
export function moveColumn(names: readonly string[], moved: string, target: string): string[] {
  const from = names.indexOf(moved);
  const to = names.indexOf(target);
  if (from < 0 || to < 0 || from === to) return [...names];
  const rest = names.filter((name) => name !== moved);
  return rest.toSpliced(to, 0, moved);
}
