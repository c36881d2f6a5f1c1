import { DatabaseZap } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { toApiError } from '@/lib/api';
import styles from './splash.module.css';

const lineWidths = [72, 96, 84, 110, 64, 90, 78];

/** The shell's outline while it isn't known yet who is there and what they can reach. */
export function Splash() {
  return (
    <div className={styles.splash} aria-busy="true" role="status" aria-label="Loading the workspace">
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

/** Nothing can be shown at all: the server doesn't answer, or the backend's schema can't be read. */
export function SplashError({ error, onRetry, retrying }: SplashErrorProps) {
  const { code } = toApiError(error);
  return (
    <main className={styles.failed}>
      <h1 className={styles.heading}>The workspace can’t be shown yet</h1>
      {code === 'schema_unavailable' ? (
        <MissingSchema onRetry={onRetry} retrying={retrying} />
      ) : (
        <ErrorNotice error={error} onRetry={onRetry} retrying={retrying} className={styles.notice} />
      )}
    </main>
  );
}

const schemaCommand = 'tableside schema-sql | psql "$DATABASE_URL"';

function MissingSchema({ onRetry, retrying }: Omit<SplashErrorProps, 'error'>) {
  const signOut = useSignOut();
  return (
    <EmptyState
      icon={<DatabaseZap aria-hidden />}
      title="The backend doesn’t say yet what is in it"
      action={
        <>
          <CopyButton text={schemaCommand}>Copy the command</CopyButton>
          <Button size="sm" variant="primary" onClick={onRetry} pending={retrying}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={() => signOut.mutate()} pending={signOut.isPending}>
            Sign out
          </Button>
        </>
      }
    >
      <p>
        The project’s owner installs one function, <code>tableside_schema()</code>, which answers with what
        each person’s own role may reach. In the SQL editor, run what this prints; or, from a terminal:
      </p>
      <pre className={styles.command}>{schemaCommand}</pre>
    </EmptyState>
  );
}
