import type { Row, Value } from '@/data/rows/row';
import { parseRows } from '@/data/rows/rows-api';
import { formatValue, parseWireValue } from '@/data/values/value.utils';
import type { Action, Column, ResultKind, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { isJSONNumber } from '@/lib/text/json';
import {
  createFieldColumn,
  createResultColumn,
  makeValueColumn,
  nameTitle,
} from '../arguments/argument-column';
import type { ResponseContent } from './response-content';
import { joinEvents, type ServerEvent } from './server-events';

/** The result of a call, in the form in which it is displayed. */
export type ActionResult =
  | { kind: 'none' }
  /**
   * `table`: the rows belong to it, so that they can be opened. `total`: the number of all rows, if the backend returned
   * only the first.
   */
  | { kind: 'rows'; columns: readonly Column[]; rows: readonly Row[]; table?: Table; total?: number }
  | { kind: 'record'; columns: readonly Column[]; row: Row; table?: Table }
  | { kind: 'value'; column: Column; value: Value }
  | { kind: 'text' | 'markdown' | 'message'; text: string }
  | { kind: 'events'; events: readonly ServerEvent[] }
  | { kind: 'link'; text: string; title: string }
  | { kind: 'json'; value: unknown }
  | { kind: 'file'; name: string; type: string; blob: Blob }
  /** A file in storage. */
  | { kind: 'object'; bucket: string; path: string };

/** Returns the result of a response of JSON, as the action or the response itself determines. */
function readResult(schema: Schema, action: Action, wire: unknown): ActionResult {
  const { kind } = action.result;
  if (kind === 'none' || wire === undefined || wire === null) return { kind: 'none' };
  return readAs(schema, action, kind === 'auto' ? guessKind(action, wire) : kind, wire);
}

function guessKind({ result }: Action, wire: unknown): ResultKind {
  if (result.valueKind === 'bytea' && typeof wire === 'string') return 'file';
  if (isObject(wire)) return result.table ? 'record' : 'json';
  if (Array.isArray(wire)) return wire.length > 0 && wire.every(isObject) ? 'rows' : 'json';
  return typeof wire === 'string' && /\n|.{80}/.test(wire) ? 'text' : 'value';
}

/** Returns a JSON response as a result of the given kind. A record without an object is shown as a value. */
function readAs(schema: Schema, action: Action, kind: ResultKind, wire: unknown): ActionResult {
  switch (kind) {
    case 'rows':
      return readRows(schema, action, Array.isArray(wire) ? wire : [wire]);
    case 'record': {
      const first = Array.isArray(wire) ? wire[0] : wire;
      if (!isObject(first)) return readAs(schema, action, 'value', wire);
      const { rows, ...rest } = readRows(schema, action, [first]);
      return rows[0] ? { ...rest, kind, row: rows[0] } : { kind: 'none' };
    }
    case 'message':
      return { kind, text: formatMessage(schema, action, wire) };
    case 'file':
      return toFile(action, wire);
    case 'text':
    case 'markdown':
      return { kind, text: toText(wire) };
    case 'link':
      return toLink(wire);
    case 'json':
      return { kind, value: wire };
    default: {
      if (isObject(wire)) return { kind: 'json', value: wire };
      const column = createResultColumn(action.title, action.result);
      return { kind: 'value', column, value: parseWireValue(column, wire) };
    }
  }
}

/** Fills the columns of a result into the template of a message; without a template, the result is the message. */
function formatMessage(schema: Schema, action: Action, wire: unknown): string {
  const { message } = action.result;
  const first = Array.isArray(wire) ? wire[0] : wire;
  if (!isObject(first)) return message === '' ? toText(wire) : message.replaceAll('{}', toText(wire));
  if (message === '') return typeof first.message === 'string' ? first.message : toText(first);
  const { columns, rows } = readRows(schema, action, [first]);
  return message.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const column = columns.find((each) => each.name === name);
    return column
      ? formatValue(column, rows[0]?.[name] ?? null)
      : name in first
        ? toText(first[name])
        : whole;
  });
}

/** Returns a link of a URL or of an object with `url` and `title`; as text if opening it could run code. */
function toLink(wire: unknown): ActionResult {
  const { url, title } = isObject(wire) ? wire : { url: wire, title: undefined };
  const text = toText(url ?? '');
  if (!isSafeLink(text)) return { kind: 'text', text: toText(wire) };
  return { kind: 'link', text, title: typeof title === 'string' ? title : text };
}

/** Whether a link can be opened: not javascript: or another protocol that runs code. */
function isSafeLink(text: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(text.trim());
}

function isObject(wire: unknown): wire is Record<string, unknown> {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire) && !isJSONNumber(wire);
}

function toText(wire: unknown): string {
  return typeof wire === 'string' ? wire : String(parseWireValue(makeValueColumn('', 'json'), wire));
}

