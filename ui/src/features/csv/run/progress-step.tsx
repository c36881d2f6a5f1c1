import { Download, Undo2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import { canUndo, type UndoStep } from '@/data/writes/history/change';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useChangeHistory } from '@/table/change-session-context';
import { describeState } from '@/table/changes/change-texts';
import { useUndo } from '@/table/changes/use-undo';
import type { CheckResult, FileSource, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { FileHeading } from '../page/file-heading';
import styles from '../page/import-page.module.css';
import { RejectionTable } from '../tables/rejection-table';
import { downloadRejectedRows } from './download-rejected-rows';
import type { ImportJob, ImportJobState } from './import-job';
import { ImportJobError } from './import-job-error';
import { CancelDialog, LeaveDialog } from './progress-dialogs';
import { PhaseText, RowCounts } from './progress-status';

const messages = csvMessages.progress;

const maxListedRejections = 200;

export interface ProgressStepProps {
  table: Table;
  file: File;
  source: FileSource;
  access: TableAccess;
  job: ImportJob;
  /** The step of undo that contains the imported rows. */
  step: UndoStep;
  checkResult: CheckResult;
  totalRows: number;
  hasHeader: boolean;
  onChooseOtherFile: () => void;
}

/** Shows the progress of an import and the rejected rows. Leaving the page cancels the import. */
export function ProgressStep(props: ProgressStepProps) {
  const { table, file, source, access, job, checkResult, totalRows, hasHeader } = props;
  const state = useSyncExternalStore(job.subscribe, job.snapshot);
  const [isAskingToCancel, setAskingToCancel] = useState(false);
  useEffect(() => () => job.cancel(), [job]);
  useEffect(() => resumeWhenOnline(job), [job]);
  const rejectedCount = checkResult.rejectedCount + state.rejected;
  return (
    <div className={styles.step}>
      <FileHeading file={file}>
        <span>{messages.importingInto(table.title)}</span>
      </FileHeading>
      <progress
        className={styles.progress}
        max={totalRows}
        value={state.processed}
        aria-label={messages.label}
      />
      <p className={styles.phase} role="status">
        <PhaseText state={state} totalRows={totalRows} />
      </p>
      {state.jobError && (
        <ImportJobError
          {...{ table, access, hasHeader }}
          jobError={state.jobError}
          onResume={job.resume.bind(job)}
        />
      )}
      <RowCounts state={state} rejectedCount={rejectedCount} />
      {state.isFinished && <UndoLimit step={props.step} state={state} />}
      <footer className={styles.actions}>
        <JobActions {...props} state={state} onCancel={() => setAskingToCancel(true)} />
        {rejectedCount > 0 && (
          <Button
            icon={<Download aria-hidden />}
            onClick={() => void downloadRejectedRows(source, file, job.rejections())}
          >
            {messages.downloadRejected}
          </Button>
        )}
      </footer>
      {rejectedCount > 0 && <RejectedRows {...props} state={state} rejectedCount={rejectedCount} />}
      <CancelDialog
        open={isAskingToCancel && !state.isFinished}
        onOpenChange={setAskingToCancel}
        onConfirm={() => job.cancel()}
      />
      <LeaveDialog isActive={!state.isFinished} />
    </div>
  );
}

interface JobActionsProps extends ProgressStepProps {
  state: ImportJobState;
  onCancel: () => void;
}

function JobActions({ table, job, step, state, onCancel, onChooseOtherFile }: JobActionsProps) {
  const { changes } = useChangeHistory();
  const { undoChange } = useUndo();
  if (state.isFinished) {
    const change = changes.find(({ id }) => id === step.changeId);
    return (
      <>
        {change && (canUndo(change) || change.progress) && (
          <Button
            icon={<Undo2 aria-hidden />}
            pending={change.progress !== undefined}
            onClick={() => void undoChange(change)}
          >
            {messages.undo}
          </Button>
        )}
        <span role="status">{change && describeState(change)}</span>
        <Link href={hrefs.table(table.schema, table.name)} className={styles.link}>
          {messages.openTable}
        </Link>
        <Button onClick={onChooseOtherFile}>{messages.importOtherFile}</Button>
      </>
    );
  }
  return (
    <>
      {state.phase === 'running' && <Button onClick={() => job.pause()}>{messages.pause}</Button>}
      {state.phase === 'paused' && !state.jobError && (
        <Button variant="primary" onClick={() => job.resume()}>
          {messages.resume}
        </Button>
      )}
      {state.phase !== 'canceled' && <Button onClick={onCancel}>{messages.cancel}</Button>}
    </>
  );
}

/** States which of the written rows undo can't revert, if there are any. */
function UndoLimit({ step, state }: Pick<JobActionsProps, 'step' | 'state'>) {
  const { changes } = useChangeHistory();
  const written = state.inserted + state.updated + state.insertedOrUpdated;
  const recorded = changes.find(({ id }) => id === step.changeId)?.rows.length ?? 0;
  return recorded < written ? <p className={styles.hint}>{messages.undoLimit(recorded, written)}</p> : null;
}

interface RejectedRowsProps extends ProgressStepProps {
  state: ImportJobState;
  rejectedCount: number;
}

function RejectedRows({ job, checkResult, hasHeader, state, rejectedCount }: RejectedRowsProps) {
  const listed = [...checkResult.rejections, ...job.rejections().slice(0, maxListedRejections)]
    .toSorted((a, b) => a.row - b.row)
    .slice(0, maxListedRejections);
  return (
    <>
      {state.isFinished && <p className={styles.hint}>{messages.fixRejected}</p>}
      <RejectionTable label={messages.rejectedRows} rejections={listed} hasHeader={hasHeader} />
      {rejectedCount > maxListedRejections && (
        <p className={styles.hint}>{messages.moreRejected(rejectedCount)}</p>
      )}
    </>
  );
}
