import { CircleCheck, CirclePause, CircleX, Download, RotateCw, Undo2 } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { classifyResponse } from '@/data/writes/batches/classify-response';
import type { BulkState } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import jobStyles from '@/table/jobs/job-report.module.css';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { bulkMessages } from './bulk-messages';
import { formatRecordCount } from './dialogs/bulk-edit.utils';
import { BulkReport } from './report/bulk-report';
import {
  type BulkVerb,
  countProcessed,
  describeSavedRows,
  downloadReport,
  getShownPhase,
  isUnfinished,
} from './report/bulk-report.utils';

export interface BulkProgressProps {
  job: BulkJob;
  state: BulkState;
  verb: BulkVerb;
}

const messages = bulkMessages.progress;

/** The progress of a bulk change and its report. */
export function BulkProgress({ job, state, verb }: BulkProgressProps) {
  const total = Math.max(1, state.total);
  return (
    <div className={styles.form}>
      <progress
        className={jobStyles.progress}
        max={total}
        value={state.phase === 'done' ? total : countProcessed(state)}
        aria-label={messages.label}
      />
      <p className={jobStyles.phase} role="status">
        <JobPhase state={state} verb={verb} />
      </p>
      {state.jobError && (
        <ErrorNotice
          error={state.jobError.error}
          {...(isPausedByRejections(state) && { title: messages.allRejected(state.counts.rejected) })}
        />
      )}
      <BulkReport job={job} state={state} verb={verb} />
    </div>
  );
}

export interface BulkJobButtonsProps extends BulkProgressProps {
  /** The job is undone already. */
  isUndone: boolean;
  onRetry: () => void;
  onUndo: () => void;
  onClose: () => void;
}

/** The buttons of a running or finished bulk change. */
export function BulkJobButtons(props: BulkJobButtonsProps) {
  return isUnfinished(props.state) ? <RunningJobButtons {...props} /> : <FinishedJobButtons {...props} />;
}

function RunningJobButtons({ job, state }: BulkProgressProps) {
  const { phase, jobError } = state;
  const retryLabel = jobError ? messages.tryAgain : messages.resume;
  return (
    <>
      {phase === 'running' && <Button onClick={() => job.pause()}>{messages.pause}</Button>}
      {phase === 'paused' && (
        <Button variant="primary" onClick={() => job.resume()}>
          {isPausedByRejections(state) ? messages.continue : retryLabel}
        </Button>
      )}
      <Button pending={phase === 'canceled'} onClick={() => job.cancel()}>
        {messages.cancel}
      </Button>
    </>
  );
}

function FinishedJobButtons({ job, state, verb, isUndone, onRetry, onUndo, onClose }: BulkJobButtonsProps) {
  const { table } = useTable();
  const { rejected, conflict, unknown } = state.counts;
  const failed = rejected + conflict + unknown;
  return (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => void downloadReport(table, job.results(), verb)}>
        {messages.download}
      </Button>
      {failed > 0 && (
        <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {messages.retry(failed)}
        </Button>
      )}
      {!isUndone && job.changes().length > 0 && (
        <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
          {messages.undo}
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {messages.done}
      </Button>
    </>
  );
}

/** Whether a job paused to ask the user, because the database rejected all rows so far. */
function isPausedByRejections({ jobError }: BulkState): boolean {
  return jobError !== null && classifyResponse(jobError.error) === 'rows';
}

/** The phase of a job with the number of processed rows; at the end, the result. */
function JobPhase({ state, verb }: { state: BulkState; verb: BulkVerb }) {
  const { table } = useTable();
  const { total, counts, hasMoreRows } = state;
  const processed = countProcessed(state);
  const position = messages.position(processed, total);
  const remaining = total - processed;
  switch (getShownPhase(state)) {
    case 'running':
      return (
        <>
          <Spinner size={14} label="" /> {position}
        </>
      );
    case 'paused':
      return (
        <>
          <CirclePause size={14} aria-hidden /> {messages.paused(position)}
        </>
      );
    case 'canceled': {
      if (isUnfinished(state)) return messages.canceling;
      const canceled = verb === 'delete' ? messages.canceledDelete : messages.canceledChange;
      return (
        <>
          <CircleX size={14} aria-hidden /> {canceled(formatRecordCount(table, remaining))}
        </>
      );
    }
    case 'done': {
      const areAllSaved = counts.saved === total;
      const sentences = [
        areAllSaved
          ? messages.sentence(describeSavedRows(verb, formatRecordCount(table, counts.saved)))
          : messages.partlyDone(counts.saved, total),
        remaining > 0 && messages.skipped(remaining),
        hasMoreRows && messages.laterMatches,
      ];
      return (
        <>
          {areAllSaved && <CircleCheck size={14} aria-hidden className={jobStyles.success} />}
          {sentences.filter(Boolean).join(' ')}
        </>
      );
    }
  }
}