type Rows = Extract<ActionResult, { kind: 'rows' }>;

/**
 * Returns the rows of a result, with their columns: those of the result's table, those that the function declares, or those that
 * the JSON objects have. Items that are not objects become one column.
 */
function readRows(schema: Schema, { result, title }: Action, items: readonly unknown[]): Rows {
  const table = result.table && findTable(schema, result.table.schema, result.table.table);
  if (!items.every(isObject)) {
    const column = createResultColumn(title, result);
    return {
      kind: 'rows',
      columns: [column],
      rows: items.map((item) => ({ [column.name]: parseWireValue(column, item) })),
    };
  }
  if (table) {
    const [first] = items;
    const columns = table.columns.filter(
      ({ name, tags }) => (!first || name in first) && !('hidden' in tags),
    );
    return { kind: 'rows', columns, rows: parseRows(table, items), table };
  }
  const columns = result.columns.length > 0 ? result.columns.map(createFieldColumn) : guessColumns(items);
  const rows = items.map((item) =>
    Object.fromEntries(columns.map((column) => [column.name, parseWireValue(column, item[column.name])])),
  );
  return { kind: 'rows', columns, rows };
}

function guessColumns(items: readonly Record<string, unknown>[]): Column[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return names.map((name) =>
    guessColumn(
      name,
      items.map((item) => item[name]),
    ),
  );
}

/** Returns a column for values whose type is unknown. */
function guessColumn(name: string, values: readonly unknown[]): Column {
  const value = values.find((each) => each !== null && each !== undefined);
  return makeValueColumn(name, guessValueKind(value), { title: nameTitle(name) });
}

function guessValueKind(value: unknown): Column['kind'] {
  if (typeof value === 'boolean') return 'boolean';
  if (isJSONNumber(value)) return /^-?\d+$/.test(String(value)) ? 'integer' : 'numeric';
  if (typeof value !== 'string') return value === undefined ? 'text' : 'json';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)$/.test(value) ? 'timestamptz' : 'text';
}

/** Returns the file in a result: the bytes of a bytea, the path of an object in storage, or the text. */
function toFile({ name, result }: Action, wire: unknown): ActionResult {
  const text = toText(wire);
  const stored = /^([^/\s]+)\/([^\n]+)$/.exec(text);
  if (result.valueKind === 'text' && stored)
    return { kind: 'object', bucket: stored[1] ?? '', path: stored[2] ?? '' };
  const bytes = /^\\x((?:[0-9a-f]{2})*)$/i.exec(text)?.[1];
  if (bytes === undefined)
    return {
      kind: 'file',
      name: `${name}.txt`,
      type: 'text/plain',
      blob: new Blob([text], { type: 'text/plain' }),
    };
  const content = Uint8Array.from(bytes.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const type = sniffType(content);
  return {
    kind: 'file',
    name: `${name}.${extensions[type] ?? 'bin'}`,
    type,
    blob: new Blob([content], { type }),
  };
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
};

/** Returns the type of a file by its first bytes. */
function sniffType(content: Uint8Array): string {
  const head = String.fromCharCode(...content.slice(0, 8));
  if (head.startsWith('%PDF')) return 'application/pdf';
  if (head.startsWith('PK\x03\x04')) return 'application/zip';
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return content.slice(0, 512).includes(0) ? 'application/octet-stream' : 'text/plain';
}

/** Kinds of results that show server-sent events as one text. */
const textKinds: readonly ResultKind[] = ['text', 'markdown', 'message', 'link', 'file'];

/**
 * Returns the result of a response, also while it arrives. A text is Markdown if the action or the media type declares
 * it.
 */
export function readActionResult(schema: Schema, action: Action, content: ResponseContent): ActionResult {
  if (content.kind === 'json') {
    const result = readResult(schema, action, content.value);
    const { total = 0 } = content;
    return result.kind === 'rows' && total > result.rows.length ? { ...result, total } : result;
  }
  if (content.kind === 'blob') {
    const { blob, name } = content;
    return { kind: 'file', name, type: blob.type, blob };
  }
  if (content.kind === 'text') return readText(schema, action, content.text, content.type);
  if (!textKinds.includes(action.result.kind)) return content;
  return readText(schema, action, joinEvents(content.events), 'text/plain');
}

function readText(schema: Schema, action: Action, text: string, type: string): ActionResult {
  const { kind } = action.result;
  if (kind === 'markdown' || /markdown/i.test(type)) return { kind: 'markdown', text };
  if (kind === 'message' || kind === 'link') return readResult(schema, action, text);
  if (kind === 'file') {
    return { kind: 'file', name: `${action.name}.txt`, type, blob: new Blob([text], { type }) };
  }
  return { kind: 'text', text };
}
