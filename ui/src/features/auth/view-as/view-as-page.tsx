import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Input } from '@/components/fields/input';
import { Avatar } from '@/components/marks/avatar';
import { PageHeader } from '@/components/page-header';
import type { ViewAsUser } from '@/lib/api.gen';
import { useUser, useWorkspace } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { AccountLine } from '../account/account-section';
import styles from './view-as.module.css';
import { useStartViewAs, viewAsUsersQuery } from './view-as-api';
import { viewAsMessages as messages } from './view-as-messages';

/** Lists the users as whom the workspace can be viewed, or explains what is missing for that. */
export function ViewAsPage() {
  const { status } = useWorkspace().viewAs;
  useDocumentTitle(messages.title);
  return (
    <>
      <PageHeader title={messages.title} />
      <div className={styles.page}>
        <div className={styles.column}>
          {status === 'allowed' || status === 'active' ? <UserList /> : <Explanation />}
        </div>
      </div>
    </>
  );
}

/** Lists the users, by pages and with a search, with a button for each that starts to view the workspace as them. */
function UserList() {
  const [text, setText] = useState('');
  const filter = useDeferredValue(text.trim());
  const start = useStartViewAs();
  const list = useInfiniteQuery({ ...viewAsUsersQuery(filter), placeholderData: keepPreviousData });
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <p className={styles.text}>{messages.explanation}</p>
      <Input
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {start.isError && <ErrorNotice error={start.error} title={messages.notStarted} />}
      {list.isError && (
        <ErrorNotice
          error={list.error}
          title={messages.notLoaded}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <Spinner label={messages.loading} />}
      {list.isSuccess && users.length === 0 && (
        <EmptyState title={filter ? messages.noneFound(filter) : messages.none} />
      )}
      <section aria-label={messages.users} className={styles.users}>
        {users.map((user) => (
          <UserLine key={user.id} user={user} start={start} />
        ))}
      </section>
      {list.hasNextPage && (
        <Button
          className={styles.more}
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {messages.more}
        </Button>
      )}
    </>
  );
}

/** A user, with a button that starts to view the workspace as them. */
function UserLine({ user, start }: { user: ViewAsUser; start: ReturnType<typeof useStartViewAs> }) {
  const { id, name, email, obstacle } = user;
  return (
    <AccountLine
      icon={<Avatar name={name || email} decorative />}
      title={name || email || id}
      detail={obstacle === '' ? email : messages.detail(email, messages.obstacles[obstacle])}
    >
      <Button
        size="sm"
        aria-label={messages.viewAs(name || email)}
        disabled={obstacle !== ''}
        pending={start.isPending && start.variables === id}
        onClick={() => start.mutate(id)}
      >
        {messages.view}
      </Button>
    </AccountLine>
  );
}

/** Explains why the mode is not available: the user's role does not allow it, or the server's settings don't enable it. */
function Explanation() {
  const { status } = useWorkspace().viewAs;
  const { role } = useUser();
  if (status === 'not_allowed')
    return (
      <>
        <h2>{messages.notAllowed.title}</h2>
        <p className={styles.text}>{messages.notAllowed.text(role)}</p>
      </>
    );
  return (
    <>
      <h2>{messages.off.title}</h2>
      <p className={styles.text}>{messages.off.text}</p>
      <div className={styles.code}>
        <pre dir="ltr">{messages.off.settings}</pre>
        <CopyButton text={messages.off.settings} />
      </div>
      <p className={styles.text}>{messages.off.risk}</p>
    </>
  );
}
