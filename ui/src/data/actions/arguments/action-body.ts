import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row, Value } from '@/data/rows/row';
import { checkEnteredValue, type EnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { getWallTime, startOfDay } from '@/data/values/dates/calendar-days';
import { formatWireValue } from '@/data/values/value.utils';
import { valuesMessages } from '@/data/values/values-messages';
import type { Action, ActionArgument, ActionOffer, Table } from '@/lib/api.gen';
import { getOwnValue } from '@/lib/own-value';
import { stringifyJSON } from '@/lib/text/json';
import { toArgumentColumn } from './argument-column';

/** The JSON texts of the arguments that a call contains, by name. */
export type ArgumentTexts = Readonly<Record<string, string>>;

export interface CheckedArguments {
  texts: ArgumentTexts;
  /** Error messages of the invalid values, by argument. */
  problems: Readonly<Record<string, string>>;
}

/** Returns the arguments that the user enters: those that the row or the selection does not fill. */
export function listFormArguments(action: Action, offer: ActionOffer | undefined): readonly ActionArgument[] {
  const filled = new Set(offer?.fills.map(({ argument }) => argument));
  return action.arguments.filter(({ name }) => !filled.has(name));
}

/** The values on which presets depend. */
export interface PresetContext {
  userId: string;
  now: Date;
  zone: string;
}

/** Returns the initial value of an argument; undefined leaves it out, so that the database applies its default. */
export function getInitialEntry(argument: ActionArgument, context: PresetContext): EnteredValue {
  const { preset, kind } = argument;
  if (preset === null) return undefined;
  if (preset === 'me') return context.userId;
  if (preset === 'now') return toEntry(argument, context.now.toISOString());
  if (preset === 'today') return toEntry(argument, startOfToday(argument, context));
  if (kind === 'boolean' && !argument.array) return preset === 'true';
  return argument.array ? preset : toEntry(argument, preset);
}

function startOfToday({ kind }: ActionArgument, { now, zone }: PresetContext): string {
  const [day] = getWallTime(zone, now);
  return kind === 'date' ? day : startOfDay(day, zone);
}

/** Converts a value to the initial value of an argument's input. */
function toEntry(argument: ActionArgument, value: Value): EnteredValue {
  return toEnteredValue(toArgumentColumn(argument), value);
}

/** Checks the entered values, and returns the JSON of those that are sent. */
export function checkArguments(args: readonly ActionArgument[], entered: EnteredFields): CheckedArguments {
  const texts: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const argument of args) {
    const entry = getOwnValue(entered, argument.name);
    const column = toArgumentColumn(argument);
    if (entry === undefined) {
      if (argument.required) problems[argument.name] = valuesMessages.problems.required;
      continue;
    }
    const checked = checkEnteredValue(column, entry);
    if ('problem' in checked) problems[argument.name] = checked.problem;
    else texts[argument.name] = formatWireValue(column, checked.value);
  }
  return { texts, problems };
}

/** Returns the JSON of the arguments that a row fills. */
export function fillFromRow(table: Table, { fills }: ActionOffer, row: Row): ArgumentTexts {
  return Object.fromEntries(fills.map(({ argument, column }) => [argument, formatFill(table, column, row)]));
}

/** Returns the JSON of the arguments that a selection fills, each with an array of the rows' values. */
export function fillFromRows(table: Table, { fills }: ActionOffer, rows: readonly Row[]): ArgumentTexts {
  return Object.fromEntries(
    fills.map(({ argument, column }) => [
      argument,
      `[${rows.map((row) => formatFill(table, column, row)).join(',')}]`,
    ]),
  );
}

/** Returns the JSON of a column's value, or of the whole row if `name` is empty. */
function formatFill(table: Table, name: string, row: Row): string {
  if (name !== '') return formatColumn(table, name, row[name] ?? null);
  const members = Object.entries(row).map(
    ([column, value]) => `${stringifyJSON(column)}:${formatColumn(table, column, value)}`,
  );
  return `{${members.join(',')}}`;
}

function formatColumn(table: Table, name: string, value: Value): string {
  const column = table.columns.find((each) => each.name === name);
  return column ? formatWireValue(column, value) : stringifyJSON(value);
}

/** Returns the body of a call: an object of the arguments, or the only value. */
export function formatBody({ kind, body, arguments: args }: Action, texts: ArgumentTexts): string {
  const only = texts[args[0]?.name ?? ''] ?? '';
  if (body === 'value') return only;
  if (body === 'text') return only === '' ? '' : String(JSON.parse(only));
  const numbers = new Set(kind === 'edge' ? args.filter(isNumber).map(({ name }) => name) : []);
  return `{${Object.entries(texts)
    .map(([name, text]) => `${stringifyJSON(name)}:${numbers.has(name) ? unquoteNumbers(text) : text}`)
    .join(',')}}`;
}

function isNumber({ kind }: ActionArgument): boolean {
  return kind === 'integer' || kind === 'numeric' || kind === 'float';
}

/** Writes numbers without quotes: the database converts texts to numbers, an edge function does not. */
function unquoteNumbers(text: string): string {
  return text.replace(/"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, '$1');
}

/** Returns the columns that an offer needs of a row: those of its conditions and those that fill arguments. */
export function offerColumns(table: Table, offer: ActionOffer): readonly string[] {
  const fills = offer.fills.flatMap(({ column }) =>
    column === '' ? table.columns.map(({ name }) => name) : [column],
  );
  const readable = new Set(
    table.columns.filter(({ privileges }) => privileges.select).map(({ name }) => name),
  );
  return [...new Set([...offer.conditions.map(({ column }) => column), ...fills])].filter((name) =>
    readable.has(name),
  );
}
