import { useEffect } from 'react';
import { getOutboxScope } from '@/data/writes/outbox/outbox-scope';
import { useHasPageSession, useSession } from '@/lib/auth/session';
import { addUserDataCleaner } from '@/lib/auth/sign-out';
import { UploadPersistence } from './queue/upload-persistence';
import { uploadQueue } from './queue/upload-queue';
import { openUploadStore } from './queue/upload-store';

/** Continues the uploads that a reload interrupted, and stores unfinished uploads for the next page. Renders nothing. */
export function UploadRestorer() {
  const scope = getOutboxScope(useSession());
  useEffect(() => {
    const ended = new AbortController();
    // Without a database, uploads end with the page.
    void openUploadStore().then(
      (store) => {
        if (ended.signal.aborted) return;
        const persistence = new UploadPersistence(uploadQueue, store, scope);
        const removeCleaner = addUserDataCleaner(() => persistence.deleteStored());
        ended.signal.addEventListener('abort', () => {
          persistence.end();
          removeCleaner();
        });
        void persistence.start().catch(() => undefined);
      },
      () => undefined,
    );
    return () => ended.abort();
  }, [scope]);
  const isSignedIn = useHasPageSession();
  useEffect(() => {
    if (isSignedIn) uploadQueue.sendWaiting();
  }, [isSignedIn]);
  return null;
}
