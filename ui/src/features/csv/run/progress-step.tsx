import { CircleCheck, CirclePause, CircleX, Download } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import type { Table } from '@/lib/api.gen';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { formatCount, formatPlural } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import type { CheckResult, FileSource, TableAccess } from '../csv.types';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { RejectionTable } from '../tables/rejection-table';
import type { ImportJob, ImportJobState } from './import-job';
import { ImportJobError } from './import-job-error';

const maxListedRejections = 200;

export interface ProgressStepProps {
  table: Table;
  file: File;
  source: FileSource;
  access: TableAccess;
  job: ImportJob;
  checkResult: CheckResult;
  totalRows: number;
  hasHeader: boolean;
  onChooseOtherFile: () => void;
}

/** An import under way, and its report. */
export function ProgressStep({
  table,
  file,
  source,
  access,
  job,
  checkResult,
  totalRows,
  hasHeader,
  onChooseOtherFile,
}: ProgressStepProps) {
  const state = useSyncExternalStore(job.subscribe, job.snapshot);
  const [cancelling, setCancelling] = useState(false);
  const underWay = !state.isFinished;
  const guard = useLeaveGuard(underWay);
  useEffect(() => () => job.cancel(), [job]);
  useEffect(() => resumeWhenOnline(job), [job]);
  const refused = checkResult.rejectedCount + state.rejected;
  const told = [...checkResult.rejections, ...job.rejections().slice(0, maxListedRejections)].toSorted(
    (a, b) => a.row - b.row,
  );

  const download = async () => {
    const csv = await source.exportRejected(job.rejections());
    const link = document.createElement('a');
    // The mark tells spreadsheets that it is UTF-8.
    link.href = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv' }));
    link.download = file.name.replace(/(\.[^.]*)?$/, ' - refused.csv');
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <div className={styles.step}>
      <FileHeading file={file}>
        <span>into {table.title}</span>
      </FileHeading>
      <progress
        className={styles.progress}
        max={totalRows}
        value={state.processed}
        aria-label="Rows dealt with"
      />
      <p className={styles.phase} role="status">
        <PhaseText state={state} total={totalRows} />
      </p>
      {state.jobError && (
        <ImportJobError
          {...{ table, access, hasHeader }}
          jobError={state.jobError}
          onResume={job.resume.bind(job)}
        />
      )}
      <RowCounts state={state} refused={refused} />
      <footer className={styles.actions}>
        {state.phase === 'running' && <Button onClick={() => job.pause()}>Pause</Button>}
        {state.phase === 'paused' && !state.jobError && (
          <Button variant="primary" onClick={() => job.resume()}>
            Resume
          </Button>
        )}
        {underWay && state.phase !== 'cancelled' && (
          <Button onClick={() => setCancelling(true)}>Cancel</Button>
        )}
        {!underWay && (
          <>
            <Link href={hrefs.table(table.schema, table.name)} className={styles.link}>
              See the table
            </Link>
            <Button onClick={onChooseOtherFile}>Import another file</Button>
          </>
        )}
        {refused > 0 && (
          <Button icon={<Download aria-hidden />} onClick={() => void download()}>
            Download the refused rows
          </Button>
        )}
      </footer>
      {refused > 0 && (
        <>
          {!underWay && (
            <p className={styles.hint}>
              Fix them in the downloaded file, then drop it here: nothing else is in it, and its columns with
              the reasons are left out.
            </p>
          )}
          <RejectionTable
            label="Refused rows"
            rejections={told.slice(0, maxListedRejections)}
            hasHeader={hasHeader}
          />
          {refused > maxListedRejections && (
            <p className={styles.hint}>The download has all {formatCount(refused)} of them.</p>
          )}
        </>
      )}
      <ConfirmDialog
        open={cancelling && underWay}
        onOpenChange={setCancelling}
        title="Cancel the import?"
        confirmLabel="Cancel the import"
        onConfirm={() => {
          setCancelling(false);
          job.cancel();
        }}
      >
        Rows that went in stay in. The others can be downloaded.
      </ConfirmDialog>
      <ConfirmDialog
        open={guard.isAsking}
        onOpenChange={guard.stay}
        title="Leave, and cancel the import?"
        confirmLabel="Leave"
        onConfirm={guard.leave}
      >
        Rows that went in stay in; the others are not sent, and which they are is no longer told.
      </ConfirmDialog>
    </div>
  );
}

function PhaseText({ state, total }: { state: ImportJobState; total: number }) {
  const place = `${formatCount(state.processed)} of ${formatPlural(total, 'row')}`;
  switch (state.phase) {
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
      if (!state.isFinished) {
        return (
          <>
            <Spinner size={14} label="" /> Cancelling, after what is on its way…
          </>
        );
      }
      return (
        <>
          <CircleX size={14} aria-hidden /> Cancelled at {place}
        </>
      );
    case 'done':
      return (
        <>
          <CircleCheck size={14} aria-hidden /> Done: {formatPlural(total, 'row')}
        </>
      );
  }
}

function RowCounts({ state, refused }: { state: ImportJobState; refused: number }) {
  const counts: [name: string, count: number, shown: boolean][] = [
    ['Inserted', state.inserted, true],
    ['Updated', state.updated, true],
    ['Written', state.insertedOrUpdated, state.insertedOrUpdated > 0],
    ['Refused', refused, true],
  ];
  return (
    <dl className={styles.counts}>
      {counts
        .filter(([, , shown]) => shown)
        .map(([name, count]) => (
          <div key={name} data-tone={name === 'Refused' && count > 0 ? 'danger' : undefined}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
