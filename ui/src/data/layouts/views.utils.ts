import type { ViewKind } from '@/data/query/page-state/view-ref.utils';
import { isPeopleTable } from '@/data/relations/people-table';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { isTitleColumn } from '@/data/titles/row-titles';
import { getColumnFileURL } from '@/data/values/file-url';
import { findDueRule } from '@/data/values/formats/due-dates';
import { findCurrencyColumn } from '@/data/values/formats/row-currency';
import { hasGroupedDigits, isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { isRecordDate, listCalendarColumns } from './calendar-source';
import { isLeadRelation, listStatusTexts, putStatusFirst } from './card-columns';
import { maxLanes } from './lane-queries';

type Relations = ReadonlyMap<string, Relation>;

/** Maximum number of rows of a table to which a board's first column refers. */
export const maxFewRows = 20;

/** Returns for each view the columns by which it can be arranged; the column of the table's tag comes first. */
export function listViewArrangements(
  table: Table,
  relations: Relations,
): Record<ViewKind, readonly Column[]> {
  return {
    grid: [],
    board: boardColumns(table, relations),
    gallery: pictureColumns(table),
    calendar: listCalendarColumns(table),
    chart: [],
  };
}

/**
 * Returns the column by which a view is arranged by default; undefined if the view
 * is not offered. A board uses an enum, a text that is a status or a reference to few rows. A calendar uses
 * a date that is not the time of the insert, update or removal. The tags `@board column`
 * and `@calendar column` override this.
 */
export function findDefaultViewColumn(
  table: Table,
  kind: ViewKind,
  choices: readonly Column[],
  hasFewValues: (column: Column) => boolean,
): Column | undefined {
  if (kind === 'board')
    return choices.find(
      (column) => column.name === table.tags.board || isEnum(column) || column.status || hasFewValues(column),
    );
  if (kind === 'calendar')
    return choices.find((column) => column.name === table.tags.calendar || !isRecordDate(column));
  return choices[0];
}

/**
 * Enums, texts that are a status and references of one column can be lanes, and the text of the tag `@board`.
 * References to more rows than a board shows lanes are excluded, as far as the number is known.
 */
function boardColumns(table: Table, relations: Relations): Column[] {
  const columns = listReadableColumns(table).filter((column) => !column.array && !('hidden' in column.tags));
  const references = columns.filter((column) => {
    const relation = relations.get(column.name);
    const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name;
    if (isKey || isEnum(column) || relation?.key.columns.length !== 1) return false;
    return column.name === table.tags.board || (relation.target.estimatedRows ?? 0) <= maxLanes;
  });
  const texts = listStatusTexts(columns);
  const tagged = columns.filter(
    (column) =>
      column.name === table.tags.board &&
      column.kind === 'text' &&
      !relations.has(column.name) &&
      !texts.includes(column),
  );
  const enums = putStatusFirst(columns.filter(isEnum));
  return putColumnFirst([...enums, ...texts, ...tagged, ...references], table.tags.board);
}

function isEnum(column: Column): boolean {
  return column.kind === 'enum' && column.enum.length > 0;
}

function putColumnFirst(columns: readonly Column[], name: string | undefined): Column[] {
  const chosen = columns.filter((column) => column.name === name);
  return [...chosen, ...columns.filter((column) => column.name !== name)];
}

/** Returns the numeric column with the tag `@position`: a card's position in its lane. */
export function findPositionColumn(table: Table): Column | undefined {
  const numeric = ['integer', 'numeric', 'float'];
  return listReadableColumns(table).find(
    (column) => 'position' in column.tags && numeric.includes(column.kind) && !column.array,
  );
}

/** Returns the columns of pictures: those with the tag `@file bucket=NAME`. */
function pictureColumns(table: Table): Column[] {
  return listReadableColumns(table).filter(
    (column) => !column.array && getColumnFileURL(column, 'x') !== undefined,
  );
}

/**
 * Returns the names of the columns that a card shows by default: a reference (or a
 * short text, or an enum), an amount, the due date or another date, a long text, a user and a picture.
 * `used` names the columns that the view already shows.
 */
export function listDefaultFields(table: Table, relations: Relations, used: readonly string[]): string[] {
  const columns = listReadableColumns(table).filter(
    (column) =>
      !isTitleColumn(table, column) &&
      !used.includes(column.name) &&
      !('hidden' in column.tags || 'file' in column.tags),
  );
  const first = (matches: (column: Column) => boolean) =>
    columns.find((column) => !column.array && matches(column));
  const person = first((column) => isPerson(relations, column));
  const isLead = (column: Column) => {
    const relation = relations.get(column.name);
    return relation !== undefined && column !== person && isLeadRelation(column, relation);
  };
  const amount = first((column) => isAmount(table, column));
  // The amount is shown with it.
  const currency = amount && findCurrencyColumn(table, amount);
  const lead =
    first(isLead) ??
    first(
      (column) =>
        column.kind === 'text' && column !== currency && !isLongText(column) && !relations.has(column.name),
    ) ??
    first((column) => column.kind === 'enum');
  const fields = [
    lead,
    amount,
    first((column) => column === findDueRule(table)?.due) ??
      first((column) => column.kind === 'date') ??
      first((column) => column.kind.startsWith('timestamp') || column.kind === 'range'),
    first(isLongText),
    person,
    pictureColumns(table).find(({ name }) => !used.includes(name)),
  ];
  return fields.flatMap((column) => (column ? [column.name] : []));
}

function isPerson(relations: Relations, column: Column): boolean {
  const relation = relations.get(column.name);
  return relation !== undefined && isPeopleTable(relation.target);
}

function isAmount(table: Table, column: Column): boolean {
  return column.kind === 'numeric' && hasGroupedDigits(table, column) && !('position' in column.tags);
}

/** A card's fields by their position. */
export interface CardLayout {
  /** Next to the title. */
  amount: Column | undefined;
  /** Each on a separate line. */
  lines: readonly Column[];
  /** In small text at the bottom. */
  footer: readonly Column[];
  /** As avatars. */
  people: readonly Column[];
}

/** Returns the positions of the fields on a card that has a value for each. */
export function layoutFields(table: Table, relations: Relations, fields: readonly Column[]): CardLayout {
  const others = fields.filter((column) => !isTitleColumn(table, column) && !('file' in column.tags));
  const amount = others.find((column) => isAmount(table, column));
  const people = others.filter((column) => isPerson(relations, column));
  const rest = others.filter((column) => column !== amount && !people.includes(column));
  const footer = rest.filter((column) => isDateColumn(column) || isLongText(column));
  return { amount, people, footer, lines: rest.filter((column) => !footer.includes(column)) };
}

/** Returns the positions of a row's fields on its card, without fields that are NULL or empty. */
export function layoutCard(
  table: Table,
  relations: Relations,
  fields: readonly Column[],
  row: Row,
): CardLayout {
  const filled = fields.filter((column) => (row[column.name] ?? null) !== null && row[column.name] !== '');
  return layoutFields(table, relations, filled);
}

/** Whether a column contains a date, a timestamp or a range; not an array. */
export function isDateColumn(column: Column): boolean {
  return (
    !column.array &&
    (column.kind === 'date' || column.kind.startsWith('timestamp') || column.kind === 'range')
  );
}
