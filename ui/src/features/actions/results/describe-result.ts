import type { ActionResult } from '@/data/actions/response/action-result';
import type { Row } from '@/data/rows/row';
import { getRowHeading, getRowTitle } from '@/data/titles/row-titles';
import { formatValue, isSameValue } from '@/data/values/value.utils';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action, Column, Table } from '@/lib/api.gen';
import { stringifyJSON } from '@/lib/text/json';
import { actionsMessages } from '../actions-messages';

const messages = actionsMessages.toast;

/** Maximum length of a result in a line, in characters. */
const maxLength = 200;

/** The row before the call, to describe what changed in it. */
export interface RowBefore {
  table: Table;
  row: Row;
}

/** Describes a result in a sentence: 'Stock of Lake Kivu is now 40'. */
export function describeResult(action: Action, result: ActionResult, before: RowBefore | undefined): string {
  switch (result.kind) {
    case 'none':
      return messages.done(action.label);
    case 'message':
    case 'text':
      return shorten(result.text);
    case 'markdown':
      return shorten(result.text.trim().replace(/^#+\s*/, ''));
    case 'events':
      return messages.row(action.label, actionsMessages.result.events(result.events.length));
    case 'link':
      return result.title;
    case 'file':
      return result.name;
    case 'object':
      return result.path;
    case 'value':
      return messages.row(action.label, formatValue(result.column, result.value) || 'NULL');
    case 'rows':
      return messages.row(action.label, actionsMessages.result.rows(result.total ?? result.rows.length));
    case 'record':
      return describeRecord(action, result, before);
    case 'json':
      return shorten(messages.row(action.label, stringifyJSON(result.value)));
  }
}

type RecordResult = Extract<ActionResult, { kind: 'record' }>;

/** Returns a sentence about the row that an action returned: its changed fields, if `before` is the same row before the action. */
function describeRecord(
  action: Action,
  { row, columns, table }: RecordResult,
  before: RowBefore | undefined,
) {
  if (!table) {
    const text = columns.map((column) => formatValue(column, row[column.name] ?? null)).join(', ');
    return shorten(messages.row(action.label, text));
  }
  const changed = isSameRow(table, row, before) ? changedColumns(table, before.row, row) : [];
  const [only] = changed;
  if (only && changed.length === 1) {
    return messages.field(
      only.title,
      getRowTitle(table, row),
      formatValue(only, row[only.name] ?? null) || '–',
    );
  }
  const heading = getRowHeading(table, row);
  if (changed.length === 0) return messages.row(action.label, heading);
  return messages.fields(
    heading,
    changed.map(({ title }) => title),
  );
}

/** Whether a result is the row that the action was applied to. */
function isSameRow(table: Table, row: Row, before: RowBefore | undefined): before is RowBefore {
  if (before?.table.name !== table.name || before.table.schema !== table.schema) return false;
  const [key, keyBefore] = [getRowKey(table, row), getRowKey(table, before.row)];
  return key !== undefined && keyBefore !== undefined && formatKeyText(key) === formatKeyText(keyBefore);
}

/** Returns the columns whose values differ. Columns that the owner hides, and times of a change, are left out. */
function changedColumns(table: Table, before: Row, after: Row): Column[] {
  return table.columns.filter(
    ({ name, kind, tags }) =>
      Object.hasOwn(before, name) &&
      Object.hasOwn(after, name) &&
      !('hidden' in tags) &&
      !(kind === 'timestamptz' && /^(updated|modified|changed)/.test(name)) &&
      !isSameValue(before[name], after[name]),
  );
}

function shorten(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Whether a result fits into a toast, so that no dialog is needed. */
export function fitsToast(result: ActionResult, before: RowBefore | undefined): boolean {
  switch (result.kind) {
    case 'none':
    case 'message':
      return true;
    case 'record':
      return result.table !== undefined && isSameRow(result.table, result.row, before);
    default:
      return false;
  }
}
