import { condition } from '@/data/query/filters/filters.utils';
import { emptyTablePageState, formatTablePageState } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { findRowNoun } from '@/data/titles/row-titles';
import type { ApiError } from '@/lib/api';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { type ErrorText, formatError, isCustomError } from '@/lib/errors/error-texts';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { valuesMessages } from '../values-messages';
import { describeCheck } from './describe-check';

const messages = valuesMessages.rejections;

/** The rejected request. */
export interface RejectionContext {
  schema: Schema;
  table: Table;
  /** The values of the insert or update, or the row of the delete. */
  values?: Row | undefined;
}

/**
 * Returns the text of an error with a row: like formatError, but with the titles of
 * the table's columns, the comments of its constraints, and links to the rows.
 */
export function formatRejection(error: ApiError, context: RejectionContext): ErrorText {
  const general = formatError(error);
  const columns = findErrorColumns(error, context.table);
  if (isCustomError(error)) return general;
  switch (error.code) {
    case '23505':
    case '23P01':
      return { ...general, ...describeDuplicate(error, context, columns) };
    case '23503':
    case '23001':
      return { ...general, ...describeReference(error, context) };
    case '23502':
      return columns[0] ? { ...general, sentence: messages.required(columns[0].title) } : general;
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
export function findErrorColumns(error: ApiError, table: Table): Column[] {
  return error.columns.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

const getRowNoun = (table: Table) => findRowNoun(table) ?? messages.row;

/** Returns the text of a violated unique or exclusion constraint, with a link to the row that has the values. */
function describeDuplicate(
  error: ApiError,
  { table, values }: RejectionContext,
  columns: readonly Column[],
): Partial<ErrorText> {
  if (columns.length === 0) return {};
  const titles = columns.map(({ title }) => title);
  const link = linkToRows(
    table,
    columns.map(({ name }) => name),
    values ?? parseDetails(error),
    messages.showDuplicate,
  );
  if (error.code === '23P01') return { sentence: messages.overlap(getRowNoun(table), titles) };
  return {
    sentence: messages.duplicate(getRowNoun(table), titles),
    nextStep: messages.duplicateNextStep,
    ...link,
  };
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
  if (/^update or delete/.test(error.message)) {
    const from = /on table "([^"]+)"$/.exec(error.message)?.[1];
    const referring = schema.tables.find(
      (other) => other.name === from && other.foreignKeys.some(({ name }) => name === constraint),
    );
    if (!referring) return { sentence: messages.hiddenReferences(getRowNoun(table)) };
    const key = referring.foreignKeys.find(({ name }) => name === constraint);
    return {
      sentence: messages.references(referring.title, getRowNoun(table)),
      nextStep: messages.referencesNextStep,
      ...(key && linkToReferringRows(referring, key, values ?? parseDetails(error))),
    };
  }
  const key =
    table.foreignKeys.find(({ name }) => name === constraint) ??
    table.foreignKeys.find(({ columns }) => columns.join() === error.columns.join());
  const target = key && findTable(schema, key.refSchema, key.refTable);
  if (!target) return {};
  return {
    sentence: messages.missingTarget(getRowNoun(target)),
    nextStep: messages.missingTargetNextStep,
    link: { href: hrefs.table(target.schema, target.name), label: messages.openTarget(target.title) },
  };
}

function linkToReferringRows(from: Table, key: ForeignKey, values: Row): Pick<ErrorText, 'link'> {
  const named = Object.fromEntries(
    key.columns.map((column, i) => [column, values[key.refColumns[i] ?? ''] ?? null]),
  );
  return linkToRows(from, key.columns, named, messages.showReferences);
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

/** Returns the text of a violated CHECK constraint, a missing partition or a violated domain; empty if none is known. */
function describeBrokenCheck(error: ApiError, table: Table, columns: readonly Column[]): Partial<ErrorText> {
  const constraint = /constraint "(.+?)"$/.exec(error.message)?.[1];
  const check = table.checks.find(({ name }) => name === constraint);
  if (check) return { sentence: describeCheck(table, check), nextStep: '' };
  if (/^no partition of relation/.test(error.message)) {
    return {
      sentence: messages.noPartition(table.title),
      nextStep: messages.noPartitionNextStep,
    };
  }
  const [column] = columns;
  return column ? { sentence: messages.domain(column.title, column.type) } : {};
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
    return messages.tooLong(title, column.maxLength);
  }
  if (code === '22003') {
    const range = integerRanges[column.base];
    if (range) return messages.integerRange(title, ...range);
    if (column.precision === null) return messages.tooLarge(title);
    return messages.wholeDigits(title, column.precision - (column.scale ?? 0));
  }
  if (kind === 'enum') return messages.choice(title, column.enum);
  if (code === '22008') return messages.noSuchTime(title);
  return messages.type(title, column.type);
}

/** Returns the text of a missing grant, a policy, or a missing permission on an object that the statement uses. */
function describeMissingPermission(error: ApiError, { schema, table }: RejectionContext): Partial<ErrorText> {
  const { role } = schema;
  if (/row-level security/.test(error.message)) {
    return {
      sentence: messages.policy(getRowNoun(table)),
      nextStep: messages.policyNextStep(role),
    };
  }
  // PostgREST's hint contains the missing grant.
  if (/\bgrant\b.+\bto\b/is.test(error.hint)) return { sentence: messages.missingGrant(role, table.title) };
  // Tableside's own message names the table and the operation.
  if (/^You don’t have permission/.test(error.message)) return { sentence: error.message };
  const object = /^permission denied for \w+ (.+)$/.exec(error.message)?.[1];
  if (object === undefined || object === table.name)
    return { sentence: messages.permission(role, table.title) };
  return { sentence: messages.dependency(role, object) };
}
