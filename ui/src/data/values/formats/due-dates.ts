import type { Row, Value } from '@/data/rows/row';
import { toSnakeCase } from '@/data/titles/name-words';
import type { Column, Table } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone/zone';
import { getWallTime } from '../dates/calendar-days';

/** Names of a text with the status of the row itself. */
const statusName = /^(status|state|stage|phase)$/i;

/** Names, in snake case, of due dates. */
const dueName = /^(due|due_?(on|at|date|by)|deadline)$/;

/** Statuses with which something is finished without a result, in lower case. */
const abandonedValues = new Set(
  (
    'canceled|cancelled|rejected|archived|refunded|returned|void|voided|storniert|abgebrochen|abgelehnt|annulé|refusé|' +
    'cancelado|rechazado|annullato|rifiutato|geannuleerd|rejeitado'
  ).split('|'),
);

/** Other statuses with which something is finished, in lower case. */
const completedValues = (
  'done|complete|completed|closed|finished|resolved|delivered|received|paid|erledigt|abgeschlossen|fertig|geschlossen|' +
  'geliefert|bezahlt|terminé|livré|payé|fermé|completado|terminado|cerrado|entregado|pagado|completato|chiuso|' +
  'consegnato|pagato|voltooid|afgerond|betaald|concluído|entregue|pago'
).split('|');

const finishedValues = new Set([...completedValues, ...abandonedValues]);

/** Whether a row with this status is finished, by the name of the status. */
export const isDoneValue = (value: string): boolean => finishedValues.has(value.toLowerCase());

/** Whether a row with this status is finished without a result, by the name of the status. */
export const isAbandoned = (value: string): boolean => abandonedValues.has(value.toLowerCase());

/** The usual spellings of finished statuses, for a text whose values are not known. */
const finishedTexts = [...finishedValues].flatMap((word) => [
  ...[word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)],
]);

/** Names, in snake case, of booleans that are true, and of timestamps that are set, when something is finished. */
const doneName = /^(is_)?(done|completed?|closed|finished|resolved|delivered|paid|cancell?ed|archived)$/i;
const doneTimeName =
  /^(done|completed|closed|finished|resolved|delivered|paid|returned|cancell?ed)_?(at|on|date)$/i;

/** The column and the values with which a table marks a row as finished. */
export interface DoneRule {
  /** The column that shows it; undefined if there is none: then each past date is late. */
  status: Column | undefined;
  /**
   * The values of an enum or text with which a row is finished. Without a tag, those of a text are usual names, also such that the
   * text never contains. For a boolean it is true, for a timestamp any value.
   */
  doneValues: readonly string[];
}

/** Until when the rows of a table must be finished, and how it shows that a row is. */
export interface DueRule extends DoneRule {
  due: Column;
}

const rules = new WeakMap<Table, DueRule | null>();

/** Returns the rule by which rows of a table are late: from the tags `@due` and `@done`, otherwise by names. */
export function findDueRule(table: Table): DueRule | undefined {
  let rule = rules.get(table);
  if (rule === undefined) {
    rule = readDueRule(table) ?? null;
    rules.set(table, rule);
  }
  return rule ?? undefined;
}

const listReadable = (table: Table) =>
  table.columns.filter(({ privileges, array }) => privileges.select && !array);

function readDueRule(table: Table): DueRule | undefined {
  const dates = listReadable(table).filter(({ kind }) => ['date', 'timestamp', 'timestamptz'].includes(kind));
  const due =
    dates.find(({ tags }) => 'due' in tags) ?? dates.find(({ name }) => dueName.test(toSnakeCase(name)));
  return due && { due, ...findDoneRule(table) };
}

/**
 * Returns the rule by which rows of a table are finished: from the tag `@done`, otherwise by transitions and names. A text with a
 * status is the last choice.
 */
export function findDoneRule(table: Table): DoneRule {
  const columns = listReadable(table);
  const tagged = columns.find(({ done }) => done !== undefined);
  if (tagged) return { status: tagged, doneValues: tagged.done ?? [] };
  for (const column of columns) {
    const doneValues = guessDoneValues(column);
    if (doneValues.length > 0) return { status: column, doneValues };
  }
  const status = columns.find(
    ({ kind, name }) =>
      (kind === 'boolean' && doneName.test(toSnakeCase(name))) ||
      (/^(date|timestamp)/.test(kind) && doneTimeName.test(toSnakeCase(name))),
  );
  if (status) return { status, doneValues: [] };
  // Not payment_status and the like: a paid order can be open.
  const text = columns.find((column) => column.status && statusName.test(column.name));
  return { status: text, doneValues: text ? finishedTexts : [] };
}

/** Returns the final values of an enum: those without a transition, otherwise those with a usual name. */
function guessDoneValues({ kind, enum: values, transitions }: Column): readonly string[] {
  if (kind !== 'enum') return [];
  if (transitions) return values.filter((value) => (transitions[value] ?? []).length === 0);
  return values.filter(isDoneValue);
}

/** Whether a row is finished; undefined if its status is not loaded. */
function isDone({ status, doneValues }: DoneRule, row: Row): boolean | undefined {
  if (!status) return false;
  const value = row[status.name];
  if (value === undefined) return undefined;
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  return doneValues.length === 0 ? true : doneValues.includes(String(value));
}

/** Whether a date or time is in the past. A date is past from the next day on in the user's time zone. */
function isPast({ kind }: Column, value: Value, now: Date): boolean {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return false;
  const [day, time] = getWallTime(getZone(), now);
  if (kind === 'date') return value < day;
  return kind === 'timestamptz' ? Date.parse(value) < now.getTime() : value < `${day}T${time}`;
}

/** Whether a column of a row is its due date, this is in the past, and the row is not finished. */
export function isOverdue(table: Table, column: Column, row: Row, now = new Date()): boolean {
  const rule = findDueRule(table);
  if (rule?.due.name !== column.name) return false;
  return isPast(column, row[column.name] ?? null, now) && isDone(rule, row) === false;
}
