import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnimatePresence } from 'framer-motion';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toast } from '@/components/overlays/toast';
import { getOutboxScope } from '@/data/writes/outbox/outbox-scope';
import { useSession } from '@/lib/auth/session';
import { addUserDataCleaner } from '@/lib/auth/sign-out';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { bucketsQuery } from '@/lib/files/buckets';
import type { FileJobRecord } from '../file-job.types';
import { fileJobs } from '../file-jobs';
import { jobsMessages as messages } from '../jobs-messages';
import { describeDone } from './describe-job';
import { JobCard } from './job-card';

const JobReport = lazyComponent(async () => (await import('./job-report')).JobReport);

/**
 * Shows the jobs over files on every page: those that run, and those that did not process all files. Continues the jobs
 * of closed pages.
 */
export function JobCards() {
  useFileJobs();
  const records = useSyncExternalStore(fileJobs.subscribe, fileJobs.snapshot);
  const [reported, setReported] = useState<FileJobRecord | null>(null);
  const buckets = useQuery(bucketsQuery());
  const getTitle = (id: string) => buckets.data?.find((bucket) => bucket.id === id)?.title ?? id;
  const latestTitles = useRef(getTitle);
  useEffect(() => {
    latestTitles.current = getTitle;
  });
  useEffect(
    () =>
      fileJobs.onCompleted((record, items) => {
        const undo = { label: messages.undo, onClick: () => fileJobs.revert(record, items) };
        const done = describeDone(record, latestTitles.current(record.bucket));
        toast.done(done, record.kind === 'move' && !record.isUndo ? undo : undefined);
      }),
    [],
  );
  return (
    <>
      <AnimatePresence>
        {records.map((record) => (
          <JobCard
            key={record.id}
            record={record}
            bucketTitle={getTitle(record.bucket)}
            onReport={() => setReported(record)}
          />
        ))}
      </AnimatePresence>
      <LazyDialog open={reported !== null}>
        <JobReport record={reported} onClose={() => setReported(null)} />
      </LazyDialog>
    </>
  );
}

/** Continues the jobs of closed pages, and deletes all jobs when the user signs out. */
function useFileJobs() {
  const client = useQueryClient();
  const scope = getOutboxScope(useSession());
  useEffect(() => {
    const close = fileJobs.open(client, scope);
    const removeCleaner = addUserDataCleaner(() => fileJobs.deleteStored());
    return () => {
      close();
      removeCleaner();
    };
  }, [client, scope]);
}
