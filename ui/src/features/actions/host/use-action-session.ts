import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ArgumentTexts,
  fillFromRow,
  fillFromRows,
  formArguments,
  offerColumns,
} from '@/data/actions/action-body';

import type { ActionSubject } from '@/data/actions/open-action';
import { recordQuery } from '@/data/rows/record-query';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { toApiError } from '@/lib/api';
import type { Action, ActionArgument } from '@/lib/api.gen';
import { actionsMessages } from '../actions-messages';
import { type ArgumentEntries, useArgumentEntries } from '../form/use-argument-entries';
import {
  type ActionCall,
  type CallState,
  describeSubject,
  useActionCall,
  useErrorSentence,
} from './use-action-call';

export interface ActionSession {
  action: Action;
  subject: ActionSubject;
  entries: ArgumentEntries;
  call: ActionCall;
  /** The file that is the body, if the action expects one. */
  file: File | null;
  setFile: (file: File | null) => void;
  /** Why the form can't be sent, apart from its fields; null if it can. */
  formError: unknown;
  /** Checks the form and runs the action. Resolves with the state after it; undefined if the form is not valid. */
  submit: () => Promise<CallState | undefined>;
}

/** The form, the call and the result of an action. `rows` are the selected rows, if one call gets all of them. */
export function useActionSession(
  action: Action,
  subject: ActionSubject,
  rows?: readonly Row[],
): ActionSession {
  const client = useQueryClient();
  const describeError = useErrorSentence();
  const offer = subject.kind === 'none' ? undefined : subject.offer;
  const [args] = useState<readonly ActionArgument[]>(() =>
    action.body === 'file' ? [] : formArguments(action, offer),
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
  /** Returns the row with all columns that the offer needs; reads it if the view has not loaded them. */
  const loadRow = async ({ table, offer, row }: Extract<ActionSubject, { kind: 'row' }>): Promise<Row> => {
    if (offerColumns(table, offer).every((name) => name in row)) return row;
    const key = getRowKey(table, row);
    const found = key && (await client.query({ ...recordQuery(table, key), staleTime: 0 }));
    if (!found) throw toApiError(new Error(actionsMessages.form.rowMissing));
    return found;
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
                .map(({ name }) => [name, describeError(error)]),
            ),
          ),
      });
    } catch (error) {
      setFormError(error);
      return undefined;
    }
  };
  return { action, subject, entries, call, file, setFile, formError, submit };
}
