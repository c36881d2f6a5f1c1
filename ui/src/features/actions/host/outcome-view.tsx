import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorDetails } from '@/components/feedback/errors/error-details';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { canceledCode } from '@/data/actions/call-action';
import type { ActionSubject } from '@/data/actions/open-action';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { ApiError } from '@/lib/api';
import type { Action } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { formatBytes } from '@/lib/text/format';
import { actionsMessages } from '../actions-messages';
import { ResponseDetails } from '../results/response-details';
import { ResultView } from '../results/result-view';
import styles from './action-view.module.css';
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
      return <ErrorNotice error={state.error} title={getFailureTitle(state.error)} />;
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
  const places = <PlacesToCheck action={action} subject={subject} />;
  const hint =
    error.code === canceledCode
      ? messages.canceledHint(places)
      : error.code === 'function_error'
        ? messages.errorHint(places)
        : messages.unknownHint(places);
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

/** Links to the record and the tables that an action can have changed. */
function PlacesToCheck({ action, subject }: Omit<UnknownOutcomeProps, 'error'>) {
  const schema = useSchema();
  const key = subject.kind === 'row' ? getRowKey(subject.table, subject.row) : undefined;
  const places: ReactNode[] = [];
  if (subject.kind === 'row' && key) {
    const { schema: schemaName, name } = subject.table;
    places.push(
      <Link key="row" href={hrefs.record(schemaName, name, formatRecord(key))} dir="auto">
        {getRowHeading(subject.table, subject.row)}
      </Link>,
    );
  }
  for (const { schema: schemaName, table: name } of action.touches) {
    const table = findTable(schema, schemaName, name);
    if (!table || (subject.kind === 'row' && table === subject.table)) continue;
    places.push(
      <Link key={`${schemaName}.${name}`} href={hrefs.table(schemaName, name)} dir="auto">
        {table.title}
      </Link>,
    );
  }
  if (places.length === 0) return messages.thePage;
  return places.flatMap((place, i) => (i === 0 ? [place] : [', ', place]));
}
