import type { FormEvent } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { actionsMessages } from '../actions-messages';
import { ArgumentFields } from '../form/argument-fields';
import { BodyFile } from '../form/body-file';
import styles from './action-view.module.css';
import { getFailureTitle, OutcomeView } from './outcome-view';
import { describeSubject } from './use-action-call';
import { type ActionSession, mustConfirm } from './use-action-session';

const messages = actionsMessages.form;

export interface ActionViewProps {
  session: ActionSession;
  formId: string;
  onSubmit: () => void;
  /** Whether the form contains the question before the run. If not, `onSubmit` asks. */
  asks?: boolean;
}

/** An action: what it does, its form, and what it returned. */
export function ActionView({ session, formId, onSubmit, asks = true }: ActionViewProps) {
  const { action, subject, entries, call, formError } = session;
  const { phase } = call.state;
  const showsForm = phase === 'form' || phase === 'failed';
  const about = describeSubject(subject);
  const hasFieldErrors = Object.keys(entries.problems).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className={styles.view}>
      {showsForm && action.description !== '' && (
        <p className={styles.help} dir="auto">
          {action.description}
        </p>
      )}
      {about !== '' && (
        <p className={styles.subject}>{messages.about(<strong dir="auto">{about}</strong>)}</p>
      )}
      {formError !== null && <ErrorNotice error={formError} title={getFailureTitle(formError)} />}
      {!(phase === 'failed' && hasFieldErrors) && <OutcomeView {...{ action, subject, call }} />}
      {showsForm && (
        <form id={formId} noValidate onSubmit={submit} className={styles.view}>
          {action.body === 'file' && (
            <BodyFile accept={action.accept} file={session.file} onChange={session.setFile} />
          )}
          {entries.args.length > 0 && <ArgumentFields entries={entries} />}
          {asks && mustConfirm(action) && (
            <p className={styles.confirm}>{action.confirm || messages.confirm}</p>
          )}
        </form>
      )}
    </div>
  );
}

export interface ActionButtonsProps extends ActionViewProps {
  onClose: (() => void) | undefined;
}

/** The buttons of an action, by the state of its call. */
export function ActionButtons({ session, formId, onClose }: Omit<ActionButtonsProps, 'onSubmit' | 'asks'>) {
  const { action, call } = session;
  const close = onClose && <Button onClick={onClose}>{messages.close}</Button>;
  switch (call.state.phase) {
    case 'form':
    case 'failed':
      return (
        <>
          {onClose && <Button onClick={onClose}>{messages.cancel}</Button>}
          <Button
            type="submit"
            form={formId}
            variant={action.danger ? 'danger' : 'primary'}
            disabled={action.body === 'file' && !session.file}
          >
            {action.label}
          </Button>
        </>
      );
    case 'running':
      return <Button onClick={call.cancel}>{messages.stop}</Button>;
    case 'unknown':
      return (
        <>
          <Button onClick={call.reset}>{messages.back}</Button>
          {close}
        </>
      );
    case 'done':
      return (
        <>
          <Button onClick={call.reset}>{messages.runAgain}</Button>
          {onClose && (
            <Button variant="primary" onClick={onClose}>
              {messages.done}
            </Button>
          )}
        </>
      );
  }
}
