import { CircleCheck, CirclePause, CircleX, Download } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { resumedOnline } from '@/data/writes/batches/resume-online';
import type { Table } from '@/lib/api.gen';
import { useLeaveGuard } from '@/lib/browser/use-leave-guard';
import { formatCount, plural } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { RefusalTable } from '../tables/refusal-table';
import type { CheckResult, FileSource, TableAccess } from '../types';
import type { ImportJob, JobState } from './import-job';
import { RunTrouble } from './run-trouble';

const shownRefusals = 200;

export interface RunStepProps {
  table: Table;
  file: File;
  source: FileSource;
  access: TableAccess;
  job: ImportJob;
  checked: CheckResult;
  total: number;
  header: boolean;
  onOther: () => void;
}

/** An import under way, and its report. */
export function RunStep({ table, file, source, access, job, checked, total, header, onOther }: RunStepProps) {
  const state = useSyncExternalStore(job.subscribe, job.state);
  const [cancelling, setCancelling] = useState(false);
  const underWay = !state.over;
  const guard = useLeaveGuard(underWay);
  useEffect(() => () => job.cancel(), [job]);
  useEffect(() => resumedOnline(job), [job]);
  const refused = checked.refused + state.refused;
  const told = [...checked.refusals, ...job.refusals().slice(0, shownRefusals)].toSorted(
    (a, b) => a.row - b.row,
  );

  const download = async () => {
    const csv = await source.refused(job.refusals());
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
      <progress className={styles.progress} max={total} value={state.handled} aria-label="Rows dealt with" />
      <p className={styles.phase} role="status">
        <Phase state={state} total={total} />
      </p>
      {state.trouble && (
        <RunTrouble {...{ table, access, header }} trouble={state.trouble} onResume={job.resume.bind(job)} />
      )}
      <Counts state={state} refused={refused} />
      <footer className={styles.actions}>
        {state.phase === 'running' && <Button onClick={() => job.pause()}>Pause</Button>}
        {state.phase === 'paused' && !state.trouble && (
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
            <Button onClick={onOther}>Import another file</Button>
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
          <RefusalTable label="Refused rows" refusals={told.slice(0, shownRefusals)} header={header} />
          {refused > shownRefusals && (
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
        open={guard.asking}
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

function Phase({ state, total }: { state: JobState; total: number }) {
  const place = `${formatCount(state.handled)} of ${plural(total, 'row')}`;
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
      if (!state.over) {
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
          <CircleCheck size={14} aria-hidden /> Done: {plural(total, 'row')}
        </>
      );
  }
}

function Counts({ state, refused }: { state: JobState; refused: number }) {
  const counts: [name: string, count: number, shown: boolean][] = [
    ['Inserted', state.inserted, true],
    ['Updated', state.updated, true],
    ['Written', state.written, state.written > 0],
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
