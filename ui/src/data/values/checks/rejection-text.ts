import { condition } from '@/data/query/filters.utils';
import { emptyTablePageState, formatTablePageState } from '@/data/query/table-page-state';
import type { Row } from '@/data/rows/row';
import type { ApiError } from '@/lib/api';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { type ErrorText, errorText } from '@/lib/errors/error-texts';
import { findTable } from '@/lib/find-table';
import { formatCount, formatList } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { rowNoun } from '../value.utils';
import { describeCheck } from './describe-check';

/** The rejected request. */
export interface RejectionContext {
  schema: Schema;
  table: Table;
  /** The values of the insert or update, or the row of the delete. */
  values?: Row | undefined;
}

/**
 * Returns the text of an error with a row: like errorText, but with the titles of
 * the table's columns, the comments of its constraints, and links to the rows.
 */
export function rejectionText(error: ApiError, context: RejectionContext): ErrorText {
  const general = errorText(error);
  const columns = errorColumns(error, context.table);
  switch (error.code) {
    case '23505':
    case '23P01':
      return { ...general, ...describeDuplicate(error, context, columns) };
    case '23503':
    case '23001':
      return { ...general, ...describeReference(error, context) };
    case '23502':
      return columns[0] ? { ...general, sentence: `${columns[0].title} is needed.` } : general;
    case '23514':
      return { ...general, ...describeBrokenCheck(error, context.table, columns) };
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
      return columns[0] ? { ...general, sentence: describeTypeError(columns[0], error.code) } : general;
    case '42501':
      return { ...general, ...describeMissingPermission(error, context) };
    default:
      return general;
  }
}

/** Returns the columns that caused an error, if the role can see them. */
export function errorColumns(error: ApiError, table: Table): Column[] {
  return error.columns.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

const nounOf = (table: Table) => rowNoun(table) ?? 'row';

function describeDuplicate(
  error: ApiError,
  { table, values }: RejectionContext,
  columns: readonly Column[],
): Partial<ErrorText> {
  if (columns.length === 0) return {};
  const titles = formatList(columns.map(({ title }) => title));
  const link = linkToRows(
    table,
    columns.map(({ name }) => name),
    values ?? parseDetails(error),
    'Find it',
  );
  if (error.code === '23P01')
    return { sentence: `This overlaps with another ${nounOf(table)} in ${titles}.` };
  const sentence =
    columns.length === 1
      ? `Another ${nounOf(table)} already has this ${titles}.`
      : `Another ${nounOf(table)} already has the same ${titles}.`;
  return { sentence, nextStep: 'It has to be unique.', ...link };
}

/** Returns the value of a key with one column, from the details 'Key (email)=(x) already exists.' */
function parseDetails({ details, columns }: ApiError): Row {
  const value = /^Key \(.+?\)=\((.*)\) /s.exec(details)?.[1];
  return columns[0] !== undefined && columns.length === 1 && value !== undefined
    ? { [columns[0]]: value }
    : {};
}

function describeReference(error: ApiError, context: RejectionContext): Partial<ErrorText> {
  const { schema, table, values } = context;
  const constraint = /constraint "(.+?)"(?: on table |$)/.exec(error.message)?.[1];
  if (error.message.startsWith('update or delete')) {
    const from = /on table "([^"]+)"$/.exec(error.message)?.[1];
    const referring = schema.tables.find(
      (other) => other.name === from && other.foreignKeys.some(({ name }) => name === constraint),
    );
    if (!referring) return { sentence: `Rows that you don’t see still refer to this ${nounOf(table)}.` };
    const key = referring.foreignKeys.find(({ name }) => name === constraint);
    return {
      sentence: `Rows in ${referring.title} still refer to this ${nounOf(table)}.`,
      nextStep: 'Change or delete those first.',
      ...(key && linkToReferringRows(referring, key, values ?? parseDetails(error))),
    };
  }
  const key =
    table.foreignKeys.find(({ name }) => name === constraint) ??
    table.foreignKeys.find(({ columns }) => columns.join() === error.columns.join());
  const target = key && findTable(schema, key.refSchema, key.refTable);
  if (!target) return {};
  return {
    sentence: `There is no ${nounOf(target)} with this key.`,
    nextStep: 'Choose another one, or add it first.',
    link: { href: hrefs.table(target.schema, target.name), label: `Look at ${target.title}` },
  };
}

