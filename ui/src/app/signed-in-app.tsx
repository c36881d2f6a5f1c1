import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Pages } from '@/app/pages/pages';
import { Toaster } from '@/components/overlays/toast';
import { ActionsProvider } from '@/features/actions/actions-provider';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { fileJobActivity } from '@/features/files/jobs/file-job-activity';
import { uploadActivity } from '@/features/files/uploads/queue/upload-activity';
import { LiveProvider } from '@/features/live/live-provider';
import { LazyDialog, optionalComponent } from '@/lib/browser/loading/lazy-loading';
import { prefetchWhenIdle, startPrefetch } from '@/lib/browser/loading/prefetch';
import { parseRoute } from '@/lib/routes';
import { Shell } from './shell/shell';
import styles from './signed-in-app.module.css';
import { SignedInProviders } from './signed-in-providers';

const UploadPanel = optionalComponent(
  async () => (await import('@/features/files/uploads/upload-panel')).UploadPanel,
);
const JobCards = optionalComponent(
  async () => (await import('@/features/files/jobs/cards/job-cards')).JobCards,
);
const UploadRestorer = optionalComponent(
  async () => (await import('@/features/files/uploads/upload-restorer')).UploadRestorer,
);

/** The app of a signed-in user: the shell with its pages, uploads and toasts. A page that belongs to sign-in has no shell. */
export function SignedInApp() {
  const isSignInPage = parseRoute(usePathname()).page === 'set-password';
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
