import { DatabaseZap } from 'lucide-react';
import { appMessages as messages } from '@/app/app-messages';
import { Button } from '@/components/controls/button';
import { CopyButton } from '@/components/controls/copy-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { toApiError } from '@/lib/api';
import styles from './splash.module.css';

/** Width and height of the lines of text in the sidebar, in pixels. */
const lines = [
  [140, 20],
  [260, 30],
  [72, 12],
  [96, 12],
  [84, 12],
  [110, 12],
  [64, 12],
  [90, 12],
  [78, 12],
];

/** An outline of the shell while the app loads. ui/splash.html is the same for the time before React runs. */
export function Splash() {
  return (
    <div className="splash" role="status" aria-busy="true" aria-label={messages.loading}>
      <div className="splash-side">
        {lines.map(([width, height]) => (
          <span key={width} className="splash-line" style={{ width, height }} />
        ))}
      </div>
      <div className="splash-page">
        <span className="splash-line" style={{ width: 180, height: 18 }} />
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
