import type { Row } from '@/data/rows/row';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import type { Action, ActionOffer, Table } from '@/lib/api.gen';
import { Listeners } from '@/lib/external-store';

/** The rows to which an action is applied. */
export type ActionSubject =
  | { kind: 'none' }
  | { kind: 'row'; table: Table; offer: ActionOffer; row: Row }
  /** `offer.scope`: a call for each row (`row`), or one call for all rows (`selection`). */
  | { kind: 'rows'; table: Table; offer: ActionOffer; rows: BulkScope };

export interface ActionRequestOptions {
  action: Action;
  subject: ActionSubject;
  /** Called when the action was executed, or possibly executed. */
  onDone?: (() => void) | undefined;
}

const listeners = new Listeners<[ActionRequestOptions]>();

/** Calls the listener when a part of the page asks for an action. Returns a function that removes it. */
export const onOpenAction = listeners.add;

/** Time after a start in which the same action on the same rows is ignored, in milliseconds: a double click, or a held key. */
const repeatInterval = 800;

let last = { signature: '', at: 0 };

/**
 * Starts an action on any page: shows its form, or runs it at once if there is nothing to enter. Ignores a repetition
 * within a moment, so that a double click does not run an action twice.
 */
export function openAction(options: ActionRequestOptions): void {
  const signature = JSON.stringify([options.action.id, describeSubject(options.subject)]);
  const isRepeated = signature === last.signature && Date.now() - last.at < repeatInterval;
  last = { signature, at: Date.now() };
  if (!isRepeated) listeners.notify(options);
}

function describeSubject(subject: ActionSubject): unknown {
  if (subject.kind === 'none') return '';
  const { schema, name, primaryKey } = subject.table;
  return [schema, name, subject.kind === 'row' ? primaryKey.map((column) => subject.row[column]) : ''];
}

const runListeners = new Listeners<[string]>();

/** Calls the listener when a part of the page asks for the report of a run. Returns a function that removes it. */
export const onOpenRun = runListeners.add;

/** Shows the report of a run, on any page. */
export const openRun = (id: string): void => runListeners.notify(id);
