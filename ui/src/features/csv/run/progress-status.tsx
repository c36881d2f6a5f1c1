import { CircleCheck, CirclePause, CircleX } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import { formatCount } from '@/lib/text/format';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import type { ImportJobState } from './import-job';

const messages = csvMessages.progress;

/** Shows the phase of an import and how many rows it has processed. */
export function PhaseText({ state, totalRows }: { state: ImportJobState; totalRows: number }) {
  const position = messages.position(state.processed, totalRows);
  switch (state.phase) {
    case 'running':
      return (
        <>
          <Spinner size={14} label="" /> {position}
        </>
      );
    case 'paused':
      return (
        <>
          <CirclePause size={14} aria-hidden /> {messages.pausedAt(position)}
        </>
      );
    case 'canceled':
      return state.isFinished ? (
        <>
          <CircleX size={14} aria-hidden /> {messages.canceledAt(position)}
        </>
      ) : (
        <>
          <Spinner size={14} label="" /> {messages.canceling}
        </>
      );
    case 'done':
      return (
        <>
          <CircleCheck size={14} aria-hidden /> {messages.done(totalRows)}
        </>
      );
  }
}

/** Shows how many rows were inserted, updated and rejected. */
export function RowCounts({ state, rejectedCount }: { state: ImportJobState; rejectedCount: number }) {
  const counts = [
    { name: messages.inserted, count: state.inserted },
    { name: messages.updated, count: state.updated },
    // Rows of which it is unknown whether they existed before.
    ...(state.insertedOrUpdated > 0
      ? [{ name: messages.insertedOrUpdated, count: state.insertedOrUpdated }]
      : []),
    { name: messages.rejected, count: rejectedCount, tone: rejectedCount > 0 ? 'danger' : undefined },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ name, count, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
