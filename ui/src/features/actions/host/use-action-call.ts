import { useRef, useState } from 'react';
import { type ArgumentTexts, formatBody } from '@/data/actions/arguments/action-body';
import { findErrorArguments } from '@/data/actions/arguments/argument-errors';
import { formatUndoBody } from '@/data/actions/arguments/undo-body';
import type { CallResponse } from '@/data/actions/call/call-action';
import { findAction } from '@/data/actions/offers/offers';
import type { ActionSubject } from '@/data/actions/open-action';
import { type ActionResult, readActionResult } from '@/data/actions/response/action-result';
import { formatFunctionError } from '@/data/actions/response/function-error-text';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { ApiError } from '@/lib/api';
import type { Action, ActionArgument } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { formatErrorText } from '@/lib/errors/error-texts';
import { createUUID } from '@/lib/text/create-uuid';
import { useActionRuns } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
import { describeResult, type RowBefore } from '../results/describe-result';

/** The state of a call. `failed`: nothing was changed; `unknown`: it is unknown whether the call was executed. */
export type CallState =
  | { phase: 'form' }
  | { phase: 'running'; received: Received | undefined }
  | { phase: 'done'; result: ActionResult; response: CallResponse }
  | { phase: 'failed' | 'unknown'; error: ApiError; received: Received | undefined };

/** The part of a response that was received so far. */
export interface Received {
  bytes: number;
  /** The text or the events; undefined if they are not shown before the end. */
  result: ActionResult | undefined;
}

export interface ActionCall {
  state: CallState;
  /** The UUID of the call that runs or ran last, with which its run can be found. */
  key: string;
  /** Sends the call. Resolves with the state after it. */
  run: (plan: RunPlan) => Promise<CallState>;
  /** Cancels the request. The function can continue to run. */
  cancel: () => void;
  /** Returns to the form for another call. */
  reset: () => void;
}

export interface RunPlan {
  /** The JSON of the arguments, or the file that is the body. */
  input: ArgumentTexts | File;
  /** The heading of the rows; '' if the action is not about rows. */
  subjectText: string;
  before: RowBefore | undefined;
  /** Reports an error at the arguments that it names. */
  report: (args: readonly ActionArgument[], error: ApiError) => void;
}

/** Returns the state of an action's call, and `run`, which sends one request and updates the state as parts of the response arrive. */
export function useActionCall(action: Action, subject: ActionSubject): ActionCall {
  const schema = useSchema();
  const runs = useActionRuns();
  const [state, setState] = useState<CallState>({ phase: 'form' });
  const [key, setKey] = useState(createUUID);
  const controller = useRef<AbortController>(undefined);
  const isRunning = useRef(false);
  const run = async ({ input, subjectText, before, report }: RunPlan): Promise<CallState> => {
    if (isRunning.current) return state;
    isRunning.current = true;
    const newKey = createUUID();
    const body = input instanceof File ? input : formatBody(action, input);
    const inverse = action.undo === '' ? undefined : findAction(schema, action.undo);
    controller.current = new AbortController();
    setKey(newKey);
    setState({ phase: 'running', received: undefined });
    let received: Received | undefined;
    const outcome = await runs.call({
      ...{ action, key: newKey, body, subject: subjectText, offlineText: actionsMessages.offline },
      table: subject.kind === 'none' ? undefined : subject.table,
      rowKey: subject.kind === 'row' ? getRowKey(subject.table, subject.row) : undefined,
      signal: controller.current.signal,
      onPart: ({ bytes, content }) => {
        received = { bytes, result: content && readActionResult(schema, action, content) };
        setState({ phase: 'running', received });
      },
      describeResponse: ({ content }) => ({
        note: describeResult(action, readActionResult(schema, action, content), before),
        undoBody:
          inverse && content.kind === 'json' && typeof body === 'string'
            ? formatUndoBody(inverse, body, content.value)
            : null,
      }),
    });
    isRunning.current = false;
    const next: CallState =
      outcome.kind === 'done'
        ? {
            phase: 'done',
            result: readActionResult(schema, action, outcome.result.content),
            response: outcome.result,
          }
        : { phase: outcome.kind, error: outcome.error, received };
    if (next.phase === 'failed') report(findErrorArguments(action.arguments, next.error), next.error);
    setState(next);
    return next;
  };
  return {
    ...{ state, key, run },
    cancel: () => controller.current?.abort(),
    reset: () => setState({ phase: 'form' }),
  };
}

/** Returns the heading of the row that an action is about; '' if it is about none. */
export function describeSubject(subject: ActionSubject): string {
  return subject.kind === 'row' ? getRowHeading(subject.table, subject.row) : '';
}

/** Returns the text of a call's error as one paragraph. */
export function describeCallError(error: ApiError): string {
  return formatErrorText(formatFunctionError(error));
}
