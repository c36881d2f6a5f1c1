import { isAccountColumn } from '@/data/relations/account-table';
import { isTenantReference } from '@/data/relations/tenant';
import { listReadableColumns, listViewColumns } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { listTitleColumns } from '@/data/titles/row-titles';
import { type ColumnFormat, getColumnFormat } from '@/data/values/formats/column-format';
import { findDueRule } from '@/data/values/formats/due-dates';
import { applyRowCurrency } from '@/data/values/formats/row-currency';
import { isSearchData } from '@/data/values/search-data';
import { equalizeFigures, measureTextWidth } from '@/data/values/text-width';
import { formatValue, hasGroupedDigits, isLongText, isZoned } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { formatZoneLabel, getZone } from '@/lib/browser/zone/zone';
import { isRecordDateName } from './calendar-source';

/**
 * Returns the names of the columns that a view shows by default: all readable
 * columns except those with the tag `@hidden`, data for searches, and a uuid key, another uuid `id` or the id of the
 * account if another column is the row's title. The title precedes the references and lists, and the
 * first column with files follows the title, so that both are visible without
 * scrolling. Times of the insert and the last update follow the other columns, and
 * references to the tenant are last.
 */
export function listDefaultColumns(table: Table): string[] {
  const all = listReadableColumns(table);
  const titles = listTitleColumns(table);
  const [title] = titles;
  const references = new Set(table.foreignKeys.flatMap((key) => key.columns));
  const visible = all.filter((column) => {
    if ('hidden' in column.tags || isSearchData(column)) return false;
    const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name;
    const isID =
      (isKey && !isRowLink(table, column)) ||
      (column.name === 'id' && !references.has('id')) ||
      isAccountColumn(table, column.name);
    return !(isID && column.kind === 'uuid' && title && !titles.includes(column));
  });
  const rank = (column: Column) => {
    // The time of the insert can complete a title, such as that of a reference.
    if (titles.includes(column) && !(title !== column && isRecordTime(column))) return 0;
    if (isTenantReference(table, column)) return 2;
    return isRecordTime(column) && !table.primaryKey.includes(column.name) ? 1 : 0;
  };
  const columns = visible.toSorted((a, b) => rank(a) - rank(b));
  const isReference = ({ name }: Column) => references.has(name);
  if (!titles.some(isReference)) {
    const isOther = (column: Column) =>
      (isReference(column) || column.array) && !table.primaryKey.includes(column.name);
    for (const column of titles) moveBefore(columns, column, isOther);
  }
  const file = columns.find((column) => 'file' in column.tags);
  const next = title && columns.includes(title) ? columns[columns.indexOf(title) + 1] : undefined;
  if (file && next) moveBefore(columns, file, (column) => column === next);
  return (columns.length > 0 ? columns : all).map((column) => column.name);
}

/** Whether a column contains the time of the insert or the last update, by its name and type. */
function isRecordTime({ name, kind, array }: Column): boolean {
  return isRecordDateName(name) && !array && (kind === 'date' || kind.startsWith('timestamp'));
}

/** Moves a column before the first that matches, if it is after that column. */
function moveBefore(columns: Column[], moved: Column, matches: (column: Column) => boolean): void {
  const from = columns.indexOf(moved);
  const to = columns.findIndex(matches);
  if (to < 0 || from <= to) return;
  columns.splice(from, 1);
  columns.splice(to, 0, moved);
}

/** Returns the chosen columns that are readable, in the chosen order; the default columns if `chosen` is undefined; never none. */
export function listVisibleColumns(table: Table, chosen: readonly string[] | undefined): Column[] {
  const columns = new Map(listViewColumns(table).map((column) => [column.name, column]));
  const visible = (chosen ?? listDefaultColumns(table)).flatMap((name) => columns.get(name) ?? []);
  return visible.length > 0 ? visible : listReadableColumns(table);
}

/** Whether a column's values are aligned at the end of the cell: amounts are, numbers that identify rows are not. */
export function isEndAligned(table: Table, column: Column): boolean {
  return !column.array && !/range$/.test(column.kind) && hasGroupedDigits(table, column);
}

/** Width in pixels that a cell adds to its value, and a header to its title (icon, indicators and arrow). */
const cellPadding = 24;
const headerExtras = 64;

/** Width in pixels of the gap before the time zone in a header, and of a chip's padding. */
const zoneGap = 6;
const chipPadding = 18;

/** Width in pixels of a star, and of the bar of a progress and the sample of a color with the gap before the text. */
const starWidth = 14;
const barWidth = 72;
const swatchWidth = 28;

/** Width in pixels of the icon of a late date with its gap, and by how much its bold text is wider. */
const overdueMarkWidth = 22;

const widthLimits: Partial<Record<Column['kind'], readonly [min: number, max: number]>> = {
  boolean: [72, 120],
  date: [122, 140],
  time: [92, 140],
  timestamp: [146, 200],
  timestamptz: [146, 200],
  // Wide enough for every digit of a bigint.
  integer: [76, 250],
  numeric: [88, 260],
  float: [88, 200],
  enum: [96, 220],
  uuid: [120, 150],
  json: [140, 260],
};

