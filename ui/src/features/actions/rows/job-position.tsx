import { CircleCheck, CirclePause, CircleX, TriangleAlert } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import type { ActionJobState } from '@/data/actions/runs/action-job';
import type { ActionRun, RunCounts } from '@/data/actions/runs/run.types';
import jobStyles from '@/table/jobs/job-report.module.css';
import { actionsMessages } from '../actions-messages';
import styles from './job.module.css';

const messages = actionsMessages.job;

export interface JobPositionProps {
  run: ActionRun;
  counts: RunCounts;
  /** Null if this page does not run it. */
  state: ActionJobState | null;
}

/** The progress of a run, as a bar and as text. */
export function JobPosition({ run, counts, state }: JobPositionProps) {
  const processed = counts.done + counts.failed + counts.unknown;
  const total = processed + counts.pending + counts.sending;
  return (
    <>
      <progress
        className={jobStyles.progress}
        max={Math.max(1, total)}
        value={processed}
        aria-label={messages.label}
      />
      <p className={jobStyles.phase} role="status">
        <Phase {...{ run, counts, state }} position={messages.position(processed, total)} total={total} />
      </p>
      {counts.unknown > 0 && (
        <p className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
          <span>{messages.unknownHint(counts.unknown)}</span>
        </p>
      )}
    </>
  );
}

/**
 * A line with an icon: while the job runs, its `position` ("3 of 40 rows") and whether it is paused; after its end, how many
 * rows are done of `total`, or how many were not sent because it was canceled or its page was closed.
 */
function Phase({
  run,
  counts,
  state,
  position,
  total,
}: JobPositionProps & { position: string; total: number }) {
  const rest = counts.pending;
  if (state && !state.isFinished) {
    if (state.phase === 'canceled') return messages.canceling;
    if (state.phase === 'paused') {
      return (
        <>
          <CirclePause size={14} aria-hidden /> {messages.paused(position)}
        </>
      );
    }
    return (
      <>
        <Spinner size={14} label="" /> {position}
      </>
    );
  }
  if (rest > 0) {
    const text = run.state === 'canceled' ? messages.canceled(rest) : messages.interrupted(rest);
    return (
      <>
        <CircleX size={14} aria-hidden /> {text}
      </>
    );
  }
  return (
    <>
      {counts.done === total && <CircleCheck size={14} aria-hidden className={jobStyles.success} />}{' '}
      {messages.done(counts.done, total)}
    </>
  );
}
