import { CircleCheck, CirclePause, CircleX, Download, RotateCw, Undo2 } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { classifyResponse } from '@/data/writes/batches/classify-response';
import type { BulkState } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { formatCount } from '@/lib/format';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { BulkReport } from './bulk-report';
import { type BulkVerb, countProcessed, downloadReport, isUnfinished } from './bulk-report.utils';

export interface BulkProgressProps {
  job: BulkJob;
  state: BulkState;
  verb: BulkVerb;
}

/** A bulk change under way, and its report. */
export function BulkProgress({ job, state, verb }: BulkProgressProps) {
  const total = Math.max(1, state.total);
  return (
    <div className={styles.form}>
      <progress
        className={styles.progress}
        max={total}
        value={state.phase === 'done' ? total : countProcessed(state)}
        aria-label="Rows dealt with"
      />
      <p className={styles.phase} role="status">
        <JobPhase state={state} />
      </p>
      {state.jobError && (
        <ErrorNotice
          error={state.jobError.error}
          {...(isAllRejected(state) && {
            title: `The first ${formatCount(state.counts.rejected)} were all refused. Go on with the others?`,
          })}
        />
      )}
      <BulkReport job={job} state={state} verb={verb} />
    </div>
  );
}

export interface BulkJobButtonsProps extends BulkProgressProps {
  /** What was done was taken back already. */
  isUndone: boolean;
  onRetry: () => void;
  onUndo: () => void;
  onClose: () => void;
}

/** What can be done while a bulk change is under way, and after. */
export function BulkJobButtons({ job, state, verb, isUndone, ...props }: BulkJobButtonsProps) {
  const { table } = useTable();
  const { counts, phase, jobError } = state;
  if (isUnfinished(state)) {
    return (
      <>
        {phase === 'running' && <Button onClick={() => job.pause()}>Pause</Button>}
        {phase === 'paused' && (
          <Button variant="primary" onClick={() => job.resume()}>
            {isAllRejected(state) ? 'Go on' : jobError ? 'Try again' : 'Resume'}
          </Button>
        )}
        <Button pending={phase === 'cancelled'} onClick={() => job.cancel()}>
          Cancel
        </Button>
      </>
    );
  }
  const failed = counts.rejected + counts.conflict + counts.unknown;
  return (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => void downloadReport(table, job.results(), verb)}>
        Download report
      </Button>
      {failed > 0 && (
        <Button icon={<RotateCw aria-hidden />} onClick={props.onRetry}>
          Try {formatCount(failed)} again
        </Button>
      )}
      {!isUndone && job.changes().length > 0 && (
        <Button icon={<Undo2 aria-hidden />} onClick={props.onUndo}>
          Undo
        </Button>
      )}
      <Button variant="primary" onClick={props.onClose}>
        Done
      </Button>
    </>
  );
}

/** It paused to ask, as nothing but refusals came. */
function isAllRejected({ jobError }: BulkState): boolean {
  return jobError !== null && classifyResponse(jobError.error) === 'rows';
}

/** How far it is, or how it ended. */
function JobPhase({ state }: { state: BulkState }) {
  const { phase, total, counts, hasMoreRows } = state;
  const handled = countProcessed(state);
  const place = `${formatCount(handled)} of ${formatCount(total)}`;
  const left = total - handled;
  switch (phase) {
    case 'running':
      return (
        <>
          <Spinner size={14} label="" /> {place}
        </>
      );
    case 'paused':
      return (
        <>
          <CirclePause size={14} aria-hidden /> Paused at {place}
        </>
      );
    case 'cancelled':
      if (isUnfinished(state)) return 'Waiting for the last answer…';
      return (
        <>
          <CircleX size={14} aria-hidden /> Cancelled. {formatCount(left)} not touched.
        </>
      );
    case 'done': {
      const all = counts.saved === total;
      return (
        <>
          {all ? <CircleCheck size={14} aria-hidden className={styles.success} /> : null}
          {all ? 'All of them.' : `${formatCount(counts.saved)} of ${formatCount(total)}.`}
          {left > 0 && ` ${formatCount(left)} no longer matched when their turn came.`}
          {hasMoreRows && ' Rows that came to match meanwhile were left alone.'}
        </>
      );
    }
  }
}