/** Width in pixels of the widest value of each column, by column name, with the padding of the cell. */
export type ValueWidths = ReadonlyMap<string, number>;

/** Returns the widest values of the rows, and of the rows measured before. */
export function measureValueWidths(
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
  before: ValueWidths = new Map(),
): ValueWidths {
  const widths = new Map(before);
  for (const column of columns) {
    const known = before.get(column.name) ?? 0;
    const grouped = hasGroupedDigits(table, column);
    const mark = findDueRule(table)?.due === column ? overdueMarkWidth : 0;
    widths.set(column.name, Math.max(known, measureWidestValue(column, rows, grouped, table) + mark));
  }
  return widths;
}

/** Whether a column of a view refers to the row of a table that the view shows. */
const isRowLink = ({ foreignKeys }: Table, { name }: Column) =>
  foreignKeys.some(({ columns, notEmbeddable }) => notEmbeddable && columns.includes(name));

/** Returns a row with the key of the last of `count` rows, to measure: the first keys of a table have fewer digits. */
export function makeLargestKeyRow({ primaryKey, columns }: Table, count: number): Row {
  const column = columns.find(({ name }) => name === primaryKey[0]);
  return column?.kind === 'integer' && primaryKey.length === 1 ? { [column.name]: String(count) } : {};
}

/** Returns the width in pixels that fits a column's type, its title, and its widest value (`value`, in pixels). */
export function fitColumnWidth(column: Column, value: number, isReference: boolean): number {
  const zone = isZoned(column) ? measureTextWidth(formatZoneLabel(getZone()), 11) + zoneGap : 0;
  const title = measureTextWidth(column.title, 12) + zone + headerExtras;
  // A reference shows the title of its row, and the key does not determine its length.
  if (isReference || 'file' in column.tags) return Math.round(clamp(title, 164, 220));
  const [min, max] = column.array
    ? [140, 260]
    : (widthLimits[column.kind] ?? [100, isLongText(column) ? 240 : 280]);
  return Math.round(clamp(Math.max(title, Math.min(value, max)), min, Math.max(max, Math.min(title, 240))));
}

/**
 * Returns the width in pixels of the widest value of a column in the rows, with the padding of its cell. `table` is that of the
 * rows, whose amounts are shown in the currency of the row.
 */
export function measureWidestValue(
  column: Column,
  rows: readonly Row[],
  grouped: boolean,
  table?: Table,
): number {
  // Measures each text once: dates and numbers differ mostly in their digits, which are equally wide.
  const texts = new Set<string>();
  for (const row of rows) {
    const shown = table ? applyRowCurrency(table, column, row) : column;
    const text = formatValue(shown, row[column.name] ?? null, {
      grouped,
      precision: 'minute',
      rounded: true,
    });
    texts.add(equalizeFigures(text.slice(0, 80)));
  }
  const format = getColumnFormat(column);
  if (format.kind === 'rating') return cellPadding + format.max * starWidth;
  const padding = cellPadding + measureMark(column, format);
  return Math.max(0, ...[...texts].map((text) => measureTextWidth(text, 13) + padding));
}

/** Returns the width in pixels of what a cell shows besides the text of its value. */
function measureMark(column: Column, { kind }: ColumnFormat): number {
  if (column.kind === 'enum' || column.status) return chipPadding;
  return kind === 'progress' ? barWidth : kind === 'color' ? swatchWidth : 0;
}

/** Maximum number of pixels by which distributeWidth widens a short text or a reference. */
const maxShortTextGrowth = 140;

/**
 * Distributes the width that the columns do not use, in pixels: first to short
 * texts and references, each up to a limit, then to long texts. `fitted` contains
 * the width of each column, `available` the width of all.
 */
export function distributeWidth(
  fitted: readonly number[],
  columns: readonly Column[],
  references: ReadonlySet<string>,
  available: number,
): number[] {
  let remaining = available - fitted.reduce((sum, width) => sum + width, 0);
  if (remaining <= 0) return [...fitted];
  const widths = [...fitted];
  const widen = (matches: (column: Column) => boolean, maxGrowth: number) => {
    const indexes = columns.flatMap((column, i) => (matches(column) ? [i] : []));
    const growth = Math.min(maxGrowth, Math.floor(remaining / Math.max(1, indexes.length)));
    for (const i of indexes) widths[i] = (widths[i] ?? 0) + growth;
    remaining -= growth * indexes.length;
  };
  widen((column) => hasVariableLength(column) || references.has(column.name), maxShortTextGrowth);
  widen(isLongText, Number.POSITIVE_INFINITY);
  return widths;
}

function hasVariableLength(column: Column): boolean {
  return column.array || ['text', 'json', 'composite', 'range', 'other'].includes(column.kind);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Moves a column to the position of another, as when a header is dragged. Returns a copy if either is missing. */
export function moveColumn(names: readonly string[], moved: string, target: string): string[] {
  const from = names.indexOf(moved);
  const to = names.indexOf(target);
  if (from < 0 || to < 0 || from === to) return [...names];
  const rest = names.filter((name) => name !== moved);
  return rest.toSpliced(to, 0, moved);
}
