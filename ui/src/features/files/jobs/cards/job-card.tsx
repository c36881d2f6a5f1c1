import * as m from 'framer-motion/client';
import { Pause, Play, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { pop } from '@/lib/browser/theme/motion';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { formatError, formatErrorText } from '@/lib/errors/error-texts';
import type { FileJob } from '../file-job';
import { countAll, countUnprocessed, type FileJobRecord, type FileJobState } from '../file-job.types';
import { fileJobs } from '../file-jobs';
import { jobsMessages as messages } from '../jobs-messages';
import { ConflictDecisions } from './conflict-decisions';
import { describeJob, describePart, describeProblems } from './describe-job';
import styles from './job-card.module.css';

/** A job that ends earlier is shown only by its message, in milliseconds. */
const cardDelay = 500;

export interface JobCardProps {
  record: FileJobRecord;
  /** Title of the job's bucket. */
  bucketTitle: string;
  onReport: () => void;
}

/** Shows a job over files: its progress, or what it did not process. */
export function JobCard({ record, bucketTitle, onReport }: JobCardProps) {
  const job = fileJobs.job(record.id);
  const isRunning = record.state === 'running' && job !== undefined;
  const isShown = useDelayedFlag(true, isRunning ? cardDelay : 0);
  if (!isShown) return null;
  return (
    <m.section className={styles.card} aria-label={describeJob(record, bucketTitle)} {...pop}>
      {isRunning ? (
        <RunningJob record={record} bucketTitle={bucketTitle} job={job} />
      ) : (
        <EndedJob record={record} bucketTitle={bucketTitle} onReport={onReport} />
      )}
    </m.section>
  );
}

interface RunningJobProps extends Omit<JobCardProps, 'onReport'> {
  job: FileJob;
}

function RunningJob({ record, bucketTitle, job }: RunningJobProps) {
  const state = useSyncExternalStore(job.subscribe, job.snapshot);
  const { counts, phase, isListed, jobError } = state;
  const total = countAll(counts);
  const finished = total - counts.pending - counts.sending;
  const percent = total === 0 ? 0 : Math.floor((finished / total) * 100);
  return (
    <>
      <div className={styles.header}>
        <b dir="auto">{describeJob(record, bucketTitle)}</b>
        {phase === 'paused' ? (
          <IconButton
            size="sm"
            label={messages.resume}
            icon={<Play aria-hidden />}
            onClick={() => job.resume()}
          />
        ) : (
          <IconButton
            size="sm"
            label={messages.pause}
            icon={<Pause aria-hidden />}
            onClick={() => job.pause()}
          />
        )}
        <Button size="sm" onClick={() => job.cancel()} disabled={phase === 'canceled'}>
          {messages.cancel}
        </Button>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={messages.progressLabel}
        aria-valuenow={isListed ? percent : undefined}
        data-indeterminate={!isListed || undefined}
      >
        <i style={{ width: isListed ? `${percent}%` : undefined }} />
      </div>
      <p className={styles.facts} role="status">
        {isListed ? messages.progress(finished, total) : messages.listing(total)}
        {countUnprocessed(counts) > 0 && ` · ${describeProblems(counts)}`}
      </p>
      {phase === 'paused' && (
        <p className={styles.problem}>{describePause(record, state, jobError?.error)}</p>
      )}
    </>
  );
}

/** Returns why a job is paused. */
function describePause({ kind, at }: FileJobRecord, { counts }: FileJobState, error: unknown): string {
  if (error !== undefined) return formatErrorText(formatError(error));
  const isOfEarlierPage = at < performance.timeOrigin;
  return kind === 'delete' && isOfEarlierPage && counts.pending > 0 ? messages.reloaded : messages.paused;
}

function EndedJob({ record, bucketTitle, onReport }: JobCardProps) {
  const { counts, kind, isUndo, state, id } = record;
  const isAsking = counts.exists > 0 && state === 'done';
  const problems = describeProblems(isAsking ? { ...counts, exists: 0 } : counts);
  const summary = [state === 'canceled' ? messages.canceled : '', problems && `${problems}.`].filter(Boolean);
  return (
    <>
      <div className={styles.header}>
        <b role="status">{describePart(record, counts)}</b>
        <IconButton
          size="sm"
          label={messages.dismiss}
          icon={<X aria-hidden />}
          onClick={() => void fileJobs.dismiss(id)}
        />
      </div>
      {summary.length > 0 && <p className={styles.problem}>{summary.join(' ')}</p>}
      {isAsking && <ConflictDecisions {...{ record, bucketTitle }} />}
      <div className={styles.actions}>
        {countAll(counts) > counts.done && (
          <Button size="sm" onClick={onReport}>
            {messages.showReport}
          </Button>
        )}
        {kind === 'move' && !isUndo && counts.done > 0 && (
          <Button size="sm" onClick={() => void fileJobs.undo(id)}>
            {messages.undo}
          </Button>
        )}
      </div>
    </>
  );
}