function linkToReferringRows(from: Table, key: ForeignKey, values: Row): Pick<ErrorText, 'link'> {
  const named = Object.fromEntries(
    key.columns.map((column, i) => [column, values[key.refColumns[i] ?? ''] ?? null]),
  );
  return linkToRows(from, key.columns, named, 'Show them');
}

/** Returns a link to the rows of a table with these values; none if a value is unknown. */
function linkToRows(
  table: Table,
  columns: readonly string[],
  values: Row,
  label: string,
): Pick<ErrorText, 'link'> {
  const filters = columns.flatMap((name) => {
    const value = values[name] ?? null;
    return value === null || typeof value === 'object' ? [] : condition(name, 'eq', String(value));
  });
  if (filters.length !== columns.length) return {};
  const query = formatTablePageState({ ...emptyTablePageState, filters });
  return { link: { href: `${hrefs.table(table.schema, table.name)}?${query}`, label } };
}

function describeBrokenCheck(error: ApiError, table: Table, columns: readonly Column[]): Partial<ErrorText> {
  const constraint = /constraint "(.+?)"$/.exec(error.message)?.[1];
  const check = table.checks.find(({ name }) => name === constraint);
  if (check) return { sentence: describeCheck(table, check), nextStep: '' };
  if (/^no partition of relation/.test(error.message)) {
    return {
      sentence: `${table.title} has no part that takes such a row.`,
      nextStep: 'Look at the values that it is divided by.',
    };
  }
  const [column] = columns;
  return column ? { sentence: `${column.title} doesn’t follow the rule of its type, “${column.type}”.` } : {};
}

const integerRanges: Record<string, readonly [least: bigint, most: bigint]> = {
  int2: [-(2n ** 15n), 2n ** 15n - 1n],
  int4: [-(2n ** 31n), 2n ** 31n - 1n],
  int8: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** Describes why a value is invalid for a column, by the SQLSTATE. */
function describeTypeError(column: Column, code: string): string {
  const { title, kind } = column;
  if (code === '22001') {
    return column.maxLength === null
      ? `${title} is too long.`
      : `${title} has at most ${formatCount(column.maxLength)} characters.`;
  }
  if (code === '22003') {
    const range = integerRanges[column.base];
    if (range) return `${title} is a whole number from ${formatCount(range[0])} to ${formatCount(range[1])}.`;
    if (column.precision === null) return `${title} is too large.`;
    return `${title} has at most ${column.precision - (column.scale ?? 0)} digits before the point.`;
  }
  if (kind === 'enum') return `${title} is one of: ${column.enum.join(', ')}.`;
  if (code === '22008') return `${title}: there is no such date or time.`;
  return `${title} doesn’t fit its type, ${column.type}.`;
}

function describeMissingPermission(error: ApiError, { schema, table }: RejectionContext): Partial<ErrorText> {
  const who = `Your role “${schema.role}”`;
  if (error.message.includes('row-level security')) {
    return {
      sentence: `A policy keeps you from saving this ${nounOf(table)} like that.`,
      nextStep: `${who} may save other values, or none. Ask who runs this workspace.`,
    };
  }
  // Tableside's own message names the table and the operation.
  if (error.message.startsWith('You don’t have permission')) return { sentence: error.message };
  const thing = /^permission denied for \w+ (.+)$/.exec(error.message)?.[1];
  if (thing === undefined || thing === table.name)
    return { sentence: `${who} may not do this in ${table.title}.` };
  return { sentence: `${who} may not use “${thing}”, which this needs.` };
}
