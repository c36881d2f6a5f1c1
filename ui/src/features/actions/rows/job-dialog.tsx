import { useQuery } from '@tanstack/react-query';
import { Download, RotateCw, Undo2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Dialog } from '@/components/overlays/dialog';
import { findAction } from '@/data/actions/offers/offers';
import { type ActionJob, countOutcomes } from '@/data/actions/runs/action-job';
import type { ActionRun, RunItem } from '@/data/actions/runs/run.types';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { useActionRuns, useRunList } from '@/table/actions/action-runs-context';
import { useUndoRun } from '@/table/actions/use-undo-run';
import { actionsMessages } from '../actions-messages';
import styles from '../host/action-view.module.css';
import { JobPosition } from './job-position';
import { JobReport } from './job-report';
import { downloadReport } from './job-report-csv';
import { useJobTexts } from './use-job-plan';

const messages = actionsMessages.job;

export interface JobDialogProps {
  runId: string;
  onClose: () => void;
}

/** The progress and the report of a run, also of a run of another page load. */
export function JobDialog({ runId, onClose }: JobDialogProps) {
  const runs = useActionRuns();
  const run = useRunList().find(({ id }) => id === runId);
  const [job, setJob] = useState<ActionJob | undefined>(() => runs.job(runId));
  const state = useJobState(job);
  const items = useRunItems(runId, job);
  const [error, setError] = useState<unknown>(null);
  const continueRun = useContinue(setJob, setError);
  if (!run) return null;
  const counts = state?.counts ?? countOutcomes(items);
  const isActive = state !== null && !state.isFinished;
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={actionsMessages.rows.title(run.title, run.subject)}
      footer={
        isActive && job ? (
          <ActiveButtons job={job} onClose={onClose} />
        ) : (
          <EndedButtons {...{ run, items, counts, onClose }} onContinue={continueRun} />
        )
      }
    >
      <div className={styles.view}>
        <JobPosition {...{ run, counts, state }} />
        {state?.jobError && <ErrorNotice error={state.jobError.error} />}
        {error !== null && <ErrorNotice error={error} />}
        <JobReport {...{ run, items, counts }} isRunning={state?.phase === 'running'} />
      </div>
    </Dialog>
  );
}

const subscribeToNothing = () => () => {};

function useJobState(job: ActionJob | undefined) {
  return useSyncExternalStore(job?.subscribe ?? subscribeToNothing, () => job?.snapshot() ?? null);
}

/** Returns the rows of a run: those of its job, or those that the browser stored. */
function useRunItems(runId: string, job: ActionJob | undefined): readonly RunItem[] {
  const runs = useActionRuns();
  const { data = [] } = useQuery({
    queryKey: ['action-run-items', runId],
    queryFn: () => runs.items(runId),
    enabled: job === undefined,
    ...{ staleTime: 0, gcTime: 0 },
  });
  return job?.items() ?? data;
}

/** Returns a function that runs the rows of a run that were not run, or that failed. */
function useContinue(setJob: (job: ActionJob) => void, setError: (error: unknown) => void) {
  const runs = useActionRuns();
  const schema = useSchema();
  const makeTexts = useJobTexts();
  return async (run: ActionRun, retriesFailed: boolean) => {
    const action = findAction(schema, run.action);
    if (!action) return setError(new Error(actionsMessages.page.notFoundHint(schema.role)));
    const table = run.table ? findTable(schema, run.table.schema, run.table.name) : undefined;
    const plan = { ...makeTexts(action), subject: run.subject, table, rowKey: undefined };
    const started = await runs.continueJob(run, plan, retriesFailed);
    if (started) setJob(started.job);
    else setError(new Error(messages.otherPage));
  };
}

function ActiveButtons({ job, onClose }: { job: ActionJob; onClose: () => void }) {
  const { phase } = useSyncExternalStore(job.subscribe, job.snapshot);
  return (
    <>
      <Button onClick={onClose}>{messages.background}</Button>
      <Button pending={phase === 'canceled'} onClick={() => job.cancel()}>
        {messages.cancel}
      </Button>
      {phase === 'running' && <Button onClick={() => job.pause()}>{messages.pause}</Button>}
      {phase === 'paused' && (
        <Button variant="primary" onClick={() => job.resume()}>
          {messages.resume}
        </Button>
      )}
    </>
  );
}

interface EndedButtonsProps {
  run: ActionRun;
  items: readonly RunItem[];
  counts: ReturnType<typeof countOutcomes>;
  onContinue: (run: ActionRun, retriesFailed: boolean) => Promise<void>;
  onClose: () => void;
}

function EndedButtons({ run, items, counts, onContinue, onClose }: EndedButtonsProps) {
  const undo = useUndoRun()(run);
  return (
    <>
      <Button icon={<Download aria-hidden />} onClick={() => void downloadReport(run, items)}>
        {messages.download}
      </Button>
      {undo && (
        <Button icon={<Undo2 aria-hidden />} onClick={undo.onClick}>
          {undo.label}
        </Button>
      )}
      {counts.failed > 0 && !run.isUndone && (
        <Button icon={<RotateCw aria-hidden />} onClick={() => void onContinue(run, true)}>
          {messages.retry(counts.failed)}
        </Button>
      )}
      {counts.pending > 0 && run.state !== 'running' && !run.isUndone && (
        <Button onClick={() => void onContinue(run, false)}>{messages.continue(counts.pending)}</Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {messages.close}
      </Button>
    </>
  );
}
