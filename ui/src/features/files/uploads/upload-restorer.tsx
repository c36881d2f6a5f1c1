import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getOutboxScope } from '@/data/writes/outbox/outbox-scope';
import { useSession, workspaceQuery } from '@/lib/auth/session';
import { addUserDataCleaner } from '@/lib/auth/sign-out';
import { UploadPersistence } from '../api/upload-persistence';
import { uploadQueue } from '../api/upload-queue';
import { openUploadStore } from '../api/upload-store';

/** Continues the uploads that a reload interrupted, and stores unfinished ones for the next page. Renders nothing. */
export function UploadRestorer() {
  const { user, backend } = useSession();
  const scope = getOutboxScope(backend, user);
  useEffect(() => {
    const ended = new AbortController();
    // Without a database, uploads end with the page.
    void openUploadStore().then(
      (store) => {
        if (ended.signal.aborted) return;
        const persistence = new UploadPersistence(uploadQueue, store, scope);
        const removeCleaner = addUserDataCleaner(() => persistence.forget());
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
  // The workspace has no user, or another one, after the session has ended and before the user signs in again.
  const isSignedIn = useQuery(workspaceQuery()).data?.user?.id === user.id;
  useEffect(() => {
    if (isSignedIn) uploadQueue.sendWaiting();
  }, [isSignedIn]);
  return null;
}
