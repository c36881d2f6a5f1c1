import { useRef, useState } from 'react';
import { type ArgumentTexts, formatBody } from '@/data/actions/action-body';
import { type ActionResult, readContent } from '@/data/actions/action-result';
import { findErrorArguments } from '@/data/actions/argument-errors';
import type { CallResponse } from '@/data/actions/call-action';
import { findAction } from '@/data/actions/offers';
import type { ActionSubject } from '@/data/actions/open-action';
import { formatUndoBody } from '@/data/actions/undo-body';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { ApiError } from '@/lib/api';
import type { Action, ActionArgument } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useErrorText } from '@/lib/errors/error-text-context';
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

/** Calls an action once per `run`, and follows the response. */
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
        received = { bytes, result: content && readContent(schema, action, content) };
        setState({ phase: 'running', received });
      },
      describeResponse: ({ content }) => ({
        note: describeResult(action, readContent(schema, action, content), before),
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
            result: readContent(schema, action, outcome.result.content),
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

/** Returns a function that describes an error in a sentence. */
export function useErrorSentence(): (error: ApiError) => string {
  const explain = useErrorText();
  return (error) => {
    const { sentence, nextStep } = explain(error);
    return [sentence, nextStep].filter(Boolean).join(' ');
  };
}
