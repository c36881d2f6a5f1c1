import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { shellMessages as messages } from '@/app/shell/shell-messages';
import { ErrorBoundary } from '@/components/feedback/errors/error-boundary';
import { Spinner } from '@/components/feedback/spinner';
import { toast } from '@/components/overlays/toast';
import { ImportDropZone } from '@/features/csv/page/import-drop-zone';
import { useSchema } from '@/lib/auth/session';
import { preloadable } from '@/lib/browser/loading/lazy-loading';
import { usePrefetchBlock } from '@/lib/browser/loading/prefetch';
import { useZone } from '@/lib/browser/zone/use-zone';
import { findTable } from '@/lib/find-table';
import { hrefs, parseRoute } from '@/lib/routes';
import { Home } from './home';
import { LazyDashboardPage } from './lazy-dashboard-page';
import { LazyTablePage } from './lazy-table-page';
import { NotFound } from './not-found';
import { PageError } from './page-error';
import styles from './pages.module.css';

const ImportPage = preloadable(async () => (await import('@/app/csv/worker-import-page')).WorkerImportPage);
const FilesPage = preloadable(async () => (await import('@/features/files')).FilesPage);
const ChannelsPage = preloadable(async () => (await import('@/features/channels')).ChannelsPage);
const ChannelPage = preloadable(async () => (await import('@/features/channels')).ChannelPage);
const ActionsPage = preloadable(async () => (await import('@/features/actions')).ActionsPage);
const AccountPage = preloadable(async () => (await import('@/features/auth')).AccountPage);
const ViewAsPage = preloadable(async () => (await import('@/features/auth')).ViewAsPage);
const SetPasswordPage = preloadable(async () => (await import('@/features/auth')).SetPasswordPage);

/** The page of the current address. */
export function Pages() {
  const location = usePathname();
  return (
    <ErrorBoundary
      resetKey={location}
      fallback={(error, retry) => <PageError error={error} onRetry={retry} />}
    >
      <Suspense fallback={<LoadingPage />}>
        <Page path={location} />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadingPage() {
  usePrefetchBlock(true);
  return <Spinner label={messages.loadingPage} className={styles.spinner} size={20} />;
}

function Page({ path }: { path: string }) {
  const route = parseRoute(path);
  const [, navigate] = useLocation();
  const zone = useZone();
  // The file that the user dropped on a table or previewed, for the import page. An address can't contain it.
  const [droppedFile, setDroppedFile] = useState<File>();
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'table':
      // Remounts when the time zone changes, so that every time is formatted again.
      return (
        <TableWithImport key={`${route.schema}.${route.table} ${zone}`} {...route} onFile={setDroppedFile} />
      );
    case 'import':
      return (
        <ImportPage
          key={`${route.schema}.${route.table}`}
          schema={route.schema}
          table={route.table}
          file={droppedFile}
        />
      );
    case 'dashboard':
      return <LazyDashboardPage key={`${route.id} ${zone}`} id={route.id} />;
    case 'files':
      return (
        <FilesPage
          key={route.bucket}
          bucket={route.bucket}
          prefix={route.prefix}
          onImport={({ schema: schemaName, name }, file) => {
            setDroppedFile(file);
            navigate(hrefs.importCSV(schemaName, name));
          }}
        />
      );
    case 'channels':
      return <ChannelsPage />;
    case 'channel':
      return <ChannelPage key={route.name} name={route.name} />;
    case 'actions':
      return <ActionsPage key={route.action} action={route.action} />;
    case 'account':
      return <AccountPage />;
    case 'view-as':
      return <ViewAsPage />;
    case 'set-password':
      return <SetPasswordPage />;
    default:
      return <NotFound />;
  }
}

interface TableWithImportProps {
  schema: string;
  table: string;
  onFile: (file: File | undefined) => void;
}

/** A table's page. An Excel or CSV file that is dropped on it opens the import page. */
function TableWithImport({ schema, table: name, onFile }: TableWithImportProps) {
  const [, navigate] = useLocation();
  const table = findTable(useSchema(), schema, name);
  // Drops the file when the user returns to the table; a new import needs a new choice.
  useEffect(() => onFile(undefined), [onFile]);
  return (
    <ImportDropZone
      label={messages.importInto(table?.title ?? name)}
      enabled={table?.privileges.insert ?? false}
      onFile={(file) => {
        if (!/\.(csv|tsv|tab|txt|xlsx)$/i.test(file.name)) return toast.info(messages.unsupportedImport);
        onFile(file);
        navigate(hrefs.importCSV(schema, name));
      }}
    >
      <LazyTablePage schema={schema} table={name} />
    </ImportDropZone>
  );
}
