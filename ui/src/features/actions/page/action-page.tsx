import { useId, useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { PageHeader } from '@/components/page-header';
import { ApiError } from '@/lib/api';
import type { Action } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useAreRunsLoaded } from '@/table/actions/action-runs-context';
import { actionsMessages } from '../actions-messages';
import { DeveloperView } from '../developer/developer-view';
import { ActionButtons, ActionView } from '../host/action-view';
import { mustConfirm, useActionSession } from '../host/use-action-session';
import styles from './actions-page.module.css';
import { RunHistory } from './run-history';

const messages = actionsMessages.page;
const noSubject = { kind: 'none' } as const;

/** The page of an action: its form, its result, and its runs in this browser. */
export function ActionPage({ action }: { action: Action }) {
  const isReady = useAreRunsLoaded();
  return (
    <div className={styles.page}>
      <PageHeader crumbs={[{ label: actionsMessages.title, href: hrefs.actions() }]} title={action.title} />
      <div className={styles.column}>
        {action.unavailable === '' ? (
          isReady ? (
            <RunnableAction action={action} />
          ) : (
            <Spinner label={messages.loading} />
          )
        ) : (
          <ErrorNotice error={makeUnavailableError(action)} title={messages.unavailable} />
        )}
        <RunHistory action={action} />
      </div>
    </div>
  );
}

/** The form, buttons and result of an action without a row. Asks in a dialog before the run if the action demands it. */
function RunnableAction({ action }: { action: Action }) {
  const session = useActionSession(action, noSubject);
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const submit = () => {
    if (!mustConfirm(action)) void session.submit();
    else if (session.validate()) setAsking(true);
  };
  return (
    <section className={styles.card} aria-label={action.title}>
      <ActionView {...{ session, formId }} asks={false} onSubmit={submit} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={actionsMessages.form.question(action.title)}
        confirmLabel={action.label}
        danger={action.danger}
        onConfirm={() => {
          setAsking(false);
          void session.submit();
        }}
      >
        {action.confirm || actionsMessages.form.confirm}
      </ConfirmDialog>
      <div className={styles.buttons}>
        <ActionButtons {...{ session, formId }} onClose={undefined} />
      </div>
      <DeveloperView session={session} />
    </section>
  );
}

function makeUnavailableError({ unavailable }: Action): ApiError {
  const text = { details: '', hint: '', requestId: '' };
  return new ApiError({ code: 'action_unavailable', message: unavailable, status: 0, ...text });
}
