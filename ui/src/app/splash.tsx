import { DatabaseZap } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { toApiError } from '@/lib/api';
import { appMessages as messages } from './app-messages';
import styles from './splash.module.css';

const lineWidths = [72, 96, 84, 110, 64, 90, 78];

/** A skeleton of the shell while the workspace and schema load. */
export function Splash() {
  return (
    <div className={styles.splash} aria-busy="true" role="status" aria-label={messages.loading}>
      <div className={styles.side}>
        <Skeleton width={140} height={20} />
        <Skeleton height={30} className={styles.search} />
        {lineWidths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className={styles.page}>
        <Skeleton width={180} height={18} />
      </div>
    </div>
  );
}

export interface SplashErrorProps {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}

/** Shown instead of the app when the workspace or the schema can't be loaded. */
export function SplashError({ error, onRetry, retrying }: SplashErrorProps) {
  const { code } = toApiError(error);
  return (
    <main className={styles.failed}>
      <h1 className={styles.heading}>{messages.unavailable}</h1>
      {code === 'schema_unavailable' ? (
        <MissingSchema onRetry={onRetry} retrying={retrying} />
      ) : (
        <ErrorNotice error={error} onRetry={onRetry} retrying={retrying} className={styles.notice} />
      )}
    </main>
  );
}

/** States how the owner installs the function that returns the schema. */
function MissingSchema({ onRetry, retrying }: Omit<SplashErrorProps, 'error'>) {
  const signOut = useSignOut();
  return (
    <EmptyState
      icon={<DatabaseZap aria-hidden />}
      title={messages.missingSchema}
      action={
        <>
          <CopyButton text={messages.schemaCommand}>{messages.copyCommand}</CopyButton>
          <Button size="sm" variant="primary" onClick={onRetry} pending={retrying}>
            {messages.retry}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => signOut.mutate('local')}
            pending={signOut.isPending}
          >
            {messages.signOut}
          </Button>
        </>
      }
    >
      <p>{messages.missingSchemaHint(<code>{messages.schemaFunction}</code>)}</p>
      <pre className={styles.command}>{messages.schemaCommand}</pre>
    </EmptyState>
  );
}
