import { useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { Redirect } from 'wouter';
import { shellMessages } from '@/app/shell/shell-messages';
import { findOnlyTable, groupTables } from '@/app/shell/sidebar/sidebar.utils';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { PageHeader } from '@/components/page-header';
import { usePersonalSettings } from '@/data/home/personal-store';
import { useSchema, useStorageId, useUser, useWorkspace } from '@/lib/auth/session';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { bucketsQuery } from '@/lib/files/buckets';
import { hrefs } from '@/lib/routes';
import { LazyHomePage } from './lazy-home-page';
import styles from './pages.module.css';

const HomeTiles = lazyComponent(async () => (await import('@/features/dashboard')).HomeTiles);

const UngrantedTables = lazyComponent(async () => (await import('./ungranted-tables')).UngrantedTables);

const messages = shellMessages.home;

/** The home page. Redirects a user who can read only one table or bucket to it. States how to get access if there is none. */
export function Home() {
  const schema = useSchema();
  const table = findOnlyTable(schema);
  const hasTables = groupTables(schema).length > 0;
  const { homeTiles } = usePersonalSettings(useStorageId());
  const buckets = useQuery({ ...bucketsQuery(), enabled: !hasTables });
  if (table) return <Redirect to={hrefs.table(table.schema, table.name)} replace />;
  if (hasTables) return <LazyHomePage tiles={homeTiles.length > 0 && <HomeTiles />} />;
  if (buckets.isPending) return <Spinner className={styles.spinner} size={20} />;
  const bucket = buckets.data?.[0];
  if (buckets.isError && !bucket) {
    return (
      <div className={styles.failed}>
        <ErrorNotice error={buckets.error} onRetry={() => void buckets.refetch()} />
      </div>
    );
  }
  if (bucket) return <Redirect to={hrefs.files(bucket.id)} replace />;
  return <EmptyWorkspace />;
}

function EmptyWorkspace() {
  const { name, email } = useUser();
  const { mode } = useWorkspace();
  useDocumentTitle(messages.title);
  return (
    <>
      <PageHeader title={messages.title} />
      <EmptyState
        icon={<Table2 aria-hidden />}
        title={messages.noAccess}
        className={mode === 'local' ? styles.emptyLocal : undefined}
      >
        {messages.noAccessHint(<b dir="auto">{email || name || shellMessages.account.guest}</b>)}
      </EmptyState>
      {mode === 'local' && <UngrantedTables />}
    </>
  );
}
