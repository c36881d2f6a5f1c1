import { CircleCheck, CirclePause, CircleX, Download, RotateCw, Undo2 } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { judge } from '@/data/writes/batches/judge.utils';
import type { BulkState } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { formatCount } from '@/lib/format';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { BulkReport } from './bulk-report';
import { downloadReport, handledOf, isUnderWay, type Verb } from './bulk-report.utils';

export interface BulkRunProps {
  job: BulkJob;
  state: BulkState;
  verb: Verb;
}

/** A bulk change under way, and its report. */
export function BulkRun({ job, state, verb }: BulkRunProps) {
  const total = Math.max(1, state.total);
  return (
    <div className={styles.form}>
      <progress
        className={styles.progress}
        max={total}
        value={state.phase === 'done' ? total : handledOf(state)}
        aria-label="Rows dealt with"
      />
      <p className={styles.phase} role="status">
        <Phase state={state} />
      </p>
      {state.trouble && (
        <ErrorNotice
          error={state.trouble.error}
          {...(allRefused(state) && {
            title: `The first ${formatCount(state.counts.refused)} were all refused. Go on with the others?`,
          })}
        />
      )}
      <BulkReport job={job} state={state} verb={verb} />
    </div>
  );
}

export interface BulkRunButtonsProps extends BulkRunProps {
  /** What was done was taken back already. */
  undone: boolean;
  onAgain: () => void;
  onUndo: () => void;
  onClose: () => void;
}

/** What can be done while a bulk change is under way, and after. */
export function BulkRunButtons({ job, state, verb, undone, ...props }: BulkRunButtonsProps) {
  const { table } = useTable();
  const { counts, phase, trouble } = state;
  if (isUnderWay(state)) {
    return (
      <>
        {phase === 'running' && <Button onClick={() => job.pause()}>Pause</Button>}
        {phase === 'paused' && (
          <Button variant="primary" onClick={() => job.resume()}>
            {allRefused(state) ? 'Go on' : trouble ? 'Try again' : 'Resume'}
          </Button>
        )}
        <Button pending={phase === 'cancelled'} onClick={() => job.cancel()}>
          Cancel
        </Button>
      </>
    );
  }
  const failed = counts.refused + counts.conflict + counts.unknown;
  return (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => void downloadReport(table, job.results(), verb)}>
        Download report
      </Button>
      {failed > 0 && (
        <Button icon={<RotateCw aria-hidden />} onClick={props.onAgain}>
          Try {formatCount(failed)} again
        </Button>
      )}
      {!undone && job.changes().length > 0 && (
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
function allRefused({ trouble }: BulkState): boolean {
  return trouble !== null && judge(trouble.error) === 'rows';
}

/** How far it is, or how it ended. */
function Phase({ state }: { state: BulkState }) {
  const { phase, total, counts, more } = state;
  const handled = handledOf(state);
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
      if (isUnderWay(state)) return 'Waiting for the last answer…';
      return (
        <>
          <CircleX size={14} aria-hidden /> Cancelled. {formatCount(left)} not touched.
        </>
      );
    case 'done': {
      const all = counts.changed === total;
      return (
        <>
          {all ? <CircleCheck size={14} aria-hidden className={styles.ok} /> : null}
          {all ? 'All of them.' : `${formatCount(counts.changed)} of ${formatCount(total)}.`}
          {left > 0 && ` ${formatCount(left)} no longer matched when their turn came.`}
          {more && ' Rows that came to match meanwhile were left alone.'}
        </>
      );
    }
  }
}
