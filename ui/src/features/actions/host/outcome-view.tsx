import { CircleHelp } from 'lucide-react';
import { ErrorDetails } from '@/components/feedback/errors/error-details';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { canceledCode } from '@/data/actions/call/call-action';
import type { ActionSubject } from '@/data/actions/open-action';
import { formatFunctionError } from '@/data/actions/response/function-error-text';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { ApiError } from '@/lib/api';
import type { Action } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { actionsMessages } from '../actions-messages';
import { ResponseDetails } from '../results/response-details';
import { ResultView } from '../results/result-view';
import styles from './action-view.module.css';
import { type CheckedRecord, CheckLinks } from './check-links';
import type { ActionCall, Received } from './use-action-call';

const messages = actionsMessages.outcome;

export interface OutcomeViewProps {
  action: Action;
  subject: ActionSubject;
  call: ActionCall;
}

/** Shows the outcome of a call so far: the streamed text, the result, the error, or that its outcome is unknown. */
export function OutcomeView({ action, subject, call: { state } }: OutcomeViewProps) {
  switch (state.phase) {
    case 'form':
      return null;
    case 'running':
      return (
        <div className={styles.outcome}>
          <p className={styles.running} role="status">
            <Spinner size={14} label="" />{' '}
            {state.received
              ? actionsMessages.result.streaming(formatBytes(state.received.bytes))
              : actionsMessages.form.running}
          </p>
          {state.received?.result && <ResultView action={action} result={state.received.result} />}
        </div>
      );
    case 'done':
      return (
        <div className={styles.outcome}>
          <ResultView action={action} result={state.result} />
          <ResponseDetails response={state.response} />
        </div>
      );
    case 'failed':
      return (
        <ErrorNotice
          error={state.error}
          text={formatFunctionError(state.error)}
          title={getFailureTitle(state.error)}
        />
      );
    case 'unknown':
      return (
        <div className={styles.outcome}>
          <UnknownOutcome {...{ action, subject }} error={state.error} />
          <IncompleteResult action={action} received={state.received} />
        </div>
      );
  }
}

/** Returns what is known about a failed call. An edge function ran before it responded with an error. */
export function getFailureTitle(error: unknown): string {
  return error instanceof ApiError && error.code === 'function_error' ? messages.rejected : messages.failed;
}

/** Shows the part of a response that was received before the connection broke or the call was canceled. */
function IncompleteResult({ action, received }: { action: Action; received: Received | undefined }) {
  if (!received?.result) return null;
  return (
    <>
      <p className={styles.help}>{messages.incomplete(formatBytes(received.bytes))}</p>
      <ResultView action={action} result={received.result} />
    </>
  );
}

interface UnknownOutcomeProps {
  action: Action;
  subject: ActionSubject;
  error: ApiError;
}

/** States that it is unknown whether a call was executed, and what the user should check. */
function UnknownOutcome({ action, subject, error }: UnknownOutcomeProps) {
  const links = <CheckLinks touches={action.touches} record={getCheckedRecord(subject)} />;
  const hint =
    error.code === canceledCode
      ? messages.canceledHint(links)
      : error.code === 'function_error'
        ? messages.errorHint(links)
        : messages.unknownHint(links);
  return (
    <div className={styles.unknown} role="alert">
      <CircleHelp size={16} aria-hidden />
      <div>
        <p className={styles.unknownTitle}>
          {error.code === 'function_error' ? error.message : messages.unknown}
        </p>
        <p>{hint}</p>
        {error.code !== canceledCode && (
          <details>
            <summary>{actionsMessages.result.details}</summary>
            <ErrorDetails error={error} />
          </details>
        )}
      </div>
    </div>
  );
}

function getCheckedRecord(subject: ActionSubject): CheckedRecord | undefined {
  if (subject.kind !== 'row') return undefined;
  const { table, row } = subject;
  const key = getRowKey(table, row);
  return key && { table, key, heading: getRowHeading(table, row) };
}
