import { useState } from 'react';
import {
  type ArgumentTexts,
  fillFromRow,
  fillFromRows,
  listFormArguments,
  offerColumns,
} from '@/data/actions/arguments/action-body';

import type { ActionSubject } from '@/data/actions/open-action';
import { completeRows } from '@/data/rows/complete-rows';
import type { Row } from '@/data/rows/row';
import type { Action, ActionArgument } from '@/lib/api.gen';
import { actionsMessages } from '../actions-messages';
import { type ArgumentEntries, useArgumentEntries } from '../form/use-argument-entries';
import {
  type ActionCall,
  type CallState,
  describeCallError,
  describeSubject,
  useActionCall,
} from './use-action-call';

export interface ActionSession {
  action: Action;
  subject: ActionSubject;
  entries: ArgumentEntries;
  call: ActionCall;
  /** The file that is the body, if the action expects one. */
  file: File | null;
  setFile: (file: File | null) => void;
  /** The reason why the form can't be sent that does not belong to a field; null without one. */
  formError: unknown;
  /** Checks the form, and shows its problems. Returns whether it can be sent. */
  validate: () => boolean;
  /** Checks the form and runs the action. Resolves with the state after it; undefined if the form is not valid. */
  submit: () => Promise<CallState | undefined>;
}

/** Whether an action asks before it runs. */
export function mustConfirm({ confirm, danger }: Action): boolean {
  return confirm !== null || danger;
}

/** The form, the call and the result of an action. `rows` are the selected rows, if one call gets all of them. */
export function useActionSession(
  action: Action,
  subject: ActionSubject,
  rows?: readonly Row[],
): ActionSession {
  const offer = subject.kind === 'none' ? undefined : subject.offer;
  const [args] = useState<readonly ActionArgument[]>(() =>
    action.body === 'file' ? [] : listFormArguments(action, offer),
  );
  const entries = useArgumentEntries(args);
  const call = useActionCall(action, subject);
  const [file, setFile] = useState<File | null>(null);
  const [formError, setFormError] = useState<unknown>(null);

  const fill = async (): Promise<{ texts: ArgumentTexts; row: Row | undefined }> => {
    if (subject.kind === 'none') return { texts: {}, row: undefined };
    if (subject.kind === 'rows')
      return { texts: fillFromRows(subject.table, subject.offer, rows ?? []), row: undefined };
    const row = await loadRow(subject);
    return { texts: fillFromRow(subject.table, subject.offer, row), row };
  };
  /** Returns the row with all columns that the offer needs, large values too; reads those that the view has not loaded. */
  const loadRow = async ({ table, offer, row }: Extract<ActionSubject, { kind: 'row' }>): Promise<Row> => {
    const [complete] = await completeRows(table, [row], offerColumns(table, offer));
    return { ...row, ...complete };
  };
  const submit = async (): Promise<CallState | undefined> => {
    setFormError(null);
    const checked = entries.submit();
    if (!checked || (action.body === 'file' && !file)) return undefined;
    try {
      const { texts, row } = await fill();
      return await call.run({
        input: file ?? { ...checked.texts, ...texts },
        subjectText:
          subject.kind === 'rows' ? actionsMessages.result.rows(rows?.length ?? 0) : describeSubject(subject),
        before: subject.kind === 'row' && row ? { table: subject.table, row } : undefined,
        report: (named, error) =>
          entries.report(
            Object.fromEntries(
              named
                .filter((argument) => args.includes(argument))
                .map(({ name }) => [name, describeCallError(error)]),
            ),
          ),
      });
    } catch (error) {
      setFormError(error);
      return undefined;
    }
  };
  const validate = () => entries.submit() !== undefined && (action.body !== 'file' || file !== null);
  return { action, subject, entries, call, file, setFile, formError, validate, submit };
}
