import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { Toaster } from '@/components/overlays/toast';
import { ActionsProvider } from '@/features/actions/actions-provider';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { uploadActivity } from '@/features/files/api/upload-activity';
import { fileJobActivity } from '@/features/files/jobs/file-job-activity';
import { LiveProvider } from '@/features/live/live-provider';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { prefetchWhenIdle, startPrefetch } from '@/lib/browser/loading/prefetch';
import { parseRoute } from '@/lib/routes';
import { Pages } from './pages';
import { Shell } from './shell/shell';
import styles from './signed-in-app.module.css';
import { SignedInProviders } from './signed-in-providers';

const UploadPanel = lazyComponent(
  async () => (await import('@/features/files/uploads/upload-panel')).UploadPanel,
);
const JobCards = lazyComponent(async () => (await import('@/features/files/jobs/job-cards')).JobCards);
const UploadRestorer = lazyComponent(
  async () => (await import('@/features/files/uploads/upload-restorer')).UploadRestorer,
);

/** The app of a signed-in user: the shell with its pages, uploads and toasts. A page that belongs to sign-in has no shell. */
export function SignedInApp() {
  const isSignInPage = parseRoute(useLocation()[0]).page === 'set-password';
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    prefetchWhenIdle(async () => setIdle(true));
    startPrefetch();
  }, []);
  const hasUploads = useSyncExternalStore(uploadActivity.subscribe, uploadActivity.snapshot);
  const hasFileJobs = useSyncExternalStore(fileJobActivity.subscribe, fileJobActivity.snapshot);
  return (
    <SignedInProviders>
      <ActionsProvider>
        <ChangeSessionProvider>
          <LiveProvider>
            {isSignInPage ? (
              <Pages />
            ) : (
              <Shell>
                <Pages />
              </Shell>
            )}
          </LiveProvider>
        </ChangeSessionProvider>
      </ActionsProvider>
      <div className={styles.panels}>
        <LazyDialog open={isIdle || hasFileJobs}>
          <JobCards />
        </LazyDialog>
        <LazyDialog open={hasUploads}>
          <UploadPanel />
        </LazyDialog>
      </div>
      {isIdle && <UploadRestorer />}
      <Toaster />
    </SignedInProviders>
  );
}
